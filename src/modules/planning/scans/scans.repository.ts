import { Injectable } from '@nestjs/common';
import type { PageRequest } from '../../../kernel/page';
import { columnList, columnsOf, type RowOf, select } from '../../../platform/database/table';
import { isOneOf, type ListFilter } from '../../../platform/tenancy/list-statements';
import { ManyRows } from '../../../platform/tenancy/many-rows';
import { ScopedRepository } from '../../../platform/tenancy/scoped.repository';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { EventGuest } from '../event-guests/event-guest.entity';
import { Guest } from '../guests/guest.entity';
import { Scan, type ScanStatus } from './scan.entity';
import { linkNameAt } from './link-name';
import type { ReceivedScan } from './passenger-merge';
import type { OccurredScan } from './scan-merge';

const SCAN = columnsOf(Scan, 's');
const GIVEN = columnsOf(Scan, 'w');
const BARE_SCAN = columnsOf(Scan);
const GUEST = columnsOf(Guest, 'g');
const EVENT_GUEST = columnsOf(EventGuest, 'eg');

/** Of a scan that changed nothing: by which link the guest came who was there already. */
const WHERE = `CASE WHEN ${SCAN.status} = 'duplicate' THEN
  ${linkNameAt(SCAN.eventGuestId, SCAN.tripId, SCAN.countedAt)} END AS "where"`;
const RESULT = select(Scan, 's', 'nonce', 'status', 'reason', 'eventGuestId', 'countedAt', 'tripId').and<{
  where: string | null;
}>(WHERE);
const AT_THE_DOOR = new ScopedStatement<OccurredScan>(
  `SELECT ${select(Scan, 's', 'nonce', 'action', 'occurredAt').columns} FROM scans s
   WHERE ${SCAN.organizationId} = $1 AND ${SCAN.eventGuestId} = $2 AND ${SCAN.tripId} IS NULL
     AND ${SCAN.status} <> 'rejected'
   ORDER BY ${SCAN.occurredAt}, ${SCAN.nonce}`,
);
const ON_TRIP = new ScopedStatement<ReceivedScan>(
  `SELECT ${select(Scan, 's', 'nonce', 'action', 'occurredAt', 'receivedAt').columns} FROM scans s
   WHERE ${SCAN.organizationId} = $1 AND ${SCAN.eventGuestId} = $2 AND ${SCAN.tripId} = $3
     AND ${SCAN.status} <> 'rejected'
   ORDER BY ${SCAN.occurredAt}, ${SCAN.nonce}`,
);
/** Looked up one by one: a generic plan would compare each scan of the event with all of the given nonces. */
const WITH_NONCES = new ScopedStatement<RowOf<typeof RESULT>>(
  `SELECT found.* FROM unnest($3::uuid[]) AS wish (nonce) CROSS JOIN LATERAL (
     SELECT ${RESULT.columns} FROM scans s WHERE ${SCAN.organizationId} = $1 AND ${SCAN.eventId} = $2
       AND ${SCAN.nonce} = wish.nonce LIMIT 1
   ) AS found`,
);
const ADDED = new ManyRows(Scan, [
  'id',
  'eventId',
  'accessLinkId',
  'tripId',
  'nonce',
  'device',
  'action',
  'eventGuestId',
  'status',
  'reason',
  'countedAt',
  'occurredAt',
  'receivedAt',
]);
/** In the order of their nonces, so that two that bring the same ones don't deadlock. */
const ADD = new ScopedStatement<Pick<Scan, 'nonce'>>(
  `INSERT INTO scans (${BARE_SCAN.organizationId}, ${ADDED.columns}) SELECT $1, ${ADDED.selected} FROM ${ADDED.source}
   ORDER BY ${GIVEN.nonce}
   ON CONFLICT (${columnList(Scan, 'organizationId', 'eventId', 'nonce')}) DO NOTHING RETURNING ${BARE_SCAN.nonce}`,
);
const LISTED = select(
  Scan,
  's',
  'id',
  'nonce',
  'device',
  'action',
  'status',
  'reason',
  'eventGuestId',
  'occurredAt',
  'receivedAt',
)
  .and<{ at: string | null; where: string | null }>(`${SCAN.countedAt} AS at, ${WHERE}`)
  // Whoever was erased, or has left the event, has no name any more.
  .and<{ name: string | null }>(
    `(SELECT ${GUEST.name} FROM event_guests eg
       JOIN guests g ON ${GUEST.organizationId} = ${EVENT_GUEST.organizationId} AND ${GUEST.id} = ${EVENT_GUEST.guestId}
      WHERE ${EVENT_GUEST.organizationId} = $1 AND ${EVENT_GUEST.id} = ${SCAN.eventGuestId}
        AND ${GUEST.erasedAt} IS NULL) AS name`,
  );
const LIST = { ...LISTED, sorts: { receivedAt: SCAN.receivedAt } };

/** What became of a scan, as it is stored. */
export type StoredScan = RowOf<typeof RESULT>;
/** A scan as it is written. */
export type NewScan = Omit<Scan, 'organizationId'>;
export type ListedScan = RowOf<typeof LISTED>;

/** All queries of scans. */
@Injectable()
export class ScansRepository extends ScopedRepository<Scan> {
  constructor() {
    super(Scan);
  }

  /** All scans of a guest at the door that count. */
  atTheDoorOf(eventGuestId: string): Promise<OccurredScan[]> {
    return this.database.rows(AT_THE_DOOR, eventGuestId);
  }

  /** All scans of a guest on a trip that count. */
  onTripOf(eventGuestId: string, tripId: string): Promise<ReceivedScan[]> {
    return this.database.rows(ON_TRIP, eventGuestId, tripId);
  }

  /** Those scans of an event that have one of these nonces. */
  withNonces(eventId: string, nonces: readonly string[]): Promise<StoredScan[]> {
    return this.database.rows(WITH_NONCES, eventId, nonces);
  }

  /** Stores scans. @returns the nonces of those that are stored now and were not before */
  async add(scans: readonly NewScan[]): Promise<string[]> {
    if (scans.length === 0) return [];
    return (await this.unitOfWork.write<Pick<Scan, 'nonce'>>(ADD, ...ADDED.values(scans))).rows.map(
      ({ nonce }) => nonce,
    );
  }

  /** The scans of a link, the newest first. */
  ofLink(
    accessLinkId: string,
    statuses: readonly ScanStatus[] | undefined,
    page: PageRequest,
  ): Promise<{ rows: ListedScan[]; total: number }> {
    const filters: ListFilter[] = [{ sql: `${SCAN.accessLinkId} = ?`, values: [accessLinkId] }];
    if (statuses) filters.push(isOneOf(SCAN.status, statuses));
    return this.database.list(LIST, filters, { by: 'receivedAt', direction: 'desc' }, page);
  }
}
