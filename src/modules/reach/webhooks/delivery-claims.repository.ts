import { Inject, Injectable } from '@nestjs/common';
import type { QueryConfig } from 'pg';
import { newId, NIL_ID } from '../../../kernel/ids';
import { lastOf, valueAt } from '../../../kernel/lists';
import { CONFIGURATION, type Configuration } from '../../../platform/config/configuration';
import { indexWalk } from '../../../platform/database/index-walk';
import { named } from '../../../platform/database/named';
import { onlyRow } from '../../../platform/database/only-row';
import { keysOf as peopleKeysOf, type StoredBody } from '../../../platform/outbox/event-bodies';
import { tableOf } from '../../../platform/database/table';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { DELIVERIES_REASON, arrayOf, BY_INDEX_WITHOUT_WAITING, QUEUE_COLUMNS, queueing } from './delivery-statements';
import type { AttemptKind } from './webhook-deliveries.dto';
import { WebhookLease } from './webhook-lease.entity';
import type { StoredSecrets } from './webhook-secrets';

// By hand because neither pg-boss nor Graphile Worker keeps a log of attempts, or can limit an endpoint to five at a time.

/**
 * The most deliveries that are sent to one endpoint at the same time, by all replicas together. Without it, a backlog
 * overruns its receiver, and one endpoint that hangs takes all slots of its organization.
 */
export const MAX_PER_ENDPOINT = 5;
/** How much longer a lease is than the longest attempt: time for what comes before and after the attempt. */
export const LEASE_MARGIN_MS = 10_000;
/** How many endpoints one look visits; the next look continues after them. */
const MAX_VISITED = 1_000;
const MAX_LOST = 100;

export interface EndpointKey {
  readonly organizationId: string;
  readonly webhookId: string;
}

/** An endpoint that something is due for. */
interface DueEndpoint extends EndpointKey {
  /** Whether the last attempt, by whichever process, was slow. */
  readonly slow: boolean;
}

/** An endpoint as it stood when deliveries to it were claimed. */
interface ClaimedEndpoint extends EndpointKey, StoredSecrets {
  readonly url: string;
  /** Sealed. */
  readonly headers: Buffer | null;
  readonly standardHeaders: boolean;
  readonly testInbox: boolean;
}

/** A delivery that this process, and no other, may send until its lease runs out. */
export interface ClaimedDelivery {
  readonly endpoint: ClaimedEndpoint;
  readonly id: string;
  readonly eventType: string;
  readonly event: StoredBody;
  /** How many attempts have ended. */
  readonly attempts: number;
  /** The kind of the attempt to be made. */
  readonly kind: Exclude<AttemptKind, 'lost'>;
  /** Proves the lease. */
  readonly token: string;
  /** How many deliveries to this endpoint could be claimed when this one was, itself included. */
  readonly free: number;
}

type ClaimedRow = Omit<ClaimedDelivery, 'endpoint' | 'token' | 'event'> &
  Omit<StoredBody, 'organizationId'> & { readonly webhookId: string };

// Nothing is sent for a deleted organization. A suspended one still gets events: what happened has happened. This
// and the next statements look up each endpoint and its organization by their keys (LATERAL, a sub-select instead of
// EXISTS): planned while there were few, a join would go on reading all of them.
const TAKES_DELIVERIES = `w.status = 'enabled' AND w.deleted_at IS NULL
  AND (SELECT o.deleted_at IS NULL FROM organizations o WHERE o.id = w.organization_id)`;

const { fields: lease } = tableOf(WebhookLease);
const IN_FLIGHT = (row: string) =>
  `(SELECT count(*)::int FROM webhook_leases l
    WHERE l.${lease.organizationId} = ${row}.organization_id AND l.${lease.webhookId} = ${row}.webhook_id)`;

