import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock';
import { HOUR_SECONDS } from '../../kernel/durations';
import { UnitOfWork } from '../tenancy/unit-of-work';
import { inBatches } from './in-batches';
import { JobRunner } from './job-runner';

/** More often than once a day, so that each round finds little. */
const INTERVAL_SECONDS = HOUR_SECONDS;
const BATCH_SIZE = 1_000;

/** Rows to delete. Table and condition are SQL written by a programmer; nothing of it comes from a caller. */
export interface OldRows {
  readonly table: string;
  /** `$1` is the moment that lies `keptMs` back. */
  readonly condition: string;
  readonly keptMs: number;
}

/**
 * Deletes old rows of all organizations every hour, in many small transactions: a backlog from a time without a process
 * can't make one long enough to be cut off, or to block others. Locked rows are left to the next round.
 */
@Injectable()
export class Retention {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly jobs: JobRunner,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @param name of the job
   * @param reason why it runs unscoped
   * @param kinds in the order in which they are deleted
   */
  register(name: string, reason: string, ...kinds: OldRows[]): void {
    const deletions = kinds.map(({ table, condition, keptMs }, index) => ({
      keptMs,
      statement: {
        name: `${name}-${index}`,
        text: `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
          SELECT ctid FROM ${table} WHERE ${condition} LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED))`,
      },
    }));
    const run = async (stop: AbortSignal) => {
      for (const { statement, keptMs } of deletions) {
        const before = new Date(this.clock.now().getTime() - keptMs);
        const query = { ...statement, values: [before] };
        await inBatches(BATCH_SIZE, stop, async () => (await this.unitOfWork.runByIndex(reason, query)).rowCount ?? 0);
      }
    };
    this.jobs.register({ name, intervalSeconds: INTERVAL_SECONDS, run });
  }
}
