import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock';
import { inBatches } from '../jobs/in-batches';
import { JobRunner } from '../jobs/job-runner';
import { UnitOfWork } from '../tenancy/unit-of-work';

const KEPT_MS = 24 * 60 * 60 * 1000;
const BATCH_SIZE = 5_000;

const FORGET = {
  name: 'outbox-forget',
  text: `
    DELETE FROM outbox_events WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM outbox_events WHERE NOT followed AND created_at < $1 ORDER BY created_at LIMIT ${BATCH_SIZE}
    ))`,
};

/** Deletes events that nothing followed on after a day. The others go with what followed; that is its owner's to do. */
@Injectable()
export class OutboxRetention implements OnModuleInit {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly jobs: JobRunner,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.jobs.register({ name: 'forget-outbox-events', intervalSeconds: 3600, run: (stop) => this.forgetOld(stop) });
  }

  private async forgetOld(stop: AbortSignal): Promise<void> {
    const before = new Date(this.clock.now().getTime() - KEPT_MS);
    await inBatches(BATCH_SIZE, stop, () => this.forgetBatch(before));
  }

  private async forgetBatch(before: Date): Promise<number> {
    const { rowCount } = await this.unitOfWork.runUnscoped('old events of all organizations are deleted', () =>
      this.unitOfWork.current.client.query({ ...FORGET, values: [before] }),
    );
    return rowCount ?? 0;
  }
}