// Skips endpoints that another replica is claiming from right now. The lock does not block the making of deliveries.
const LOCK_ENDPOINTS = named(`
    SELECT locked.organization_id AS "organizationId", locked.id AS "webhookId", locked.url, locked.secret,
      locked.secret_prefix AS "secretPrefix", locked.next_secret AS "nextSecret",
      locked.next_secret_prefix AS "nextSecretPrefix", locked.next_secret_from AS "nextSecretFrom",
      locked.headers, locked.standard_headers AS "standardHeaders", locked.test_inbox AS "testInbox"
    FROM unnest($1::uuid[], $2::uuid[]) AS wanted (organization_id, id) CROSS JOIN LATERAL (
      SELECT w.* FROM webhook_endpoints w
      WHERE w.organization_id = wanted.organization_id AND w.id = wanted.id AND ${TAKES_DELIVERIES}
      FOR NO KEY UPDATE OF w SKIP LOCKED
    ) AS locked`);

// A separate statement, because only one that begins after the endpoints are locked sees everything in flight to them.
// Only whoever has those locks leases deliveries to the endpoints, so their rows in the queue need no lock. Rows of
// the queue whose delivery is gone are removed as well. The sub-selects fix the order in which tables are read, since
// statistics on how full the queue was at some time are of no use.
const CLAIM = named(`
    WITH allowed AS MATERIALIZED (
      SELECT wanted.organization_id, wanted.webhook_id, least(wanted.max_count, ${MAX_PER_ENDPOINT} - ${IN_FLIGHT('wanted')}) AS free
      FROM unnest($1::uuid[], $2::uuid[], $3::int[]) AS wanted (organization_id, webhook_id, max_count)
    ), due AS MATERIALIZED (
      SELECT next.*, allowed.free FROM allowed CROSS JOIN LATERAL (
        SELECT q.ctid, q.organization_id, q.webhook_id, q.delivery_id FROM webhook_queue q
        WHERE q.organization_id = allowed.organization_id AND q.webhook_id = allowed.webhook_id AND q.due_at <= now()
        ORDER BY q.due_at LIMIT greatest(allowed.free, 0)
      ) AS next LIMIT $4
    ), taken AS (
      DELETE FROM webhook_queue WHERE ctid = ANY (ARRAY(SELECT ctid FROM due))
    ), job AS MATERIALIZED (
      SELECT due.*, delivery.* FROM due CROSS JOIN LATERAL (
        SELECT d.event_type, d.event_id, d.attempts, d.next_kind, event.*
        FROM webhook_deliveries d LEFT JOIN LATERAL (
          SELECT CASE WHEN d.full_payload THEN o.full_body ELSE o.body END AS body, o.people, o.personal, ${peopleKeysOf('o')} AS keys
          FROM outbox_events o WHERE o.organization_id = d.organization_id AND o.id = d.event_id LIMIT 1
        ) AS event ON true
        WHERE d.organization_id = due.organization_id AND d.id = due.delivery_id LIMIT 1
      ) AS delivery
    ), leased AS (
      INSERT INTO webhook_leases (${lease.organizationId}, ${lease.webhookId}, ${lease.deliveryId}, ${lease.token},
        ${lease.leasedAt}, ${lease.leasedUntil})
      SELECT organization_id, webhook_id, delivery_id, $5, now(), now() + make_interval(secs => $6) FROM job
    )
    SELECT webhook_id AS "webhookId", delivery_id AS id, event_type AS "eventType", event_id AS "eventId", body, people, personal, keys, attempts,
      next_kind AS kind, free
    FROM job`);

/**
 * The endpoints with something in the queue. An endpoint that is gone, as while its organization is purged, also counts
 * as a step, but never as due.
 */
const WAITING = `
  WITH RECURSIVE ${indexWalk({
    name: 'visited',
    table: 'webhook_queue',
    columns: ['organization_id', 'webhook_id', 'due_at'],
    key: ['organization_id', 'webhook_id'],
    after: ['$1', '$2'],
    maxSteps: '$3',
  })}
  SELECT visited.organization_id, visited.webhook_id, visited.due_at, endpoint.slow,
    visited.due_at <= now() AND endpoint.takes AS due
  FROM visited LEFT JOIN LATERAL (
    SELECT w.slow, ${TAKES_DELIVERIES} AS takes FROM webhook_endpoints w
    WHERE w.organization_id = visited.organization_id AND w.id = visited.webhook_id LIMIT 1
  ) AS endpoint ON true`;

