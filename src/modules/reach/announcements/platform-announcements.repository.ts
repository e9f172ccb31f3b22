import { Injectable } from '@nestjs/common';
import type { PageRequest } from '../../../kernel/page';
import type { UnscopedListShape } from '../../../platform/tenancy/list-statements';
import { UnscopedStatement } from '../../../platform/tenancy/statement';
import { columnsOf, selectAllBut } from '../../../platform/database/table';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { AnnouncementRead } from './announcement-read.entity';
import { Announcement } from './announcement.entity';
import { ANNOUNCEMENTS_REASON } from './announcements.repository';
import type { AnnouncementReaderView, PlatformAnnouncementView } from './platform-announcements.dto';
import { User } from '../../people/users/user.entity';

const USER = columnsOf(User, 'u');
const BARE_ANNOUNCEMENT = columnsOf(Announcement);
const ANNOUNCEMENT_COLUMN = columnsOf(Announcement, 'a');
const ANNOUNCEMENT_READ = columnsOf(AnnouncementRead, 'r');

// $1 is the moment.
const ANNOUNCEMENT = selectAllBut(Announcement, 'a', 'withdrawn').and<{ expired: boolean; readers: number }>(
  `coalesce(${ANNOUNCEMENT_COLUMN.expiresAt} <= $1, false) AS expired,
   (SELECT count(*)::int FROM announcement_reads r
     WHERE ${ANNOUNCEMENT_READ.announcementId} = ${ANNOUNCEMENT_COLUMN.id}) AS readers`,
);
const LIST: UnscopedListShape<PlatformAnnouncementView> = {
  ...ANNOUNCEMENT,
  reason: ANNOUNCEMENTS_REASON,
  sorts: { createdAt: ANNOUNCEMENT_COLUMN.createdAt },
  // Names the moment in the statement that counts, too.
  always: '$1::timestamptz IS NOT NULL',
};
const EXISTS = new UnscopedStatement(
  ANNOUNCEMENTS_REASON,
  `SELECT ${BARE_ANNOUNCEMENT.id} FROM announcements WHERE ${BARE_ANNOUNCEMENT.id} = $1`,
);
const READERS: UnscopedListShape<AnnouncementReaderView> = {
  reason: ANNOUNCEMENTS_REASON,
  columns: `${USER.id}, ${USER.name}, ${USER.email}, ${ANNOUNCEMENT_READ.readAt} AS "readAt"`,
  from: `announcement_reads r JOIN users u ON ${USER.id} = ${ANNOUNCEMENT_READ.userId}`,
  id: USER.id,
  sorts: { readAt: ANNOUNCEMENT_READ.readAt },
};

/** All queries of announcements as operators see them. */
@Injectable()
export class PlatformAnnouncementsRepository {
  constructor(private readonly database: TenantDatabase) {}

  /** One page of all that there are, newest first. */
  list(page: PageRequest, now: Date): Promise<{ rows: PlatformAnnouncementView[]; total: number }> {
    return this.database.unscopedList(LIST, [], { by: 'createdAt', direction: 'desc' }, page, now);
  }

  async exists(id: string): Promise<boolean> {
    return (await this.database.unscopedRow(EXISTS, id)) !== null;
  }

  /** One page of those who have read one, the last one first. */
  readers(id: string, page: PageRequest): Promise<{ rows: AnnouncementReaderView[]; total: number }> {
    const filters = [{ sql: `${ANNOUNCEMENT_READ.announcementId} = ?`, values: [id] }];
    return this.database.unscopedList(READERS, filters, { by: 'readAt', direction: 'desc' }, page);
  }
}
