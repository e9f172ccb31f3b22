import { Injectable } from '@nestjs/common';
import { randomToken } from '../../kernel/ids';
import { Forbidden } from '../../kernel/problems';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work';
import { lockMembership, MembersService } from '../members';
import { type SsoPerson, SsoSignIns } from '../single-sign-on';
import { hashPassword, type UserRow, UsersService } from '../users';
import { AuthService, type SignedIn } from './auth.service';

const REASON = 'a sign-in stands in no organization yet';

/**
 * Signing in at an organization's provider. Which account somebody is, is decided by the provider's subject; the first
 * time by the e-mail address, if the organization has proven its domain and the account its mailbox.
 */
@Injectable()
export class SsoSignIn {
  constructor(
    private readonly signIns: SsoSignIns,
    private readonly users: UsersService,
    private readonly members: MembersService,
    private readonly auth: AuthService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** See {@link SsoSignIns.begin}. */
  begin(email: string): Promise<{ url: string; kept: string }> {
    return this.signIns.begin(email);
  }

  /**
   * Signs in whom the provider has signed in; the first time, makes the account and the membership.
   *
   * @param oldTokens of the sessions that the browser has, which end
   * @throws Gone `challenge_gone`; Conflict `sso_unavailable`, `sso_failed`; Forbidden `sso_refused`, `user_suspended`
   */
  async finish(kept: string | undefined, query: string, oldTokens: readonly string[]): Promise<SignedIn> {
    const person = await this.signIns.finish(kept, query);
    // Hashing takes long, so it comes before the locks. Nobody knows the password; "Forgot your password?" sets one.
    const passwordHash = await hashPassword(randomToken());
    const token = await this.unitOfWork.runUnscoped(REASON, async () => {
      const user = await this.accountOf(person, passwordHash);
      await this.requireMembership(person, user);
      await this.signIns.remember(person, user.id);
      return this.auth.startSession(user, person.organizationId, oldTokens, true);
    });
    return this.auth.signedIn(token);
  }

  /** The user, locked. */
  private async accountOf(person: SsoPerson, passwordHash: string): Promise<UserRow> {
    const { userId, domainProven, email } = person;
    if (userId !== null) return this.usable(await this.users.lock(userId));
    if (!domainProven) throw new Forbidden("Your address's domain is not one of this organization.", 'sso_refused');
    const existing = await this.users.findByEmail(email!);
    if (existing === null) {
      const name = person.name?.trim().slice(0, 120) || email!.slice(0, email!.lastIndexOf('@'));
      return this.users.create({ name, email: email!, passwordHash, emailProven: true });
    }
    const user = await this.users.lock(existing.id);
    if (user.emailProvenAt === null) {
      throw new Forbidden(
        'There is an account with your address that nobody has confirmed. Choose a new password for it first.',
        'sso_refused',
      );
    }
    return this.usable(user);
  }

  /** An organization's provider must not be a way to the whole platform. */
  private usable(user: UserRow): UserRow {
    if (user.superAdmin)
      throw new Forbidden('Super Admins sign in with their password and second factor.', 'sso_refused');
    if (user.status === 'suspended') throw new Forbidden('This account is suspended.', 'user_suspended');
    return user;
  }

  private async requireMembership({ organizationId, defaultRole }: SsoPerson, user: UserRow): Promise<void> {
    if (await lockMembership(this.unitOfWork, organizationId, user.id)) return;
    if (!(await this.members.joinUnlessKnown(organizationId, user, defaultRole)))
      throw new Forbidden('Your membership is suspended.', 'sso_refused');
  }
}