const LOOK = named(`
    SELECT waiting.organization_id AS "organizationId", waiting.webhook_id AS "webhookId", waiting.slow,
      waiting.due AND ${MAX_PER_ENDPOINT} > ${IN_FLIGHT('waiting')} AS ready
    FROM (${WAITING}) AS waiting ORDER BY waiting.organization_id, waiting.webhook_id`);

const OLDEST_DUE = named(`
    SELECT extract(epoch FROM now() - min(waiting.due_at) FILTER (WHERE waiting.due))::float8 AS seconds
    FROM (${WAITING}) AS waiting`);

const NOTE_SPEED = named(
  'UPDATE webhook_endpoints SET slow = $3 WHERE organization_id = $1 AND id = $2 AND slow <> $3',
);

const OWN = `(l.${lease.organizationId}, l.${lease.webhookId}, l.${lease.deliveryId}, l.${lease.token}) IN (
  SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[]))`;
const FREE_LOST = named(freeing(`l.${lease.leasedUntil} < now() LIMIT ${MAX_LOST}`));
const GIVE_UP = named(freeing(OWN));
const GIVE_BACK = named(`
    WITH returned AS (DELETE FROM webhook_leases l WHERE ${OWN} RETURNING l.*)
    INSERT INTO webhook_queue (${QUEUE_COLUMNS})
    SELECT d.organization_id, d.webhook_id, d.due_at, d.id
    FROM returned JOIN webhook_deliveries d ON d.organization_id = returned.organization_id AND d.id = returned.delivery_id`);

const BEFORE_ALL: EndpointKey = { organizationId: NIL_ID, webhookId: NIL_ID };

/** Claims deliveries of all organizations for the processes that send them, and frees those whose sender is gone. */
@Injectable()
export class DeliveryClaims {
  private readonly leaseSeconds: number;
  /** The endpoint after which the next look begins. */
  private cursor = BEFORE_ALL;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    @Inject(CONFIGURATION) { webhookTimeoutMs }: Configuration,
  ) {
    this.leaseSeconds = (webhookTimeoutMs + LEASE_MARGIN_MS) / 1000;
  }

  /**
   * The endpoints that something is due for. If there are very many, each look continues where the one before ended.
   */
  async look(): Promise<DueEndpoint[]> {
    const statement = { ...LOOK, values: [...cursorValues(this.cursor), MAX_VISITED] };
    const visited = await this.run<DueEndpoint & { ready: boolean }>(statement);
    this.cursor = visited.length < MAX_VISITED ? BEFORE_ALL : lastOf(visited);
    return visited.filter(({ ready }) => ready);
  }

  /**
   * Claims what is due for these endpoints, in the order given. An endpoint gets at most 5 deliveries at a time,
   * including those that other replicas are sending.
   *
   * @param endpoints each with how many deliveries to claim for it at most
   * @param max in total
   */
  claim(endpoints: readonly (EndpointKey & { max: number })[], max: number): Promise<ClaimedDelivery[]> {
    return this.unitOfWork.runUnscoped(DELIVERIES_REASON, async () => {
      const { client } = this.unitOfWork.current;
      const [, locked] = await Promise.all([
        client.query(BY_INDEX_WITHOUT_WAITING),
        client.query<ClaimedEndpoint>({ ...LOCK_ENDPOINTS, values: keysOf(endpoints) }),
      ]);
      if (locked.rows.length === 0) return [];
      const byId = new Map(locked.rows.map((endpoint) => [endpoint.webhookId, endpoint]));
      const inOrder = endpoints.filter(({ webhookId }) => byId.has(webhookId));
      const token = newId();
      const values = [...keysOf(inOrder), arrayOf(inOrder.map((each) => each.max)), max, token];
      const { rows } = await client.query<ClaimedRow>({
        ...CLAIM,
        values: [...values, this.leaseSeconds],
      });
      return rows.map(({ webhookId, id, eventType, attempts, kind, free, ...stored }) => {
        const endpoint = valueAt(byId, webhookId);
        const event = { organizationId: endpoint.organizationId, ...stored };
        return { endpoint, id, eventType, event, attempts, kind, token, free };
      });
    });
  }

  /** Frees deliveries whose lease ran out before their result was recorded; each attempt is logged as lost. */
  freeLost(): Promise<EndpointKey[]> {
    return this.run(FREE_LOST);
  }

  /** Frees deliveries that this process has begun to send but can't finish; each attempt is logged as lost. */
  async giveUp(deliveries: readonly ClaimedDelivery[]): Promise<void> {
    await this.run({ ...GIVE_UP, values: leasesOf(deliveries) });
  }

  /** Gives deliveries back as if they had not been claimed. */
  async giveBack(deliveries: readonly ClaimedDelivery[]): Promise<void> {
    if (deliveries.length === 0) return;
    await this.run({ ...GIVE_BACK, values: leasesOf(deliveries) });
  }

  /** Lets the other replicas, and the next start, know that an endpoint has become slow, or is so no more. */
  async noteSpeed({ organizationId, webhookId }: EndpointKey, slow: boolean): Promise<void> {
    await this.run({ ...NOTE_SPEED, values: [organizationId, webhookId, slow] });
  }

  /** How long the oldest due delivery has been waiting, among the enabled of the first 1,000 endpoints in the queue. */
  async oldestDueSeconds(): Promise<number> {
    const rows = await this.run<{ seconds: number | null }>({
      ...OLDEST_DUE,
      values: [...cursorValues(BEFORE_ALL), MAX_VISITED],
    });
    return onlyRow({ rows }).seconds ?? 0;
  }

  private async run<Row extends object>(statement: QueryConfig): Promise<Row[]> {
    return (await this.unitOfWork.runByIndex<Row>(DELIVERIES_REASON, statement)).rows;
  }
}

