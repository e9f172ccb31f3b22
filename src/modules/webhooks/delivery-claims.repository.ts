import { Inject, Injectable } from '@nestjs/common';
import { newId } from '../../kernel/ids';
import { CONFIGURATION, type Configuration } from '../../platform/config/configuration';
import { UnscopedStatement } from '../../platform/tenancy/statement';
import { TenantDatabase } from '../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work';
import { ALL_DELIVERIES, BY_INDEX, WITHOUT_WAITING_FOR_THE_DISK } from './drain-statements';
import { newIdSql } from './sql-ids';
import type { StoredSecrets } from './webhook-secrets';

/** Deliveries of one endpoint that are being sent at the same time, by all replicas together. */
export const MOST_PER_ENDPOINT = 5;
/** From the longest attempt to the end of its lease: for what lies before and behind it. */
export const LEASE_MARGIN_MS = 10_000;
/** Endpoints that one look visits; the next look goes on behind them. */
const MOST_VISITED = 1_000;
const MOST_LOST = 100;

export interface EndpointKey {
  readonly organizationId: string;
  readonly webhookId: string;
}

/** A delivery that this process, and no other, may send until its lease runs out. */
export interface ClaimedDelivery extends EndpointKey, StoredSecrets {
  readonly id: string;
  readonly eventType: string;
  readonly url: string;
  readonly body: string;
  /** Proves the lease. */
  readonly token: string;
  /** How many more of this endpoint's could be claimed when this one was, itself included. */
  readonly free: number;
}

// A deleted organization is told of nothing any more; a suspended one is: what happened has happened.
const TAKES_DELIVERIES = `w.status = 'enabled' AND w.deleted_at IS NULL
  AND EXISTS (SELECT FROM organizations o WHERE o.id = w.organization_id AND o.deleted_at IS NULL)`;

// Those that another replica is claiming from at this moment are left to it. The lock lets deliveries be made meanwhile.
const LOCK_ENDPOINTS = {
  name: 'webhook-claim-lock',
  text: `
    SELECT w.organization_id AS "organizationId", w.id AS "webhookId"
    FROM unnest($1::uuid[], $2::uuid[]) AS wanted (organization_id, id)
    JOIN webhook_endpoints w ON w.organization_id = wanted.organization_id AND w.id = wanted.id
    WHERE ${TAKES_DELIVERIES}
    FOR NO KEY UPDATE OF w SKIP LOCKED`,
};

// A statement of its own: only one that begins when the endpoints are locked sees all that is in flight to them.
const CLAIM = {
  name: 'webhook-claim',
  text: `
    WITH room AS MATERIALIZED (
      SELECT wanted.organization_id, wanted.webhook_id, least(wanted.most, ${MOST_PER_ENDPOINT} - (
        SELECT count(*)::int FROM webhook_deliveries f WHERE f.webhook_id = wanted.webhook_id AND f.lease_token IS NOT NULL
      )) AS free
      FROM unnest($1::uuid[], $2::uuid[], $6::int[]) AS wanted (organization_id, webhook_id, most)
    ), due AS (
      SELECT next.organization_id, next.id, room.free FROM room CROSS JOIN LATERAL (
        SELECT d.organization_id, d.id FROM webhook_deliveries d
        WHERE d.webhook_id = room.webhook_id AND d.status = 'pending' AND d.lease_token IS NULL AND d.due_at <= now()
        ORDER BY d.due_at LIMIT greatest(room.free, 0) FOR UPDATE SKIP LOCKED
      ) AS next LIMIT $3
    )
    UPDATE webhook_deliveries d
    SET lease_token = $4, leased_at = now(), leased_until = now() + make_interval(secs => $5)
    FROM due, webhook_endpoints w, outbox_events o
    WHERE d.organization_id = due.organization_id AND d.id = due.id
      AND w.organization_id = d.organization_id AND w.id = d.webhook_id
      AND o.organization_id = d.organization_id AND o.id = d.event_id
    RETURNING d.organization_id AS "organizationId", d.webhook_id AS "webhookId", d.id, d.event_type AS "eventType",
      d.lease_token AS token, due.free, w.url, o.body, w.secret, w.secret_prefix AS "secretPrefix",
      w.next_secret AS "nextSecret", w.next_secret_prefix AS "nextSecretPrefix", w.next_secret_from AS "nextSecretFrom"`,
};

