import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { BackgroundWork } from '../../../platform/background/background-work';
import { BackgroundWorkFactory } from '../../../platform/background/background-work-factory';
import { ChannelLane } from './channel-lane';
import { MESSAGE_CHANNELS, type MessageChannels } from './message-channel';
import { NotificationMetrics } from './notification-metrics';
import { CHANNELS, type Channel } from './notifications.dto';
import { RecipientClaims, type Lease } from './recipient-claims.repository';
import { RecipientSender } from './recipient-sender';
import type { NotificationKey } from './round-robin-queue';

/** How often to look for recipients that are due again or that another replica left. */
const LOOK_INTERVAL_MS = 500;
/** A third of a lease, so that one renewal may fail. */
const RENEW_INTERVAL_MS = 5_000;
/** How often to look for recipients whose sender died. */
const SETTLE_INTERVAL_MS = 5_000;
const LOG_INTERVAL_MS = 5_000;
/** How long shutdown waits for messages in flight. */
const STOP_GRACE_MS = 1_500;

/**
 * Sends notifications, on every replica at once: woken when new ones are committed, and by a timer for recipients that
 * are due again. Nobody gets a message of a notification twice; see docs/adr/0016-notifications-at-most-once.md.
 */
@Injectable()
export class NotificationWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly lanes: Readonly<Record<Channel, ChannelLane>>;
  private readonly work: BackgroundWork;

  constructor(
    private readonly claims: RecipientClaims,
    private readonly sender: RecipientSender,
    metrics: NotificationMetrics,
    workFactory: BackgroundWorkFactory,
    @Inject(MESSAGE_CHANNELS) channels: MessageChannels,
  ) {
    // Claimed recipients are settled when their lease has expired; the next look finds the others.
    this.work = workFactory.create('notifications', 'notifications could not be claimed, sent or recorded');
    const lane = (channel: Channel) => new ChannelLane(channels[channel], claims, sender, this.work);
    this.lanes = { email: lane('email'), whatsapp: lane('whatsapp') };
    metrics.watch(() => this.lanes.email.inFlight + this.lanes.whatsapp.inFlight);
  }

  /** Separate timers: leases must be renewed in time even while other work waits. */
  onApplicationBootstrap(): void {
    this.work.every(LOOK_INTERVAL_MS, 'notifications-look', () => this.look());
    this.work.every(RENEW_INTERVAL_MS, 'notifications-renew', () => this.claims.renew(this.leases));
    this.work.every(SETTLE_INTERVAL_MS, 'notifications-settle', () => this.settleLost());
    this.work.every(LOG_INTERVAL_MS, 'notifications-log', async () => this.sender.logUnsent());
  }

  /** Waits for messages in flight. After a moment it cuts them off: another replica or the next start settles them. */
  async beforeApplicationShutdown(): Promise<void> {
    const lanes = Object.values(this.lanes);
    for (const lane of lanes) {
      lane.stop();
      void this.work.track(() => lane.giveBackReady());
    }
    await this.work.stopWithin(STOP_GRACE_MS, () => {
      this.sender.stopRetrying();
      for (const { channel } of lanes) channel.close();
    });
    this.sender.logUnsent();
  }

  /** Announces that there is something to send. Returns at once and never throws. */
  wake(notification: NotificationKey, channel: Channel): void {
    this.lanes[channel].wake([notification]);
  }

  private async look(): Promise<void> {
    const due = await this.claims.look();
    for (const channel of CHANNELS) this.lanes[channel].wake(due.filter((each) => each.channel === channel));
  }

  /** Settles recipients of dead processes. Those of this process are settled by their own attempts. */
  private async settleLost(): Promise<void> {
    const lost = await this.claims.lost();
    const own = new Set(this.leases.map(leaseKey));
    const others = lost.filter((lease) => !own.has(leaseKey(lease)));
    await Promise.all(others.map((each) => this.sender.settle(each, this.lanes[each.channel].channel)));
  }

  /** The leases of this process. */
  private get leases(): Lease[] {
    return Object.values(this.lanes).flatMap((lane) => lane.leases);
  }
}

function leaseKey({ id, token }: Lease): string {
  return `${id} ${token}`;
}