/** Ends the chosen leases: their attempts are logged as lost and are due again under the same numbers. */
function freeing(chosen: string): string {
  return `
    WITH lost AS (
      DELETE FROM webhook_leases USING (
        SELECT l.organization_id, l.webhook_id, l.delivery_id FROM webhook_leases l WHERE ${chosen} FOR UPDATE SKIP LOCKED
      ) AS chosen
      WHERE webhook_leases.organization_id = chosen.organization_id
        AND webhook_leases.webhook_id = chosen.webhook_id AND webhook_leases.delivery_id = chosen.delivery_id
      RETURNING webhook_leases.*
    ), logged AS (
      UPDATE webhook_deliveries d
      SET updated_at = now(), attempt_log = d.attempt_log || json_build_object('number', d.attempts + 1, 'kind', 'lost',
        'startedAt', to_char(lost.leased_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'durationMs', NULL, 'signature', NULL, 'responseStatus', NULL, 'error', NULL, 'responseBody', NULL)
      FROM lost WHERE d.organization_id = lost.organization_id AND d.id = lost.delivery_id
      RETURNING d.organization_id, d.webhook_id, d.due_at, d.id
    )
    ${queueing('logged')}
    RETURNING organization_id AS "organizationId", webhook_id AS "webhookId"`;
}

function cursorValues({ organizationId, webhookId }: EndpointKey): [string, string] {
  return [organizationId, webhookId];
}

function keysOf(endpoints: readonly EndpointKey[]): [string, string] {
  return [
    arrayOf(endpoints.map(({ organizationId }) => organizationId)),
    arrayOf(endpoints.map(({ webhookId }) => webhookId)),
  ];
}

function leasesOf(deliveries: readonly ClaimedDelivery[]): string[] {
  return [
    ...keysOf(deliveries.map(({ endpoint }) => endpoint)),
    arrayOf(deliveries.map(({ id }) => id)),
    arrayOf(deliveries.map(({ token }) => token)),
  ];
}