/** The endpoints that something waits for, one step of the index each: a backlog is stepped over, however long. */
const WAITING = `
  WITH RECURSIVE visited AS (
    (SELECT organization_id, webhook_id, due_at, 1 AS step FROM webhook_deliveries
     WHERE status = 'pending' AND lease_token IS NULL AND webhook_id > $1 ORDER BY webhook_id, due_at LIMIT 1)
    UNION ALL
    SELECT next.*, visited.step + 1 FROM visited CROSS JOIN LATERAL (
      SELECT organization_id, webhook_id, due_at FROM webhook_deliveries
      WHERE status = 'pending' AND lease_token IS NULL AND webhook_id > visited.webhook_id ORDER BY webhook_id, due_at LIMIT 1
    ) AS next WHERE visited.step < $2
  )
  SELECT visited.organization_id, visited.webhook_id, visited.due_at, visited.due_at <= now() AND EXISTS (
    SELECT FROM webhook_endpoints w WHERE w.organization_id = visited.organization_id AND w.id = visited.webhook_id
      AND ${TAKES_DELIVERIES}
  ) AS due FROM visited`;

const LOOK = new UnscopedStatement(
  ALL_DELIVERIES,
  `SELECT waiting.organization_id AS "organizationId", waiting.webhook_id AS "webhookId",
     waiting.due AND ${MOST_PER_ENDPOINT} > (
       SELECT count(*) FROM webhook_deliveries f WHERE f.webhook_id = waiting.webhook_id AND f.lease_token IS NOT NULL
     ) AS ready
   FROM (${WAITING}) AS waiting`,
);

const OLDEST_DUE = new UnscopedStatement(
  ALL_DELIVERIES,
  `SELECT extract(epoch FROM now() - min(waiting.due_at) FILTER (WHERE waiting.due))::float8 AS seconds
   FROM (${WAITING}) AS waiting`,
);

const FREE_LOST = {
  name: 'webhook-free-lost',
  text: freeing(
    `lease_token IS NOT NULL AND leased_until < now() ORDER BY leased_until LIMIT ${MOST_LOST} FOR UPDATE SKIP LOCKED`,
  ),
};

const OWN = '(organization_id, id, lease_token) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]))';
const GIVE_UP = { name: 'webhook-give-up', text: freeing(`${OWN} FOR UPDATE`) };
const GIVE_BACK = {
  name: 'webhook-give-back',
  text: `UPDATE webhook_deliveries SET lease_token = NULL, leased_at = NULL, leased_until = NULL WHERE ${OWN}`,
};

const FIRST = '00000000-0000-0000-0000-000000000000';

