import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { FactorAttempts } from './factor-attempts.service';
import { PasskeySignIn } from './passkey-sign-in.service';
import { hashRecoveryCode } from './recovery-codes';
import { FACTORS_REASON, SecondFactorsRepository } from './second-factors.repository';
import { Totp } from './totp.service';

/** The ways in which a user can show the second factor. */
export type FactorMethod = 'totp' | 'recoveryCode' | 'passkey';

/** A second factor that is shown: one of the three. */
export interface FactorAttempt {
  code?: string;
  recoveryCode?: string;
  passkey?: object;
}

/** Checks the second factors that users show. */
@Injectable()
export class FactorCheck {
  constructor(
    private readonly factors: SecondFactorsRepository,
    private readonly totp: Totp,
    private readonly passkeySignIn: PasskeySignIn,
    private readonly attempts: FactorAttempts,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** How a user can show a second factor now. */
  async methodsOf(userId: string): Promise<FactorMethod[]> {
    const [totp, codes, passkeys, acceptsCodes] = await Promise.all([
      this.factors.findTotp(userId),
      this.factors.countCodes(userId),
      this.factors.passkeys(userId),
      this.attempts.acceptsCodes(userId),
    ]);
    return [
      ...(totp?.enabledAt && acceptsCodes ? (['totp'] as const) : []),
      ...(codes > 0 ? (['recoveryCode'] as const) : []),
      ...(passkeys.length > 0 ? (['passkey'] as const) : []),
    ];
  }

  /**
   * Whether a shown factor is the user's. It is used up: none works twice. Wrong ones are counted.
   *
   * @throws TooManyRequests after too many wrong ones; Conflict `passkeys_unavailable`
   */
  check(userId: string, { code, recoveryCode, passkey }: FactorAttempt, request: Request): Promise<boolean> {
    return this.attempts.attempt(userId, async (acceptsCodes) => {
      if (code !== undefined) return acceptsCodes && this.checkCode(userId, code);
      if (recoveryCode !== undefined) {
        return this.unitOfWork.runUnscoped(FACTORS_REASON, () =>
          this.factors.spendCode(userId, hashRecoveryCode(recoveryCode)),
        );
      }
      return passkey !== undefined && this.passkeySignIn.proves(userId, passkey, request, 'preferred');
    });
  }

  private async checkCode(userId: string, code: string): Promise<boolean> {
    const factor = await this.factors.findTotp(userId);
    if (factor === null || factor.enabledAt === null) return false;
    return this.unitOfWork.runUnscoped(FACTORS_REASON, () => this.totp.spend(factor, code));
  }
}
