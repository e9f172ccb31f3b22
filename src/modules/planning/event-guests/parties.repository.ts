import { Injectable } from '@nestjs/common';
import { isId } from '../../../kernel/ids';
import type { PageRequest } from '../../../kernel/page';
import { columnsOf, select } from '../../../platform/database/table';
import type { ListOrder } from '../../../platform/tenancy/list-statements';
import type { ListRows } from '../../../platform/tenancy/list-walk';
import { ManyRows } from '../../../platform/tenancy/many-rows';
import { ScopedRepository } from '../../../platform/tenancy/scoped.repository';
import { findById, ScopedStatement } from '../../../platform/tenancy/statement';
import { EventGuest } from './event-guest.entity';
import type { PartyView } from './parties.dto';
import { Party } from './party.entity';

const PARTY = columnsOf(Party, 'p');
const EVENT_GUEST = columnsOf(EventGuest, 'eg');
const MEMBER = columnsOf(EventGuest, 'of_guest');
const BARE_EVENT_GUEST = columnsOf(EventGuest);
const BARE_PARTY = columnsOf(Party);

/** A sub-select, so that counting a list joins nothing. */
const MEMBERS = `ARRAY(SELECT ${EVENT_GUEST.id} FROM event_guests eg
  WHERE ${EVENT_GUEST.organizationId} = $1 AND ${EVENT_GUEST.partyId} = ${PARTY.id}
    AND ${EVENT_GUEST.eventId} = ${PARTY.eventId} ORDER BY ${EVENT_GUEST.id}) AS "eventGuestIds"`;
const PARTY_ROW = select(Party, 'p', 'id', 'eventId', 'name')
  .and<Pick<PartyView, 'eventGuestIds'>>(MEMBERS)
  .and(select(Party, 'p', 'createdAt', 'updatedAt'));

const FIND = findById(PARTY_ROW);
const LIST = { ...PARTY_ROW, sorts: { name: PARTY.nameKey, createdAt: PARTY.createdAt } };
const OF_EVENT = new ScopedStatement<PartyView>(
  `SELECT ${PARTY_ROW.columns} FROM ${PARTY_ROW.from} WHERE ${PARTY.organizationId} = $1 AND ${PARTY.eventId} = $2
   ORDER BY ${PARTY.id}`,
);
const OF_GUEST = new ScopedStatement<PartyView>(
  `SELECT ${PARTY_ROW.columns} FROM event_guests of_guest
   JOIN parties p ON ${PARTY.organizationId} = $1 AND ${PARTY.id} = ${MEMBER.partyId}
   WHERE ${MEMBER.organizationId} = $1 AND ${MEMBER.guestId} = $2 ORDER BY ${PARTY.id}`,
);

/** Those of the ids that are guests of the event, with the party that each is in. */
const MEMBERSHIPS = new ScopedStatement<Membership>(
  `SELECT there.* FROM unnest($3::uuid[]) AS wish (id) CROSS JOIN LATERAL (
     SELECT ${select(EventGuest, 'eg', 'id', 'partyId').columns} FROM event_guests eg
     WHERE ${EVENT_GUEST.organizationId} = $1 AND ${EVENT_GUEST.eventId} = $2 AND ${EVENT_GUEST.id} = wish.id LIMIT 1
   ) AS there`,
);
const JOIN = new ScopedStatement(
  `UPDATE event_guests SET ${BARE_EVENT_GUEST.partyId} = $2::uuid, ${BARE_EVENT_GUEST.updatedAt} = $4
   WHERE ${BARE_EVENT_GUEST.organizationId} = $1 AND ${BARE_EVENT_GUEST.id} = ANY ($3::uuid[])`,
);

const ADDED = new ManyRows(Party, ['id', 'eventId', 'name', 'nameKey', 'createdAt', 'updatedAt']);
/** RETURNING, because a distributed database copies without, and row-level security refuses copies. */
const ADD_ALL = new ScopedStatement(
  `INSERT INTO parties (${BARE_PARTY.organizationId}, ${ADDED.columns}) SELECT $1, ${ADDED.selected}
   FROM ${ADDED.source} RETURNING ${BARE_PARTY.id}`,
);

/** A guest of an event, and the party that they are in. */
export interface Membership {
  readonly id: string;
  readonly partyId: string | null;
}

/** All queries of parties. Who is in one stands in `event_guests`. */
@Injectable()
export class PartiesRepository extends ScopedRepository<Party> {
  constructor() {
    super(Party);
  }

  list(eventId: string, order: ListOrder, page: PageRequest): Promise<ListRows<PartyView>> {
    return this.database.list(LIST, [{ sql: `${PARTY.eventId} = ?`, values: [eventId] }], order, page);
  }

  find(id: string): Promise<PartyView | null> {
    return this.byId(FIND, id);
  }

  /** All parties of an event. */
  ofEvent(eventId: string): Promise<PartyView[]> {
    return this.database.rows(OF_EVENT, eventId);
  }

  /** The parties of one guest, on all of their events. */
  ofGuest(guestId: string): Promise<PartyView[]> {
    return this.database.rows(OF_GUEST, guestId);
  }

  /** Of these ids, those that are guests of the event. */
  memberships(eventId: string, eventGuestIds: readonly string[]): Promise<Membership[]> {
    return this.database.rows(MEMBERSHIPS, eventId, eventGuestIds.filter(isId));
  }

  /** Puts guests into a party, or with null into none. */
  async join(partyId: string | null, eventGuestIds: readonly string[], now: Date): Promise<void> {
    if (eventGuestIds.length > 0) await this.unitOfWork.write(JOIN, partyId, eventGuestIds, now);
  }

  /** Adds parties without anybody in them. */
  async addAll(parties: readonly Omit<Party, 'organizationId'>[]): Promise<void> {
    if (parties.length > 0) await this.unitOfWork.write(ADD_ALL, ...ADDED.values(parties));
  }
}
