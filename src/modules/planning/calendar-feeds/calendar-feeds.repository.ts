import { Injectable } from '@nestjs/common';
import type { PageRequest } from '../../../kernel/page';
import { named } from '../../../platform/database/named';
import { columnsOf, select, type RowOf } from '../../../platform/database/table';
import { ScopedRepository } from '../../../platform/tenancy/scoped.repository';
import { findById, ScopedStatement, UnscopedStatement } from '../../../platform/tenancy/statement';
import { Membership } from '../../people/members/membership.entity';
import { Organization } from '../../people/organizations/organization.entity';
import { OrganizationSettings } from '../../people/settings/organization-settings.entity';
import { User } from '../../people/users/user.entity';
import { CalendarFeed } from './calendar-feed.entity';
import type { CalendarFeedView } from './calendar-feeds.dto';

const CALENDAR_FEED = columnsOf(CalendarFeed, 'f');
const ORGANIZATION = columnsOf(Organization, 'o');
const USER = columnsOf(User, 'u');
const ORGANIZATION_SETTINGS = columnsOf(OrganizationSettings, 's');
const MEMBERSHIP = columnsOf(Membership, 'm');
const BARE_CALENDAR_FEED = columnsOf(CalendarFeed);

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
  `SELECT ${select(CalendarFeed, 'f', 'id', 'kind', 'tourId', 'organizationId', 'userId').columns},
     ${ORGANIZATION.name} AS "organizationName", ${USER.name} AS "userName", ${ORGANIZATION_SETTINGS.locale}
   FROM calendar_feeds f
   JOIN users u ON ${USER.id} = ${CALENDAR_FEED.userId} AND ${USER.status} = 'active' AND ${USER.erasedAt} IS NULL
   JOIN organizations o ON ${ORGANIZATION.id} = ${CALENDAR_FEED.organizationId} AND ${ORGANIZATION.status} = 'active'
     AND ${ORGANIZATION.deletedAt} IS NULL
   LEFT JOIN memberships m ON ${MEMBERSHIP.organizationId} = ${CALENDAR_FEED.organizationId}
     AND ${MEMBERSHIP.userId} = ${CALENDAR_FEED.userId} AND ${MEMBERSHIP.status} = 'active'
   LEFT JOIN organization_settings s ON ${ORGANIZATION_SETTINGS.organizationId} = ${CALENDAR_FEED.organizationId}
   WHERE ${CALENDAR_FEED.tokenHash} = $1 AND (${MEMBERSHIP.userId} IS NOT NULL OR ${USER.superAdmin})`,
);

const FIND_OWN = findById(FEED, `AND ${CALENDAR_FEED.userId} = $3 FOR UPDATE`);

const COUNT = new ScopedStatement<{ count: number }>(
  `SELECT count(*)::int AS count FROM calendar_feeds f WHERE ${CALENDAR_FEED.organizationId} = $1
     AND ${CALENDAR_FEED.userId} = $2`,
);

const OF_USER = new ScopedStatement<CalendarFeedView>(
  `SELECT ${FEED.columns} FROM calendar_feeds f WHERE ${CALENDAR_FEED.organizationId} = $1
     AND ${CALENDAR_FEED.userId} = $2 ORDER BY ${CALENDAR_FEED.id} FOR UPDATE`,
);

const REVOKE_EVERYWHERE = named<CalendarFeedView & Pick<CalendarFeed, 'organizationId'>>(
  `DELETE FROM calendar_feeds f WHERE (${CALENDAR_FEED.organizationId}, ${CALENDAR_FEED.id}) IN (
     SELECT ${BARE_CALENDAR_FEED.organizationId}, ${BARE_CALENDAR_FEED.id} FROM calendar_feeds
     WHERE ${BARE_CALENDAR_FEED.userId} = $1 ORDER BY ${BARE_CALENDAR_FEED.id} FOR UPDATE
   ) RETURNING ${CALENDAR_FEED.organizationId} AS "organizationId", ${FEED.columns}`,
);

const LIST = { ...FEED, sorts: { createdAt: CALENDAR_FEED.createdAt } };

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
    const filters = [{ sql: `${CALENDAR_FEED.userId} = ?`, values: [userId] }];
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
