import { Injectable } from '@nestjs/common';
import { Forbidden, ValidationFailed } from '../../kernel/problems';
import { withContext } from '../../platform/context/request-context';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work';
import { type Addressee, InvitationTokens } from '../invitations';
import { AccountHandover } from '../password-resets';
import { SessionCredentials } from '../sessions';
import { SingleSignOn } from '../single-sign-on';
import { hashPassword, requireOtherThanNames, type UserRow, UsersService } from '../users';
import { AuthService, type SignedIn } from './auth.service';
import type { AcceptInvitation } from './invitation-acceptance.dto';

const REASON = 'whoever accepts an invitation is no member yet';

/** Who accepts, by what they sent beside the token. */
interface Acceptor {
  email: string;
  name: string | undefined;
  /** Hash of a new password; null when they sent none, or the account is already proven to be its mailbox's owner's. */
  passwordHash: string | null;
  /** The hash that their password was found to match: it is their account. */
  knownHash: string | null;
}

/** Accepting an invitation: makes an account where there is none, a member, and a session. */
@Injectable()
export class InvitationAcceptance {
  constructor(
    private readonly invitations: InvitationTokens,
    private readonly users: UsersService,
    private readonly auth: AuthService,
    private readonly handover: AccountHandover,
    private readonly credentials: SessionCredentials,
    private readonly singleSignOn: SingleSignOn,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Accepts an invitation. Of several requests at once with one token exactly one succeeds.
   *
   * The token proves that the mailbox is the caller's, not that the account with its address is: anybody can sign up
   * with the address of somebody else. So a caller who sends a password other than the account's, as somebody new does,
   * takes the account over ({@link AccountHandover}), unless it was proven before to belong to the mailbox. A caller
   * who sends the same password knows the account: nothing of it changes. Until that proof the token alone is not
   * enough, or a stranger's old session would stand in the organization, too.
   *
   * @param oldTokens of the sessions that the browser has, which end
   * @throws Gone `invitation_gone`; ValidationFailed when a new user gives no name or password, or no
   *   password is given for an account whose mailbox is unproven
   * @throws Forbidden `user_suspended`, `sso_required`, or `impersonating` when one of those sessions does; Conflict `email_taken` when
   *   the account is made at the same moment
   */
  async accept(input: AcceptInvitation, oldTokens: readonly string[]): Promise<SignedIn> {
    await this.forbidImpersonators(oldTokens);
    const addressee = await this.invitations.addressee(input.token);
    const { organizationId } = addressee;
    if (await this.singleSignOn.isRequiredIn(organizationId))
      throw new Forbidden('This organization asks you to sign in with it: that makes you a member.', 'sso_required');
    const acceptor = await this.acceptorOf(input, addressee);
    // The change is one of the organization: only what concerns the user leaves its scope.
    const token = await withContext({ scope: { organizationId } }, () =>
      this.unitOfWork.run(async () => {
        const invitation = await this.invitations.claim(input.token);
        const user = await this.unitOfWork.runUnscoped(REASON, () => this.userFor(acceptor, organizationId));
        await this.invitations.redeem(invitation, organizationId, user);
        return this.unitOfWork.runUnscoped(REASON, () => this.auth.startSession(user, organizationId, oldTokens));
      }),
    );
    return this.auth.signedIn(token);
  }

  /** An operator who acts as somebody must neither make them a member nor get a lasting session of theirs. */
  private async forbidImpersonators(tokens: readonly string[]): Promise<void> {
    const valid = await this.credentials.findValid(tokens);
    if ([...valid.values()].every(({ principal }) => principal.impersonator === null)) return;
    throw new Forbidden("While impersonating, the user's memberships can not be changed.", 'impersonating');
  }

  /** Hashing takes long, so it comes before the locks. */
  private async acceptorOf(
    { name, password }: AcceptInvitation,
    { email, organizationName }: Addressee,
  ): Promise<Acceptor> {
    const known = await this.users.findByEmail(email);
    if (known === null) requireAll({ name, password });
    else if (known.emailProvenAt === null && password === undefined) throw passwordRequired();
    const acceptor: Acceptor = { email, name, passwordHash: null, knownHash: null };
    if (password === undefined || (known !== null && known.emailProvenAt !== null)) return acceptor;
    if (known !== null && (await this.users.verifyPassword(known, password))) {
      return { ...acceptor, knownHash: known.passwordHash };
    }
    requireOtherThanNames('password', password, [email, name, known?.name, organizationName]);
    return { ...acceptor, passwordHash: await hashPassword(password) };
  }

  /** The user, locked, whose account is the acceptor's own from now on. */
  private async userFor(acceptor: Acceptor, organizationId: string): Promise<UserRow> {
    const { email, name, passwordHash, knownHash } = acceptor;
    const found = await this.users.findByEmail(email);
    if (found === null) {
      return this.users.create({ name: name!, email, passwordHash: passwordHash!, emailProven: true });
    }
    const founded = await this.handover.lockFounded(found.id);
    const user = await this.users.lock(found.id);
    if (user.status === 'suspended') throw new Forbidden('This account is suspended.', 'user_suspended');
    if (user.emailProvenAt !== null) return user;
    if (knownHash === user.passwordHash) {
      await this.users.rememberProof(user.id);
      return user;
    }
    // Whoever uses the account has changed its password at this very moment.
    if (passwordHash === null) throw passwordRequired();
    const chosen = { passwordHash, ...(name !== undefined && { name }) };
    await this.handover.takeOver(user, chosen, organizationId, founded);
    return this.users.lock(user.id);
  }
}

function passwordRequired(): ValidationFailed {
  const message =
    "password is required: nobody has confirmed yet that this account is the mailbox owner's. " +
    'Send its password, or a new one to make the account yours.';
  return ValidationFailed.on('password', 'required', message);
}

/** @throws ValidationFailed naming each that is missing */
function requireAll(fields: Record<string, string | undefined>): void {
  const missing = Object.entries(fields).filter(([, value]) => value === undefined);
  if (missing.length === 0) return;
  throw new ValidationFailed(
    missing.map(([field]) => ({ field, code: 'required', message: `${field} is required of a new user.` })),
  );
}
