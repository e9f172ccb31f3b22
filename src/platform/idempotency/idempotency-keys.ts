import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock';
import { DAY_MS } from '../../kernel/durations';
import { NIL_ID } from '../../kernel/ids';
import { Conflict } from '../../kernel/problems';
import { currentOrganizationId } from '../context/request-context';
import { named } from '../database/named';
import { SecretBox } from '../encryption/secret-box';
import { Retention } from '../background/retention';
import { ScopedStatement, UnscopedStatement } from '../tenancy/statement';
import { TenantDatabase } from '../tenancy/tenant-database';
import { UnitOfWork } from '../tenancy/unit-of-work';

/** A key belongs to one caller and one route: on another route, or from another caller, it is another key. */
export interface IdempotencyKeyId {
  /** The caller's organization; null on a route of the platform. */
  organizationId: string | null;
  principal: string;
  route: string;
  key: string;
}

/** Another request with the same key is still in progress. */
class KeyInUse extends Conflict {
  constructor() {
    super('idempotency_in_progress', 'A request with this Idempotency-Key is still being processed.');
  }
}

/** The response that a request got, with the fingerprint that identifies the request. */
export interface StoredResponse {
  fingerprint: Buffer;
  status: number;
  body: string | null;
}

const LIFETIME_MS = DAY_MS;

/** The `organization_id` of the platform's own keys: a primary key takes no null. */
const PLATFORM_ID = NIL_ID;
const OLD_REASON = 'old idempotency keys of all organizations are deleted';
const PLATFORM_REASON = 'idempotency keys of routes of the platform belong to no organization';

const FOUND = `SELECT fingerprint, status, body FROM idempotency_keys
   WHERE organization_id = $1 AND principal = $2 AND route = $3 AND key = $4 AND created_at > $5`;
const FIND = new ScopedStatement(FOUND);
const FIND_OF_PLATFORM = new UnscopedStatement(PLATFORM_REASON, FOUND);
const BODIES = new ScopedStatement<{ principal: string; route: string; key: string; body: Buffer }>(
  'SELECT principal, route, key, body FROM idempotency_keys WHERE organization_id = $1 AND body IS NOT NULL',
);
const REPLACE = new ScopedStatement(
  `UPDATE idempotency_keys SET body = $5
   WHERE organization_id = $1 AND principal = $2 AND route = $3 AND key = $4`,
);
const FORGOTTEN = '{"erased":true}';
const CLAIM = named(`SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS claimed`);
const KEEP =
  named(`INSERT INTO idempotency_keys (organization_id, principal, route, key, fingerprint, status, body, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
    ON CONFLICT (organization_id, principal, route, key) DO UPDATE SET
      fingerprint = excluded.fingerprint, status = excluded.status, body = excluded.body, created_at = excluded.created_at`);

/**
 * Stores the responses to requests with an idempotency key for 24 hours. They are sealed, since some have content that
 * is not stored elsewhere, such as the links by which guests answer.
 */
@Injectable()
export class IdempotencyKeys implements OnModuleInit {
  /** The keys of requests in progress in this process. */
  private readonly inUse = new Set<string>();

  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
    private readonly retention: Retention,
    private readonly box: SecretBox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    const old = { table: 'idempotency_keys', condition: 'created_at <= $1', keptMs: LIFETIME_MS };
    this.retention.register('forget-idempotency-keys', OLD_REASON, old);
  }

  /**
   * Runs one request at a time per key, within this process; {@link claim} does so between processes.
   *
   * @throws KeyInUse while another request of this process has the key
   */
  async alone<T>(id: IdempotencyKeyId, respond: () => Promise<T>): Promise<T> {
    const name = nameOf(id);
    if (this.inUse.has(name)) throw new KeyInUse();
    this.inUse.add(name);
    try {
      return await respond();
    } finally {
      this.inUse.delete(name);
    }
  }

  /**
   * Claims the key for the open unit of work, on all replicas.
   *
   * @returns the response that is stored already, or null
   * @throws KeyInUse while another request has it
   */
  async claim(id: IdempotencyKeyId): Promise<StoredResponse | null> {
    // The second is sent right behind the first, so it reads after the key is claimed.
    const [{ rows }, kept] = await Promise.all([
      this.unitOfWork.writeUnscoped<{ claimed: boolean }>(CLAIM, nameOf(id)),
      this.find(id),
    ]);
    if (rows[0]?.claimed !== true) throw new KeyInUse();
    return kept;
  }

  /**
   * Replaces the stored responses of the organization in scope that contain one of these texts, such as the id of somebody who is
   * erased: a repeated request still changes nothing, and is told nothing of them.
   */
  async forget(...texts: string[]): Promise<void> {
    type Stored = Omit<IdempotencyKeyId, 'organizationId'> & { body: Buffer };
    const owner = currentOrganizationId();
    const organizationId = owner === PLATFORM_ID ? null : owner;
    for (const { body, ...id } of await this.database.rows<Stored>(BODIES)) {
      const context = contextOf({ organizationId, ...id });
      const response = this.box.open(body, context);
      if (!texts.some((text) => response.includes(text))) continue;
      const forgotten = this.box.seal(FORGOTTEN, context);
      await this.unitOfWork.write(REPLACE, id.principal, id.route, id.key, forgotten);
    }
  }

  async find(id: IdempotencyKeyId): Promise<StoredResponse | null> {
    const values = [id.principal, id.route, id.key, this.oldest()];
    type Row = Omit<StoredResponse, 'body'> & { body: Buffer | null };
    const row =
      id.organizationId === null
        ? await this.database.unscopedRow<Row>(FIND_OF_PLATFORM, PLATFORM_ID, ...values)
        : await this.database.row<Row>(FIND, ...values);
    return row && { ...row, body: row.body && this.box.open(row.body, contextOf(id)) };
  }

  /** Stores a response, in the unit of work that made it. */
  async keep(
    id: IdempotencyKeyId,
    fingerprint: Buffer,
    respond: { status: number; body: string | null },
  ): Promise<void> {
    const values = [
      id.organizationId ?? PLATFORM_ID,
      id.principal,
      id.route,
      id.key,
      fingerprint,
      respond.status,
      respond.body === null ? null : this.box.seal(respond.body, contextOf(id)),
      this.clock.now(),
    ];
    const write = () => this.unitOfWork.writeUnscoped(KEEP, ...values);
    await (id.organizationId === null ? this.unitOfWork.runUnscoped(PLATFORM_REASON, write) : write());
  }

  private oldest(): Date {
    return new Date(this.clock.now().getTime() - LIFETIME_MS);
  }
}

/** Names the key among those of all organizations, callers and routes. */
function nameOf({ organizationId, principal, route, key }: IdempotencyKeyId): string {
  return JSON.stringify(['idempotency', organizationId, principal, route, key]);
}

const contextOf = (id: IdempotencyKeyId) => `idempotency_keys.body:${nameOf(id)}`;
