import { Injectable } from '@nestjs/common';
import { named } from '../../../platform/database/named';
import {
  anyOf,
  isOneOf,
  searched,
  type ListFilter,
  type UnscopedListShape,
} from '../../../platform/tenancy/list-statements';
import { UnscopedStatement } from '../../../platform/tenancy/statement';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import type { OrganizationRow, OrganizationsQuery, OrganizationUsageView } from './organization-administration.dto';
import { select, columnsOf } from '../../../platform/database/table';
import { MailDay } from '../../reach/mail-limits/mail-day.entity';
import { Membership } from '../members/membership.entity';
import { Tour } from '../../planning/tours/tour.entity';
import { Event } from '../../planning/events/event.entity';
import { Guest } from '../../planning/guests/guest.entity';
import { Vehicle } from '../../planning/vehicles/vehicle.entity';
import { ApiKey } from '../../sign-in/api-keys/api-key.entity';
import { WebhookEndpoint } from '../../reach/webhooks/webhook-endpoint.entity';
import { WebhookDelivery } from '../../reach/webhooks/webhook-delivery.entity';
import { Session } from '../../sign-in/sessions/session.entity';
import { Organization } from '../organizations/organization.entity';

const ORGANIZATION = columnsOf(Organization, 'o');
const WEBHOOK_DELIVERY = columnsOf(WebhookDelivery, 'd');
const WEBHOOK_ENDPOINT = columnsOf(WebhookEndpoint, 'w');
const MAIL_DAY = columnsOf(MailDay, 'd');
const BARE_MAIL_DAY = columnsOf(MailDay);
const BARE_ORGANIZATION = columnsOf(Organization);
const API_KEY = columnsOf(ApiKey);
const BARE_WEBHOOK_ENDPOINT = columnsOf(WebhookEndpoint);
const SESSION = columnsOf(Session);
const MEMBERSHIP = columnsOf(Membership);
const TOUR = columnsOf(Tour);
const EVENT = columnsOf(Event);
const GUEST = columnsOf(Guest);
const VEHICLE = columnsOf(Vehicle);

export const ADMINISTRATION_REASON = 'Super Admins look after all organizations';

const COLUMNS = `${select(Organization, 'o', 'id', 'name', 'slug', 'logo', 'timezone', 'currency', 'status').columns},
    ${select(Organization, 'o', 'planId', 'mailDailyLimit', 'rateLimit', 'createdAt', 'updatedAt').columns},
    ${select(Organization, 'o', 'deletedAt').columns},
  coalesce(${MAIL_DAY.recipients}, 0) AS "mailToday"`;

const LIST: UnscopedListShape = {
  reason: ADMINISTRATION_REASON,
  columns: COLUMNS,
  from: `organizations o
    LEFT JOIN mail_days d ON ${MAIL_DAY.organizationId} = ${ORGANIZATION.id} AND ${MAIL_DAY.day} = $1::date`,
  id: ORGANIZATION.id,
  sorts: {
    name: ORGANIZATION.search,
    createdAt: ORGANIZATION.createdAt,
    mailToday: `coalesce(${MAIL_DAY.recipients}, 0)`,
  },
};

