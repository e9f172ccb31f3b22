import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock';
import { derivedId, NIL_ID } from '../../kernel/ids';
import { Conflict } from '../../kernel/problems';
import { named } from '../database/named';
import { SecretBox } from '../encryption/secret-box';
import { ScopedStatement, UnscopedStatement } from '../tenancy/statement';
import { TenantDatabase } from '../tenancy/tenant-database';
import { UnitOfWork } from '../tenancy/unit-of-work';
import { ResponseLimits } from './response-limits';
import { ResponseMentions } from './response-mentions';
import { columnList, columnsOf } from '../database/table';
import { IdempotencyKey } from './idempotency-key.entity';

const IDEMPOTENCY_KEY = columnsOf(IdempotencyKey);
const EXCLUDED = columnsOf(IdempotencyKey, 'excluded');

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
  readonly fingerprint: Buffer;
  readonly status: number;
  /**
   * Its content; null without any.
   *
   * @throws UnreadableSecret when another key sealed it
   */
  open(): string | null;
}

/** The `organization_id` of the platform's own keys: a primary key takes no null. */
const PLATFORM_ID = NIL_ID;
const PLATFORM_REASON = 'idempotency keys of routes of the platform belong to no organization';

const FOUND = `SELECT ${IDEMPOTENCY_KEY.fingerprint}, ${IDEMPOTENCY_KEY.status}, ${IDEMPOTENCY_KEY.body},
      ${IDEMPOTENCY_KEY.forgotten} FROM idempotency_keys
   WHERE ${IDEMPOTENCY_KEY.organizationId} = $1 AND ${IDEMPOTENCY_KEY.principal} = $2 AND ${IDEMPOTENCY_KEY.route} = $3
     AND ${IDEMPOTENCY_KEY.key} = $4 AND ${IDEMPOTENCY_KEY.createdAt} > $5`;
const FIND = new ScopedStatement(FOUND);
const FIND_OF_PLATFORM = new UnscopedStatement(PLATFORM_REASON, FOUND);
/** What a repeated request is told instead of a response that mentioned somebody who was erased since. */
const FORGOTTEN = '{"erased":true}';
const CLAIM = named(`SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS claimed`);
const KEEP = named(`INSERT INTO idempotency_keys
      (${columnList(IdempotencyKey, 'organizationId', 'principal', 'route', 'key', 'id', 'fingerprint', 'status')},
        ${columnList(IdempotencyKey, 'body', 'createdAt')})
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    ON CONFLICT (${columnList(IdempotencyKey, 'organizationId', 'principal', 'route', 'key')}) DO UPDATE
    SET ${IDEMPOTENCY_KEY.id} = ${EXCLUDED.id},
      ${IDEMPOTENCY_KEY.fingerprint} = ${EXCLUDED.fingerprint},
      ${IDEMPOTENCY_KEY.status} = ${EXCLUDED.status},
      ${IDEMPOTENCY_KEY.body} = ${EXCLUDED.body}, ${IDEMPOTENCY_KEY.forgotten} = false,
      ${IDEMPOTENCY_KEY.createdAt} = ${EXCLUDED.createdAt}`);

/**
 * Stores the responses to requests with an idempotency key for 24 hours. They are sealed, since some have content that
 * is not stored elsewhere, such as the links by which guests answer.
 */
@Injectable()
export class IdempotencyKeys {
  /** The keys of requests in progress in this process. */
  private readonly inUse = new Set<string>();

  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
    private readonly box: SecretBox,
    private readonly mentions: ResponseMentions,
    private readonly limits: ResponseLimits,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Runs one request at a time per key, within this process; {@link claim} does so between processes.
   *
   * @throws KeyInUse while another request of this process has the key
   */
  async alone<T>(id: IdempotencyKeyId, respond: () => Promise<T>): Promise<T> {
    const name = qualifiedKey(id);
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
      this.unitOfWork.writeUnscoped<{ claimed: boolean }>(CLAIM, qualifiedKey(id)),
      this.find(id),
    ]);
    if (rows[0]?.claimed !== true) throw new KeyInUse();
    return kept;
  }

  /**
   * Forgets the stored responses of the organization in scope that mention somebody who is erased: a repeated request still
   * changes nothing, and is told nothing of them.
   *
   * @param address of theirs, see {@link emailKey} in the kernel; null where it need not be looked for
   */
  forget(id: string, address: string | null = null): Promise<void> {
    return this.mentions.forget(id, address);
  }

  async find(id: IdempotencyKeyId): Promise<StoredResponse | null> {
    const values = [id.principal, id.route, id.key, this.limits.oldest()];
    type Row = Omit<StoredResponse, 'open'> & { body: Buffer | null; forgotten: boolean };
    const row =
      id.organizationId === null
        ? await this.database.unscopedRow<Row>(FIND_OF_PLATFORM, PLATFORM_ID, ...values)
        : await this.database.row<Row>(FIND, ...values);
    if (row === null) return null;
    const { fingerprint, status, body, forgotten } = row;
    const open = () => (forgotten ? FORGOTTEN : body && this.box.open(body, contextOf(id)));
    return { fingerprint, status, open };
  }

  /** Stores a response, in the unit of work that made it. */
  async keep(
    id: IdempotencyKeyId,
    fingerprint: Buffer,
    respond: { status: number; body: string | null },
  ): Promise<void> {
    const organizationId = id.organizationId ?? PLATFORM_ID;
    const responseId = derivedId(qualifiedKey(id));
    const { status } = respond;
    const body = respond.body === null ? null : this.box.seal(respond.body, contextOf(id));
    const key = [organizationId, id.principal, id.route, id.key, responseId];
    const write = async () => {
      const kept = this.unitOfWork.writeUnscoped(KEEP, ...key, fingerprint, status, body, this.clock.now());
      // An error shows nothing of anybody.
      const mentioning = status < 400 ? respond.body : null;
      await Promise.all([kept, mentioning !== null && this.mentions.write(organizationId, responseId, mentioning)]);
    };
    await (id.organizationId === null ? this.unitOfWork.runUnscoped(PLATFORM_REASON, write) : write());
    if (body !== null) this.unitOfWork.current.afterCommit(() => this.limits.added(organizationId, body.length));
  }
}

/** Names the key among those of all organizations, callers and routes. */
function qualifiedKey({ organizationId, principal, route, key }: IdempotencyKeyId): string {
  return JSON.stringify(['idempotency', organizationId, principal, route, key]);
}

const contextOf = (id: IdempotencyKeyId) => `idempotency_keys.body:${qualifiedKey(id)}`;
