import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { newId } from '../../../kernel/ids';
import type { BackgroundWork } from '../../../platform/background/background-work';
import { BackgroundWorkFactory } from '../../../platform/background/background-work-factory';
import { runInContext, systemContext, withContext } from '../../../platform/context/request-context';
import { BackgroundLog } from '../../../platform/logging/background-log';
import { ChangeRounds } from './change-rounds';
import { DueRulesRepository } from './due-rules.repository';
import { TimedRounds } from './timed-rounds';

const LOOK_INTERVAL_MS = 5_000;

/**
 * Lets rules do what is due, on every replica. Each step is one transaction, which claims guests and queues their message: a
 * replica that dies in the middle has done nothing, and another one does it.
 */
@Injectable()
export class RulesWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly work: BackgroundWork;

  constructor(
    private readonly due: DueRulesRepository,
    private readonly timed: TimedRounds,
    private readonly changes: ChangeRounds,
    private readonly log: BackgroundLog,
    workFactory: BackgroundWorkFactory,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.work = workFactory.create('message-rules', 'message rules could not be looked for');
  }

  onApplicationBootstrap(): void {
    this.work.every(LOOK_INTERVAL_MS, 'message-rules', () => this.runDue());
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.work.stop();
  }

  /** Does all that is due. What fails is tried again later, and keeps nothing else from being done. */
  runDue(): Promise<void> {
    return runInContext(systemContext(`message-rules:${newId()}`), async () => {
      const now = this.clock.now();
      const [rules, changes] = await Promise.all([this.due.dueRules(now), this.due.dueChanges(now)]);
      for (const { organizationId, id } of rules)
        await this.step(
          organizationId,
          () => this.timed.run(id),
          () => this.timed.putOff(id),
        );
      for (const { organizationId, ruleId, eventId } of changes)
        await this.step(organizationId, () => this.changes.run(ruleId, eventId));
    });
  }

  private async step(
    organizationId: string,
    work: () => Promise<void>,
    failed: () => Promise<void> = async () => undefined,
  ): Promise<void> {
    if (this.work.isStopping) return;
    await withContext({ scope: { organizationId } }, async () => {
      try {
        await work();
      } catch (error) {
        this.log.error(error, 'a message rule could not be followed; it will be tried again');
        await failed();
      }
    });
  }
}
