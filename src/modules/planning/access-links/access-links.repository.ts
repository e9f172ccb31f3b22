import { Injectable } from '@nestjs/common';
import type { PageRequest } from '../../../kernel/page';
import type { OrganizationStatus } from '../../../kernel/statuses';
import { columnList, columnsOf, select, tableOf } from '../../../platform/database/table';
import { ScopedRepository } from '../../../platform/tenancy/scoped.repository';
import { findById, ScopedStatement } from '../../../platform/tenancy/statement';
import { AccessLinkDevice } from './access-link-device.entity';
import { AccessLink } from './access-link.entity';
import type { AccessLinkRow } from './access-links.dto';

const COLUMN = columnsOf(AccessLink, 'l');

/** More phones than that are let in, but not remembered: each names itself. */
const MAX_DEVICES = 1000;

const DEVICE = columnsOf(AccessLinkDevice, 'd');
const DEVICE_KEY = columnList(AccessLinkDevice, 'organizationId', 'accessLinkId', 'device');
const { accessLinkId, firstSeenAt, lastSeenAt } = tableOf(AccessLinkDevice).fields;
const ofLink = (columns: string, table: string, condition = '') =>
  `(SELECT ${columns} FROM ${table} WHERE of_link.organization_id = $1 AND of_link.access_link_id = l.id${condition})`;
const LINK = select(AccessLink, 'l', 'id', 'name', 'kind', 'eventId', 'tripId')
  .and<Pick<AccessLinkRow, 'hasPin'>>('l.pin_hash IS NOT NULL AS "hasPin"')
  .and(select(AccessLink, 'l', 'expiresAt', 'revokedAt'))
  .and<Pick<AccessLinkRow, 'lastSeenAt' | 'devices' | 'scans' | 'rejected'>>(
    `${ofLink(`max(of_link.${lastSeenAt})`, 'access_link_devices of_link')} AS "lastSeenAt",
     ${ofLink('count(*)::int', 'access_link_devices of_link')} AS devices,
     ${ofLink('count(*)::int', 'scans of_link', ` AND of_link.status <> 'rejected'`)} AS scans,
     ${ofLink('count(*)::int', 'scans of_link', ` AND of_link.status = 'rejected'`)} AS rejected`,
  )
  .and(select(AccessLink, 'l', 'createdBy', 'createdAt', 'updatedAt'));
const LIST = { ...LINK, sorts: { createdAt: COLUMN.createdAt } };
const FIND = findById(LINK);

const FIND_LIVE = new ScopedStatement<LiveLink>(
  `SELECT l.id, l.name, l.kind, l.event_id AS "eventId", l.trip_id AS "tripId", l.pin_hash AS "pinHash",
     l.created_by AS "createdBy", o.status AS "organizationStatus", o.rate_limit AS "rateLimit",
     ${DEVICE.lastSeenAt} AS "deviceSeenAt"
   FROM access_links l
   JOIN organizations o ON o.id = l.organization_id AND o.status = 'active' AND o.deleted_at IS NULL
   LEFT JOIN access_link_devices d ON ${DEVICE.organizationId} = l.organization_id AND ${DEVICE.accessLinkId} = l.id AND ${DEVICE.device} = $3
   WHERE l.organization_id = $1 AND l.token_hash = $2 AND l.revoked_at IS NULL AND l.expires_at > $4
     AND (l.kind = 'door' OR l.trip_id IS NOT NULL)`,
);
const LOCK_WRONG_PINS = new ScopedStatement<{ at: string }>(
  `SELECT at FROM (SELECT l.wrong_pins FROM access_links l WHERE l.organization_id = $1 AND l.id = $2 FOR UPDATE) AS locked,
     unnest(locked.wrong_pins) AS at ORDER BY at`,
);
const SEE_DEVICE = new ScopedStatement(
  `INSERT INTO access_link_devices AS d (${DEVICE_KEY}, ${firstSeenAt}, ${lastSeenAt})
   SELECT $1::uuid, $2::uuid, $3::text, $4::timestamptz, $4::timestamptz
   WHERE (SELECT count(*) FROM access_link_devices known WHERE known.organization_id = $1 AND known.${accessLinkId} = $2) < $5
   ON CONFLICT (${DEVICE_KEY})
   DO UPDATE SET ${lastSeenAt} = greatest(${DEVICE.lastSeenAt}, excluded.${lastSeenAt})`,
);
const COUNT_LIVE = new ScopedStatement<{ count: number }>(
  `SELECT count(*)::int AS count FROM access_links l
   WHERE l.organization_id = $1 AND l.event_id = $2 AND l.revoked_at IS NULL AND l.expires_at > $3 AND l.id <> $4`,
);
const FIRST_MADE = new ScopedStatement<{ at: string | null }>(
  'SELECT min(l.created_at) AS at FROM access_links l WHERE l.organization_id = $1 AND l.event_id = $2',
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
    const filters = [{ sql: `${COLUMN.eventId} = ?`, values: [eventId] }];
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