const USAGE = new UnscopedStatement<OrganizationUsageView>(
  ADMINISTRATION_REASON,
  `SELECT
     (SELECT count(*)::int FROM memberships WHERE ${MEMBERSHIP.organizationId} = $1) AS members,
     (SELECT count(*)::int FROM tours WHERE ${TOUR.organizationId} = $1) AS tours,
     (SELECT count(*)::int FROM events WHERE ${EVENT.organizationId} = $1) AS events,
     (SELECT count(*)::int FROM guests WHERE ${GUEST.organizationId} = $1) AS guests,
     (SELECT count(*)::int FROM vehicles WHERE ${VEHICLE.organizationId} = $1) AS vehicles,
     (SELECT count(*)::int FROM api_keys WHERE ${API_KEY.organizationId} = $1) AS "apiKeys",
     (SELECT count(*)::int FROM webhook_endpoints
       WHERE ${BARE_WEBHOOK_ENDPOINT.organizationId} = $1 AND ${BARE_WEBHOOK_ENDPOINT.deletedAt} IS NULL) AS webhooks,
     (SELECT count(*)::int FROM webhook_endpoints w
       WHERE ${WEBHOOK_ENDPOINT.organizationId} = $1 AND ${WEBHOOK_ENDPOINT.deletedAt} IS NULL AND EXISTS (
        SELECT FROM webhook_deliveries d
        WHERE ${WEBHOOK_DELIVERY.organizationId} = $1 AND ${WEBHOOK_DELIVERY.webhookId} = ${WEBHOOK_ENDPOINT.id}
          AND ${WEBHOOK_DELIVERY.createdAt} > $3
          AND ${WEBHOOK_DELIVERY.attempts} > 0 AND ${WEBHOOK_DELIVERY.deliveredAt} IS NULL
     )) AS "failingWebhooks",
     coalesce((SELECT ${BARE_MAIL_DAY.recipients} FROM mail_days
       WHERE ${BARE_MAIL_DAY.organizationId} = $1 AND ${BARE_MAIL_DAY.day} = $2::date), 0) AS "mailToday",
     coalesce((SELECT ${BARE_MAIL_DAY.refused} FROM mail_days
       WHERE ${BARE_MAIL_DAY.organizationId} = $1 AND ${BARE_MAIL_DAY.day} = $2::date), 0) AS "mailRefusedToday",
     (SELECT ${BARE_MAIL_DAY.pausedAt} FROM mail_days
       WHERE ${BARE_MAIL_DAY.organizationId} = $1 AND ${BARE_MAIL_DAY.day} = $2::date) AS "mailPausedAt",
     greatest(
       (SELECT max(${SESSION.lastSeenAt}) FROM sessions WHERE ${SESSION.organizationId} = $1),
       (SELECT max(${API_KEY.lastUsedAt}) FROM api_keys WHERE ${API_KEY.organizationId} = $1)
     ) AS "lastUsedAt"`,
);

const LOCK_LAST_ACTIVE = named(`SELECT pg_advisory_xact_lock(hashtextextended('last-organization', 0))`);
const ANOTHER_ACTIVE = new UnscopedStatement(
  ADMINISTRATION_REASON,
  `SELECT ${BARE_ORGANIZATION.id} FROM organizations
   WHERE ${BARE_ORGANIZATION.id} <> $1 AND ${BARE_ORGANIZATION.status} = 'active'
     AND ${BARE_ORGANIZATION.deletedAt} IS NULL LIMIT 1`,
);

/** All queries over the organizations as a whole. */
@Injectable()
export class OrganizationAdministrationRepository {
  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * @param today in UTC
   * @param deletedAfter of deleted ones, only those that were deleted after that
   */
  list(
    query: OrganizationsQuery,
    today: string,
    deletedAfter: Date,
  ): Promise<{ rows: OrganizationRow[]; total: number }> {
    const filters = [standsAs(query.status, deletedAfter)];
    if (query.q) filters.push(searched(ORGANIZATION.search, query.q));
    const order = { by: query.sortBy ?? 'createdAt', direction: query.sortDir ?? 'asc' };
    return this.database.unscopedList<OrganizationRow>(LIST, filters, order, query, today);
  }

  /** How much an organization uses the service. @param today in UTC */
  async usage(id: string, today: string, since: Date): Promise<OrganizationUsageView> {
    return this.database.unscopedOnly(USAGE, id, today, since);
  }

  /** Serializes, over all replicas, everything that could take the last active organization away. */
  async lockLastActive(): Promise<void> {
    await this.unitOfWork.writeUnscoped(LOCK_LAST_ACTIVE);
  }

  /** Whether there is an active organization besides this one. */
  async hasAnotherActive(id: string): Promise<boolean> {
    return (await this.database.unscopedRow<{ id: string }>(ANOTHER_ACTIVE, id)) !== null;
  }
}

/** Those that are not deleted, unless `deleted` is among the states. */
function standsAs(states: OrganizationsQuery['status'], deletedAfter: Date): ListFilter {
  const present: ListFilter = { sql: `${ORGANIZATION.deletedAt} IS NULL`, values: [] };
  if (states === undefined) return present;
  const statuses = states.filter((state) => state !== 'deleted');
  const ways: ListFilter[] = [];
  if (statuses.length < states.length) ways.push({ sql: `${ORGANIZATION.deletedAt} > ?`, values: [deletedAfter] });
  if (statuses.length > 0) {
    const { sql, values } = isOneOf(ORGANIZATION.status, statuses);
    ways.push({ sql: `${present.sql} AND ${sql}`, values });
  }
  return anyOf(ways);
}
