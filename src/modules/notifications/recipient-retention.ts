import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock';
import { BY_INDEX } from '../../platform/database/by-index';
import { inBatches } from '../../platform/jobs/in-batches';
import { JobRunner } from '../../platform/jobs/job-runner';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work';

const KEPT_DAYS = 90;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Looked at more often than once a day: a process that is restarted every day would never live to see a day's interval. */
const INTERVAL_SECONDS = 3600;
const BATCH_SIZE = 1_000;
const REASON = 'old recipients of all organizations are deleted';

const FORGET = {
  name: 'notification-forget',
  text: `
    DELETE FROM notification_recipients WHERE ctid = ANY (ARRAY(
      SELECT r.ctid FROM notification_recipients r WHERE r.finished_at < $1 LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED
    ))`,
};

/** Deletes recipients, and with them their addresses, 90 days after they were done with. Their notification stays. */
@Injectable()
export class RecipientRetention implements OnModuleInit {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly jobs: JobRunner,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.jobs.register({
      name: 'forget-notification-recipients',
      intervalSeconds: INTERVAL_SECONDS,
      run: (stop) => this.forgetOld(stop),
    });
  }

  private async forgetOld(stop: AbortSignal): Promise<void> {
    const before = new Date(this.clock.now().getTime() - KEPT_DAYS * DAY_MS);
    await inBatches(BATCH_SIZE, stop, () => this.forgetBatch(before));
  }

  private forgetBatch(before: Date): Promise<number> {
    return this.unitOfWork.runUnscoped(REASON, async () => {
      const { client } = this.unitOfWork.current;
      const [, deleted] = await Promise.all([client.query(BY_INDEX), client.query({ ...FORGET, values: [before] })]);
      return deleted.rowCount ?? 0;
    });
  }
}
