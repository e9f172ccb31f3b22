import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { emailKey } from '../../../kernel/email';
import { newId } from '../../../kernel/ids';
import { Conflict, found, Unauthenticated } from '../../../kernel/problems';
import { searchText } from '../../../kernel/search-text';
import { mapConstraintErrors } from '../../../platform/database/constraint-errors';
import { MembersService } from '../members';
import { USER_RECORD } from './user.record';
import { matchesPassword, unmatchableHash } from './passwords';
import type { User } from './user.entity';
import type { UserView } from './users.dto';
import { UserRecorder } from './user.recorder';
import { UsersRepository, type UserRow } from './users.repository';

/** What can be changed of a user. */
export type UserChanges = Partial<Pick<User, 'name' | 'phone' | 'status'>>;

/** The fields of a new account. */
interface NewUser {
  name: string;
  email: string;
  /**
   * From {@link hashPassword}, made before the unit of work: hashing takes long, and a transaction uses a connection.
   */
  passwordHash: string;
  /** Whether the mailbox is proven to be theirs. */
  emailProven: boolean;
  /** Whether the service made the password up. */
  mustChangePassword?: boolean;
}

/**
 * People, their passwords and the platform's flag. Whatever changes happens inside the caller's unscoped unit of work.
 */
@Injectable()
export class UsersService {
  private readonly unmatchable = unmatchableHash();

