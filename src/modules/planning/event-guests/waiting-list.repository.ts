import { Injectable } from '@nestjs/common';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { columnsOf } from '../../../platform/database/table';
import { Event } from '../events/event.entity';
import { EventGuest } from './event-guest.entity';
import { SEATS_OF_ALL, type EventGuestRow, type WaitingView } from './event-guests.dto';
import type { WaitingGroup } from './waiting-rules';

const EVENT_GUEST = columnsOf(EventGuest, 'eg');
const EVENT = columnsOf(Event, 'e');
const BARE_EVENT_GUEST = columnsOf(EventGuest);

/** So many groups are decided about at once; as many more as there are follow. */
const BATCH_SIZE = 500;
/** The largest number of PostgreSQL's `integer`. */
const MAX_INT = 2_147_483_647;

/** Those who wait at the event `$2` of the organization `$1`; the words are those of the index. */
const WAITING = `event_guests eg WHERE ${EVENT_GUEST.organizationId} = $1 AND ${EVENT_GUEST.eventId} = $2
  AND ${EVENT_GUEST.waitingNumber} IS NOT NULL AND ${EVENT_GUEST.rsvp} = 'pending'`;
const ANYONE = `EXISTS (SELECT 1 FROM ${WAITING})`;

const IS_ANYONE_WAITING = new ScopedStatement<{ waiting: boolean }>(
  `SELECT ${ANYONE} AS waiting FROM events e WHERE ${EVENT.organizationId} = $1 AND ${EVENT.id} = $2`,
);
/** Numbers are given while the event is locked. */
const STATE = new ScopedStatement<StoredState>(
  `SELECT (SELECT ${EVENT_GUEST.waitingNumber} FROM ${WAITING} ORDER BY ${EVENT_GUEST.waitingNumber} DESC
     LIMIT 1) AS last,
     (SELECT ${SEATS_OF_ALL} FROM event_guests eg
      WHERE ${EVENT_GUEST.organizationId} = $1 AND ${EVENT_GUEST.eventId} = $2
        AND ${EVENT_GUEST.rsvp} = 'accepted') AS accepted
   FROM events e WHERE ${EVENT.organizationId} = $1 AND ${EVENT.id} = $2`,
);
/**
 * Who brings more people than there are places is passed over before anything is counted, which a long list of families
 * would take most of an answer's time for. More groups than places can't be accepted, so no more are counted.
 */
const GROUPS = new ScopedStatement<NumberedGroup>(
  `SELECT wish.number, waiting.people
   FROM (SELECT DISTINCT ${EVENT_GUEST.waitingNumber} AS number FROM ${WAITING} AND ${EVENT_GUEST.waitingNumber} > $3
           AND ${EVENT_GUEST.plusOnes} < coalesce($4::int, ${MAX_INT})) AS wish
   CROSS JOIN LATERAL (SELECT ${SEATS_OF_ALL} AS people
     FROM ${WAITING} AND ${EVENT_GUEST.waitingNumber} = wish.number) AS waiting
   WHERE $4::int IS NULL OR waiting.people <= $4
   ORDER BY wish.number LIMIT least(${BATCH_SIZE}, $4::int)`,
);
const MEMBERS = new ScopedStatement<GroupMember>(
  `SELECT ${EVENT_GUEST.id}, ${EVENT_GUEST.waitingNumber} AS number, ${EVENT_GUEST.waitingSince} AS since
   FROM ${WAITING} AND ${EVENT_GUEST.waitingNumber} = ANY ($3::int[])
   ORDER BY ${EVENT_GUEST.waitingNumber}, ${EVENT_GUEST.id} FOR UPDATE OF eg`,
);
const NUMBERS = new ScopedStatement<{ number: number }>(
  `SELECT DISTINCT ${EVENT_GUEST.waitingNumber} AS number FROM ${WAITING} AND ${EVENT_GUEST.id} = ANY ($3::uuid[])`,
);
const PUT = new ScopedStatement(
  `UPDATE event_guests SET ${BARE_EVENT_GUEST.rsvp} = 'pending', ${BARE_EVENT_GUEST.waitingNumber} = $3,
     ${BARE_EVENT_GUEST.waitingSince} = $4, ${BARE_EVENT_GUEST.updatedAt} = $5
   WHERE ${BARE_EVENT_GUEST.organizationId} = $1 AND ${BARE_EVENT_GUEST.id} = ANY ($2::uuid[])`,
);
const ACCEPT = new ScopedStatement(
  `UPDATE event_guests SET ${BARE_EVENT_GUEST.rsvp} = 'accepted', ${BARE_EVENT_GUEST.waitingNumber} = NULL,
     ${BARE_EVENT_GUEST.waitingSince} = NULL, ${BARE_EVENT_GUEST.updatedAt} = $3
   WHERE ${BARE_EVENT_GUEST.organizationId} = $1 AND ${BARE_EVENT_GUEST.id} = ANY ($2::uuid[])`,
);
const TAKE_OFF = new ScopedStatement(
  `UPDATE event_guests SET ${BARE_EVENT_GUEST.waitingNumber} = NULL, ${BARE_EVENT_GUEST.waitingSince} = NULL,
     ${BARE_EVENT_GUEST.updatedAt} = $3
   WHERE ${BARE_EVENT_GUEST.organizationId} = $1 AND ${BARE_EVENT_GUEST.id} = $2`,
);
/**
 * Where groups stand, of several events `$2` each up to the group `$3`: the list is gone through once for a page, however
 * many of it are on it. Of them the groups `$4` are wanted.
 */
