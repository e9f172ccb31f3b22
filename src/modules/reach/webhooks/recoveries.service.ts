import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { ValidationFailed } from '../../../kernel/problems';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { RecoveryWorker } from './recovery-worker';
import type { RecoverDeliveries, RecoveredView } from './webhook-deliveries.dto';
import { WebhookRecoveriesRepository } from './webhook-recoveries.repository';
import { WebhookRecorder } from './webhook.recorder';
import { requireEnabled, WebhooksService } from './webhooks.service';

/** Has many deliveries to an endpoint sent again: counted at once, queued in the background. */
@Injectable()
export class RecoveriesService {
  constructor(
    private readonly recoveries: WebhookRecoveriesRepository,
    private readonly webhooks: WebhooksService,
    private readonly worker: RecoveryWorker,
    private readonly recorder: WebhookRecorder,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @param input the period in which the deliveries were made; with `dryRun` they are only counted
   * @throws NotFound, Conflict `webhook_disabled`, ValidationFailed when the period ends before it starts
   */
  recover(webhookId: string, input: RecoverDeliveries): Promise<RecoveredView> {
    return this.unitOfWork.run(async () => {
      const now = this.clock.now();
      const { since, until = now, statuses = ['failed', 'pending'], dryRun = false } = input;
      if (until < since) throw ValidationFailed.on('until', 'ends_before_start', 'until must not be before since.');
      // What a recovery sends is not part of it.
      const end = until < now ? until : now;
      requireEnabled(await this.webhooks.find(webhookId));
      let queued = 0;
      for (const status of statuses) {
        const count = await this.recoveries.count(webhookId, status, since, end);
        if (count > 0 && !dryRun) await this.recoveries.insert(webhookId, status, since, end, now);
        queued += count;
      }
      if (dryRun || queued === 0) return { queued };
      this.recorder.recovered(webhookId, { since, until: end, statuses, queued });
      this.unitOfWork.current.afterCommit(() => this.worker.wake());
      return { queued };
    });
  }
}
