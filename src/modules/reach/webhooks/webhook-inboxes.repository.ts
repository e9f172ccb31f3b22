import { Injectable } from '@nestjs/common';
import { newId } from '../../../kernel/ids';
import type { PageRequest } from '../../../kernel/page';
import { currentOrganizationId } from '../../../platform/context/request-context';
import { keysOf, type StoredBody } from '../../../platform/outbox/event-bodies';
import { ScopedRepository } from '../../../platform/tenancy/scoped.repository';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { columnsOf, selectAllBut, type Row, type RowOf } from '../../../platform/database/table';
import { lockOrganization } from '../../people/organizations';
import { WebhookInboxRequest } from './webhook-inbox-request.entity';
import { WebhookInbox } from './webhook-inbox.entity';

const COLUMN = columnsOf(WebhookInboxRequest, 'r');

const MAX_REQUESTS = 50;

const INBOX = selectAllBut(WebhookInbox, 'i', 'organizationId');
const FIND = new ScopedStatement<RowOf<typeof INBOX>>(
  `SELECT ${INBOX.columns} FROM ${INBOX.from} WHERE i.organization_id = $1`,
);

// The newest of those that were there before make room for the one that comes.
const RECEIVE = new ScopedStatement<{ id: string }>(`
  WITH inbox AS (SELECT id FROM webhook_inboxes WHERE organization_id = $1 AND token = $2),
  old AS (
    DELETE FROM webhook_inbox_requests r USING inbox WHERE r.organization_id = $1 AND r.id IN (
      SELECT o.id FROM webhook_inbox_requests o WHERE o.organization_id = $1 AND o.inbox_id = inbox.id
      ORDER BY o.id DESC OFFSET ${MAX_REQUESTS - 1})
  )
  INSERT INTO webhook_inbox_requests (organization_id, id, inbox_id, headers, body, event_id, people, personal,
    created_at, updated_at)
  SELECT $1, $3, inbox.id, $4, $5, $7, $8, $9, $6, $6 FROM inbox RETURNING id`);

const REQUEST = selectAllBut(WebhookInboxRequest, 'r', 'inboxId').and<Pick<StoredBody, 'keys'>>(
  `${keysOf('r')} AS keys`,
);
const REQUESTS = { ...REQUEST, sorts: { createdAt: COLUMN.id } };

/** The inbox of the organization in scope, and what it got. */
@Injectable()
export class WebhookInboxesRepository extends ScopedRepository<WebhookInbox> {
  constructor() {
    super(WebhookInbox);
  }

  find(): Promise<Row<Omit<WebhookInbox, 'organizationId'>> | null> {
    return this.database.row(FIND);
  }

  /** The same, alone: until the unit of work ends, nobody else makes or deletes it. */
  async findAlone(): Promise<Row<Omit<WebhookInbox, 'organizationId'>> | null> {
    await lockOrganization(this.unitOfWork, currentOrganizationId());
    return this.find();
  }

  /** Keeps a request, and only the newest 50. @returns false when there is no inbox with this token any more */
  async receive(
    token: string,
    headers: Record<string, string>,
    { body, eventId, people, personal }: StoredBody,
    now: Date,
  ): Promise<boolean> {
    const values = [token, newId(), JSON.stringify(headers), body, now, eventId, people, personal];
    const { rows } = await this.unitOfWork.write(RECEIVE, ...values);
    return rows.length > 0;
  }

  /** What it got since a moment, newest first. */
  requests(since: Date, page: PageRequest): Promise<{ rows: RowOf<typeof REQUEST>[]; total: number }> {
    const filters = [{ sql: `${COLUMN.createdAt} > ?`, values: [since] }];
    return this.database.list(REQUESTS, filters, { by: 'createdAt', direction: 'desc' }, page) as never;
  }
}
