import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { emailKey } from '../../../kernel/email';
import { newId } from '../../../kernel/ids';
import { currentContext } from '../../../platform/context/request-context';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { PASSWORD_RESET_REASON, PasswordResetRepository, type ResetRequest } from './password-reset.repository';
import { PasswordResetWorker } from './password-reset-worker';

/**
 * Requests for a new password. While its caller waits a request is only stored, in the same way for every address.
 * The account is looked up later, in the background, so that neither the response nor its time reveals whether it
 * exists.
 */
@Injectable()
export class PasswordResetRequests {
  constructor(
    private readonly requests: PasswordResetRepository,
    private readonly worker: PasswordResetWorker,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Stores a request of the current context, which the worker processes soon after. */
  async accept(email: string): Promise<void> {
    const { ip, userAgent, requestId } = currentContext();
    const request: ResetRequest = { id: newId(), emailKey: emailKey(email), ip, userAgent, requestId };
    await this.unitOfWork.runUnscoped(PASSWORD_RESET_REASON, async () => {
      await this.requests.add(request, this.clock.now());
      this.unitOfWork.current.afterCommit(() => this.worker.wake());
    });
  }

  /** Forgets requests for somebody who is being erased, inside the caller's unscoped unit of work. */
  forget(emailKey: string): Promise<void> {
    return this.requests.forgetRequests(emailKey);
  }
}
