import { Inject, Injectable } from '@nestjs/common';
import type { QueryConfig } from 'pg';
import { newId, NIL_ID } from '../../../kernel/ids';
import { lastOf, valueAt } from '../../../kernel/lists';
import { CONFIGURATION, type Configuration } from '../../../platform/config/configuration';
import { onlyRow } from '../../../platform/database/only-row';
import type { StoredBody } from '../../../platform/outbox/event-bodies';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import {
  CLAIM,
  FREE_LOST,
  GIVE_BACK,
  GIVE_UP,
  LOCK_ENDPOINTS,
  LOOK,
  NOTE_SPEED,
  OLDEST_DUE,
} from './delivery-claim-statements';
import { DELIVERIES_REASON, arrayOf, BY_INDEX_WITHOUT_WAITING } from './delivery-statements';
import type { AttemptKind } from './webhook-deliveries.dto';
import type { StoredSecrets } from './webhook-secrets';

// By hand because neither pg-boss nor Graphile Worker keeps a log of attempts, or can limit an endpoint to five at a time.

/** How much longer a lease is than the longest attempt: time for what comes before and after the attempt. */
export const LEASE_MARGIN_MS = 10_000;
/** How many endpoints one look visits; the next look continues after them. */
const MAX_VISITED = 1_000;

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
