import { Injectable } from '@nestjs/common';
import { Forbidden, ValidationFailed } from '../../../kernel/problems';
import type { Addressee } from '../../people/invitations';
import { AccountHandover } from '../password-resets';
import { hashPassword, requireOtherThanNames, SignInAttempts, type UserRow, UsersService } from '../../people/users';
import type { AcceptInvitation } from './invitation-acceptance.dto';
import type { Proof } from './proofs';

/** Who accepts, by what they sent beside the token. */
export interface Acceptor {
  email: string;
  name: string | undefined;
  /** Hash of a new password; null when they sent none, or the account is already proven to be its mailbox's owner's. */
  passwordHash: string | null;
  /** The hash that their password was found to match: it is their account. */
  knownHash: string | null;
}

/** The user whose account it is, and what they have shown of that. */
export interface InvitedUser {
  user: UserRow;
  shown: ReadonlySet<Proof>;
}

const BY_MAIL: ReadonlySet<Proof> = new Set(['mail']);
const BY_PASSWORD: ReadonlySet<Proof> = new Set(['mail', 'password']);

/**
 * Whose account the token of an invitation opens. It proves that the mailbox is the caller's, not that the account with
 * its address is: anybody can sign up with the address of somebody else. So a caller who sends a password other than the
 * account's, as somebody new does, takes the account over ({@link AccountHandover}), unless it was proven before to
 * belong to the mailbox. A caller who sends the same password knows the account: nothing of it changes. Until that proof
 * the token alone is not enough, or a stranger's old session would stand in the organization, too. A Super Admin's account
 * is never taken over, and always needs its own password or second factor.
 */
@Injectable()
export class InvitedAccounts {
  constructor(
    private readonly users: UsersService,
    private readonly attempts: SignInAttempts,
    private readonly handover: AccountHandover,
  ) {}

  /**
   * Who accepts. Hashing takes long, so it comes before the locks.
   *
   * @throws ValidationFailed when something is needed and not given, or a password is wrong; TooManyRequests
   */
  async acceptorOf({ name, password }: AcceptInvitation, { email, organizationName }: Addressee): Promise<Acceptor> {
    const known = await this.users.findByEmail(email);
    if (known === null) {
      if (name === undefined || password === undefined) throw neededOfNewUser({ name, password });
    } else if (known.emailProvenAt === null && password === undefined) throw passwordRequired();
    const acceptor: Acceptor = { email, name, passwordHash: null, knownHash: null };
    if (password === undefined) return acceptor;
    if (known?.superAdmin) {
      await this.requireMatch(known, password);
      return { ...acceptor, knownHash: known.passwordHash };
    }
    if (known !== null && known.emailProvenAt !== null) return acceptor;
    if (known !== null && (await this.users.verifyPassword(known, password))) {
      return { ...acceptor, knownHash: known.passwordHash };
    }
    requireOtherThanNames('password', password, [email, name, known?.name, organizationName]);
    return { ...acceptor, passwordHash: await hashPassword(password) };
  }

  /**
   * The user, locked, whose account is the acceptor's own from now on, inside the caller's unscoped unit of work.
   *
   * @throws Forbidden `user_suspended`; Conflict `email_taken`; ValidationFailed when the account has changed meanwhile, so
   *   that a password is needed now
   */
  async userFor(acceptor: Acceptor, organizationId: string): Promise<InvitedUser> {
    const { email, name, passwordHash, knownHash } = acceptor;
    const found = await this.users.findByEmail(email);
    if (found === null) {
      // The account may have been erased meanwhile.
      if (name === undefined || passwordHash === null) throw neededOfNewUser({ name, password: passwordHash });
      const user = await this.users.create({ name, email, passwordHash, emailProven: true });
      return { user, shown: BY_PASSWORD };
    }
    const founded = await this.handover.lockFounded(found.id);
    const user = await this.users.lock(found.id);
    if (user.status === 'suspended') throw new Forbidden('This account is suspended.', 'user_suspended');
    // Whoever uses the account has changed its password at this very moment.
    if (knownHash !== null && knownHash !== user.passwordHash) throw passwordRequired();
    if (knownHash !== null) {
      if (user.emailProvenAt === null) await this.users.rememberProof(user.id);
      return { user, shown: BY_PASSWORD };
    }
    if (user.emailProvenAt !== null) return { user, shown: BY_MAIL };
    if (passwordHash === null || user.superAdmin) throw passwordRequired();
    const chosen = { passwordHash, ...(name !== undefined && { name }) };
    await this.handover.takeOver(user, chosen, organizationId, founded);
    return { user: await this.users.lock(user.id), shown: BY_PASSWORD };
  }

  /** @throws ValidationFailed unless it is the account's own password; TooManyRequests after too many wrong ones */
  private async requireMatch(user: UserRow, password: string): Promise<void> {
    const { email, id: userId } = user;
    if (await this.attempts.attempt({ email, userId }, () => this.users.verifyPassword(user, password))) return;
    throw ValidationFailed.on('password', 'wrong_password', "password is not the account's own.");
  }
}

function passwordRequired(): ValidationFailed {
  const message =
    "password is required: nobody has confirmed yet that this account is the mailbox owner's. " +
    'Send its password, or a new one to make the account yours.';
  return ValidationFailed.on('password', 'required', message);
}

/** @throws ValidationFailed naming each that is missing */
function neededOfNewUser(fields: Record<string, string | null | undefined>): ValidationFailed {
  const missing = Object.entries(fields).filter(([, value]) => value == null);
  return new ValidationFailed(
    missing.map(([field]) => ({ field, code: 'required', message: `${field} is required of a new user.` })),
  );
}
