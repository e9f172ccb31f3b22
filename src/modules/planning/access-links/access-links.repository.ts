import { Injectable } from '@nestjs/common';
import type { PageRequest } from '../../../kernel/page';
import type { OrganizationStatus } from '../../../kernel/statuses';
import { columnList, columnsOf, select } from '../../../platform/database/table';
import { ScopedRepository } from '../../../platform/tenancy/scoped.repository';
import { findById, ScopedStatement } from '../../../platform/tenancy/statement';
import { Organization } from '../../people/organizations/organization.entity';
import { Scan } from '../scans/scan.entity';
import { AccessLinkDevice } from './access-link-device.entity';
import { AccessLink } from './access-link.entity';
import type { AccessLinkRow } from './access-links.dto';

const ACCESS_LINK = columnsOf(AccessLink, 'l');
const ORGANIZATION = columnsOf(Organization, 'o');
const KNOWN_DEVICE = columnsOf(AccessLinkDevice, 'known');
const EXCLUDED = columnsOf(AccessLinkDevice, 'excluded');

/** More phones than that are let in, but not remembered: each names itself. */
const MAX_DEVICES = 1000;

const DEVICE = columnsOf(AccessLinkDevice, 'd');
const BARE_DEVICE = columnsOf(AccessLinkDevice);
const DEVICE_KEY = columnList(AccessLinkDevice, 'organizationId', 'accessLinkId', 'device');
const OF_DEVICE = columnsOf(AccessLinkDevice, 'of_link');
const OF_SCAN = columnsOf(Scan, 'of_link');
const ofDevices = (columns: string) =>
  `(SELECT ${columns} FROM access_link_devices of_link
     WHERE ${OF_DEVICE.organizationId} = $1 AND ${OF_DEVICE.accessLinkId} = ${ACCESS_LINK.id})`;
const countScans = (condition: string) =>
  `(SELECT count(*)::int FROM scans of_link WHERE ${OF_SCAN.organizationId} = $1
     AND ${OF_SCAN.accessLinkId} = ${ACCESS_LINK.id} AND ${condition})`;
const LINK = select(AccessLink, 'l', 'id', 'name', 'kind', 'eventId', 'tripId')
  .and<Pick<AccessLinkRow, 'hasPin'>>(`${ACCESS_LINK.pinHash} IS NOT NULL AS "hasPin"`)
  .and(select(AccessLink, 'l', 'expiresAt', 'revokedAt'))
  .and<Pick<AccessLinkRow, 'lastSeenAt' | 'devices' | 'scans' | 'rejected'>>(
    `${ofDevices(`max(${OF_DEVICE.lastSeenAt})`)} AS "lastSeenAt",
     ${ofDevices('count(*)::int')} AS devices,
     ${countScans(`${OF_SCAN.status} <> 'rejected'`)} AS scans,
     ${countScans(`${OF_SCAN.status} = 'rejected'`)} AS rejected`,
  )
  .and(select(AccessLink, 'l', 'createdBy', 'createdAt', 'updatedAt'));
const LIST = { ...LINK, sorts: { createdAt: ACCESS_LINK.createdAt } };
const FIND = findById(LINK);

