import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import type { Logger } from 'pino';
import { BackgroundWork } from '../../platform/background/background-work';
import { BackgroundLog } from '../../platform/logging/background-log';
import { LOGGER } from '../../platform/logging/logger';
import { DeliveryClaims, LEASE_MARGIN_MS, type ClaimedDelivery, type EndpointKey } from './delivery-claims.repository';
import { DeliveryMetrics } from './delivery-metrics';
import { DeliveryResults } from './delivery-results';
import { DeliverySender } from './delivery-sender';
import { EndpointQueue, QUICK_MS, SLOW_MS, type Share } from './endpoint-queue';
import { ReadyDeliveries, type ReadyDelivery } from './ready-deliveries';

/** The most deliveries that one process sends at the same time. */
const MAX_IN_FLIGHT = 64;
/** The most deliveries that one process holds: more are claimed while those are sent, so that sending never pauses. */
const MAX_HELD = 8 * MAX_IN_FLIGHT;
/** With so many ready no more are claimed: a claim takes about as long as sending half of them. */
const ENOUGH_READY = 3 * MAX_IN_FLIGHT;
/** Besides the reserved slots there are as many as an organization may have endpoints: 50. */
const SLOTS = { most: MAX_IN_FLIGHT, reserved: 14, few: 2 };
/** A delivery claimed longer ago is not sent any more. Half of the lease's margin over the longest attempt. */
const STALE_MS = LEASE_MARGIN_MS / 2;
/**
 * How many of the deliveries held may be for endpoints that have not proven quick. After a start, when nothing is known
 * of any endpoint, all 50 of one organization fit in; once they have hung, most of the places are kept free of them.
 */
const SHARES = {
  unproven: 50,
  reserve: 10,
  slow: 24,
  slowPerOrganization: 12,
  steady: 24,
  steadyPerOrganization: 12,
};
/** How often to look for deliveries that are due again or that another replica left. */
const LOOK_INTERVAL_MS = 500;
/** How often to look for deliveries whose sender died. */
const FREE_INTERVAL_MS = 5_000;
/** How long a stopping service lets attempts under way go on. */
const STOP_GRACE_MS = 1_500;

/**
 * Sends deliveries, on every replica at once: woken when new ones are committed, and by a timer for those that are due
 * again. It claims a few, sends each without holding a connection to the database, and records the results; see
 * webhook-deliveries.dto.ts for the states. Unless a sender dies, each attempt is made exactly once.
 */
