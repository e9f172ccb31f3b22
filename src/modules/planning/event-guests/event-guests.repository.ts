import { Injectable } from '@nestjs/common';
import { isId } from '../../../kernel/ids';
import { newPassCode, readPassCode } from '../../../kernel/pass-code';
import { Guest } from '../guests/guest.entity';
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
import { ScopedRepository } from '../../../platform/tenancy/scoped.repository';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { columnsOf } from '../../../platform/database/table';
import { EventGuest } from './event-guest.entity';
import { type EventGuestRow, type EventGuestsQuery, type EventGuestView, type InvitedGuest } from './event-guests.dto';
import type { MemberRow } from './rsvp.dto';
import type { Invitation } from './invitation';
import { MANY_EVENT_GUESTS, EVENT_GUEST_COLUMNS, EVENT_GUESTS_BY_IDS } from './event-guest-rows';
import {
  ACCEPTED,
  ADD,
  ADDED,
  ADD_ALL,
  CHANGED,
  FIND,
  FIND_INVITATION,
  FIND_LOCKED,
  FIND_PARTY,
  FIND_PASS,
  GUEST_IDS_ON,
  LOCK,
  LOCK_OF_GUESTS,
  LOCK_PARTY,
  LOCK_SEATED,
  ON_EVENT,
  PARTY_MEMBERS,
  RELEASE,
  SEATS_USED,
  UPDATE_ALL,
  type PassRow,
} from './event-guest-statements';
import { EventGuestViews } from './event-guest-views';
import { WaitingListRepository } from './waiting-list.repository';

const EVENT_GUEST = columnsOf(EventGuest, 'eg');
const GUEST = columnsOf(Guest, 'g');
const NAMED_GUEST = columnsOf(Guest, 'named');

const LIST: ListShape = {
  columns: EVENT_GUEST_COLUMNS,
  from: MANY_EVENT_GUESTS,
  countFrom: 'event_guests eg',
  organization: EVENT_GUEST.organizationId,
  id: EVENT_GUEST.id,
  sorts: { createdAt: EVENT_GUEST.createdAt, name: GUEST.search },
};

/** Those whose externalIds are given. */
const OF_GUESTS = `${EVENT_GUEST.guestId} IN (
  SELECT ${NAMED_GUEST.id} FROM guests named WHERE ${NAMED_GUEST.organizationId} = $1
    AND ${NAMED_GUEST.externalId} = ANY (?::text[]))`;

const WAITS = `${EVENT_GUEST.waitingNumber} IS NOT NULL AND ${EVENT_GUEST.rsvp} = 'pending'`;
/** Guests who asked in one request have one number. */
const WAITING: ListShape = { ...LIST, sorts: { number: EVENT_GUEST.waitingNumber } };

type InvitationRow = Omit<Invitation, 'waitlist'> & Pick<EventGuestRow, 'waitingNumber' | 'waitingSince'>;

/** All queries of the guests of an event; events-of-guest.repository.ts has those of one guest on all events. */
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
      { sql: `${EVENT_GUEST.eventId} = ?`, values: [eventId], ...(order.by === 'name' && { scans: true }) },
    ];
    if (query.q) filters.push(searchedOrCoded(query.q));
    // What is no code matches nobody: no guest has an empty one.
    if (query.code !== undefined)
      filters.push({ sql: `${EVENT_GUEST.code} = ?`, values: [readPassCode(query.code) ?? ''] });
    if (query.rsvp) filters.push(isOneOf(EVENT_GUEST.rsvp, query.rsvp));
    if (query.externalId) filters.push({ sql: OF_GUESTS, values: [query.externalId] });
    if (query.updatedSince) filters.push({ sql: `${EVENT_GUEST.updatedAt} >= ?`, values: [query.updatedSince] });
    if (query.partyId !== undefined) filters.push(hasId(EVENT_GUEST.partyId, query.partyId));
    if (query.checkedIn !== undefined) {
      filters.push({
        sql: `${EVENT_GUEST.checkedInAt} IS ${query.checkedIn ? 'NOT NULL' : 'NULL'}`,
        values: [],
      });
    }
    if (query.waiting !== undefined) filters.push({ sql: query.waiting ? WAITS : `NOT (${WAITS})`, values: [] });
    const { rows, ...walk } = await this.database.walkedList<EventGuestRow>(LIST, filters, order, query);
    return { views: await this.shown.of(rows), ...walk };
  }

  /** Who waits for a place at an event, in the order in which they asked. */
  async listWaiting(eventId: string, page: PageRequest): Promise<{ views: EventGuestView[]; total: number }> {
    const filters: ListFilter[] = [
      { sql: `${EVENT_GUEST.eventId} = ?`, values: [eventId] },
      { sql: WAITS, values: [] },
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

  /** The event guests of a party, locked until the unit of work ends; read behind the lock, as {@link lockOf} does. */
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
    const { isErased, ...eventGuest } = row;
    return { view: await this.shown.ofOne(eventGuest), isErased };
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
  const found = searched(GUEST.search, text);
  const code = readPassCode(text);
  return code === null
    ? found
    : { ...found, sql: `(${found.sql} OR ${EVENT_GUEST.code} = ?)`, values: [...found.values, code] };
}
