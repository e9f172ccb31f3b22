import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import type { Logger } from 'pino';
import { BackgroundWork } from '../../platform/drain/background-work';
import { BackgroundLog } from '../../platform/logging/background-log';
import { LOGGER } from '../../platform/logging/logger';
import { DeliveryClaims, LEASE_MARGIN_MS, type ClaimedDelivery, type EndpointKey } from './delivery-claims.repository';
import { DeliveryMetrics } from './delivery-metrics';
import { DeliveryResults } from './delivery-results';
import { DeliverySender } from './delivery-sender';
import { EndpointQueue, QUICK_MS, type Turn } from './endpoint-queue';
import { ReadyDeliveries, type ReadyDelivery } from './ready-deliveries';

/** Deliveries that one process sends at the same time. */
const MOST_IN_FLIGHT = 64;
/** More are claimed while those are being sent, so that nothing waits for the database in between. */
const MOST_HELD = 8 * MOST_IN_FLIGHT;
/** A claim takes about as long as sending half of this. */
const ENOUGH_READY = 3 * MOST_IN_FLIGHT;
/** As many are left as an organization may have endpoints. */
const SLOTS = { most: MOST_IN_FLIGHT, reserved: 14, few: 2 };
/** What was claimed longer ago is not begun any more: half of what a lease has beyond the longest attempt. */
const STALE_MS = LEASE_MARGIN_MS / 2;
/**
 * Of those in flight, what may go to endpoints that have not shown to be quick. All 50 of one organization fit in, as after
 * a start, when nothing is known of anybody; once they have hung, most of the room is free of them.
 */
const SHARES = { unproven: 50, reserve: 10, slow: 24, slowPerOrganization: 12 };
/** Looks this often for what is due again, and what another replica left. */
const LOOK_INTERVAL_MS = 500;
/** Looks this often for whose sender died. */
const FREE_INTERVAL_MS = 5_000;
/** A stopping service lets attempts under way finish for so long. */
const STOP_GRACE_MS = 1_500;

/**
 * Sends deliveries, on every replica at once: woken by the commit of what is to be sent, and by a timer for what is due
 * again. It claims a few, sends each without holding a connection to the database, and writes down how that went; see
 * webhook-deliveries.dto.ts for the states. One attempt is made once while all senders live.
 */
@Injectable()
export class DeliveryWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly queue = new EndpointQueue(SHARES);
  private readonly ready = new ReadyDeliveries(SLOTS);
  private readonly work: BackgroundWork;
  /** Organizations to whom an attempt has been under way for long. */
  private hanging: ReadonlySet<string> = new Set();
  private claiming = false;
  private sendingSoon = false;
  private stopping = false;

  constructor(
    private readonly claims: DeliveryClaims,
    private readonly sender: DeliverySender,
    private readonly results: DeliveryResults,
    private readonly metrics: DeliveryMetrics,
    scheduler: SchedulerRegistry,
    log: BackgroundLog,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.work = new BackgroundWork('webhooks', scheduler, (error) =>
      // What was claimed is found again when its lease has run out, the rest at the next look.
      log.error(error, 'deliveries could not be claimed or sent; they will be tried again'),
    );
    metrics.watch(() => this.ready.inFlight);
  }

  onApplicationBootstrap(): void {
    this.work.every(LOOK_INTERVAL_MS, 'look', () => this.look());
    this.work.every(FREE_INTERVAL_MS, 'free', () => this.freeLost());
  }

  /** Attempts under way are finished, or cut off after a moment and left to another replica or the next start. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    void this.work.track(() => this.claims.giveBack(this.ready.takeBack(() => true)));
    await this.work.stop(STOP_GRACE_MS, () => {
      this.results.hurry();
      this.sender.cutOff();
    });
  }

  /** Says that there may be something to send to these endpoints. Returns at once and never throws. */
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
   * Endpoints that were quick and hang now are slow from now on. What else was claimed of an organization that has its part of
   * the slots by that makes room for others.
   */
  private async noticeHanging(): Promise<void> {
    const hanging = this.ready.underWayLongerThan(QUICK_MS).map(({ endpoint }) => endpoint);
    this.hanging = new Set(hanging.map(({ organizationId }) => organizationId));
    await this.giveBack(this.ready.takeBack(({ quick, delivery }) => quick && this.isHeldUp(delivery.endpoint)));
    for (const endpoint of hanging)
      if (this.queue.tookSoFar(endpoint.webhookId, QUICK_MS)) await this.claims.noteSpeed(endpoint, true);
  }

  private readonly isHeldUp = ({ organizationId }: EndpointKey): boolean =>
    this.hanging.has(organizationId) && !this.ready.admitsQuick(organizationId);

  private async freeLost(): Promise<void> {
    const freed = await this.claims.freeLost();
    if (freed.length === 0) return;
    this.metrics.count('lost', freed.length);
    this.logger.warn({ deliveries: freed.length }, 'the sender of deliveries died; they are sent again');
  }

  /** One claim at a time, and a large one: meanwhile more becomes due, and more room. */
  private claimMore(): void {
    if (this.stopping || this.claiming || this.ready.size >= ENOUGH_READY) return;
    const room = MOST_HELD - this.ready.size - this.ready.inFlight;
    const endpoints = this.queue.take(room, this.isHeldUp);
    if (endpoints.length === 0) return;
    this.claiming = true;
    void this.work
      .track(() => this.claim(endpoints, room))
      .finally(() => {
        this.claiming = false;
        this.claimMore();
      });
  }

  private async claim(endpoints: readonly Turn[], most: number): Promise<void> {
    const startBefore = performance.now() + STALE_MS;
    const deliveries = await this.claims.claim(endpoints, most);
    this.queue.claimed(endpoints, deliveries, most);
    for (const delivery of deliveries)
      this.ready.add({ delivery, quick: this.queue.isQuick(delivery.endpoint), startBefore });
    if (this.stopping) await this.claims.giveBack(this.ready.takeBack(() => true));
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

  /** What takes the places of all that ended in a turn of the event loop leaves together: that wakes the other side once. */
  private sendMoreSoon(): void {
    if (this.sendingSoon) return;
    this.sendingSoon = true;
    setImmediate(() => {
      this.sendingSoon = false;
      if (!this.stopping) this.sendMore();
    });
  }

  private async deliver(ready: ReadyDelivery): Promise<void> {
    const { delivery, startBefore } = ready;
    if (performance.now() >= startBefore) {
      // It had to wait for so long that its lease might run out while it is sent.
      this.ready.end(ready);
      return this.giveBack([delivery]);
    }
    const attempt = await this.sender.send(delivery);
    this.ready.end(ready);
    if (this.stopping && attempt.error === 'cut_off') {
      this.metrics.count('lost');
      return this.claims.giveUp([delivery]);
    }
    this.sendMoreSoon();
    this.claimMore();
    await this.results.record(attempt);
    const { endpoint } = delivery;
    const turned = this.queue.ended(delivery, attempt.durationMs);
    this.claimMore();
    if (turned) await this.claims.noteSpeed(endpoint, !this.queue.isQuick(endpoint));
  }
}
