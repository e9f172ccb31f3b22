import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { CLOCK, type Clock } from '../../kernel/clock';
import { lastOf } from '../../kernel/lists';
import { Job } from '../background/job.decorator';
import { BackgroundWork } from '../background/background-work';
import { onlyRow } from '../database/only-row';
import { BackgroundLog } from '../logging/background-log';
import { BY_INDEX } from '../database/by-index';
import { named } from '../database/named';
import { Resealing } from '../background/resealing';
import { UnscopedStatement } from '../tenancy/statement';
import { tableOf } from '../database/table';
import { TenantDatabase } from '../tenancy/tenant-database';
import { TenantRows } from '../tenancy/tenant-rows';
import { UnitOfWork } from '../tenancy/unit-of-work';
import { AuditSeal } from './audit-seal.entity';
import { LASTING_TABLES } from './audit-tables';
import { CHAIN_START, PLATFORM_CHAIN, SEALABLE_COLUMNS, sealOf, type SealableRecord } from './audit-chain';
import { AuditUnsealed } from './audit-unsealed.entity';
import { ChainHeads, type StoredHead } from './chain-heads';

/** How often each process looks for records to seal: readers of changes see them within two seconds of their commit. */
const LOOK_MS = 500;
const TIMER = 'seal-new-audit-records';
/** The job does the same more slowly, and reports what could not be sealed. */
const INTERVAL_SECONDS = 20;
const ROUND_MS = 10_000;
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
const HEAD = named('SELECT position, hash, signature FROM audit_heads WHERE organization_id = $1');
/**
 * In the order of their numbers. Looks each record up by its id: a join in the order of ids might read all that were ever
 * sealed. The statement has no name, so that it is planned again each time: a plan made while a year's partition was empty might use the wrong index.
 */
const WAITING = {
  text: `SELECT waiting.number, ${SEALABLE_COLUMNS} FROM (
      SELECT audit_record_id AS id, number FROM audit_unsealed WHERE organization_id = $1 ORDER BY number LIMIT ${BATCH_SIZE}
    ) AS waiting CROSS JOIN LATERAL (SELECT * FROM audit_records WHERE organization_id = $1 AND id = waiting.id OFFSET 0) AS r ORDER BY waiting.number`,
};
/** VALUES has a row for each that `unnest` gives: a distributed database copies what comes from FROM. */
const SEAL = named(`INSERT INTO audit_seals (${seal.organizationId}, ${seal.position}, ${seal.auditRecordId},
    ${seal.hash}, ${seal.sealedAt})
    VALUES ($1::uuid, unnest($2::bigint[]), unnest($3::uuid[]), unnest($4::bytea[]), $5::timestamptz)`);
const NEW_HEAD = named(`INSERT INTO audit_heads (organization_id, position, hash, signature) VALUES ($1, $2, $3, $4)
    ON CONFLICT (organization_id) DO UPDATE
      SET position = excluded.position, hash = excluded.hash, signature = excluded.signature`);
const SEALED = named(`DELETE FROM audit_unsealed WHERE ${unsealed.organizationId} = $1
    AND ${unsealed.number} = ANY ($2::bigint[])`);

/**
 * Links the audit records of each organization into a hash chain, in the background and in batches, so that no change
 * waits for the previous one to be linked; `audit_unsealed` lists the records that wait.
 *
 * A record's position in the chain is also its position among the changes that the organization's programs read. A
 * record takes its number when it is written, right before the commit, and records are appended in the order of their
 * numbers: a change that could see another has the higher number and the later position, and nothing is ever put before
 * a position that was given. A long transaction delays nobody: its records come after those of shorter ones.
 */
@Injectable()
export class AuditSealing implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  /**
   * Where the next round starts, so that rounds that run out of time don't neglect the same organizations every time.
   */
  private start = PLATFORM_CHAIN;
  /** Those that {@link sealNew} could not seal, and until when it leaves them alone. */
  private readonly failedChains = new Map<string, number>();
  private readonly work: BackgroundWork;

  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
    private readonly tenantRows: TenantRows,
    private readonly heads: ChainHeads,
    private readonly resealing: Resealing,
    scheduler: SchedulerRegistry,
    private readonly log: BackgroundLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.work = new BackgroundWork(
      'audit',
      (error) => this.log.warn(error, 'new audit records could not be sealed yet'),
      scheduler,
    );
  }

  onModuleInit(): void {
    this.tenantRows.keep(LASTING_TABLES);
    this.resealing.register(this.heads.column);
  }

  onApplicationBootstrap(): void {
    this.work.every(LOOK_MS, TIMER, () => this.sealNew());
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.work.stop();
  }

  /**
   * Runs one round: seals the waiting records, a batch per chain, round robin, until none is left or time is up. Any
   * number of rounds may run at once.
   *
   * @param stop ends the round early
   * @throws the first failure, after the other chains were served
   */
  @Job({ name: 'seal-audit-records', intervalSeconds: INTERVAL_SECONDS })
  async seal(stop: AbortSignal): Promise<void> {
    const failures: unknown[] = [];
    await this.round(
      () => stop.aborted,
      (_chain, error) => failures.push(error),
    );
    if (failures.length > 0) throw failures[0];
  }

  /** Seals what an organization's transactions have committed until now, so that its chain includes it. */
  async sealAllOf(organizationId: string): Promise<void> {
    const isWaiting = async () => (await this.firstChain(organizationId)) === organizationId;
    while (await isWaiting()) if ((await this.sealBatch(organizationId, LOCK)) < BATCH_SIZE) return;
  }

  /** A chain that can't be sealed is left to the job for a while, which logs the reason each time. */
  private async sealNew(): Promise<void> {
    await this.round(
      () => this.work.isStopping,
      (chain) => this.failedChains.set(chain, performance.now() + INTERVAL_SECONDS * 1_000),
      (chain) => (this.failedChains.get(chain) ?? 0) > performance.now(),
    );
    for (const [chain, untilMs] of this.failedChains) if (untilMs <= performance.now()) this.failedChains.delete(chain);
  }

  private async round(
    isStopped: () => boolean,
    failed: (chain: string, error: unknown) => void,
    isSkipped: (chain: string) => boolean = () => false,
  ): Promise<void> {
    const deadline = performance.now() + ROUND_MS;
    let more = true;
    while (more) {
      more = this.start !== PLATFORM_CHAIN;
      for (let chain = await this.firstChain(this.start); chain !== null; chain = await this.chainAfter(chain)) {
        this.start = chain;
        if (isStopped() || performance.now() > deadline) return;
        if (isSkipped(chain)) continue;
        try {
          more = (await this.sealBatch(chain, TRY_LOCK)) === BATCH_SIZE || more;
        } catch (error) {
          failed(chain, error);
        }
      }
      this.start = PLATFORM_CHAIN;
    }
  }

  /** The first chain with waiting records, from this one on. */
  private async firstChain(from: string): Promise<string | null> {
    return (await this.database.unscopedRow<{ chain: string }>(FIRST_CHAIN, from))?.chain ?? null;
  }

  private async chainAfter(chain: string): Promise<string | null> {
    return (await this.database.unscopedRow<{ chain: string }>(NEXT_CHAIN, chain))?.chain ?? null;
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
