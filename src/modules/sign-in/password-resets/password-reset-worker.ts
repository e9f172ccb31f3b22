import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Job } from '../../../platform/background/job.decorator';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { NIL_ID } from '../../../kernel/ids';
import { runInContext, systemContext } from '../../../platform/context/request-context';
import { BackgroundWork } from '../../../platform/background/background-work';
import { BackgroundLog } from '../../../platform/logging/background-log';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { WAITS_MS } from './password-reset-request.entity';
import { PasswordResetLetters } from './password-reset-letters';
import { PASSWORD_RESET_REASON, PasswordResetRepository, type ResetRequest } from './password-reset.repository';

/** How often to look for requests that a stopped or failing process left. */
const SAFETY_NET_SECONDS = 5;

/** Processes waiting requests for new passwords, one after the other, on every replica at once. */
@Injectable()
export class PasswordResetWorker implements BeforeApplicationShutdown {
  private readonly work = new BackgroundWork('password-resets', (error) =>
    this.log.error(error, 'requests for new passwords could not be read; it will be tried again'),
  );
  private processing = false;
  private woken = false;

  constructor(
    private readonly requests: PasswordResetRepository,
    private readonly letters: PasswordResetLetters,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly log: BackgroundLog,
  ) {}

  @Job({ name: 'answer-password-resets', intervalSeconds: SAFETY_NET_SECONDS })
  async wakeRegularly(): Promise<void> {
    this.wake();
  }

  /** Announces that there may be a request. Returns at once and never throws. */
  wake(): void {
    this.woken = true;
    if (this.work.isStopping || this.processing) return;
    this.processing = true;
    void this.work
      .track(() => this.processWaiting())
      .finally(() => {
        this.processing = false;
        if (this.woken) this.wake();
      });
  }

  /** Finishes what is under way, and leaves the rest to another replica or the next start. */
  beforeApplicationShutdown(): Promise<void> {
    return this.work.stop();
  }

  private async processWaiting(): Promise<void> {
    this.woken = false;
    const since = new Date(this.clock.now().getTime() - WAITS_MS);
    let request = await this.requests.next(NIL_ID, since);
    while (request !== null && !this.work.isStopping) {
      await this.process(request);
      request = await this.requests.next(request.id, since);
    }
  }

  /** Processes one request. If that fails, it stays for the next round, and the next request follows. */
  private async process({ id, emailKey: email, ip, userAgent, requestId }: ResetRequest): Promise<void> {
    const requester = { ...systemContext(requestId), ip, userAgent };
    try {
      await runInContext(requester, () =>
        this.unitOfWork.runUnscoped(PASSWORD_RESET_REASON, async () => {
          if (await this.requests.take(id)) await this.letters.sendTo(email);
        }),
      );
    } catch (error) {
      this.log.error(error, 'a request for a new password failed; it will be tried again', { requestId });
    }
  }
}