const STANDINGS = new ScopedStatement<Standing>(
  `SELECT wish.event_id AS "eventId", waiting.number, waiting.position, waiting.people
   FROM unnest($2::uuid[], $3::int[]) AS wish (event_id, last)
   CROSS JOIN LATERAL (
     SELECT ${EVENT_GUEST.waitingNumber} AS number,
       (row_number() OVER (ORDER BY ${EVENT_GUEST.waitingNumber}))::int AS position, ${SEATS_OF_ALL} AS people
     FROM event_guests eg WHERE ${EVENT_GUEST.organizationId} = $1 AND ${EVENT_GUEST.eventId} = wish.event_id
       AND ${EVENT_GUEST.waitingNumber} IS NOT NULL AND ${EVENT_GUEST.rsvp} = 'pending'
       AND ${EVENT_GUEST.waitingNumber} <= wish.last
     GROUP BY ${EVENT_GUEST.waitingNumber}
   ) AS waiting WHERE waiting.number = ANY ($4::int[])`,
);

interface StoredState {
  /** The number of the last group that waits; null without any. */
  readonly last: number | null;
  /** People who have a place. */
  readonly accepted: number;
}

/** A group of those who wait, by the number that its members have. */
export interface NumberedGroup extends WaitingGroup {
  readonly number: number;
}

/** One of a group. */
interface GroupMember {
  readonly id: string;
  readonly number: number;
  readonly since: string;
}

interface Standing extends Pick<WaitingView, 'position' | 'people'> {
  readonly eventId: string;
  readonly number: number;
}

/** Who waits where. */
export type WaitingRow = Pick<EventGuestRow, 'eventId' | 'rsvp' | 'waitingNumber' | 'waitingSince'>;

/** The queries of waiting lists. What they decide by changes only while the event is locked. */
@Injectable()
export class WaitingListRepository {
  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async isAnyoneWaiting(eventId: string): Promise<boolean> {
    return (await this.database.row(IS_ANYONE_WAITING, eventId))?.waiting ?? false;
  }

  state(eventId: string): Promise<StoredState> {
    return this.database.only(STATE, eventId);
  }

  /**
   * The groups that so many places suffice for, in their order; a part of them at a time.
   *
   * @param after the number of the last one before
   * @param people null for however many they are
   */
  async groups(
    eventId: string,
    after: number,
    people: number | null,
  ): Promise<{ groups: NumberedGroup[]; isLast: boolean }> {
    const groups = await this.database.rows(GROUPS, eventId, after, people);
    return { groups, isLast: groups.length < Math.min(BATCH_SIZE, people ?? BATCH_SIZE) };
  }

  /** The members of groups, in the order of these, locked until the unit of work ends. */
  async lockMembers(eventId: string, numbers: readonly number[]): Promise<GroupMember[]> {
    return numbers.length === 0 ? [] : (await this.unitOfWork.write(MEMBERS, eventId, numbers)).rows;
  }

  /** The groups of guests who wait. */
  async numbersOf(eventId: string, ids: readonly string[]): Promise<number[]> {
    if (ids.length === 0) return [];
    return (await this.database.rows(NUMBERS, eventId, ids)).map(({ number }) => number);
  }

  /** Makes guests a group. */
  async put(ids: readonly string[], number: number, since: Date, now: Date): Promise<void> {
    await this.unitOfWork.write(PUT, ids, number, since, now);
  }

  async accept(ids: readonly string[], now: Date): Promise<void> {
    await this.unitOfWork.write(ACCEPT, ids, now);
  }

  async takeOff(id: string, now: Date): Promise<void> {
    await this.unitOfWork.write(TAKE_OFF, id, now);
  }

  /** Where guests stand, each at the position of their row; null for those who don't wait. */
  async standingsOf(rows: readonly WaitingRow[]): Promise<(WaitingView | null)[]> {
    const last = new Map<string, number>();
    for (const row of rows)
      if (isWaiting(row)) last.set(row.eventId, Math.max(last.get(row.eventId) ?? 0, row.waitingNumber));
    if (last.size === 0) return rows.map(() => null);
    const numbers = [...new Set(rows.flatMap((row) => (isWaiting(row) ? [row.waitingNumber] : [])))];
    const found = await this.database.rows(STANDINGS, [...last.keys()], [...last.values()], numbers);
    const standings = new Map(found.map((standing) => [standingKey(standing.eventId, standing.number), standing]));
    return rows.map((row) => {
      if (!isWaiting(row)) return null;
      // Whoever stopped waiting since the rows were read has no position any more.
      const standing = standings.get(standingKey(row.eventId, row.waitingNumber));
      return standing === undefined
        ? null
        : { position: standing.position, people: standing.people, since: row.waitingSince };
    });
  }
}

function isWaiting<Row extends WaitingRow>(row: Row): row is Row & { waitingNumber: number; waitingSince: string } {
  return row.waitingNumber !== null && row.waitingSince !== null && row.rsvp === 'pending';
}

function standingKey(eventId: string, number: number): string {
  return `${eventId} ${number}`;
}
