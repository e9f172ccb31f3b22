import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock';
import { BY_INDEX } from '../database/by-index';
import { named } from '../database/named';
import { JobRunner } from '../background/job-runner';
import { UnscopedStatement } from '../tenancy/statement';
import { TenantDatabase } from '../tenancy/tenant-database';
import { TenantRows } from '../tenancy/tenant-rows';
import { UnitOfWork } from '../tenancy/unit-of-work';
import { LASTING_TABLES } from './audit-tables';
import { CHAIN_START, PLATFORM_CHAIN, SEALABLE_COLUMNS, sealOf, type SealableRecord } from './audit-chain';

/** Short enough that a record is sealed within a minute even if a round is missed. */
const INTERVAL_SECONDS = 20;
const ROUND_MS = 10_000;
/** The most records that one transaction seals. */
const BATCH_SIZE = 500;

const REASON = 'the audit records of all organizations are sealed';

const NEXT_CHAIN = new UnscopedStatement(
  REASON,
  'SELECT organization_id AS chain FROM audit_unsealed WHERE organization_id > $1 ORDER BY organization_id LIMIT 1',
);
const LOCK = named(`SELECT pg_advisory_xact_lock(hashtextextended('audit-chain:' || $1::text, 0))`);
const HEAD = named('SELECT position, hash FROM audit_seals WHERE organization_id = $1 ORDER BY position DESC LIMIT 1');
/**
 * Looks each record up by its id: a join in the order of ids might read all that were ever sealed. The statement has no
 * name, so that it is planned anew each time: a plan made while a year's partition was empty might use the wrong index.
 */
const WAITING = {
  text: `SELECT ${SEALABLE_COLUMNS} FROM (
      SELECT audit_record_id AS id FROM audit_unsealed WHERE organization_id = $1 ORDER BY audit_record_id LIMIT ${BATCH_SIZE}
    ) AS waiting CROSS JOIN LATERAL (SELECT * FROM audit_records WHERE id = waiting.id OFFSET 0) AS r ORDER BY waiting.id`,
};
const SEAL = named(`INSERT INTO audit_seals (organization_id, position, audit_record_id, hash, sealed_at)
    SELECT $1, seal.position, seal.record, seal.hash, $5
    FROM unnest($2::bigint[], $3::uuid[], $4::bytea[]) AS seal (position, record, hash)`);
const SEALED = named('DELETE FROM audit_unsealed WHERE organization_id = $1 AND audit_record_id = ANY ($2)');

/**
 * Links the audit records of each organization into a hash chain. A background job does it in batches, so that no
 * change waits for the previous one to be linked; `audit_unsealed` lists the records that wait.
 */
@Injectable()
export class AuditSealing implements OnModuleInit {
  /**
   * Where the next round starts, so that rounds that run out of time don't neglect the same organizations every time.
   */
  private start = PLATFORM_CHAIN;

  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
    private readonly jobs: JobRunner,
    private readonly tenantRows: TenantRows,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.tenantRows.keep(LASTING_TABLES);
    this.jobs.register({
      name: 'seal-audit-records',
      intervalSeconds: INTERVAL_SECONDS,
      run: (stop) => this.seal(stop),
    });
  }

  /**
   * Runs one round: seals the waiting records, a batch per chain, round robin, until none is left or time is up. Any
   * number of rounds may run at once.
   *
   * @param stop ends the round early
   * @throws the first failure, after the other chains were served
   */
  async seal(stop: AbortSignal): Promise<void> {
    const deadline = performance.now() + ROUND_MS;
    const failures: unknown[] = [];
    let more = true;
    while (more) {
      more = this.start !== PLATFORM_CHAIN;
      for (let chain: string | null = this.start; chain !== null; chain = await this.chainAfter(chain)) {
        this.start = chain;
        if (stop.aborted || performance.now() > deadline) return;
        try {
          more = (await this.sealBatch(chain)) === BATCH_SIZE || more;
        } catch (error) {
          failures.push(error);
        }
      }
      this.start = PLATFORM_CHAIN;
    }
    if (failures.length > 0) throw failures[0];
  }

  private async chainAfter(chain: string): Promise<string | null> {
    return (await this.database.unscopedRow<{ chain: string }>(NEXT_CHAIN, chain))?.chain ?? null;
  }

  /** Seals the oldest waiting records of a chain. @returns how many */
  private sealBatch(chain: string): Promise<number> {
    return this.unitOfWork.runUnscoped(REASON, async () => {
      const { client } = this.unitOfWork.current;
      // Sent together, but run in this order: the reads see what the lock's previous owner has written.
      const [, , head, waiting] = await Promise.all([
        client.query(BY_INDEX),
        client.query({ ...LOCK, values: [chain] }),
        client.query<{ position: string; hash: Buffer }>({ ...HEAD, values: [chain] }),
        client.query<SealableRecord>({ ...WAITING, values: [chain] }),
      ]);
      const records = waiting.rows;
      if (records.length === 0) return 0;
      const first = Number(head.rows[0]?.position ?? 0) + 1;
      const hashes = sealAll(head.rows[0]?.hash ?? CHAIN_START, first, records);
      const ids = records.map((record) => record.id);
      const positions = records.map((_, index) => first + index);
      await Promise.all([
        client.query({ ...SEAL, values: [chain, positions, ids, hashes, this.clock.now()] }),
        client.query({ ...SEALED, values: [chain, ids] }),
      ]);
      return records.length;
    });
  }
}

function sealAll(head: Buffer, first: number, records: readonly SealableRecord[]): Buffer[] {
  let previous = head;
  return records.map((record, index) => (previous = sealOf(previous, first + index, record)));
}
