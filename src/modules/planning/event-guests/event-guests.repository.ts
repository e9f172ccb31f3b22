import { Injectable } from '@nestjs/common';
import { isId } from '../../../kernel/ids';
import { newPassCode, readPassCode } from '../../../kernel/pass-code';
import type { LockedEventGuest } from './locked-event-guest';
import type { PageRequest } from '../../../kernel/page';
import {
  hasId,
  isOneOf,
  searched,
  type ListFilter,
  type ListOrder,
  type ListShape,
} from '../../../platform/tenancy/list-statements';
import type { WalkedRows } from '../../../platform/tenancy/list-walk';
import { ManyRows } from '../../../platform/tenancy/many-rows';
import { ScopedRepository } from '../../../platform/tenancy/scoped.repository';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { EventGuest } from './event-guest.entity';
import {
  SEATS_OF_ALL,
  type EventGuestRow,
  type EventGuestsQuery,
  type EventGuestView,
  type InvitedGuest,
} from './event-guests.dto';
import type { MemberRow } from './rsvp.dto';
import type { Invitation } from './invitation';
import {
  MANY_EVENT_GUESTS,
  EVENT_GUEST_COLUMNS,
  EVENT_GUESTS,
  EVENT_GUESTS_BY_IDS,
  selectEventGuests,
} from './event-guest-rows';
import { EventGuestViews } from './event-guest-views';
import { WaitingListRepository, type WaitingRow } from './waiting-list.repository';

const FIND = new ScopedStatement(selectEventGuests('eg.event_id = $2 AND eg.id = $3'));
const LOCK = new ScopedStatement(
  'SELECT id FROM event_guests WHERE organization_id = $1 AND event_id = $2 AND id = $3 FOR UPDATE',
);
const FIND_LOCKED = new ScopedStatement<EventGuestRow & { isErased: boolean }>(
  `SELECT ${EVENT_GUEST_COLUMNS}, g.erased_at IS NOT NULL AS "isErased" FROM ${EVENT_GUESTS}
   WHERE eg.organization_id = $1 AND eg.event_id = $2 AND eg.id = $3`,
);
/** In the order of events, so that two that lock the same ones don't deadlock. */
const LOCK_SEATED = new ScopedStatement<{ id: string }>(
  `SELECT eg.id FROM event_guests eg WHERE eg.organization_id = $1 AND eg.vehicle_assignment_id = ANY ($2::uuid[])
   ORDER BY eg.event_id, eg.id FOR UPDATE`,
);

const FIND_INVITATION = new ScopedStatement(
  `SELECT eg.id, eg.event_id AS "eventId", g.name, eg.rsvp, eg.plus_ones AS "plusOnes", eg.max_plus_ones AS "maxPlusOnes", eg.note,
     eg.waiting_number AS "waitingNumber", eg.waiting_since AS "waitingSince",
     eg.companions, eg.answers, eg.party_id AS "partyId",
     (SELECT p.name FROM parties p WHERE p.organization_id = eg.organization_id AND p.id = eg.party_id) AS "partyName"
   FROM ${EVENT_GUESTS}
   WHERE eg.organization_id = $1 AND eg.id = $2`,
);
const OF_PARTY = 'eg.organization_id = $1 AND eg.event_id = $2 AND eg.party_id = $3';
/** Erased ones are no longer anybody's. */
const PARTY_MEMBERS = new ScopedStatement<MemberRow & WaitingRow>(
  `SELECT eg.id AS "eventGuestId", eg.event_id AS "eventId", eg.waiting_number AS "waitingNumber",
     eg.waiting_since AS "waitingSince", g.name, eg.rsvp, eg.plus_ones AS "plusOnes", eg.max_plus_ones AS "maxPlusOnes",
     eg.companions, eg.answers FROM ${EVENT_GUESTS} WHERE ${OF_PARTY} AND g.erased_at IS NULL ORDER BY eg.id`,
);
/** In the order of their ids, so that two that lock the same ones don't deadlock. */
const LOCK_PARTY = new ScopedStatement(`SELECT eg.id FROM event_guests eg WHERE ${OF_PARTY} ORDER BY eg.id FOR UPDATE`);
const FIND_PARTY = new ScopedStatement<EventGuestRow>(
  `SELECT ${EVENT_GUEST_COLUMNS} FROM ${EVENT_GUESTS} WHERE ${OF_PARTY} AND g.erased_at IS NULL ORDER BY eg.id`,
);
const FIND_PASS = new ScopedStatement<PassRow>(
  `SELECT eg.code, (
     SELECT json_build_object('name', v.name, 'plateNumber', v.plate_number)
     FROM vehicle_assignments va JOIN vehicles v ON v.organization_id = $1 AND v.id = va.vehicle_id
     WHERE va.organization_id = $1 AND va.id = eg.vehicle_assignment_id
   ) AS vehicle FROM event_guests eg WHERE eg.organization_id = $1 AND eg.id = $2`,
);
/** Looks guests up one by one: a generic plan would compare each guest of the event with all of the given ones. */
const ON_EVENT = new ScopedStatement(
  `SELECT there.guest_id AS "guestId" FROM unnest($3::uuid[]) AS wish (guest_id) CROSS JOIN LATERAL (
     SELECT eg.guest_id FROM event_guests eg
     WHERE eg.organization_id = $1 AND eg.event_id = $2 AND eg.guest_id = wish.guest_id LIMIT 1
   ) AS there`,
);
/** In the order in which the guests were created. */
const GUEST_IDS_ON = new ScopedStatement<{ guestId: string }>(
  `SELECT eg.guest_id AS "guestId" FROM event_guests eg WHERE eg.organization_id = $1 AND eg.event_id = $2
   ORDER BY eg.guest_id`,
);
const ACCEPTED = new ScopedStatement(
  `SELECT ${SEATS_OF_ALL} AS count FROM event_guests eg
   WHERE eg.organization_id = $1 AND eg.event_id = $2 AND eg.rsvp = 'accepted' AND eg.id <> $3`,
);
const SEATS_USED = new ScopedStatement(
  `SELECT ${SEATS_OF_ALL} AS count FROM event_guests eg
   WHERE eg.organization_id = $1 AND eg.vehicle_assignment_id = $2 AND eg.id <> $3`,
);

