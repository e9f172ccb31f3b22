import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { Job } from '../background/job.decorator';
import { BackgroundWork } from '../background/background-work';
import { Batches } from '../background/batches';
import { RetriedWrites } from '../background/retried-writes';
import { BackgroundLog } from '../logging/background-log';
import { LOGGER } from '../logging/logger';
import { LaneShares, MAIL_LANES } from './lane-shares';
import { MailMetrics } from './mail-metrics';
import { MailQueue, type ClaimedMail } from './mail-queue';
import { MAIL_TRANSPORT, MailFailure, type MailTransport } from './mail-transport';

/** From the end of an attempt to the next; after the last one the message is given up. */
const RETRY_DELAYS_SECONDS = [5, 30, 120, 600, 3_600, 21_600];
const MAX_ATTEMPTS = RETRY_DELAYS_SECONDS.length + 1;
/** How often to look for messages that are due again, or whose sender died. */
const SAFETY_NET_SECONDS = 5;
/**
 * Retries for at least half a lease (see mail-queue.ts); the longest attempt takes the other half. Longer does no harm:
 * only the owner of the lease records anything.
 */
const MAX_RECORD_TRIES = 60;
/** How long a graceful shutdown waits for messages under way. */
const STOP_GRACE_MS = 2_000;

/**
 * Sends the queued messages, on every replica at once, round robin between the organizations; see
 * docs/adr/0024-mail-round-robin.md. Each message is sent exactly once, unless its sender dies, or can't reach the
 * database for about a minute, between the mail server's acceptance and the record of it. Then it is sent again when its lease
 * has expired, under the same Message-ID: SMTP allows no more than at-least-once delivery.
 */
@Injectable()
export class MailWorker implements BeforeApplicationShutdown {
  private readonly work = new BackgroundWork('mail', (error) =>
    this.log.error(error, 'mail could not be read from the queue or recorded; it will be tried again'),
  );
  private readonly writes = new RetriedWrites(
    (error) => this.log.error(error, 'what became of a mail could not be recorded yet'),
    MAX_RECORD_TRIES,
  );
  private readonly shares = new LaneShares();
  /** One claim at a time, so that each sees the last owner and the lanes in use. */
  private readonly claims = new Batches<null, ClaimedMail | null>(async () => [await this.claim()], 1);
  private lanes = 0;
  private wokenWhileBusy = false;

  constructor(
    private readonly queue: MailQueue,
    private readonly metrics: MailMetrics,
    private readonly log: BackgroundLog,
    @Inject(MAIL_TRANSPORT) private readonly transport: MailTransport,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Only wakes the lanes: the job's lease, and a stopping service, must not wait for mail servers. */
  @Job({ name: 'send-mail', intervalSeconds: SAFETY_NET_SECONDS })
  async wakeRegularly(): Promise<void> {
    this.wake();
  }

  /** Announces that there may be something to send. Returns at once and never throws. */
  wake(): void {
    if (this.work.isStopping) return;
    // A lane that is about to end may have looked before the new message was there.
    if (this.lanes >= MAIL_LANES) this.wokenWhileBusy = true;
    else this.openLane();
  }

  /**
   * Lets messages under way finish; after a moment it cuts them off, for another replica or the next start to repeat.
   */
  beforeApplicationShutdown(): Promise<void> {
    return this.work.stopWithin(STOP_GRACE_MS, () => {
      this.writes.stopRetrying();
      this.transport.close();
    });
  }

  private openLane(): void {
    this.lanes++;
    void this.work
      .track(() => this.sendUntilNoneIsDue())
      .finally(() => {
        this.lanes--;
        if (!this.wokenWhileBusy) return;
        this.wokenWhileBusy = false;
        this.wake();
      });
  }

  private async sendUntilNoneIsDue(): Promise<void> {
    while (!this.work.isStopping) {
      const mail = await this.claims.add(null);
      if (mail === null) return;
      // Where one is due there may be more.
      if (this.lanes < MAIL_LANES) this.wake();
      await this.send(mail).finally(() => this.shares.free(mail.owner));
    }
  }

  private async claim(): Promise<ClaimedMail | null> {
    const mail = await this.queue.claim(this.shares.openTo);
    if (mail !== null) this.shares.take(mail.owner);
    return mail;
  }

  private async send(mail: ClaimedMail): Promise<void> {
    if (mail.lost) {
      this.metrics.count('lost');
      this.logger.warn(
        about(mail),
        'the sender of a mail died, or could not record what became of it; it is sent again',
      );
    }
    if (mail.attempts > MAX_ATTEMPTS)
      return this.giveUp(mail, 'What became of the last attempt was never recorded.', false);
    try {
      await this.transport.deliver(mail);
    } catch (error) {
      return this.recordFailure(mail, error);
    }
    this.metrics.count('sent');
    this.logger.info(about(mail), 'mail sent');
    await this.record(mail, () => this.queue.sent(mail));
  }

  private async recordFailure(mail: ClaimedMail, error: unknown): Promise<void> {
    if (!(error instanceof MailFailure)) throw error;
    if (this.work.isStopping) return this.record(mail, () => this.queue.givenBack(mail));
    const delaySeconds = RETRY_DELAYS_SECONDS[mail.attempts - 1];
    if (error.permanent || delaySeconds === undefined) return this.giveUp(mail, error.reason, error.permanent);
    this.metrics.count('postponed');
    this.logger.warn(
      { ...about(mail), reason: error.reason, delaySeconds },
      'mail could not be sent; it will be tried again',
    );
    await this.record(mail, () => this.queue.postponed(mail, delaySeconds, error.reason));
  }

  private async giveUp(mail: ClaimedMail, reason: string, isRefused: boolean): Promise<void> {
    this.metrics.count('failed');
    this.logger.error({ ...about(mail), reason }, 'mail could not be sent; it is given up');
    await this.record(mail, () => this.queue.failed(mail, reason, isRefused));
  }

  private async record(mail: ClaimedMail, write: () => Promise<boolean>): Promise<void> {
    const isRecorded = await this.writes.retry(write);
    if (!isRecorded)
      this.logger.warn(
        about(mail),
        'this was recorded already, or took so long that another sender took the mail over',
      );
  }
}

/** How the log refers to a message: without its content and its recipient. */
function about({ id, template, attempts }: ClaimedMail): object {
  return { mail: id, template, attempt: attempts };
}
