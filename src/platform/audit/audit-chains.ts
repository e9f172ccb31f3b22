import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock';
import { lastOf } from '../../kernel/lists';
import { BY_INDEX } from '../database/by-index';
import { named } from '../database/named';
import { onlyRow } from '../database/only-row';
import { columnList, columnsOf, tableOf } from '../database/table';
import { UnscopedStatement } from '../tenancy/statement';
import { TenantDatabase } from '../tenancy/tenant-database';
import { UnitOfWork } from '../tenancy/unit-of-work';
import { CHAIN_START, SEALABLE_COLUMNS, sealOf, type SealableRecord } from './audit-chain';
import { AuditSeal } from './audit-seal.entity';
import { AuditUnsealed } from './audit-unsealed.entity';
import { ChainHeads, type StoredHead } from './chain-heads';
import { AuditHead } from './audit-head.entity';
import { AuditRecord } from './audit-record.entity';

const AUDIT_HEAD = columnsOf(AuditHead);
const EXCLUDED = columnsOf(AuditHead, 'excluded');
const AUDIT_UNSEALED = columnsOf(AuditUnsealed);
const AUDIT_RECORD = columnsOf(AuditRecord);

/** The most records that one transaction seals. */
const BATCH_SIZE = 500;

const REASON = 'the audit records of all organizations are sealed';

const { fields: unsealed } = tableOf(AuditUnsealed);
const FIRST_CHAIN = new UnscopedStatement(
  REASON,
  `SELECT ${unsealed.organizationId} AS chain FROM audit_unsealed WHERE ${unsealed.organizationId} >= $1
   ORDER BY ${unsealed.organizationId} LIMIT 1`,
);
const NEXT_CHAIN = new UnscopedStatement(
  REASON,
  `SELECT ${unsealed.organizationId} AS chain FROM audit_unsealed WHERE ${unsealed.organizationId} > $1
   ORDER BY ${unsealed.organizationId} LIMIT 1`,
);
const LOCK = named(`SELECT true AS locked FROM pg_advisory_xact_lock(hashtextextended('audit-chain:' || $1::text, 0))`);
const TRY_LOCK = named(`SELECT pg_try_advisory_xact_lock(hashtextextended('audit-chain:' || $1::text, 0)) AS locked`);
const { fields: seal } = tableOf(AuditSeal);
const LAST_SEAL = named(
  `SELECT ${seal.position}, ${seal.hash} FROM audit_seals WHERE ${seal.organizationId} = $1
   ORDER BY ${seal.position} DESC LIMIT 1`,
);
const HEAD = named(
  `SELECT ${AUDIT_HEAD.position}, ${AUDIT_HEAD.hash}, ${AUDIT_HEAD.signature} FROM audit_heads
   WHERE ${AUDIT_HEAD.organizationId} = $1`,
);
/**
 * In the order of their numbers. Looks each record up by its id: a join in the order of ids might read all that were ever
 * sealed. The statement has no name, so that it is planned again each time: a plan made while a year's partition was empty might use the wrong index.
 */
const WAITING = {
  text: `SELECT waiting.number, ${SEALABLE_COLUMNS} FROM (
      SELECT ${AUDIT_UNSEALED.auditRecordId} AS id, ${AUDIT_UNSEALED.number} FROM audit_unsealed
      WHERE ${AUDIT_UNSEALED.organizationId} = $1 ORDER BY ${AUDIT_UNSEALED.number} LIMIT ${BATCH_SIZE}
    ) AS waiting CROSS JOIN LATERAL (SELECT * FROM audit_records
    WHERE ${AUDIT_RECORD.organizationId} = $1 AND ${AUDIT_RECORD.id} = waiting.id OFFSET 0) AS r
    ORDER BY waiting.number`,
};
/** VALUES has a row for each that `unnest` gives: a distributed database copies what comes from FROM. */
const SEAL = named(`INSERT INTO audit_seals (${seal.organizationId}, ${seal.position}, ${seal.auditRecordId},
    ${seal.hash}, ${seal.sealedAt})
    VALUES ($1::uuid, unnest($2::bigint[]), unnest($3::uuid[]), unnest($4::bytea[]), $5::timestamptz)`);