/** VALUES has a row for each that `unnest` gives; a distributed database copies what comes from FROM, which policies refuse. */
const ADD = new ScopedStatement(
  `INSERT INTO event_guests (organization_id, id, event_id, guest_id, rsvp, plus_ones, created_at, updated_at)
   VALUES ($1::uuid, unnest($3::uuid[]), $2::uuid, unnest($4::uuid[]), 'pending', 0, $5::timestamptz, $5::timestamptz)`,
);
const ADDED = new ManyRows(EventGuest, [
  'id',
  'eventId',
  'guestId',
  'rsvp',
  'plusOnes',
  'maxPlusOnes',
  'vehicleAssignmentId',
  'companions',
  'answers',
  'checkedInAt',
  'notes',
  'code',
  'createdAt',
  'updatedAt',
]);
/** RETURNING, because a distributed database copies without, and row-level security refuses copies. */
const ADD_ALL = new ScopedStatement(
  `INSERT INTO event_guests (organization_id, ${ADDED.columns}) SELECT $1, ${ADDED.selected} FROM ${ADDED.source} RETURNING id`,
);
const CHANGED = new ManyRows(EventGuest, [
  'id',
  'rsvp',
  'plusOnes',
  'maxPlusOnes',
  'vehicleAssignmentId',
  'companions',
  'answers',
  'checkedInAt',
  'notes',
  'updatedAt',
]);
/** Whoever has answered waits no more. */
const UPDATE_ALL = new ScopedStatement(
  `UPDATE event_guests AS eg
   SET ${CHANGED.assignments('w', 'rsvp', 'plusOnes', 'maxPlusOnes', 'vehicleAssignmentId', 'companions', 'answers', 'checkedInAt', 'notes', 'updatedAt')},
     waiting_number = CASE WHEN w.rsvp = 'pending' THEN eg.waiting_number END,
     waiting_since = CASE WHEN w.rsvp = 'pending' THEN eg.waiting_since END
   FROM ${CHANGED.source} WHERE eg.organization_id = $1 AND eg.id = w.id`,
);
/** In the order of their ids, so that two that lock the same ones don't deadlock; looked up one by one, as above. */
const LOCK_OF_GUESTS = new ScopedStatement(
  `SELECT place.* FROM (SELECT wish.id FROM unnest($3::uuid[]) AS wish (id) ORDER BY wish.id) AS wish
   CROSS JOIN LATERAL (
     SELECT ${EVENT_GUEST_COLUMNS} FROM ${EVENT_GUESTS} WHERE eg.organization_id = $1 AND eg.event_id = $2 AND eg.guest_id = wish.id
     FOR UPDATE OF eg
   ) AS place`,
);
const RELEASE = new ScopedStatement(
  `UPDATE event_guests SET vehicle_assignment_id = NULL, updated_at = $3
   WHERE organization_id = $1 AND vehicle_assignment_id = ANY ($2::uuid[])`,
);
const LIST: ListShape = {
  columns: EVENT_GUEST_COLUMNS,
  from: MANY_EVENT_GUESTS,
  organization: 'eg.organization_id',
  id: 'eg.id',
  sorts: { createdAt: 'eg.created_at', name: 'g.search' },
};

