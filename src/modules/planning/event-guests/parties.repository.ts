import { Injectable } from '@nestjs/common';
import { isId } from '../../../kernel/ids';
import type { PageRequest } from '../../../kernel/page';
import { columnsOf, select } from '../../../platform/database/table';
import type { ListOrder } from '../../../platform/tenancy/list-statements';
import type { ListRows } from '../../../platform/tenancy/list-walk';
import { ManyRows } from '../../../platform/tenancy/many-rows';
import { ScopedRepository } from '../../../platform/tenancy/scoped.repository';
import { findById, ScopedStatement } from '../../../platform/tenancy/statement';
import type { PartyView } from './parties.dto';
import { Party } from './party.entity';

const COLUMN = columnsOf(Party, 'p');

/** A sub-select, so that counting a list joins nothing. */
const MEMBERS = `ARRAY(SELECT eg.id FROM event_guests eg WHERE eg.organization_id = $1 AND eg.party_id = p.id
    AND eg.event_id = p.event_id ORDER BY eg.id) AS "eventGuestIds"`;
const PARTY = select(Party, 'p', 'id', 'eventId', 'name')
  .and<Pick<PartyView, 'eventGuestIds'>>(MEMBERS)
  .and(select(Party, 'p', 'createdAt', 'updatedAt'));

const FIND = findById(PARTY);
const LIST = { ...PARTY, sorts: { name: COLUMN.nameKey, createdAt: COLUMN.createdAt } };
const OF_EVENT = new ScopedStatement<PartyView>(
  `SELECT ${PARTY.columns} FROM ${PARTY.from} WHERE p.organization_id = $1 AND p.event_id = $2 ORDER BY p.id`,
);
const OF_GUEST = new ScopedStatement<PartyView>(
  `SELECT ${PARTY.columns} FROM event_guests of_guest JOIN parties p ON p.organization_id = $1 AND p.id = of_guest.party_id
   WHERE of_guest.organization_id = $1 AND of_guest.guest_id = $2 ORDER BY p.id`,
);

/** Those of the ids that are guests of the event, with the party that each is in. */
const MEMBERSHIPS = new ScopedStatement<Membership>(
  `SELECT there.* FROM unnest($3::uuid[]) AS wish (id) CROSS JOIN LATERAL (
     SELECT eg.id, eg.party_id AS "partyId" FROM event_guests eg
     WHERE eg.organization_id = $1 AND eg.event_id = $2 AND eg.id = wish.id LIMIT 1
   ) AS there`,
);
const JOIN = new ScopedStatement(
  `UPDATE event_guests SET party_id = $2::uuid, updated_at = $4 WHERE organization_id = $1 AND id = ANY ($3::uuid[])`,
);

const ADDED = new ManyRows(Party, ['id', 'eventId', 'name', 'nameKey', 'createdAt', 'updatedAt']);
/** RETURNING, because a distributed database copies without, and row-level security refuses copies. */
const ADD_ALL = new ScopedStatement(
  `INSERT INTO parties (organization_id, ${ADDED.columns}) SELECT $1, ${ADDED.selected} FROM ${ADDED.source} RETURNING id`,
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
    return this.database.list(LIST, [{ sql: `${COLUMN.eventId} = ?`, values: [eventId] }], order, page);
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