  constructor(
    private readonly users: UsersRepository,
    private readonly recorder: UserRecorder,
    private readonly members: MembersService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Makes an account.
   *
   * @throws Conflict `email_taken`, in any case of the letters
   */
  async create({ name, email, passwordHash, emailProven, mustChangePassword = false }: NewUser): Promise<UserRow> {
    const now = this.clock.now();
    const user: User = {
      id: newId(),
      name,
      email,
      emailKey: emailKey(email),
      search: searchTextOf({ name, email }),
      emailProvenAt: emailProven ? now : null,
      phone: null,
      passwordHash,
      mustChangePassword,
      secondFactorSince: null,
      status: 'active',
      superAdmin: false,
      lastSignInAt: null,
      lastOrganizationId: null,
      erasedAt: null,
      createdAt: now,
      updatedAt: now,
    };
    await mapConstraintErrors(this.users.insert(user), {
      users_email_unique: () => new Conflict('email_taken', 'There is an account with this e-mail address.'),
    });
    const at = now.toISOString();
    const none = { secondFactorSince: null, lastSignInAt: null, erasedAt: null };
    const row = { ...user, ...none, emailProvenAt: emailProven ? at : null, createdAt: at, updatedAt: at };
    this.recorder.registered(toUserView(row, null));
    return row;
  }

  find(id: string): Promise<UserRow | null> {
    return this.users.find(id);
  }

  /** Finds a user by e-mail address, in any case of the letters. */
  findByEmail(email: string): Promise<UserRow | null> {
    return this.users.findByEmail(email);
  }

  /**
   * A user, locked until the caller's unscoped unit of work ends.
   *
   * @throws NotFound
   */
  async lock(id: string): Promise<UserRow> {
    return found((await this.users.lock(id)) ? await this.users.find(id) : null);
  }

  /** Those of the users who exist, locked against changes until the caller's unscoped unit of work ends. */
  lockShared(...ids: string[]): Promise<UserRow[]> {
    return this.users.lockShared(ids);
  }

  /**
   * Changes a user who is locked, and records it in the organizations that show them.
   *
   * @param before as they are shown now
   * @param organizationId whose audit log gets the record; null for the platform's
   * @param roleFollows whether their role there is changed next; that change then records both
   */
  async change(
    before: UserView,
    changes: UserChanges,
    organizationId: string | null,
    roleFollows = false,
  ): Promise<void> {
    const after = { ...before, ...changes };
    if (USER_RECORD.isSame(before, after)) return;
    await this.users.update(before.id, { ...changes, search: searchTextOf(after), updatedAt: this.clock.now() });
    const id = this.recorder.changed(before, after, organizationId);
    const { name, status } = USER_RECORD.previous(before, after);
    // What members see of each other.
    const previous = { ...(name !== undefined && { name }), ...(status !== undefined && { status }) };
    if (Object.keys(previous).length > 0)
      await this.members.userChanged(before.id, previous, { id, organizationId, isAnnounced: roleFollows });
  }

  /** Whether the password is the user's. Takes the same time when there is no user. */
  async verifyPassword(user: UserRow | null, password: string): Promise<boolean> {
    const matches = await matchesPassword(user?.passwordHash ?? (await this.unmatchable), password);
    return user !== null && matches;
  }

  /**
   * Records that the user signed in, and the organization of the session.
   *
   * @param user as they were when they proved who they are
   * @param organizationId the session's organization; the next session should be in it, too
   * @throws Unauthenticated `invalid_credentials` when they have been suspended or got another password since
   */
  async recordSignIn(user: UserRow, organizationId: string): Promise<void> {
    if (await this.users.signIn(user, this.clock.now(), organizationId)) return;
    throw new Unauthenticated('The e-mail address or the password is wrong.', 'invalid_credentials');
  }

  /** Remembers the organization that the user's next session should be in. */
  async rememberOrganization(userId: string, organizationId: string): Promise<void> {
    await this.users.update(userId, { lastOrganizationId: organizationId });
  }

  /**
   * Sets a new password.
   *
   * @param organizationId whose audit log gets the record
   */
  async changePassword(userId: string, passwordHash: string, organizationId: string): Promise<void> {
    await this.users.update(userId, { passwordHash, mustChangePassword: false, updatedAt: this.clock.now() });
    this.recorder.passwordChanged(userId, organizationId);
  }

  /** Sets what somebody chose who has proven that the user's mailbox is theirs. The caller writes the audit record. */
  async setProven(user: UserRow, chosen: { passwordHash: string; name?: string }): Promise<void> {
    const now = this.clock.now();
    const search = searchTextOf({ ...user, ...chosen });
    await this.users.update(user.id, {
      ...chosen,
      mustChangePassword: false,
      search,
      emailProvenAt: now,
      updatedAt: now,
    });
  }

  /** Records that the user has proven that the mailbox is theirs. */
  async rememberProof(userId: string): Promise<void> {
    await this.users.update(userId, { emailProvenAt: this.clock.now() });
  }

  /**
   * Gives a user another address, which they have proven to be theirs.
   *
   * @param organizationId whose audit log gets the record; null for the platform's
   */
  async changeEmail(user: UserRow, email: string, organizationId: string | null): Promise<void> {
    const now = this.clock.now();
    const search = searchTextOf({ name: user.name, email });
    await this.users.update(user.id, { email, emailKey: emailKey(email), search, emailProvenAt: now, updatedAt: now });
    const id = this.recorder.emailChanged(user, email, organizationId);
    await this.members.userChanged(user.id, { email: user.email }, { id, organizationId, isAnnounced: false });
  }

  /** Records since when the user's sign-ins need a second factor; null for not any more. */
  async setSecondFactorSince(userId: string, since: Date | null): Promise<void> {
    await this.users.update(userId, { secondFactorSince: since, updatedAt: this.clock.now() });
  }

  hasSuperAdmin(): Promise<boolean> {
    return this.users.hasSuperAdmin();
  }

  async makeSuperAdmin(userId: string): Promise<void> {
    await this.users.update(userId, { superAdmin: true, updatedAt: this.clock.now() });
    this.recorder.becameSuperAdmin(userId);
  }

  async endSuperAdmin(userId: string): Promise<void> {
    await this.users.update(userId, { superAdmin: false, updatedAt: this.clock.now() });
    this.recorder.ceasedToBeSuperAdmin(userId);
  }
}

function searchTextOf({ name, email }: Pick<User, 'name' | 'email'>): string {
  return searchText(name, email);
}

/**
 * A user as the API shows them.
 *
 * @param role in the organization at hand; null for somebody who is no member of it
 */
export function toUserView(user: UserRow, role: string | null): UserView {
  const { id, name, email, phone, status, superAdmin, lastSignInAt, createdAt, updatedAt } = user;
  return { id, name, email, phone, role, status, superAdmin, lastSignInAt, createdAt, updatedAt };
}
