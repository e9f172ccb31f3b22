import { Injectable } from '@nestjs/common';
import type { PageRequest } from '../../../kernel/page';
import { named } from '../../../platform/database/named';
import { columnsOf, select, type RowOf } from '../../../platform/database/table';
import { ScopedRepository } from '../../../platform/tenancy/scoped.repository';
import { findById, ScopedStatement, UnscopedStatement } from '../../../platform/tenancy/statement';
import { CalendarFeed } from './calendar-feed.entity';
import type { CalendarFeedView } from './calendar-feeds.dto';

const COLUMN = columnsOf(CalendarFeed, 'f');

const FEED = select(CalendarFeed, 'f', 'id', 'kind', 'tourId', 'createdAt', 'updatedAt');

/** A feed that can be read, and what its calendar is called and speaks. */
export type LiveFeed = Pick<RowOf<typeof FEED>, 'id' | 'kind' | 'tourId'> &
  Pick<CalendarFeed, 'organizationId' | 'userId'> & {
    organizationName: string;
    userName: string;
    /** Null: the default. */
    locale: string | null;
  };

// A Super Admin has feeds where they are no member, for as long as they are one.
const LIVE = new UnscopedStatement<LiveFeed>(
  'a credential says which organization it stands in',
  `SELECT f.id, f.kind, f.tour_id AS "tourId", f.organization_id AS "organizationId", f.user_id AS "userId",
     o.name AS "organizationName", u.name AS "userName", s.locale
   FROM calendar_feeds f
   JOIN users u ON u.id = f.user_id AND u.status = 'active' AND u.erased_at IS NULL
   JOIN organizations o ON o.id = f.organization_id AND o.status = 'active' AND o.deleted_at IS NULL
   LEFT JOIN memberships m ON m.organization_id = f.organization_id AND m.user_id = f.user_id AND m.status = 'active'
   LEFT JOIN organization_settings s ON s.organization_id = f.organization_id
   WHERE f.token_hash = $1 AND (m.user_id IS NOT NULL OR u.super_admin)`,
);

const FIND_OWN = findById(FEED, 'AND f.user_id = $3 FOR UPDATE');

const COUNT = new ScopedStatement<{ count: number }>(
  'SELECT count(*)::int AS count FROM calendar_feeds f WHERE f.organization_id = $1 AND f.user_id = $2',
);

const OF_USER = new ScopedStatement<CalendarFeedView>(
  `SELECT ${FEED.columns} FROM calendar_feeds f WHERE f.organization_id = $1 AND f.user_id = $2 ORDER BY f.id FOR UPDATE`,
);

const REVOKE_EVERYWHERE = named<CalendarFeedView & Pick<CalendarFeed, 'organizationId'>>(
  `DELETE FROM calendar_feeds f WHERE (f.organization_id, f.id) IN (
     SELECT organization_id, id FROM calendar_feeds WHERE user_id = $1 ORDER BY id FOR UPDATE
   ) RETURNING f.organization_id AS "organizationId", ${FEED.columns}`,
);

const LIST = { ...FEED, sorts: { createdAt: COLUMN.createdAt } };

/** All queries of feeds themselves. */
@Injectable()
export class CalendarFeedsRepository extends ScopedRepository<CalendarFeed> {
  constructor() {
    super(CalendarFeed);
  }

  /** The feed whose token has this hash, if it can be read. */
  findLive(tokenHash: Buffer): Promise<LiveFeed | null> {
    return this.database.unscopedRow(LIVE, tokenHash);
  }

  /** One page of a user's feeds, newest first. */
  list(userId: string, page: PageRequest): Promise<{ rows: CalendarFeedView[]; total: number }> {
    const filters = [{ sql: `${COLUMN.userId} = ?`, values: [userId] }];
    return this.database.list(LIST, filters, { by: 'createdAt', direction: 'desc' }, page);
  }

  async count(userId: string): Promise<number> {
    return (await this.database.only(COUNT, userId)).count;
  }

  /** A feed of a user, locked until the unit of work ends. */
  lockOwn(id: string, userId: string): Promise<CalendarFeedView | null> {
    return this.unitOfWork.write(FIND_OWN, id, userId).then(({ rows }) => rows[0] ?? null);
  }

  /** The feeds of a user in the organization in scope, locked until the unit of work ends. */
  async lockAllOf(userId: string): Promise<CalendarFeedView[]> {
    return (await this.unitOfWork.write(OF_USER, userId)).rows;
  }

  /** Deletes the feeds of a user in all organizations, in an unscoped unit of work. */
  async revokeEverywhere(userId: string): Promise<(CalendarFeedView & Pick<CalendarFeed, 'organizationId'>)[]> {
    return (await this.unitOfWork.writeUnscoped(REVOKE_EVERYWHERE, userId)).rows;
  }
}