/** Those whose externalIds are given. */
const OF_GUESTS = `eg.guest_id IN (
  SELECT named.id FROM guests named WHERE named.organization_id = $1 AND named.external_id = ANY (?::text[]))`;

/** Guests who asked in one request have one number. */
const WAITING: ListShape = { ...LIST, sorts: { number: 'eg.waiting_number' } };

type InvitationRow = Omit<Invitation, 'waitlist'> & Pick<EventGuestRow, 'waitingNumber' | 'waitingSince'>;

/** What a guest's pass shows of them. */
export interface PassRow {
  readonly code: string;
  readonly vehicle: { readonly name: string; readonly plateNumber: string | null } | null;
}

/** All queries of the guests of an event; places-of-guest.repository.ts has those of one guest on all events. */
@Injectable()
export class EventGuestsRepository extends ScopedRepository<EventGuest> {
  constructor(
    private readonly shown: EventGuestViews,
    private readonly waiting: WaitingListRepository,
  ) {
    super(EventGuest);
  }

  async list(
    eventId: string,
    query: EventGuestsQuery,
    order: ListOrder,
  ): Promise<Omit<WalkedRows<EventGuestRow>, 'rows'> & { views: EventGuestView[] }> {
    const filters: ListFilter[] = [
      // Names are in the table `guests`, so all guests of the event must be read before the first can be shown.
      { sql: 'eg.event_id = ?', values: [eventId], ...(order.by === 'name' && { scans: true }) },
    ];
    if (query.q) filters.push(searchedOrCoded(query.q));
    // What is no code matches nobody: no guest has an empty one.
    if (query.code !== undefined) filters.push({ sql: 'eg.code = ?', values: [readPassCode(query.code) ?? ''] });
    if (query.rsvp) filters.push(isOneOf('eg.rsvp', query.rsvp));
    if (query.externalId) filters.push({ sql: OF_GUESTS, values: [query.externalId] });
    if (query.updatedSince) filters.push({ sql: 'eg.updated_at >= ?', values: [query.updatedSince] });
    if (query.partyId !== undefined) filters.push(hasId('eg.party_id', query.partyId));
    if (query.checkedIn !== undefined) {
      filters.push({ sql: `eg.checked_in_at IS ${query.checkedIn ? 'NOT NULL' : 'NULL'}`, values: [] });
    }
    const { rows, ...walk } = await this.database.walkedList<EventGuestRow>(LIST, filters, order, query);
    return { views: await this.shown.of(rows), ...walk };
  }

  /** Who waits for a place at an event, in the order in which they asked. */
  async listWaiting(eventId: string, page: PageRequest): Promise<{ views: EventGuestView[]; total: number }> {
    const filters: ListFilter[] = [
      { sql: 'eg.event_id = ?', values: [eventId] },
      { sql: `eg.waiting_number IS NOT NULL AND eg.rsvp = 'pending'`, values: [] },
    ];
    const order = { by: 'number', direction: 'asc' } as const;
    const { rows, total } = await this.database.list<EventGuestRow>(WAITING, filters, order, page);
    return { views: await this.shown.of(rows), total };
  }

  /** A guest of an event, or null when that event has no such guest. */
  async findOf(eventId: string, id: string): Promise<EventGuestView | null> {
    if (!isId(eventId) || !isId(id)) return null;
    const row = await this.database.row<EventGuestRow>(FIND, eventId, id);
    return row && this.shown.ofOne(row);
  }

  async findInvitation(id: string): Promise<Invitation | null> {
    const row = await this.byId<InvitationRow>(FIND_INVITATION, id);
    if (row === null) return null;
    const { waitingNumber: _number, waitingSince: _since, ...invitation } = row;
    const [waitlist = null] = await this.waiting.standingsOf([row]);
    return { ...invitation, waitlist };
  }

  /** Those who come together as a party. */
  async partyMembers(eventId: string, partyId: string): Promise<MemberRow[]> {
    const rows = await this.database.rows(PARTY_MEMBERS, eventId, partyId);
    const standings = await this.waiting.standingsOf(rows);
    return rows.map((row, index) => ({ ...row, waitlist: standings[index] ?? null }));
  }

  /** The places of a party, locked until the unit of work ends; read behind the lock, as {@link lockOf} does. */
  async lockParty(eventId: string, partyId: string): Promise<EventGuestView[]> {
    const [, rows] = await Promise.all([
      this.unitOfWork.write(LOCK_PARTY, eventId, partyId),
      this.database.rows(FIND_PARTY, eventId, partyId),
    ]);
    return this.shown.of(rows);
  }

  findPass(id: string): Promise<PassRow | null> {
    return this.byId(FIND_PASS, id);
  }

