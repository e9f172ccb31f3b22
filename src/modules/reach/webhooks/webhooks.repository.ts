import { Injectable } from '@nestjs/common';
import type { PageRequest } from '../../../kernel/page';
import { currentOrganizationId } from '../../../platform/context/request-context';
import { ScopedRepository } from '../../../platform/tenancy/scoped.repository';
import { findById, ScopedStatement } from '../../../platform/tenancy/statement';
import { columnsOf, selectAllBut, type RowOf } from '../../../platform/database/table';
import { lockOrganization } from '../../people/organizations';
import { WebhookEndpoint } from './webhook-endpoint.entity';
import type { WebhookRow } from './webhooks.dto';

const BARE_WEBHOOK_ENDPOINT = columnsOf(WebhookEndpoint);
const WEBHOOK_ENDPOINT = columnsOf(WebhookEndpoint, 'w');

const ENDPOINT = selectAllBut(
  WebhookEndpoint,
  'w',
  'organizationId',
  'slow',
  'makerId',
  'makerKeyId',
  'testInbox',
  'deletedAt',
);

const FIND = findById(ENDPOINT, `AND ${WEBHOOK_ENDPOINT.deletedAt} IS NULL`);

const ENABLED = new ScopedStatement<RowOf<typeof ENDPOINT>>(
  `SELECT ${ENDPOINT.columns} FROM ${ENDPOINT.from}
   WHERE ${WEBHOOK_ENDPOINT.organizationId} = $1 AND ${WEBHOOK_ENDPOINT.status} = 'enabled'
     AND ${WEBHOOK_ENDPOINT.deletedAt} IS NULL ORDER BY ${WEBHOOK_ENDPOINT.id} FOR NO KEY UPDATE`,
);

const COUNTS = new ScopedStatement<{ all: number; sameUrl: number }>(
  `SELECT count(*)::int AS "all", count(*) FILTER (WHERE ${BARE_WEBHOOK_ENDPOINT.url} = $2)::int AS "sameUrl"
   FROM webhook_endpoints
   WHERE ${BARE_WEBHOOK_ENDPOINT.organizationId} = $1 AND ${BARE_WEBHOOK_ENDPOINT.deletedAt} IS NULL`,
);

const LIST = {
  ...ENDPOINT,
  sorts: { createdAt: WEBHOOK_ENDPOINT.createdAt },
  always: `${WEBHOOK_ENDPOINT.deletedAt} IS NULL`,
};

/** All queries of endpoints, except those of their deliveries. */
@Injectable()
export class WebhooksRepository extends ScopedRepository<WebhookEndpoint> {
  constructor() {
    super(WebhookEndpoint);
  }

  find(id: string): Promise<WebhookRow | null> {
    return this.byId(FIND, id);
  }

  /** One page of the organization's endpoints, in the order in which they were created. */
  list(page: PageRequest): Promise<{ rows: WebhookRow[]; total: number }> {
    return this.database.list(LIST, [], { by: 'createdAt', direction: 'asc' }, page);
  }

  /** The enabled endpoints, locked until the unit of work ends. */
  async lockEnabled(): Promise<WebhookRow[]> {
    return (await this.unitOfWork.write(ENABLED)).rows;
  }

  /**
   * How many endpoints the organization has, and how many with a URL. It is locked until the unit of work ends, so that
   * no other adds one.
   */
  async countsAlone(url: string): Promise<{ all: number; sameUrl: number }> {
    await lockOrganization(this.unitOfWork, currentOrganizationId());
    return this.database.only(COUNTS, url);
  }
}
