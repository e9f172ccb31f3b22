import { Injectable } from '@nestjs/common';
import { Forbidden } from '../../../kernel/problems';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { lockMembership, MembersService } from '../../people/members';
import { SecurityNotices } from '../security-notices';
import { SsoIdentities, type SsoPerson } from '../single-sign-on';
import { type UserRow, UsersService } from '../../people/users';

/** An account, and whether it is known to be the person's whom the provider has signed in. */
interface ProvidedAccount {
  /** Locked. */
  readonly user: UserRow;
  readonly isConnected: boolean;
}

/** Whose accounts the people are whom organizations' providers sign in. All inside the caller's unscoped unit of work. */
@Injectable()
export class ProvidedAccounts {
  constructor(
    private readonly users: UsersService,
    private readonly identities: SsoIdentities,
    private readonly members: MembersService,
    private readonly notices: SecurityNotices,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * The account of somebody: the one that is connected to them, else the one with their address, else a new one.
   *
   * @param passwordHash of a new one
   * @throws Forbidden `sso_refused`, `user_suspended`
   */
  async of(person: SsoPerson, passwordHash: string): Promise<ProvidedAccount> {
    const { userId, name, email } = person;
    if (userId !== null) return { user: requireUsable(await this.users.lock(userId)), isConnected: true };
    const existing = await this.users.findByEmail(email);
    if (existing !== null) return { user: await this.users.lock(existing.id), isConnected: false };
    const user = await this.users.create({ name, email, passwordHash, emailProven: true });
    await this.connect(person, user);
    return { user, isConnected: true };
  }

  /** @throws Forbidden `sso_refused` when they are connected to another user by now */
  async connect(person: SsoPerson, user: UserRow): Promise<void> {
    await this.identities.connect(person, user);
    await this.notices.providerConnected(user.id);
  }

  /**
   * Makes sure that somebody may still be signed in, and makes them a member unless they are one.
   *
   * @throws Forbidden `sso_refused`
   */
  async join(person: SsoPerson, user: UserRow): Promise<void> {
    await this.identities.lock(person);
    const { organizationId, defaultRole } = person;
    if (await lockMembership(this.unitOfWork, organizationId, user.id)) return;
    if (!(await this.members.joinUnlessKnown(organizationId, user, defaultRole)))
      throw new Forbidden('Your membership is suspended.', 'sso_refused');
  }
}

/**
 * An organization's provider must not be a way to the whole platform.
 *
 * @throws Forbidden `sso_refused`, `user_suspended`
 */
export function requireUsable(user: UserRow): UserRow {
  if (user.superAdmin)
    throw new Forbidden('Super Admins sign in with their password and second factor.', 'sso_refused');
  if (user.status === 'suspended') throw new Forbidden('This account is suspended.', 'user_suspended');
  return user;
}
