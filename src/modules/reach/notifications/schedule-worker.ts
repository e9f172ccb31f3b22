import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { newId } from '../../../kernel/ids';
import type { BackgroundWork } from '../../../platform/background/background-work';
import { BackgroundWorkFactory } from '../../../platform/background/background-work-factory';
import { runInContext, systemContext, withContext } from '../../../platform/context/request-context';
import { BackgroundLog } from '../../../platform/logging/background-log';
import { ScheduleRepository } from './schedule.repository';
import { ScheduledSending } from './scheduled-sending';

const LOOK_INTERVAL_MS = 5_000;

/**
 * Sends notifications whose time has come, on every replica: one at a time locks each, and the transaction that gives it
 * its recipients makes it `queued`. A replica that dies meanwhile has done nothing.
 */
@Injectable()
export class ScheduleWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly work: BackgroundWork;

  constructor(
    private readonly schedule: ScheduleRepository,
    private readonly sending: ScheduledSending,
    private readonly log: BackgroundLog,
    workFactory: BackgroundWorkFactory,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.work = workFactory.create('scheduled-notifications', 'scheduled notifications could not be looked for');
  }

  onApplicationBootstrap(): void {
    this.work.every(LOOK_INTERVAL_MS, 'scheduled-notifications', () => this.sendDue());
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.work.stop();
  }

  /** Sends all that is due. What fails is tried again at the next look, and keeps nothing else from being sent. */
  sendDue(): Promise<void> {
    return runInContext(systemContext(`scheduled-notifications:${newId()}`), () => this.sendAllDue());
  }

  private async sendAllDue(): Promise<void> {
    for (const { organizationId, id } of await this.schedule.due(this.clock.now())) {
      if (this.work.isStopping) return;
      try {
        await withContext({ scope: { organizationId } }, () => this.sending.send(id));
      } catch (error) {
        this.log.error(error, 'a scheduled notification could not be sent; it will be tried again', {
          notification: id,
        });
      }
    }
  }
}
