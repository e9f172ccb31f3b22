import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { Conflict, Forbidden, requireFound, ValidationFailed } from '../../../kernel/problems';
import { CONFIGURATION, type Configuration } from '../../../platform/config/configuration';
import { currentPrincipal, withContext } from '../../../platform/context/request-context';
import { Revocations } from '../../../platform/revocation/revocations';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { SessionOrganizations } from '../../people/members';
import { SecurityNotices } from '../security-notices';
import { ProviderLinks } from '../single-sign-on';
import { UsersService } from '../../people/users';
import { FactorAttempts } from './factor-attempts.service';
import { FactorRecorder } from './factor.recorder';
import { PasskeySignIn } from './passkey-sign-in.service';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes';
import type { FactorsView } from './second-factors.dto';
import { FACTORS_REASON, SecondFactorsRepository } from './second-factors.repository';
import { Totp, type TotpSetup } from './totp.service';

/** The ways in which a user can show the second factor. */
export type FactorMethod = 'totp' | 'recoveryCode' | 'passkey';

/** A second factor that is shown: one of the three. */
export interface FactorAttempt {
  code?: string;
  recoveryCode?: string;
  passkey?: object;
}

/** The second factors of users. */
@Injectable()
export class SecondFactors {
  constructor(
    private readonly factors: SecondFactorsRepository,
    private readonly totp: Totp,
    private readonly passkeySignIn: PasskeySignIn,
    private readonly providerLinks: ProviderLinks,
    private readonly users: UsersService,
    private readonly organizations: SessionOrganizations,
    private readonly attempts: FactorAttempts,
    private readonly recorder: FactorRecorder,
    private readonly notices: SecurityNotices,
    private readonly revocations: Revocations,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Those of the caller. */
  async list(): Promise<FactorsView> {
    const { userId } = currentPrincipal();
    const [totp, recoveryCodesLeft, passkeys, providers] = await Promise.all([
      this.factors.findTotp(userId),
      this.factors.countCodes(userId),
      this.factors.passkeys(userId),
      this.providerLinks.list(),
    ]);
    const enabledAt = totp?.enabledAt ?? null;
    return { totp: enabledAt === null ? null : { enabledAt }, recoveryCodesLeft, passkeys, providers };
  }

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

  /** Makes a secret for the caller's authenticator app. @throws Conflict `totp_enabled` */
  async enrollTotp(): Promise<TotpSetup> {
    const { userId, userEmail } = currentPrincipal();
    const setup = await this.unitOfWork.runUnscoped(FACTORS_REASON, () =>
      this.totp.enroll({ id: userId, email: userEmail }),
    );
    if (setup === null) throw new Conflict('totp_enabled', 'There is an authenticator app already. Remove it first.');
    return setup;
  }

  /**
   * Puts the caller's new app in force: its code shows that it has the secret.
   *
   * @returns new recovery codes
   * @throws Conflict `totp_not_started`, `totp_enabled`; ValidationFailed on `code`; TooManyRequests after too many wrong ones
   * @throws Forbidden `impersonating`
   */
  async verifyTotp(code: string): Promise<string[]> {
    const { userId, organizationId, impersonator } = currentPrincipal();
    if (impersonator !== null) throw new Forbidden('While impersonating, this can not be done.', 'impersonating');
    const pending = await this.factors.findTotp(userId);
    if (pending === null)
      throw new Conflict('totp_not_started', 'First ask for a secret (POST /api/auth/factors/totp).');
    if (pending.enabledAt !== null) throw new Conflict('totp_enabled', 'The authenticator app is in force already.');
    const isRight = await this.attempts.attempt(userId, () =>
      this.unitOfWork.runUnscoped(FACTORS_REASON, () => this.totp.spend(pending, code)),
    );
    if (!isRight) throw ValidationFailed.on('code', 'wrong_code', 'code is not the one that the app shows now.');
    return this.unitOfWork.runUnscoped(FACTORS_REASON, async () => {
      await this.users.lock(userId);
      if (!(await this.factors.enableTotp(userId, this.clock.now()))) {
        throw new Conflict('totp_enabled', 'The authenticator app is in force already.');
      }
      await this.wasAdded(userId, 'totp', organizationId);
      return this.replaceCodes(userId);
    });
  }

  /** @throws NotFound without one; Conflict `second_factor_required` for the last factor where one is required */
  async removeTotp(): Promise<void> {
    const { userId, organizationId } = currentPrincipal();
    await this.unitOfWork.runUnscoped(FACTORS_REASON, async () => {
      await this.users.lock(userId);
      requireFound(await this.factors.deleteTotp(userId, false));
      await this.wasRemoved(userId, 'totp', organizationId);
    });
  }

  /** Gives the caller new recovery codes instead of the ones before. @throws Conflict `no_second_factor` */
  async renewRecoveryCodes(): Promise<string[]> {
    const { userId, organizationId } = currentPrincipal();
    return this.unitOfWork.runUnscoped(FACTORS_REASON, async () => {
      await this.users.lock(userId);
      if ((await this.factors.countFactors(userId)) === 0)
        throw new Conflict('no_second_factor', 'Recovery codes stand in for a second factor: set one up first.');
      await this.revocations.run('factorChange', { userId });
      this.recorder.added(userId, 'recoveryCodes', organizationId);
      await this.notices.factorAdded(userId, 'recoveryCodes');
      return this.replaceCodes(userId);
    });
  }

  /** Takes all factors from a user who has lost them, and ends what could still be signed in by them. @throws NotFound */
  async resetOf(userId: string): Promise<void> {
    await this.attempts.clear(userId);
    await this.unitOfWork.runUnscoped(FACTORS_REASON, async () => {
      const user = await this.users.lock(userId);
      const hadTotp = await this.factors.deleteTotp(userId, true);
      const hadPasskeys = (await this.factors.deletePasskeys(userId)) > 0;
      await this.factors.replaceCodes(userId, []);
      if (!hadTotp && !hadPasskeys) return;
      await this.users.setSecondFactorSince(userId, null);
      await this.revocations.run('factorChange', { userId });
      await this.notices.factorsReset(userId);
      this.recorder.reset(userId, await this.organizations.defaultFor({ id: user.id, superAdmin: false }));
    });
  }

  /**
   * Takes all factors of a kind from a user who is locked, inside the caller's unscoped unit of work: a stranger may have
   * set them up. The log, which may be the stranger's, does not get the caller's address.
   *
   * @returns how many there were
   */
  async takeAll(userId: string, kind: 'totp' | 'passkey'): Promise<number> {
    const count =
      kind === 'totp' ? Number(await this.factors.deleteTotp(userId, true)) : await this.factors.deletePasskeys(userId);
    if (count === 0) return 0;
    if ((await this.factors.countFactors(userId)) === 0) await this.users.setSecondFactorSince(userId, null);
    const organizationId = await this.organizations.defaultFor({ id: userId, superAdmin: false });
    withContext({ ip: null, userAgent: null }, () => this.recorder.removed(userId, kind, organizationId));
    return count;
  }

  /** Records that a factor of a user is in force, inside the unit of work that put it there and has locked the user. */
  async wasAdded(userId: string, kind: 'totp' | 'passkey', organizationId: string): Promise<void> {
    if ((await this.factors.countFactors(userId)) === 1)
      await this.users.setSecondFactorSince(userId, this.clock.now());
    await this.revocations.run('factorChange', { userId });
    this.recorder.added(userId, kind, organizationId);
    await this.notices.factorAdded(userId, kind);
  }

  /**
   * Records that a factor of a user is gone, inside the unit of work that deleted it and has locked the user.
   *
   * @throws Conflict `second_factor_required` when none is left and one is required
   */
  async wasRemoved(userId: string, kind: 'totp' | 'passkey', organizationId: string): Promise<void> {
    if ((await this.factors.countFactors(userId)) === 0) {
      if (await this.isRequired(userId)) {
        throw new Conflict('second_factor_required', 'A second factor is required here: set up another one first.');
      }
      await this.users.setSecondFactorSince(userId, null);
      await this.factors.replaceCodes(userId, []);
    }
    await this.revocations.run('factorChange', { userId });
    this.recorder.removed(userId, kind, organizationId);
    await this.notices.factorRemoved(userId, kind);
  }

  private async isRequired(userId: string): Promise<boolean> {
    const user = await this.users.find(userId);
    if (user!.superAdmin && this.configuration.superAdminSecondFactor) return true;
    return this.factors.isRequired(userId);
  }

  private async checkCode(userId: string, code: string): Promise<boolean> {
    const factor = await this.factors.findTotp(userId);
    if (factor === null || factor.enabledAt === null) return false;
    return this.unitOfWork.runUnscoped(FACTORS_REASON, () => this.totp.spend(factor, code));
  }

  private async replaceCodes(userId: string): Promise<string[]> {
    const codes = newRecoveryCodes();
    await this.factors.replaceCodes(userId, codes.map(hashRecoveryCode));
    return codes;
  }
}
