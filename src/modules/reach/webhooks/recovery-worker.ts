import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { BackgroundWork } from '../../../platform/background/background-work';
import { BackgroundWorkFactory } from '../../../platform/background/background-work-factory';
import { DeliveryWorker } from './delivery-worker';
import { WebhookRecoveriesRepository } from './webhook-recoveries.repository';

/** How often to look for recoveries that another process began and left. */
const LOOK_INTERVAL_MS = 5_000;

/** Queues the deliveries of recoveries again, batch by batch, on every replica; each batch is a transaction of its own. */
@Injectable()
export class RecoveryWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly work: BackgroundWork;

  constructor(
    private readonly recoveries: WebhookRecoveriesRepository,
    private readonly deliveries: DeliveryWorker,
    workFactory: BackgroundWorkFactory,
  ) {
    this.work = workFactory.create('webhooks-recover', 'deliveries could not be queued again; it will be tried again');
  }

  onApplicationBootstrap(): void {
    this.work.every(LOOK_INTERVAL_MS, 'webhooks-recover', () => this.queueAll());
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.work.stop();
  }

  /** Announces that there is a new recovery. Returns at once and never throws. */
  wake(): void {
    if (!this.work.isStopping) void this.work.track(() => this.queueAll());
  }

  private async queueAll(): Promise<void> {
    for (;;) {
      if (this.work.isStopping) return;
      const endpoint = await this.recoveries.queueBatch();
      if (endpoint === null) return;
      this.deliveries.wake([endpoint]);
    }
  }
}