const NEW_HEAD =
  named(`INSERT INTO audit_heads (${columnList(AuditHead, 'organizationId', 'position', 'hash', 'signature')})
    VALUES ($1, $2, $3, $4)
    ON CONFLICT (${AUDIT_HEAD.organizationId}) DO UPDATE
      SET ${AUDIT_HEAD.position} = ${EXCLUDED.position}, ${AUDIT_HEAD.hash} = ${EXCLUDED.hash},
        ${AUDIT_HEAD.signature} = ${EXCLUDED.signature}`);
const SEALED = named(`DELETE FROM audit_unsealed WHERE ${unsealed.organizationId} = $1
    AND ${unsealed.number} = ANY ($2::bigint[])`);

/** The hash chains of organizations and the platform, one at a time, and the records that wait for them. */
@Injectable()
export class AuditChains {
  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
    private readonly heads: ChainHeads,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Seals what an organization's transactions have committed until now, so that its chain includes it. */
  async sealAllOf(organizationId: string): Promise<void> {
    const isWaiting = async () => (await this.firstChain(organizationId)) === organizationId;
    while (await isWaiting()) if ((await this.sealBatch(organizationId, LOCK)) < BATCH_SIZE) return;
  }

  /** The first chain with waiting records, from this one on. */
  async firstChain(from: string): Promise<string | null> {
    return (await this.database.unscopedRow<{ chain: string }>(FIRST_CHAIN, from))?.chain ?? null;
  }

  /** The next chain with waiting records behind this one. */
  async chainAfter(chain: string): Promise<string | null> {
    return (await this.database.unscopedRow<{ chain: string }>(NEXT_CHAIN, chain))?.chain ?? null;
  }

  /** Seals a batch of a chain, unless another process does. @returns whether more of it may wait */
  async sealSome(chain: string): Promise<boolean> {
    return (await this.sealBatch(chain, TRY_LOCK)) === BATCH_SIZE;
  }

  /**
   * Seals the first waiting records of a chain.
   *
   * @param lock waits for another process that seals the chain, or leaves the chain to it
   * @returns how many
   */
  private sealBatch(chain: string, lock: typeof LOCK): Promise<number> {
    return this.unitOfWork.runUnscoped(REASON, async () => {
      const { client } = this.unitOfWork.current;
      // Sent together, but run in this order: the reads see what the lock's previous owner has written.
      const [, locked, lastSeal, head, waiting] = await Promise.all([
        client.query(BY_INDEX),
        client.query<{ locked: boolean }>({ ...lock, values: [chain] }),
        client.query<{ position: string; hash: Buffer }>({ ...LAST_SEAL, values: [chain] }),
        client.query<StoredHead>({ ...HEAD, values: [chain] }),
        client.query<SealableRecord & { number: string }>({ ...WAITING, values: [chain] }),
      ]);
      const records = waiting.rows;
      const end = head.rows[0] ?? null;
      // Who has only the old key while a new one takes over leaves a chain to those who have both.
      if (records.length === 0 || !onlyRow(locked).locked || this.heads.isOfAnotherKey(end)) return 0;
      const last = lastSeal.rows.map(({ position, hash }) => ({ position: Number(position), hash }))[0] ?? null;
      const first = (last?.position ?? 0) + 1;
      const hashes = sealAll(last?.hash ?? CHAIN_START, first, records);
      const ids = records.map((record) => record.id);
      const positions = records.map((_, index) => first + index);
      await Promise.all([
        client.query({ ...SEAL, values: [chain, positions, ids, hashes, this.clock.now()] }),
        client.query({ ...SEALED, values: [chain, records.map(({ number }) => number)] }),
        // An end that somebody else has made stays what it is, and is found by a verification.
        this.heads.isEnd(chain, last, end) &&
          client.query({ ...NEW_HEAD, values: this.newHead(chain, lastOf(positions), lastOf(hashes)) }),
      ]);
      return records.length;
    });
  }

  private newHead(chain: string, position: number, hash: Buffer): unknown[] {
    return [chain, position, hash, this.heads.sign(chain, { position, hash })];
  }
}

function sealAll(head: Buffer, first: number, records: readonly SealableRecord[]): Buffer[] {
  let previous = head;
  return records.map((record, index) => (previous = sealOf(previous, first + index, record)));
}