/** Who sends what: deliveries of all organizations are claimed here, and given back when their sender is gone. */
@Injectable()
export class DeliveryClaims {
  private readonly leaseSeconds: number;
  /** Where the next look begins. */
  private cursor = FIRST;

  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CONFIGURATION) { webhookTimeoutMs }: Configuration,
  ) {
    this.leaseSeconds = (webhookTimeoutMs + LEASE_MARGIN_MS) / 1000;
  }

  /**
   * Endpoints that something is due for. Where there are very many of them, each look goes on where the one before ended.
   */
  async look(): Promise<EndpointKey[]> {
    const visited = await this.database.unscopedRows<EndpointKey & { ready: boolean }>(LOOK, this.cursor, MOST_VISITED);
    this.cursor = visited.length < MOST_VISITED ? FIRST : visited.at(-1)!.webhookId;
    return visited.filter(({ ready }) => ready);
  }

  /**
   * Takes what is due for these endpoints, in their order: `most` of each, and at most 5 counting what other replicas are
   * sending, and `most` in all.
   */
  claim(endpoints: readonly (EndpointKey & { most: number })[], most: number): Promise<ClaimedDelivery[]> {
    return this.unitOfWork.runUnscoped(ALL_DELIVERIES, async () => {
      const { client } = this.unitOfWork.current;
      const [, , locked] = await Promise.all([
        client.query(BY_INDEX),
        client.query(WITHOUT_WAITING_FOR_THE_DISK),
        client.query<EndpointKey>({ ...LOCK_ENDPOINTS, values: keysOf(endpoints) }),
      ]);
      if (locked.rows.length === 0) return [];
      const isLocked = new Set(locked.rows.map(({ webhookId }) => webhookId));
      const inOrder = endpoints.filter(({ webhookId }) => isLocked.has(webhookId));
      const values = [...keysOf(inOrder), most, newId(), this.leaseSeconds, inOrder.map((each) => each.most)];
      return (await client.query<ClaimedDelivery>({ ...CLAIM, values })).rows;
    });
  }

  /** Frees deliveries whose sender has not told in time what became of them; each leaves a lost attempt. */
  freeLost(): Promise<EndpointKey[]> {
    return this.free(FREE_LOST);
  }

  /** Frees deliveries that this process has begun to send and can not see through; each leaves a lost attempt. */
  async giveUp(deliveries: readonly ClaimedDelivery[]): Promise<void> {
    await this.free({ ...GIVE_UP, values: leasesOf(deliveries) });
  }

  /** Gives deliveries back as if they had not been claimed. */
  async giveBack(deliveries: readonly ClaimedDelivery[]): Promise<void> {
    if (deliveries.length === 0) return;
    await this.free({ ...GIVE_BACK, values: leasesOf(deliveries) });
  }

  /** How long the delivery has been waiting that is due the longest, of enabled endpoints. */
  async oldestDueSeconds(): Promise<number> {
    const row = await this.database.unscopedRow<{ seconds: number | null }>(OLDEST_DUE, FIRST, 1_000_000);
    return row?.seconds ?? 0;
  }

  private free(statement: { name: string; text: string; values?: unknown[] }): Promise<EndpointKey[]> {
    return this.unitOfWork.runUnscoped(ALL_DELIVERIES, async () => {
      return (await this.unitOfWork.current.client.query<EndpointKey>(statement)).rows;
    });
  }
}

/** Frees the chosen deliveries: the attempt is logged as lost, and due again under its number. */
function freeing(chosen: string): string {
  return `
    WITH lost AS (
      SELECT organization_id, id, leased_at FROM webhook_deliveries WHERE ${chosen}
    ), freed AS (
      UPDATE webhook_deliveries d SET lease_token = NULL, leased_at = NULL, leased_until = NULL
      FROM lost WHERE d.organization_id = lost.organization_id AND d.id = lost.id
      RETURNING d.organization_id, d.id, d.webhook_id, d.attempts + 1 AS number, lost.leased_at
    ), logged AS (
      INSERT INTO webhook_attempts (organization_id, delivery_id, id, number, kind, started_at)
      SELECT organization_id, id, ${newIdSql('clock_timestamp()')}, number, 'lost', leased_at FROM freed
    )
    SELECT organization_id AS "organizationId", webhook_id AS "webhookId" FROM freed`;
}

function keysOf(endpoints: readonly EndpointKey[]): [string[], string[]] {
  return [endpoints.map(({ organizationId }) => organizationId), endpoints.map(({ webhookId }) => webhookId)];
}

function leasesOf(deliveries: readonly ClaimedDelivery[]): [string[], string[], string[]] {
  return [
    deliveries.map(({ organizationId }) => organizationId),
    deliveries.map(({ id }) => id),
    deliveries.map(({ token }) => token),
  ];
}
