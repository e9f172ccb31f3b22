import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import type { BackgroundWork } from '../../../platform/background/background-work';
import { BackgroundWorkFactory } from '../../../platform/background/background-work-factory';
import { currentOrganizationId } from '../../../platform/context/request-context';
import { LOGGER } from '../../../platform/logging/logger';
import type { Transaction } from '../../../platform/transaction/transaction';
import { DeliveryClaims, LEASE_MARGIN_MS, type ClaimedDelivery, type EndpointKey } from './delivery-claims.repository';
import { DeliveryMetrics } from './delivery-metrics';
import { DeliveryResults } from './delivery-results';
import { DeliverySender } from './delivery-sender';
import { EndpointQueue, SLOW_MS, type Share } from './endpoint-queue';
import { ReadyDeliveries, type ReadyDelivery } from './ready-deliveries';

/** Besides the reserved slots there are as many as an organization may have endpoints. */
const SLOTS = { total: 64, reserved: 14 };
/**
 * The most claimed deliveries that wait for a slot. Without waiting ones, sending would pause during each claim, which
 * takes about as long as sending a quarter; without a bound, leases would expire. Claims begin when half of them wait.
 */
const MAX_READY = 6 * SLOTS.total;
/** After a start, when nothing is known of any endpoint, all 50 of one organization have a slot. */
const SHARES = { unproven: SLOTS.total - SLOTS.reserved, slow: 24, slowPerOrganization: 12 };
/** A delivery claimed longer ago is not sent any more. Half of the lease's margin over the longest attempt. */
const STALE_MS = LEASE_MARGIN_MS / 2;
/** An organization with an attempt that has been under way for longer may have endpoints that hang. */
const HANGING_MS = 1_000;
/** How often to look for deliveries that are due again or that another replica left. */
const LOOK_INTERVAL_MS = 500;
/** How often to look for deliveries whose sender died. */
const FREE_INTERVAL_MS = 5_000;
/** How long a stopping service lets attempts under way go on. */
const STOP_GRACE_MS = 1_500;

/**
 * Sends deliveries, on every replica at once: woken when new ones are committed, and by a timer for those that are due
 * again. It claims a few, sends each without occupying a connection to the database, and records the results; see
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
    workFactory: BackgroundWorkFactory,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    // Claimed deliveries are freed when their lease has run out; the others are found at the next look.
    this.work = workFactory.create('webhooks', 'deliveries could not be claimed or sent; they will be tried again');
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

  /** Like {@link wake}, for an endpoint of the organization in scope, once a transaction has committed. */
  wakeAfterCommit(webhookId: string, transaction: Transaction): void {
    const endpoint = { organizationId: currentOrganizationId(), webhookId };
    transaction.afterCommit(() => this.wake([endpoint]));
  }

  private async look(): Promise<void> {
    await this.noticeHanging();
    if (this.ready.size >= MAX_READY / 2) return;
    const due = await this.claims.look();
    this.queue.learnSlow(due.filter(({ slow }) => slow));
    this.wake(due);
  }

  /**
   * Notices endpoints that were responsive but hang now. If an organization takes up its part of the slots that way, its
   * other claimed deliveries are given back, so that others can be claimed.
   */
  private async noticeHanging(): Promise<void> {
    const hanging = this.ready.underWayLongerThan(HANGING_MS);
    this.hanging = new Set(hanging.map(({ endpoint }) => endpoint.organizationId));
    await this.giveBack(
      this.ready.takeBack(({ responsive, delivery }) => responsive && this.isBlocked(delivery.endpoint)),
    );
    for (const { endpoint } of this.ready.underWayLongerThan(SLOW_MS))
      if (this.queue.noteSlow(endpoint)) await this.claims.noteSpeed(endpoint, true);
  }

  private readonly isBlocked = ({ organizationId }: EndpointKey): boolean =>
    this.hanging.has(organizationId) && !this.ready.admits(organizationId);

  private async freeLost(): Promise<void> {
    const freed = await this.claims.freeLost();
    if (freed.length === 0) return;
    this.metrics.count('lost', freed.length);
    this.logger.warn({ deliveries: freed.length }, 'the sender of deliveries died; they are sent again');
  }

  /**
   * Makes one claim at a time, so that claims are large: meanwhile more deliveries fall due and more slots are freed.
   */
  private claimMore(): void {
    if (this.work.isStopping || this.claiming || this.ready.size >= MAX_READY / 2) return;
    const max = MAX_READY - this.ready.size;
    const endpoints = this.queue.take(max, this.isBlocked);
    if (endpoints.length === 0) return;
    this.claiming = true;
    void this.work
      .track(() => this.claim(endpoints, max))
      .finally(() => {
        this.claiming = false;
        this.claimMore();
      });
  }

  private async claim(endpoints: readonly Share[], max: number): Promise<void> {
    const startBefore = performance.now() + STALE_MS;
    const deliveries = await this.claims.claim(endpoints, max);
    this.queue.claimed(endpoints, deliveries, max);
    for (const delivery of deliveries)
      this.ready.add({ delivery, responsive: this.queue.isResponsive(delivery.endpoint), startBefore });
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
   * Sends the successors of all attempts that ended in one tick together, which wakes receivers once.
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
    const changed = this.queue.ended(delivery, attempt);
    this.claimMore();
    if (changed) await this.claims.noteSpeed(endpoint, this.queue.isSlow(endpoint));
  }
}
