import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { ReferralSignups } from '../../money/referrals';
import { hashPassword } from '../../people/users';
import type { Register } from './auth.dto';
import { CurrentSession, type SignedIn } from './current-session.service';
import { NewAccounts } from './new-accounts.service';
import { NewOrganizations } from './new-organizations.service';
import { SessionGate } from './session-gate.service';

/** Signing up. */
@Injectable()
export class Registration {
  constructor(
    private readonly accounts: NewAccounts,
    private readonly organizations: NewOrganizations,
    private readonly referralSignups: ReferralSignups,
    private readonly gate: SessionGate,
    private readonly current: CurrentSession,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Makes an account with an organization of its own, on the platform's default plan, and signs in. A message asks to
   * confirm the address; nothing waits for that.
   *
   * @param oldTokens of the sessions that the browser has, which end
   * @throws TooManyRequests `registration_limit_reached`; Conflict `email_taken`; ValidationFailed naming `referralCode` when that is unknown or not good any more
   */
  async register(input: Register, oldTokens: readonly string[]): Promise<SignedIn> {
    const { name, email, organizationName, timezone = 'UTC', currency = 'USD', locale = 'en' } = input;
    const { referralCode = null } = input;
    const passwordHash = await hashPassword(input.password);
    const token = await this.unitOfWork.runUnscoped('registration makes an organization', async () => {
      const user = await this.accounts.make({ name, email, passwordHash });
      const id = await this.organizations.found({ name: organizationName, timezone, currency }, locale, user);
      await this.accounts.askToConfirm(user, locale);
      const shown = new Set(['password' as const]);
      const started = await this.gate.startSession(user, { organizationId: id, shown, oldTokens });
      // Last, because others who sign up with the same code wait until this commits.
      if (referralCode !== null) await this.referralSignups.register(referralCode, email, id);
      return started;
    });
    return this.current.signedIn(token);
  }
}
