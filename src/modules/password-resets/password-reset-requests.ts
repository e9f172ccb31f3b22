import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock';
import { DAY_MS } from '../../kernel/durations';
import { emailKey } from '../../kernel/email';
import { newId } from '../../kernel/ids';
import { currentContext } from '../../platform/context/request-context';
import { Retention } from '../../platform/background/retention';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work';
import { PASSWORD_RESET_REASON, PasswordResetRepository, type ResetRequest } from './password-reset.repository';
import { PasswordResetWorker, WAITS_MS } from './password-reset-worker';

const KEPT_MS = DAY_MS;

/**
 * Requests for a new password. While its caller waits a request is only stored, in the same way for every address.
 * The account is looked up later, in the background, so that neither the response nor its time reveals whether it
 * exists.
 */
@Injectable()
export class PasswordResetRequests implements OnModuleInit {
  constructor(
    private readonly requests: PasswordResetRepository,
    private readonly worker: PasswordResetWorker,
    private readonly unitOfWork: UnitOfWork,
    private readonly retention: Retention,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.retention.register(
      'forget-password-resets',
      PASSWORD_RESET_REASON,
      { table: 'password_reset_requests', condition: 'created_at <= $1', keptMs: WAITS_MS },
      { table: 'password_resets', condition: 'created_at <= $1', keptMs: KEPT_MS },
    );
  }

  /** Stores a request of the current context, which the worker processes soon after. */
  async accept(email: string): Promise<void> {
    const { ip, userAgent, requestId } = currentContext();
    const request: ResetRequest = { id: newId(), emailKey: emailKey(email), ip, userAgent, requestId };
    await this.unitOfWork.runUnscoped(PASSWORD_RESET_REASON, async () => {
      await this.requests.add(request, this.clock.now());
      this.unitOfWork.current.afterCommit(() => this.worker.wake());
    });
  }
}
