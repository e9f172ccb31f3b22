import type { BackgroundWork } from '../../../platform/background/background-work';
import { ChannelPace, type Begun } from './channel-pace';
import type { MessageChannel, Outcome } from './message-channel';
import type { ClaimedRecipient, Lease, RecipientClaims } from './recipient-claims.repository';
import type { RecipientSender } from './recipient-sender';
import { RoundRobinQueue, type NotificationKey, type ClaimRequest } from './round-robin-queue';

/** The most messages of one channel that one process sends at a time: as many as mail servers take from one sender. */
const MAX_IN_FLIGHT = 5;
/**
 * The most messages that one process has claimed: as many again are claimed meanwhile, so that sending never pauses.
 */
const MAX_CLAIMED = 2 * MAX_IN_FLIGHT;

/** Sends the messages of one channel: claims a few, sends them, claims the next. */
export class ChannelLane {
  private readonly queue = new RoundRobinQueue();
  /** Claimed, and waiting for one in flight to end. */
  private readonly ready: ClaimedRecipient[] = [];
  private readonly sending = new Set<ClaimedRecipient>();
  private claiming = false;
  private readonly pace = new ChannelPace(() => this.proceed());
  /** Notifications that were woken while a claim was under way, which may not have seen what is due for them. */
  private readonly wokenMeanwhile = new Set<string>();

  constructor(
    readonly channel: MessageChannel,
    private readonly claims: RecipientClaims,
    private readonly sender: RecipientSender,
    private readonly work: BackgroundWork,
  ) {}

  get inFlight(): number {
    return this.sending.size;
  }

  /** The leases of this process. */
  get leases(): Lease[] {
    return [...this.ready, ...this.sending];
  }

  /** Announces that there may be something to send. */
  wake(notifications: readonly NotificationKey[]): void {
    this.queue.add(notifications);
    if (this.claiming) for (const { notificationId } of notifications) this.wokenMeanwhile.add(notificationId);
    this.claimMore();
  }

  /** Ends what waits for its time, because the service is stopping. */
  stop(): void {
    this.pace.stop();
  }

  /** Gives back what has been claimed, but not been begun. */
  giveBackReady(): Promise<void> {
    return this.sender.giveBack(this.ready.splice(0));
  }

  /** Makes one claim at a time. */
  private claimMore(): void {
    const free = this.free;
    if (this.work.isStopping || this.claiming || free <= 0) return;
    const requests = this.queue.take(free);
    if (requests.length === 0) return;
    this.claiming = true;
    void this.work
      .track(() => this.claim(requests))
      .finally(() => {
        this.claiming = false;
        this.claimMore();
      });
  }

  /**
   * How many may be claimed. A slow channel claims one when it may begin: whoever has claimed several would have the
   * mail of other organizations wait for all of them.
   */
  private get free(): number {
    if (!this.pace.isSlow) return MAX_CLAIMED - this.leases.length;
    return this.pace.isOpen && this.ready.length === 0 && this.sending.size < MAX_IN_FLIGHT ? 1 : 0;
  }

  private proceed(): void {
    this.sendMore();
    this.claimMore();
  }

  private async claim(requests: readonly ClaimRequest[]): Promise<void> {
    let found: ReadonlySet<string> = new Set();
    try {
      const claimed = await this.claims.claim(requests);
      found = new Set(claimed.map(({ notificationId }) => notificationId));
      this.ready.push(...claimed);
    } finally {
      // Nothing is due for the others, or the database is down; if something is, the next look finds it.
      const stay = (id: string) => found.has(id) || this.wokenMeanwhile.has(id);
      for (const request of requests) if (!stay(request.notificationId)) this.queue.remove(request);
      this.wokenMeanwhile.clear();
    }
    if (this.work.isStopping) return this.giveBackReady();
    this.sendMore();
    // They were claimed before the channel was slowed down.
    if (this.pace.isSlow) await this.giveBackReady();
  }

  private sendMore(): void {
    while (!this.work.isStopping && this.sending.size < MAX_IN_FLIGHT && this.pace.isOpen) {
      const next = this.ready.shift();
      if (next === undefined) return;
      this.sending.add(next);
      const isExpired = next.isExpired && this.pace.isSlow;
      void this.work
        .track(() => (isExpired ? this.sender.expire(next) : this.send(next)))
        .finally(() => {
          this.sending.delete(next);
          this.proceed();
        });
    }
  }

  private async send(recipient: ClaimedRecipient): Promise<void> {
    const isToBeSent = recipient.obstacle === null;
    const begun = isToBeSent ? this.pace.begin() : null;
    const outcome = await this.sender.attempt(recipient, this.channel);
    if (begun !== null) this.keepPace(begun, outcome);
    await this.sender.record(recipient, outcome);
    if (outcome.kind === 'deferred') await this.giveBackReady();
  }

  private keepPace(begun: Begun, outcome: Outcome): void {
    if (outcome.kind === 'sent') this.pace.taken();
    else if (outcome.kind === 'deferred') this.pace.deferred(begun, outcome.throttle ?? {});
  }
}
