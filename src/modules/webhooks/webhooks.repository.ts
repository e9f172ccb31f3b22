import { Injectable } from '@nestjs/common';
import type { PageRequest } from '../../kernel/page';
import { currentOrganizationId } from '../../platform/context/request-context';
import type { ListShape } from '../../platform/tenancy/list-statements';
import { ScopedRepository } from '../../platform/tenancy/scoped.repository';
import { ScopedStatement } from '../../platform/tenancy/statement';
import { lockOrganization } from '../organizations';
import { WebhookEndpoint } from './webhook-endpoint.entity';
import type { WebhookRow } from './webhooks.dto';

const COLUMNS = `w.id, w.url, w.description, w.event_types AS "eventTypes", w.status, w.secret,
  w.secret_prefix AS "secretPrefix", w.next_secret AS "nextSecret", w.next_secret_prefix AS "nextSecretPrefix",
  w.next_secret_from AS "nextSecretFrom", w.created_at AS "createdAt", w.updated_at AS "updatedAt"`;

const FIND = new ScopedStatement(
  `SELECT ${COLUMNS} FROM webhook_endpoints w WHERE w.organization_id = $1 AND w.id = $2 AND w.deleted_at IS NULL`,
);

const COUNT = new ScopedStatement(
  'SELECT count(*)::int AS count FROM webhook_endpoints WHERE organization_id = $1 AND deleted_at IS NULL',
);

const LIST: ListShape = {
  columns: COLUMNS,
  from: 'webhook_endpoints w',
  organization: 'w.organization_id',
  id: 'w.id',
  sorts: { createdAt: 'w.created_at' },
  always: 'w.deleted_at IS NULL',
};

/** All queries of endpoints, except those of their deliveries. */
@Injectable()
export class WebhooksRepository extends ScopedRepository<WebhookEndpoint> {
  constructor() {
    super(WebhookEndpoint);
  }

  find(id: string): Promise<WebhookRow | null> {
    return this.byId<WebhookRow>(FIND, id);
  }

  /** One page of the organization's endpoints, in the order in which they were created. */
  list(page: PageRequest): Promise<{ rows: WebhookRow[]; total: number }> {
    return this.database.list<WebhookRow>(LIST, [], { by: 'createdAt', direction: 'asc' }, page);
  }

  /** How many endpoints the organization has. It is locked until the unit of work ends, so that no other adds one. */
  async countAlone(): Promise<number> {
    await lockOrganization(this.unitOfWork, currentOrganizationId());
    return (await this.database.row<{ count: number }>(COUNT))!.count;
  }
}
