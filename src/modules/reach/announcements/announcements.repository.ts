import { Injectable } from '@nestjs/common';
import { isId } from '../../../kernel/ids';
import { named } from '../../../platform/database/named';
import { isOneOf, type ListFilter, UnscopedListShape } from '../../../platform/tenancy/list-statements';
import { UnscopedStatement } from '../../../platform/tenancy/statement';
import { columnsOf, selectAllBut, type RowOf, tableOf } from '../../../platform/database/table';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { AnnouncementRead } from './announcement-read.entity';
import { Announcement, type AnnouncementAudience } from './announcement.entity';
import type { AnnouncementsQuery, AnnouncementView } from './announcements.dto';

const BARE_ANNOUNCEMENT = columnsOf(Announcement);
const ANNOUNCEMENT_COLUMN = columnsOf(Announcement, 'a');
const ANNOUNCEMENT_READ = columnsOf(AnnouncementRead, 'r');

/** Who reads, and when. Both decide which announcements are visible. */
export interface Reader {
  readonly userId: string;
  readonly seesAdmins: boolean;
  readonly now: Date;
}

export const ANNOUNCEMENTS_REASON = 'announcements belong to the platform, not to an organization';

const ANNOUNCEMENT = selectAllBut(Announcement, 'a', 'withdrawn').and<{ readAt: string | null }>(
  `${ANNOUNCEMENT_READ.readAt} AS "readAt"`,
);
type AnnouncementRow = RowOf<typeof ANNOUNCEMENT>;

// $1 and $2 are the reader in all statements, and $3 is the moment, except in FIND_EVER, which has none.
const VISIBLE = `($2 OR ${ANNOUNCEMENT_COLUMN.audience} = 'everyone') AND (${ANNOUNCEMENT_COLUMN.expiresAt} IS NULL
      OR ${ANNOUNCEMENT_COLUMN.expiresAt} > $3)`;
const FROM = `announcements a
  LEFT JOIN announcement_reads r ON ${ANNOUNCEMENT_READ.announcementId} = ${ANNOUNCEMENT_COLUMN.id}
    AND ${ANNOUNCEMENT_READ.userId} = $1`;

const FIND = new UnscopedStatement<AnnouncementRow>(
  ANNOUNCEMENTS_REASON,
  `SELECT ${ANNOUNCEMENT.columns} FROM ${FROM} WHERE ${ANNOUNCEMENT_COLUMN.id} = $4 AND ${VISIBLE}`,
);
const FIND_EVER = new UnscopedStatement<AnnouncementRow>(
  ANNOUNCEMENTS_REASON,
  `SELECT ${ANNOUNCEMENT.columns} FROM ${FROM}
   WHERE ${ANNOUNCEMENT_COLUMN.id} = $3 AND ($2 OR ${ANNOUNCEMENT_COLUMN.audience} = 'everyone')`,
);

const LIST: UnscopedListShape<AnnouncementRow> = {
  ...ANNOUNCEMENT.joined(FROM),
  reason: ANNOUNCEMENTS_REASON,
  sorts: { createdAt: ANNOUNCEMENT_COLUMN.createdAt },
  always: VISIBLE,
};

const LOCK = named(`SELECT ${BARE_ANNOUNCEMENT.id} FROM announcements WHERE ${BARE_ANNOUNCEMENT.id} = $1 FOR UPDATE`);
const LOCK_SHARED = named(
  `SELECT ${BARE_ANNOUNCEMENT.id} FROM announcements WHERE ${BARE_ANNOUNCEMENT.id} = $1 FOR KEY SHARE`,
);
const { fields: read } = tableOf(AnnouncementRead);
const MARK = named(`INSERT INTO announcement_reads (${read.announcementId}, ${read.userId}, ${read.readAt})
    VALUES ($1, $2, $3)
    ON CONFLICT (${read.announcementId}, ${read.userId}) DO NOTHING`);
const WITHDRAW = named<Pick<Announcement, 'id' | 'audience'>>(
  `UPDATE announcements SET ${BARE_ANNOUNCEMENT.withdrawn} = true
   WHERE ${BARE_ANNOUNCEMENT.expiresAt} <= $1 AND NOT ${BARE_ANNOUNCEMENT.withdrawn}
   RETURNING ${BARE_ANNOUNCEMENT.id}, ${BARE_ANNOUNCEMENT.audience}`,
);

const FORGET_READER = named(`DELETE FROM announcement_reads WHERE ${read.userId} = $1`);

/** All queries of announcements. Writes happen inside an unscoped unit of work. */
@Injectable()
export class AnnouncementsRepository {
  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Null, too, for one that the reader may not see. */
  async find(id: string, { userId, seesAdmins, now }: Reader): Promise<AnnouncementView | null> {
    if (!isId(id)) return null;
    return this.database.unscopedRow(FIND, userId, seesAdmins, now, id);
  }

  /** Like {@link find}, whether it has expired or not. */
  async findEver(id: string, { userId, seesAdmins }: Reader): Promise<AnnouncementView | null> {
    if (!isId(id)) return null;
    return this.database.unscopedRow(FIND_EVER, userId, seesAdmins, id);
  }

  /** One page of what the reader sees, newest first. */
  list(
    { level, unread, ...page }: AnnouncementsQuery,
    { userId, seesAdmins, now }: Reader,
  ): Promise<{ rows: AnnouncementView[]; total: number }> {
    const filters: ListFilter[] = [];
    if (level) filters.push(isOneOf(ANNOUNCEMENT_COLUMN.level, level));
    if (unread !== undefined) filters.push({ sql: `(${ANNOUNCEMENT_READ.readAt} IS NULL) = ?`, values: [unread] });
    const order = { by: 'createdAt', direction: 'desc' } as const;
    return this.database.unscopedList(LIST, filters, order, page, userId, seesAdmins, now);
  }

  async insert(announcement: Announcement): Promise<void> {
    await this.unitOfWork.insert(Announcement, announcement);
  }

  /** Locks an announcement until the unit of work ends. Others can neither change it nor mark it as read. */
  async lock(id: string): Promise<void> {
    await this.unitOfWork.writeUnscoped(LOCK, id);
  }

  async update(id: string, changes: Partial<Announcement>): Promise<void> {
    await this.unitOfWork.update(Announcement, { id }, changes);
  }

  async delete(id: string): Promise<void> {
    await this.unitOfWork.delete(Announcement, { id });
  }

  /** Keeps an announcement from being deleted until the unit of work ends. */
  async lockShared(id: string): Promise<void> {
    await this.unitOfWork.writeUnscoped(LOCK_SHARED, id);
  }

  /** Marks an announcement as read; says whether it was not before. */
  async mark(id: string, userId: string, readAt: Date): Promise<boolean> {
    return ((await this.unitOfWork.writeUnscoped(MARK, id, userId, readAt)).rowCount ?? 0) > 0;
  }

  async forgetReader(userId: string): Promise<void> {
    await this.unitOfWork.writeUnscoped(FORGET_READER, userId);
  }

  /** Marks those that have expired since the last call as withdrawn, and gives them. */
  async withdraw(now: Date): Promise<{ id: string; audience: AnnouncementAudience }[]> {
    return (await this.unitOfWork.writeUnscoped(WITHDRAW, now)).rows;
  }
}
