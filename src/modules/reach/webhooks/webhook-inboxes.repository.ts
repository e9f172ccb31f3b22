import { Injectable } from '@nestjs/common';
import { newId } from '../../../kernel/ids';
import type { PageRequest } from '../../../kernel/page';
import { currentOrganizationId } from '../../../platform/context/request-context';
import { keysOf, type StoredBody } from '../../../platform/outbox/event-bodies';
import { ScopedRepository } from '../../../platform/tenancy/scoped.repository';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { columnList, columnsOf, selectAllBut, type Row, type RowOf } from '../../../platform/database/table';
import { lockOrganization } from '../../people/organizations';
import { WebhookInboxRequest } from './webhook-inbox-request.entity';
import { WebhookInbox } from './webhook-inbox.entity';

const OTHER_WEBHOOK_INBOX_REQUEST = columnsOf(WebhookInboxRequest, 'o');
const WEBHOOK_INBOX = columnsOf(WebhookInbox, 'i');
const WEBHOOK_INBOX_REQUEST = columnsOf(WebhookInboxRequest, 'r');

const MAX_REQUESTS = 50;

const INBOX = selectAllBut(WebhookInbox, 'i', 'organizationId');
const FIND = new ScopedStatement<RowOf<typeof INBOX>>(
  `SELECT ${INBOX.columns} FROM ${INBOX.from} WHERE ${WEBHOOK_INBOX.organizationId} = $1`,
);

/** One request at a time comes into an inbox: the next one sees those that it makes leave. */
const LOCK = new ScopedStatement<{ id: string }>(
  `SELECT ${WEBHOOK_INBOX.id} FROM webhook_inboxes i
   WHERE ${WEBHOOK_INBOX.organizationId} = $1 AND ${WEBHOOK_INBOX.token} = $2 FOR NO KEY UPDATE`,
);
// The newest of those that were there before make room for the one that comes.
const RECEIVE = new ScopedStatement(`
  WITH old AS (
    DELETE FROM webhook_inbox_requests r
    WHERE ${WEBHOOK_INBOX_REQUEST.organizationId} = $1 AND ${WEBHOOK_INBOX_REQUEST.id} IN (
      SELECT ${OTHER_WEBHOOK_INBOX_REQUEST.id} FROM webhook_inbox_requests o
      WHERE ${OTHER_WEBHOOK_INBOX_REQUEST.organizationId} = $1 AND ${OTHER_WEBHOOK_INBOX_REQUEST.inboxId} = $2
      ORDER BY ${OTHER_WEBHOOK_INBOX_REQUEST.id} DESC OFFSET ${MAX_REQUESTS - 1})
  )
  INSERT INTO webhook_inbox_requests
    (${columnList(WebhookInboxRequest, 'organizationId', 'id', 'inboxId', 'headers', 'body', 'eventId')},
      ${columnList(WebhookInboxRequest, 'people', 'personal', 'createdAt', 'updatedAt')})
  VALUES ($1, $3, $2, $4, $5, $7, $8, $9, $6, $6)`);

const REQUEST = selectAllBut(WebhookInboxRequest, 'r', 'inboxId').and<Pick<StoredBody, 'keys'>>(
  `${keysOf(WEBHOOK_INBOX_REQUEST)} AS keys`,
);
const REQUESTS = { ...REQUEST, sorts: { createdAt: WEBHOOK_INBOX_REQUEST.id } };

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
    const [inbox] = (await this.unitOfWork.write(LOCK, token)).rows;
    if (inbox === undefined) return false;
    const values = [inbox.id, newId(), JSON.stringify(headers), body, now, eventId, people, personal];
    await this.unitOfWork.write(RECEIVE, ...values);
    return true;
  }

  /** What it got since a moment, newest first. */
  requests(since: Date, page: PageRequest): Promise<{ rows: RowOf<typeof REQUEST>[]; total: number }> {
    const filters = [{ sql: `${WEBHOOK_INBOX_REQUEST.createdAt} > ?`, values: [since] }];
    return this.database.list(REQUESTS, filters, { by: 'createdAt', direction: 'desc' }, page) as never;
  }
}