const FIND_LIVE = new ScopedStatement<LiveLink>(
  `SELECT ${select(AccessLink, 'l', 'id', 'name', 'kind', 'eventId', 'tripId', 'pinHash', 'createdBy').columns},
     ${ORGANIZATION.status} AS "organizationStatus", ${ORGANIZATION.rateLimit} AS "rateLimit",
     ${DEVICE.lastSeenAt} AS "deviceSeenAt"
   FROM access_links l
   JOIN organizations o ON ${ORGANIZATION.id} = ${ACCESS_LINK.organizationId} AND ${ORGANIZATION.status} = 'active'
     AND ${ORGANIZATION.deletedAt} IS NULL
   LEFT JOIN access_link_devices d ON ${DEVICE.organizationId} = ${ACCESS_LINK.organizationId}
     AND ${DEVICE.accessLinkId} = ${ACCESS_LINK.id} AND ${DEVICE.device} = $3
   WHERE ${ACCESS_LINK.organizationId} = $1 AND ${ACCESS_LINK.tokenHash} = $2 AND ${ACCESS_LINK.revokedAt} IS NULL
     AND ${ACCESS_LINK.expiresAt} > $4
     AND (${ACCESS_LINK.kind} = 'door' OR ${ACCESS_LINK.tripId} IS NOT NULL)`,
);
const LOCK_WRONG_PINS = new ScopedStatement<{ at: string }>(
  `SELECT at FROM (SELECT ${ACCESS_LINK.wrongPins} FROM access_links l
     WHERE ${ACCESS_LINK.organizationId} = $1 AND ${ACCESS_LINK.id} = $2 FOR UPDATE) AS locked,
     unnest(locked.wrong_pins) AS at ORDER BY at`,
);
const SEE_DEVICE = new ScopedStatement(
  `INSERT INTO access_link_devices AS d (${DEVICE_KEY}, ${BARE_DEVICE.firstSeenAt}, ${BARE_DEVICE.lastSeenAt})
   SELECT $1::uuid, $2::uuid, $3::text, $4::timestamptz, $4::timestamptz
   WHERE (SELECT count(*) FROM access_link_devices known
     WHERE ${KNOWN_DEVICE.organizationId} = $1 AND ${KNOWN_DEVICE.accessLinkId} = $2) < $5
   ON CONFLICT (${DEVICE_KEY})
   DO UPDATE SET ${BARE_DEVICE.lastSeenAt} = greatest(${DEVICE.lastSeenAt}, ${EXCLUDED.lastSeenAt})`,
);
const COUNT_LIVE = new ScopedStatement<{ count: number }>(
  `SELECT count(*)::int AS count FROM access_links l
   WHERE ${ACCESS_LINK.organizationId} = $1 AND ${ACCESS_LINK.eventId} = $2 AND ${ACCESS_LINK.revokedAt} IS NULL
     AND ${ACCESS_LINK.expiresAt} > $3 AND ${ACCESS_LINK.id} <> $4`,
);
const FIRST_MADE = new ScopedStatement<{ at: string | null }>(
  `SELECT min(${ACCESS_LINK.createdAt}) AS at FROM access_links l
   WHERE ${ACCESS_LINK.organizationId} = $1 AND ${ACCESS_LINK.eventId} = $2`,
);

/** A link that opens something now, and whether it knows the phone. */
export interface LiveLink {
  readonly id: string;
  readonly name: string;
  readonly kind: AccessLink['kind'];
  readonly eventId: string;
  readonly tripId: string | null;
  readonly pinHash: Buffer | null;
  readonly createdBy: string;
  readonly organizationStatus: OrganizationStatus;
  readonly rateLimit: number | null;
  /** Null for a phone that it has not let in so far. */
  readonly deviceSeenAt: string | null;
}

/** All queries of access links and the phones that they let in. */
@Injectable()
export class AccessLinksRepository extends ScopedRepository<AccessLink> {
  constructor() {
    super(AccessLink);
  }

  /** The links of an event, the newest first. */
  list(eventId: string, page: PageRequest): Promise<{ rows: AccessLinkRow[]; total: number }> {
    const filters = [{ sql: `${ACCESS_LINK.eventId} = ?`, values: [eventId] }];
    return this.database.list(LIST, filters, { by: 'createdAt', direction: 'desc' }, page);
  }

  find(id: string): Promise<AccessLinkRow | null> {
    return this.byId(FIND, id);
  }

  findLive(tokenHash: Buffer, device: string, now: Date): Promise<LiveLink | null> {
    return this.database.row(FIND_LIVE, tokenHash, device, now);
  }

  /** When wrong PINs came, earliest first. The link is locked until the unit of work ends. */
  async lockWrongPins(id: string): Promise<Date[]> {
    return (await this.unitOfWork.write<{ at: string }>(LOCK_WRONG_PINS, id)).rows.map(({ at }) => new Date(at));
  }

  async seeDevice(id: string, device: string, now: Date): Promise<void> {
    await this.unitOfWork.write(SEE_DEVICE, id, device, now, MAX_DEVICES);
  }

  /** How many links of an event open something, but for one. */
  async countLive(eventId: string, now: Date, exceptId: string): Promise<number> {
    return (await this.database.only(COUNT_LIVE, eventId, now, exceptId)).count;
  }

  /** When the first link of an event was made, or null without any. */
  async firstMadeAt(eventId: string): Promise<string | null> {
    return (await this.database.only(FIRST_MADE, eventId)).at;
  }
}
