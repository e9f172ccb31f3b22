import { Injectable } from '@nestjs/common';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { TenantDatabase, type SnapshotRows } from '../../../platform/tenancy/tenant-database';
import { columnsOf } from '../../../platform/database/table';
import { CALENDAR_ENTRY, type CalendarEvent } from '../events';
import { Event } from '../events/event.entity';
import { TeamMember } from '../team-members/team-member.entity';
import type { FeedKind } from './calendar-feed.entity';

const TEAM_MEMBER = columnsOf(TeamMember, 't');
const EVENT = columnsOf(Event, 'e');

/** An event of a feed. The last fields are null in feeds that are not the user's own. */
export interface FeedEvent extends CalendarEvent {
  /** When the user is expected at work. */
  callTime: string | null;
  teamMemberId: string | null;
  /** When the user's row of the team was last changed. */
  memberUpdatedAt: string | null;
}

/** Which events a feed shows. */
export interface FeedFilter {
  readonly kind: FeedKind;
  /** The tour's id, or the user's; null for all events. */
  readonly of: string | null;
  /** Events that were cancelled before are left out. */
  readonly cancelledSince: Date;
  readonly limit: number;
}

/** Whoever is on a team twice begins with the first call. */
const OWN_WORK = `(
  SELECT ${TEAM_MEMBER.eventId}, min(${TEAM_MEMBER.callTime}) AS call_time, min(${TEAM_MEMBER.id}::text) AS id,
    max(${TEAM_MEMBER.updatedAt}) AS updated_at
  FROM team_members t
  WHERE ${TEAM_MEMBER.organizationId} = $1 AND ${TEAM_MEMBER.userId} = $2::uuid AND ${TEAM_MEMBER.status} <> 'declined'
  GROUP BY ${TEAM_MEMBER.eventId})`;
const NO_WORK = '(SELECT NULL::timestamptz AS call_time, NULL::text AS id, NULL::timestamptz AS updated_at)';

const FROM: Readonly<Record<FeedKind, string>> = {
  organization: `events e CROSS JOIN ${NO_WORK} w WHERE ${EVENT.organizationId} = $1 AND $2::uuid IS NULL`,
  tour: `events e CROSS JOIN ${NO_WORK} w WHERE ${EVENT.organizationId} = $1 AND ${EVENT.tourId} = $2::uuid`,
  mine: `${OWN_WORK} w JOIN events e ON ${EVENT.organizationId} = $1 AND ${EVENT.id} = w.event_id
    WHERE ${EVENT.organizationId} = $1`,
};

/** The latest ones, latest first. */
const shown = (kind: FeedKind) => `FROM ${FROM[kind]} AND ${EVENT.startsAt} IS NOT NULL
  AND (${EVENT.status} <> 'cancelled' OR coalesce(${EVENT.cancelledAt}, ${EVENT.updatedAt}) > $3)
  ORDER BY ${EVENT.startsAt} DESC, ${EVENT.id} DESC LIMIT $4`;

const eventsOf = (kind: FeedKind) =>
  new ScopedStatement<FeedEvent>(
    `SELECT ${CALENDAR_ENTRY.columns}, w.call_time AS "callTime", w.id AS "teamMemberId", w.updated_at AS "memberUpdatedAt"
     ${shown(kind)}`,
  );

/** Made by the database, so that a program that has the calendar already costs one short row. */
const stateOf = (kind: FeedKind) =>
  new ScopedStatement<{ state: string | null }>(
    `SELECT md5(string_agg(version, ' ' ORDER BY starts_at DESC, id DESC)) AS state FROM (
       SELECT ${EVENT.id}, ${EVENT.startsAt}, concat_ws('/', ${EVENT.id}, ${EVENT.revision}, 
         extract(epoch FROM ${EVENT.updatedAt}),
         extract(epoch FROM w.updated_at), extract(epoch FROM w.call_time)) AS version
       ${shown(kind)}) AS shown`,
  );

const EVENTS = { organization: eventsOf('organization'), tour: eventsOf('tour'), mine: eventsOf('mine') };
const STATES = { organization: stateOf('organization'), tour: stateOf('tour'), mine: stateOf('mine') };

/** What feeds show. */
@Injectable()
export class FeedEventsRepository {
  constructor(private readonly database: TenantDatabase) {}

  /** What differs between any two states of a feed's events; null without any. */
  state(filter: FeedFilter): Promise<string | null> {
    return this.database.longRead((rows) => stateIn(rows, filter));
  }

  /** The events of a feed, the earliest first, with their state. */
  read(filter: FeedFilter): Promise<{ state: string | null; events: FeedEvent[] }> {
    return this.database.longRead(async (rows) => {
      const state = await stateIn(rows, filter);
      return { state, events: (await rows(EVENTS[filter.kind], ...filterValues(filter))).reverse() };
    });
  }
}

async function stateIn(rows: SnapshotRows, filter: FeedFilter): Promise<string | null> {
  const [row] = await rows(STATES[filter.kind], ...filterValues(filter));
  return row?.state ?? null;
}

function filterValues({ of, cancelledSince, limit }: FeedFilter): unknown[] {
  return [of, cancelledSince, limit];
}
