import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import type { Logger } from 'pino';
import { newId } from '../../kernel/ids';
import { runInContext, systemContext } from '../../platform/context/request-context';
import { LOGGER } from '../../platform/logging/logger';
import { ChannelLane } from './channel-lane';
import { MESSAGE_CHANNELS, type MessageChannels } from './message-channel';
import { NotificationMetrics } from './notification-metrics';
import { CHANNELS, type Channel } from './notifications.dto';
import { RecipientClaims } from './recipient-claims.repository';
import { RecipientSender } from './recipient-sender';
import type { NotificationKey } from './turn-queue';

/** Looks this often for what is due again and what another replica left; every tenth time, for whose sender died. */
const LOOK_INTERVAL_MS = 500;
const LOOKS_PER_HEARTBEAT = 10;
const TIMER = 'notifications';
/** A stopping service lets messages under way finish for so long. */
const STOP_GRACE_MS = 1_500;

/**
 * Sends notifications, on every replica at once: woken by the commit of what is to be sent, and by a timer for what is due
 * again. Nobody gets a message of a notification twice; see docs/adr/0016-notifications-at-most-once.md.
 */
@Injectable()
export class NotificationWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly lanes: Readonly<Record<Channel, ChannelLane>>;
  private readonly underway = new Set<Promise<void>>();
  private looking = false;
  private looks = 0;
  private stopping = false;

  constructor(
    private readonly claims: RecipientClaims,
    private readonly sender: RecipientSender,
    metrics: NotificationMetrics,
    private readonly scheduler: SchedulerRegistry,
    @Inject(MESSAGE_CHANNELS) channels: MessageChannels,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const lane = (channel: Channel) => new ChannelLane(channels[channel], claims, sender, (work) => this.track(work));
    this.lanes = { email: lane('email'), whatsapp: lane('whatsapp') };
    metrics.watch(() => this.lanes.email.inFlight + this.lanes.whatsapp.inFlight);
  }

  onApplicationBootstrap(): void {
    const timer = setInterval(() => this.look(), LOOK_INTERVAL_MS);
    timer.unref();
    this.scheduler.addInterval(TIMER, timer);
  }

  /** Messages under way are finished, or cut off after a moment and left to another replica or the next start. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    if (this.scheduler.doesExist('interval', TIMER)) this.scheduler.deleteInterval(TIMER);
    const lanes = Object.values(this.lanes);
    for (const lane of lanes) void this.track(() => lane.stop());
    await Promise.race([this.idle(), delay(STOP_GRACE_MS, undefined, { ref: false })]);
    this.sender.hurry();
    for (const { channel } of lanes) channel.close();
    await this.idle();
  }

  /** Says that there is something to send. Returns at once and never throws. */
  wake(notification: NotificationKey, channel: Channel): void {
    this.lanes[channel].wake([notification]);
  }

  private look(): void {
    if (this.stopping || this.looking) return;
    this.looking = true;
    void this.track(async () => {
      if (this.looks++ % LOOKS_PER_HEARTBEAT === 0) await this.heartbeat();
      const due = await this.claims.look();
      for (const channel of CHANNELS) this.lanes[channel].wake(due.filter((each) => each.channel === channel));
    }).finally(() => (this.looking = false));
  }

  /** Says of what this process is sending that it lives, and settles what those who have died were sending. */
  private async heartbeat(): Promise<void> {
    await this.claims.renew(Object.values(this.lanes).flatMap((lane) => lane.held));
    const lost = await this.claims.lost();
    await Promise.all(lost.map((each) => this.sender.settle(each, this.lanes[each.channel].channel)));
  }

  /** Runs work of no request, which a stopping service waits for. */
  private track(work: () => Promise<void>): Promise<void> {
    const done = runInContext(systemContext(`notifications:${newId()}`), work)
      .catch((error: unknown) =>
        // What was claimed is found again when its lease has run out, the rest at the next look.
        this.logger.error({ err: error }, 'notifications could not be claimed, sent or recorded'),
      )
      .finally(() => this.underway.delete(done));
    this.underway.add(done);
    return done;
  }

  private async idle(): Promise<void> {
    while (this.underway.size > 0) await Promise.all(this.underway);
  }
}
