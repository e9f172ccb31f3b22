import { PickType } from '@nestjs/swagger';
import { Email, Flag, Id, Integer, Text, Timestamp } from '../../../platform/fields/fields';
import { AnnouncementView } from './announcements.dto';

/** An announcement as operators see it, whoever has read it. */
export class PlatformAnnouncementView extends PickType(AnnouncementView, [
  'id',
  'title',
  'body',
  'level',
  'audience',
  'expiresAt',
  'publishedBy',
  'createdAt',
  'updatedAt',
]) {
  @Flag({ description: 'Whether it has expired: nobody else sees it any more.', example: false })
  readonly expired: boolean;

  @Integer({ min: 0, max: Number.MAX_SAFE_INTEGER, description: 'How many users have read it.', example: 42 })
  readonly readers: number;
}

/** A user who has read an announcement. */
export class AnnouncementReaderView {
  @Id({ of: 'user' }) readonly id: string;
  @Text({ max: 120, example: 'Ada Lovelace' }) readonly name: string;
  @Email() readonly email: string;
  @Timestamp() readonly readAt: string;
}
