import { Flag, Id, OneOf, PatchOf, QueryFlag, SomeOf, Text, Timestamp } from '../../../platform/fields/fields';
import { PageQuery } from '../../../platform/fields/page.query';
import {
  ANNOUNCEMENT_AUDIENCES,
  ANNOUNCEMENT_LEVELS,
  type AnnouncementAudience,
  type AnnouncementLevel,
} from './announcement.entity';

const TITLE = { min: 3, max: 120, example: 'Maintenance on Sunday' };
const BODY = {
  min: 1,
  max: 2000,
  lines: true,
  example: 'The service is unavailable from 02:00 to 02:30 UTC on Sunday.',
};
const AUDIENCE =
  'Who sees it: `admins` are those whose role in any organization is named Admin, whichever one they are in now. ' +
  'Super Admins see all.';
const EXPIRES_AT = {
  presence: 'nullable',
  description: 'From then on nobody sees it any more; it must lie in the future.',
  example: '2099-05-16T02:30:00.000Z',
} as const;

export class PublishAnnouncement {
  @Text(TITLE) title: string;
  @Text(BODY) body: string;
  @OneOf(ANNOUNCEMENT_LEVELS, { presence: 'optional', default: 'info', example: 'warning' })
  level?: AnnouncementLevel;
  @OneOf(ANNOUNCEMENT_AUDIENCES, {
    presence: 'optional',
    description: AUDIENCE,
    default: 'admins',
    example: 'everyone',
  })
  audience?: AnnouncementAudience;
  @Timestamp(EXPIRES_AT) expiresAt?: Date | null;
}

export class UpdateAnnouncement extends PatchOf(PublishAnnouncement) {}

export class AnnouncementsQuery extends PageQuery {
  @SomeOf(ANNOUNCEMENT_LEVELS, { example: ['warning'] }) level?: AnnouncementLevel[];
  @QueryFlag({
    presence: 'optional',
    description: 'Only announcements that the caller has not read yet; with `false`, only those they have.',
  })
  unread?: boolean;
}

/** An announcement as the API shows it to one user. */
export class AnnouncementView {
  @Id() readonly id: string;
  @Text(TITLE) readonly title: string;
  @Text(BODY) readonly body: string;
  @OneOf(ANNOUNCEMENT_LEVELS, { example: 'warning' }) readonly level: AnnouncementLevel;
  @OneOf(ANNOUNCEMENT_AUDIENCES, { description: AUDIENCE, example: 'everyone' })
  readonly audience: AnnouncementAudience;
  @Timestamp(EXPIRES_AT) readonly expiresAt: string | null;
  @Id({ of: 'operator', description: 'The Super Admin who published it.' }) readonly publishedBy: string;
  @Timestamp() readonly createdAt: string;
  @Timestamp() readonly updatedAt: string;
  @Timestamp({ presence: 'nullable', description: 'When the caller first read it.', example: null })
  readonly readAt: string | null;
}

/** What marking an announcement as read gives. */
export class ReadMarkView {
  @Flag() readonly success: true;
  @Timestamp({ description: 'When the caller first read it.' }) readonly readAt: string;
}
