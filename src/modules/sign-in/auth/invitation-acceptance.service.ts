import { Injectable } from '@nestjs/common';
import { emailKey } from '../../../kernel/email';
import { Forbidden, Gone, ValidationFailed } from '../../../kernel/problems';
import { withContext } from '../../../platform/context/request-context';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { InvitationTokens } from '../../people/invitations';
import { SingleSignOn } from '../single-sign-on';
import type { SecondFactorNeededView } from './auth.dto';
import { CurrentSession, type SignedIn } from './current-session.service';
import type { AcceptInvitation } from './invitation-acceptance.dto';
import { InvitedAccounts, type InvitedUser } from './invited-accounts.service';
import { demandOf } from './proofs';
import { type Arrival, SessionGate } from './session-gate.service';

const REASON = 'whoever accepts an invitation is no member yet';

/** Accepting an invitation: makes an account where there is none, a member, and a session. */
@Injectable()
export class InvitationAcceptance {
  constructor(
    private readonly invitations: InvitationTokens,
    private readonly accounts: InvitedAccounts,
    private readonly gate: SessionGate,
    private readonly current: CurrentSession,
    private readonly singleSignOn: SingleSignOn,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Accepts an invitation. Of several requests at once with one token exactly one succeeds. The token proves that the
   * mailbox is the caller's, and no more than that: see {@link InvitedAccounts} for whose account it opens. A second
   * factor that is in force is asked for first; until it is shown, nothing has happened and the token is good.
   *
   * @param oldTokens of the sessions that the browser has, which end
   * @throws Gone `invitation_gone`; ValidationFailed when a new user gives no name or password, or a password is needed for
   *   an account and not given, or wrong; TooManyRequests after too many wrong ones
   * @throws Forbidden `user_suspended`, `sso_required`, or `impersonating` when one of those sessions does; Conflict
   *   `email_taken` when the account is made at the same moment
   */
  async accept(input: AcceptInvitation, oldTokens: readonly string[]): Promise<SignedIn | SecondFactorNeededView> {
    await this.gate.forbidImpersonators(oldTokens);
    const addressee = await this.invitations.addressee(input.token);
    const acceptor = await this.accounts.acceptorOf(input, addressee);
    return this.join(input.token, addressee.organizationId, oldTokens, () =>
      this.accounts.userFor(acceptor, addressee.organizationId),
    );
  }

  /**
   * Accepts an invitation whose user has shown the second factor, too.
   *
   * @throws Unauthenticated when the account has changed meanwhile; otherwise like {@link accept}
   */
  async complete(token: string, { user, shown, oldTokens }: Arrival): Promise<SignedIn> {
    await this.gate.forbidImpersonators(oldTokens);
    const { organizationId, email } = await this.invitations.addressee(token);
    const result = await this.join(token, organizationId, oldTokens, async () => {
      const locked = await this.gate.lockUnchanged(user);
      if (emailKey(locked.email) === emailKey(email)) return { user: locked, shown };
      throw new Gone('invitation_gone', 'The invitation was sent to an address that is not yours any more.');
    });
    if ('secondFactor' in result) throw new Error('A second factor was asked for after it had been shown.');
    return result;
  }

  /** @param findUser gives the user whose account it is, locked by the unit of work */
  private async join(
    token: string,
    organizationId: string,
    oldTokens: readonly string[],
    findUser: () => Promise<InvitedUser>,
  ): Promise<SignedIn | SecondFactorNeededView> {
    if (await this.singleSignOn.isRequiredIn(organizationId))
      throw new Forbidden('This organization asks you to sign in with it: that makes you a member.', 'sso_required');
    // The change is one of the organization: only what concerns the user leaves its scope.
    const result = await withContext({ scope: { organizationId } }, () =>
      this.unitOfWork.run(async () => {
        const invitation = await this.invitations.claim(token);
        const { user, shown } = await this.unitOfWork.runUnscoped(REASON, findUser);
        const demand = demandOf(user, shown);
        if (demand === 'password') throw passwordOfOperatorRequired();
        if (demand === 'secondFactor')
          return this.unitOfWork.runUnscoped(REASON, () =>
            this.gate.askForFactor({ user, shown: [...shown], next: { kind: 'invitation', token } }),
          );
        await this.invitations.redeem(invitation, organizationId, user);
        return this.unitOfWork.runUnscoped(REASON, () =>
          this.gate.startSession(user, { organizationId, shown, oldTokens }),
        );
      }),
    );
    return typeof result === 'string' ? this.current.signedIn(result) : result;
  }
}

function passwordOfOperatorRequired(): ValidationFailed {
  const message = "password is required: a Super Admin's session does not start by a mail alone.";
  return ValidationFailed.on('password', 'required', message);
}
