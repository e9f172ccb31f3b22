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

const ANNOUNCEMENT_COLUMN = columnsOf(Announcement, 'a');
const ANNOUNCEMENT_READ_COLUMN = columnsOf(AnnouncementRead, 'r');

// $1 is the moment.
const ANNOUNCEMENT = selectAllBut(Announcement, 'a', 'withdrawn').and<{ expired: boolean; readers: number }>(
  `coalesce(a.expires_at <= $1, false) AS expired,
   (SELECT count(*)::int FROM announcement_reads r WHERE r.announcement_id = a.id) AS readers`,
);
const LIST: UnscopedListShape<PlatformAnnouncementView> = {
  ...ANNOUNCEMENT,
  reason: ANNOUNCEMENTS_REASON,
  sorts: { createdAt: ANNOUNCEMENT_COLUMN.createdAt },
  // Names the moment in the statement that counts, too.
  always: '$1::timestamptz IS NOT NULL',
};
const EXISTS = new UnscopedStatement(ANNOUNCEMENTS_REASON, 'SELECT id FROM announcements WHERE id = $1');
const READERS: UnscopedListShape<AnnouncementReaderView> = {
  reason: ANNOUNCEMENTS_REASON,
  columns: 'u.id, u.name, u.email, r.read_at AS "readAt"',
  from: 'announcement_reads r JOIN users u ON u.id = r.user_id',
  id: 'u.id',
  sorts: { readAt: ANNOUNCEMENT_READ_COLUMN.readAt },
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
    const filters = [{ sql: `${ANNOUNCEMENT_READ_COLUMN.announcementId} = ?`, values: [id] }];
    return this.database.unscopedList(READERS, filters, { by: 'readAt', direction: 'desc' }, page);
  }
}