  /**
   * Like {@link findOf}, and locked until the unit of work ends. The guest is read behind the lock, in the same round trip:
   * in one statement, PostgreSQL would show them as they were before whoever had the lock, such as an erasure.
   */
  async lockOf(eventId: string, id: string): Promise<LockedEventGuest | null> {
    if (!isId(eventId) || !isId(id)) return null;
    const [, row] = await Promise.all([
      this.unitOfWork.write(LOCK, eventId, id),
      this.database.row(FIND_LOCKED, eventId, id),
    ]);
    if (row === null) return null;
    const { isErased, ...place } = row;
    return { view: await this.shown.ofOne(place), isErased };
  }

  /** Everybody who has seats in these assignments, locked until the unit of work ends. */
  async lockSeated(assignmentIds: readonly string[]): Promise<EventGuestView[]> {
    const { rows } = await this.unitOfWork.write(LOCK_SEATED, assignmentIds);
    return rows.length === 0 ? [] : this.ofIds(rows.map(({ id }) => id));
  }

  /** Which of these people are on the event. */
  async presentOn(eventId: string, guestIds: readonly string[]): Promise<string[]> {
    const rows = await this.database.rows<{ guestId: string }>(ON_EVENT, eventId, guestIds);
    return rows.map(({ guestId }) => guestId);
  }

  /** Everybody who is on the event, in the order in which the guests were created. */
  async guestIdsOn(eventId: string): Promise<string[]> {
    return (await this.database.rows(GUEST_IDS_ON, eventId)).map(({ guestId }) => guestId);
  }

  /** Puts guests on an event. @returns the new records in the order of their ids */
  async add(eventId: string, added: readonly { id: string; guestId: string }[], now: Date): Promise<EventGuestView[]> {
    const ids = added.map(({ id }) => id);
    await this.unitOfWork.write(
      ADD,
      eventId,
      ids,
      added.map(({ guestId }) => guestId),
      now,
    );
    return this.ofIds(ids);
  }

  /** These people on one event, locked until the unit of work ends. */
  lockOfGuests(eventId: string, guestIds: readonly string[]): Promise<EventGuestView[]> {
    return this.lockedViews(LOCK_OF_GUESTS, eventId, guestIds);
  }

  /** Writes many guests of events as they are now. */
  async writeAll(added: readonly EventGuestView[], changed: readonly EventGuestView[]): Promise<void> {
    await Promise.all([
      added.length > 0 && this.unitOfWork.write(ADD_ALL, ...ADDED.values(added)),
      changed.length > 0 && this.unitOfWork.write(UPDATE_ALL, ...CHANGED.values(changed)),
    ]);
  }

  /** The view of somebody who is to be put on an event. */
  newView(eventId: string, guest: InvitedGuest & { id: string }, id: string, now: string): EventGuestView {
    return this.shown.ofNew({
      id,
      eventId,
      guestId: guest.id,
      guest,
      rsvp: 'pending',
      plusOnes: 0,
      maxPlusOnes: null,
      companions: [],
      answers: {},
      party: null,
      vehicleAssignmentId: null,
      checkedInAt: null,
      waitingNumber: null,
      waitingSince: null,
      notes: null,
      code: newPassCode(),
      createdAt: now,
      updatedAt: now,
    });
  }

  /** Seats of the event that are taken by others than this guest: those who accepted, and their plus-ones. */
  async accepted(eventId: string, exceptId: string): Promise<number> {
    return (await this.database.only<{ count: number }>(ACCEPTED, eventId, exceptId)).count;
  }

  /** Seats of an assignment that are taken by others than this guest. */
  async seatsUsed(assignmentId: string, exceptId: string): Promise<number> {
    return (await this.database.only<{ count: number }>(SEATS_USED, assignmentId, exceptId)).count;
  }

  /** Takes everybody off these assignments. */
  async release(assignmentIds: readonly string[], now: Date): Promise<void> {
    await this.unitOfWork.write(RELEASE, assignmentIds, now);
  }

  /** In the order of their ids. */
  async ofIds(ids: readonly string[]): Promise<EventGuestView[]> {
    return this.shown.of(await this.database.rows(EVENT_GUESTS_BY_IDS, ids));
  }

  private async lockedViews(statement: ScopedStatement, ...values: unknown[]): Promise<EventGuestView[]> {
    return this.shown.of((await this.unitOfWork.write<EventGuestRow>(statement, ...values)).rows);
  }
}

/** Guests by what is typed: words of what is known of them, or the code of a pass. */
function searchedOrCoded(text: string): ListFilter {
  const found = searched('g.search', text);
  const code = readPassCode(text);
  return code === null ? found : { ...found, sql: `(${found.sql} OR eg.code = ?)`, values: [...found.values, code] };
}
