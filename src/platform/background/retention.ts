import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock';
import { HOUR_SECONDS } from '../../kernel/durations';
import type { NamedStatement } from '../database/named';
import { oldRowsByJob, type OldRows } from '../records/kept';
import { UnitOfWork } from '../tenancy/unit-of-work';
import { inBatches } from './in-batches';
import { JobRunner } from './job-runner';

/** More often than once a day, so that each round finds little. */
const INTERVAL_SECONDS = HOUR_SECONDS;
const BATCH_SIZE = 1_000;

const REASON = 'old rows of all organizations are deleted';

/**
 * Deletes old rows of all organizations every hour ({@link KeptFor}), in many small transactions: a backlog from a time
 * without a process can't make one long enough to be cut off, or to block others. Locked rows are left to the next round.
 */
@Injectable()
export class Retention implements OnModuleInit {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly jobs: JobRunner,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    for (const [name, rows] of oldRowsByJob()) {
      const deletions = rows.map((each, index) => ({ keptMs: each.keptMs, statement: deletionOf(each, name, index) }));
      this.jobs.register({
        name,
        intervalSeconds: INTERVAL_SECONDS,
        run: async (stop) => {
          for (const { statement, keptMs } of deletions) await this.deleteAll(statement, keptMs, stop);
        },
      });
    }
  }

  private async deleteAll(statement: NamedStatement, keptMs: number, stop: AbortSignal): Promise<void> {
    const query = { ...statement, values: [new Date(this.clock.now().getTime() - keptMs)] };
    await inBatches(BATCH_SIZE, stop, async () => (await this.unitOfWork.runByIndex(REASON, query)).rowCount ?? 0);
  }
}

function deletionOf({ table, condition }: OldRows, job: string, index: number): NamedStatement {
  return {
    name: `${job}-${index}`,
    text: `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${table} WHERE ${condition} LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED))`,
  };
}