@Injectable()
export class DeliveryWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly queue = new EndpointQueue(SHARES);
  private readonly ready = new ReadyDeliveries(SLOTS);
  private readonly work: BackgroundWork;
  /** Organizations with an attempt that has been under way for long. */
  private hanging: ReadonlySet<string> = new Set();
  private claiming = false;
  private sendingSoon = false;

  constructor(
    private readonly claims: DeliveryClaims,
    private readonly sender: DeliverySender,
    private readonly results: DeliveryResults,
    private readonly metrics: DeliveryMetrics,
    scheduler: SchedulerRegistry,
    log: BackgroundLog,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.work = new BackgroundWork(
      'webhooks',
      // Claimed deliveries are freed when their lease has run out; the others are found at the next look.
      (error) => log.error(error, 'deliveries could not be claimed or sent; they will be tried again'),
      scheduler,
    );
    metrics.watch(() => this.ready.inFlight);
  }

  onApplicationBootstrap(): void {
    this.work.every(LOOK_INTERVAL_MS, 'webhooks-look', () => this.look());
    this.work.every(FREE_INTERVAL_MS, 'webhooks-free', () => this.freeLost());
  }

  /**
   * Lets attempts under way finish; after a moment it cuts them off, for another replica or the next start to repeat.
   */
  async beforeApplicationShutdown(): Promise<void> {
    void this.work.track(() => this.claims.giveBack(this.ready.takeBack(() => true)));
    await this.work.stopWithin(STOP_GRACE_MS, () => {
      this.results.stopRetrying();
      this.sender.cutOff();
    });
  }

  /** Announces that there may be something to send to these endpoints. Returns at once and never throws. */
  wake(endpoints: readonly EndpointKey[]): void {
    this.queue.add(endpoints);
    this.claimMore();
  }

  private async look(): Promise<void> {
    await this.noticeHanging();
    if (this.ready.size >= ENOUGH_READY) return;
    const due = await this.claims.look();
    this.queue.learnSlow(due.filter(({ slow }) => slow));
    this.wake(due);
  }

  /**
   * Notices endpoints that were quick but hang now. If an organization takes up its part of the slots that way, its other
   * claimed deliveries are given back, to make room for others.
   */
  private async noticeHanging(): Promise<void> {
    const hanging = this.ready.underWayLongerThan(QUICK_MS).map(({ endpoint }) => endpoint);
    this.hanging = new Set(hanging.map(({ organizationId }) => organizationId));
    await this.giveBack(this.ready.takeBack(({ quick, delivery }) => quick && this.isBlocked(delivery.endpoint)));
    for (const { webhookId } of hanging) this.queue.tookSoFar(webhookId, QUICK_MS);
    for (const { endpoint } of this.ready.underWayLongerThan(SLOW_MS))
      if (this.queue.tookSoFar(endpoint.webhookId, SLOW_MS)) await this.claims.noteSpeed(endpoint, true);
  }

  private readonly isBlocked = ({ organizationId }: EndpointKey): boolean =>
    this.hanging.has(organizationId) && !this.ready.admitsQuick(organizationId);

  private async freeLost(): Promise<void> {
    const freed = await this.claims.freeLost();
    if (freed.length === 0) return;
    this.metrics.count('lost', freed.length);
    this.logger.warn({ deliveries: freed.length }, 'the sender of deliveries died; they are sent again');
  }

  /**
   * Makes one claim at a time, so that claims are large: meanwhile more deliveries fall due and more places are freed.
   */
  private claimMore(): void {
    if (this.work.isStopping || this.claiming || this.ready.size >= ENOUGH_READY) return;
    const room = MAX_HELD - this.ready.size - this.ready.inFlight;
    const endpoints = this.queue.take(room, this.isBlocked);
    if (endpoints.length === 0) return;
    this.claiming = true;
    void this.work
      .track(() => this.claim(endpoints, room))
      .finally(() => {
        this.claiming = false;
        this.claimMore();
      });
  }

  private async claim(endpoints: readonly Share[], most: number): Promise<void> {
    const startBefore = performance.now() + STALE_MS;
    const deliveries = await this.claims.claim(endpoints, most);
    this.queue.claimed(endpoints, deliveries, most);
    for (const delivery of deliveries)
      this.ready.add({ delivery, quick: this.queue.isQuick(delivery.endpoint), startBefore });
    if (this.work.isStopping) await this.claims.giveBack(this.ready.takeBack(() => true));
    else this.sendMore();
  }

  private sendMore(): void {
    for (let next = this.ready.begin(); next !== null; next = this.ready.begin())
      void this.work.follow(this.deliver(next));
  }

  private async giveBack(deliveries: readonly ClaimedDelivery[]): Promise<void> {
    try {
      await this.claims.giveBack(deliveries);
    } finally {
      for (const delivery of deliveries) this.queue.ended(delivery, null);
    }
  }

  /**
   * Sends the successors of all attempts that ended in one turn of the event loop together, which wakes receivers once.
   */
  private sendMoreSoon(): void {
    if (this.sendingSoon) return;
    this.sendingSoon = true;
    setImmediate(() => {
      this.sendingSoon = false;
      if (!this.work.isStopping) this.sendMore();
    });
  }

  private async deliver(ready: ReadyDelivery): Promise<void> {
    const { delivery, startBefore } = ready;
    if (performance.now() >= startBefore) {
      // It has waited so long that its lease might run out while it is being sent.
      this.ready.end(ready);
      return this.giveBack([delivery]);
    }
    const attempt = await this.sender.send(delivery);
    this.ready.end(ready);
    if (this.work.isStopping && attempt.error === 'cut_off') {
      this.metrics.count('lost');
      return this.claims.giveUp([delivery]);
    }
    this.sendMoreSoon();
    this.claimMore();
    await this.results.record(attempt);
    const { endpoint } = delivery;
    const turned = this.queue.ended(delivery, attempt);
    this.claimMore();
    if (turned) await this.claims.noteSpeed(endpoint, this.queue.isSlow(endpoint));
  }
}
