import { Inject, Injectable } from '@nestjs/common';
import { Job } from '../../../platform/background/job.decorator';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { NotFound } from '../../../kernel/problems';
import { withContext } from '../../../platform/context/request-context';
import { BackgroundLog } from '../../../platform/logging/background-log';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { CurrentBilling } from './current-billing';
import { SubscriptionPeriods } from './subscription-periods';
import { SubscriptionsRepository, type DueSubscription } from './subscriptions.repository';

/** Periods end at any time of the day, and renewals should follow soon. */
const INTERVAL_SECONDS = 900;

/**
 * Begins the next period of the subscriptions whose period is over, and ends those that were cancelled. One period is
 * one transaction under the lock of the organization's billing, which checks again whether it is due: a period has one
 * invoice even if the job is cut off, or runs several times at once. After a standstill the missed periods follow one
 * by one.
 */
@Injectable()
export class Renewals {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly billing: CurrentBilling,
    private readonly periods: SubscriptionPeriods,
    private readonly unitOfWork: UnitOfWork,
    private readonly log: BackgroundLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Renews all due subscriptions. One that fails is left for the next round, and the others are renewed.
   *
   * @throws Error when anything failed
   */
  @Job({ name: 'renew-subscriptions', intervalSeconds: INTERVAL_SECONDS })
  async renewDue(stop: AbortSignal): Promise<void> {
    const failed = new Set<string>();
    let last: DueSubscription | null = null;
    for (;;) {
      const due: DueSubscription[] = await this.subscriptions.due(this.clock.now(), last);
      for (const { organizationId } of due) {
        if (stop.aborted) return;
        // A subscription that failed after some of its periods comes up again further on in the list.
        if (!failed.has(organizationId) && !(await this.catchUp(organizationId, stop))) failed.add(organizationId);
      }
      last = due.at(-1) ?? null;
      if (last === null) break;
    }
    if (failed.size > 0) throw new Error(`Subscriptions that could not be renewed: ${failed.size}.`);
  }

  /** Renews all due periods of an organization; says whether all went well. */
  private async catchUp(organizationId: string, stop: AbortSignal): Promise<boolean> {
    try {
      await withContext({ scope: { organizationId } }, async () => {
        while (!stop.aborted && (await this.renewOnce()));
      });
      return true;
    } catch (error) {
      // The organization was deleted meanwhile.
      if (error instanceof NotFound) return true;
      this.log.error(error, 'a subscription could not be renewed; it will be tried again', { organizationId });
      return false;
    }
  }

  /** Renews one period, if one is over; says whether it did, since then another one may be over too. */
  private renewOnce(): Promise<boolean> {
    return this.unitOfWork.run(async () => {
      // Somebody is changing it at this moment: the next round sees the result.
      if (!(await this.subscriptions.tryLockBilling())) return false;
      const before = await this.billing.read();
      const { current } = before;
      if (current === null || new Date(current.currentPeriodEnd) > this.clock.now()) return false;
      if (current.cancelAtPeriodEnd) await this.periods.end(current);
      else await this.periods.renew(current);
      await this.billing.record(current.cancelAtPeriodEnd ? 'ended' : 'renewed', before);
      return true;
    });
  }
}
