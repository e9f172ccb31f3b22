import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Batches } from '../../../platform/background/batches';
import { BackgroundLog } from '../../../platform/logging/background-log';
import { LOGGER } from '../../../platform/logging/logger';
import type { MessageChannel, Outcome } from './message-channel';
import { NotificationMetrics } from './notification-metrics';
import { RecipientClaims, type ClaimedRecipient, type Lease, type LostRecipient } from './recipient-claims.repository';
import { RecipientResults, type Result } from './recipient-results';
import { UnsentLog } from './unsent-log';

/** The delay from one attempt to the next. After the last one the recipient has failed. */
const RETRY_DELAYS_SECONDS = [5, 20, 60];
const MAX_AT_ONCE = 100;

/** Sends messages. It records each hand-over just before the end of the message is sent, and then the outcome. */
@Injectable()
export class RecipientSender {
  private readonly handOvers = new Batches<Lease, boolean>((leases) => this.handOverAll(leases), MAX_AT_ONCE);
  private stopping = false;

  constructor(
    private readonly claims: RecipientClaims,
    private readonly results: RecipientResults,
    private readonly metrics: NotificationMetrics,
    private readonly unsent: UnsentLog,
    private readonly log: BackgroundLog,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Makes one attempt. */
  async attempt(recipient: ClaimedRecipient, channel: MessageChannel): Promise<Outcome> {
    return recipient.obstacle !== null ? obstructed(recipient.obstacle) : this.send(recipient, channel);
  }

  /** Gives up on a recipient for whom the provider has asked to wait for too long. */
  async expire(recipient: ClaimedRecipient): Promise<void> {
    await this.record(recipient, {
      kind: 'failed',
      error: 'rate_limited',
      detail: 'the provider asked to wait for a day',
    });
  }

  /** Records the outcome of an attempt. */
  async record(recipient: ClaimedRecipient, outcome: Outcome): Promise<void> {
    const recorded = await this.results.record(this.resultOf(recipient, outcome));
    this.metrics.count(
      recipient.channel,
      recorded === null ? 'lease_expired' : recorded === 'given_back' ? 'lost' : recorded,
    );
    if (recorded === null) this.logger.warn(about(recipient), 'another sender took the recipient over meanwhile');
    else if (outcome.kind !== 'sent') this.unsent.note(recipient, outcome, recorded);
  }

  /** Gives recipients back as if they had not been claimed. */
  async giveBack(recipients: readonly ClaimedRecipient[]): Promise<void> {
    await Promise.all(recipients.map((lease) => this.results.record({ lease, outcome: 'given_back' })));
  }

  /**
   * Settles a recipient whose sender died. The message is sent again if it can't have been delivered or may be
   * repeated; otherwise it fails with an unknown outcome.
   */
  async settle(lost: LostRecipient, { repeatable }: MessageChannel): Promise<void> {
    const again = repeatable || !lost.handedOver;
    const recorded = await this.results.record(
      again
        ? { lease: lost, outcome: 'given_back', lost }
        : { lease: lost, outcome: 'failed', error: 'outcome_unknown', detail: 'its sender died', lost },
    );
    if (recorded === null) return;
    this.metrics.count(lost.channel, 'lost');
    this.logger.warn({ ...about(lost), again }, 'the sender of a notification died');
  }

  /** Logs what was not sent since the last call. */
  logUnsent(): void {
    this.unsent.write();
  }

  /** Gives up retries, because the service is stopping. */
  stopRetrying(): void {
    this.stopping = true;
    this.results.stopRetrying();
  }

  private async send(recipient: ClaimedRecipient, channel: MessageChannel): Promise<Outcome> {
    let handedOver = false;
    try {
      return await channel.send(recipient, async () => {
        await this.handOver(recipient);
        handedOver = true;
      });
    } catch (error) {
      this.log.error(error, 'sending a notification ended in an error', about(recipient));
      const detail = 'an error of the service';
      return handedOver && !channel.repeatable
        ? { kind: 'failed', error: 'outcome_unknown', detail }
        : { kind: 'postponed', error: 'unreachable', detail };
    }
  }

  /** @throws when the lease has expired or can't be checked */
  private async handOver(lease: Lease): Promise<void> {
    if (!(await this.handOvers.add(lease))) throw new Error('The lease has expired.');
  }

  private async handOverAll(leases: readonly Lease[]): Promise<boolean[]> {
    const valid = await this.claims.handOver(leases);
    return leases.map(({ id }) => valid.has(id));
  }

  private resultOf(lease: ClaimedRecipient, outcome: Outcome): Result {
    if (outcome.kind === 'sent') return { lease, outcome: 'sent' };
    const { error, detail } = outcome;
    if (outcome.kind === 'failed') return { lease, outcome: 'failed', error, detail };
    if (this.stopping) return { lease, outcome: 'given_back' };
    if (outcome.kind === 'deferred') return { lease, outcome: 'deferred', error, detail };
    const delaySeconds = RETRY_DELAYS_SECONDS[lease.attempts - 1];
    if (delaySeconds === undefined) return { lease, outcome: 'failed', error, detail };
    return {
      lease,
      outcome: 'postponed',
      error,
      detail,
      delaySeconds: Math.max(delaySeconds, outcome.notBeforeSeconds ?? 0),
    };
  }
}

function obstructed(error: 'unsubscribed' | 'no_address'): Outcome {
  return { kind: 'failed', error, detail: 'meanwhile' };
}

/** How the log refers to a message: without its content and its recipient. */
function about({ id, notificationId, channel }: Pick<LostRecipient, 'id' | 'notificationId' | 'channel'>): object {
  return { recipient: id, notification: notificationId, channel };
}
