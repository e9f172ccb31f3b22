import { Injectable } from '@nestjs/common';
import { Conflict, Forbidden, requireFound, ValidationFailed } from '../../../kernel/problems';
import { currentPrincipal } from '../../../platform/context/request-context';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { FactorAttempts } from './factor-attempts.service';
import { FactorsInForce } from './factors-in-force.service';
import { RecoveryCodes } from './recovery-codes.service';
import { FACTORS_REASON, SecondFactorsRepository } from './second-factors.repository';
import { Totp, type TotpSetup } from './totp.service';

/** The caller's authenticator app. */
@Injectable()
export class AuthenticatorApps {
  constructor(
    private readonly factors: SecondFactorsRepository,
    private readonly totp: Totp,
    private readonly attempts: FactorAttempts,
    private readonly inForce: FactorsInForce,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Makes a secret for it. @throws Conflict `totp_enabled` */
  async enroll(): Promise<TotpSetup> {
    const { userId, userEmail } = currentPrincipal();
    const setup = await this.unitOfWork.runUnscoped(FACTORS_REASON, () =>
      this.totp.enroll({ id: userId, email: userEmail }),
    );
    if (setup === null) throw new Conflict('totp_enabled', 'There is an authenticator app already. Remove it first.');
    return setup;
  }

  /**
   * Puts a new app in force: its code shows that it has the secret.
   *
   * @returns new recovery codes
   * @throws Conflict `totp_not_started`, `totp_enabled`; ValidationFailed on `code`; TooManyRequests after too many wrong ones
   * @throws Forbidden `impersonating`
   */
  async verify(code: string): Promise<string[]> {
    const { userId, organizationId, impersonator } = currentPrincipal();
    if (impersonator !== null) throw new Forbidden('While impersonating, this cannot be done.', 'impersonating');
    const pending = await this.factors.findTotp(userId);
    if (pending === null)
      throw new Conflict('totp_not_started', 'First ask for a secret (POST /api/auth/factors/totp).');
    if (pending.enabledAt !== null) throw new Conflict('totp_enabled', 'The authenticator app is in force already.');
    const isRight = await this.attempts.attempt(userId, () =>
      this.unitOfWork.runUnscoped(FACTORS_REASON, () => this.totp.spend(pending, code)),
    );
    if (!isRight) throw ValidationFailed.on('code', 'wrong_code', 'code is not the one that the app shows now.');
    return this.inForce.change(userId, async () => {
      if (!(await this.totp.enable(userId))) {
        throw new Conflict('totp_enabled', 'The authenticator app is in force already.');
      }
      await this.inForce.wasAdded(userId, 'totp', organizationId);
      return this.recoveryCodes.replace(userId);
    });
  }

  /** @throws NotFound without one; Conflict `second_factor_required` for the last factor where one is required */
  async remove(): Promise<void> {
    const { userId, organizationId } = currentPrincipal();
    await this.inForce.change(userId, async () => {
      requireFound(await this.factors.deleteTotp(userId, false));
      await this.inForce.wasRemoved(userId, 'totp', organizationId);
    });
  }
}
