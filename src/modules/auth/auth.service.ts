import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { Principal } from '../../kernel/principal';
import { Forbidden, NotFound, Unauthenticated } from '../../kernel/problems';
import { currentPrincipal, withContext } from '../../platform/context/request-context';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work';
import { permissionsHeld, SessionOrganizations } from '../members';
import { OrganizationsService } from '../organizations';
import { PasskeySignIn, SecondFactors, type PasskeyOptionsView } from '../second-factors';
import { SecurityNotices } from '../security-notices';
import { SessionCredentials, SessionsService } from '../sessions';
import { SingleSignOn } from '../single-sign-on';
import { SignInAttempts, toUserView, type UserRow, UsersService } from '../users';
import type {
  AskForPasskey,
  CurrentSessionView,
  LogIn,
  LogInWithFactor,
  LogInWithPasskey,
  SecondFactorNeededView,
  SignedInView,
} from './auth.dto';
import { SignInChallenges } from './sign-in-challenges.service';

/** The response to the browser: the body, and the token for its cookie. */
export interface SignedIn {
  token: string;
  view: SignedInView;
}

/** Signing in and out, and what a session does with itself. */
@Injectable()
export class AuthService {
  constructor(
    private readonly users: UsersService,
    private readonly organizations: OrganizationsService,
    private readonly sessionOrganizations: SessionOrganizations,
    private readonly sessions: SessionsService,
    private readonly credentials: SessionCredentials,
    private readonly attempts: SignInAttempts,
    private readonly challenges: SignInChallenges,
    private readonly factors: SecondFactors,
    private readonly passkeys: PasskeySignIn,
    private readonly notices: SecurityNotices,
    private readonly singleSignOn: SingleSignOn,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Signs in. The response and its time are the same for an unknown account, a suspended one and a wrong password.
   *
   * @param oldTokens of the sessions that the browser has, which end
   * @throws Unauthenticated `invalid_credentials`; TooManyRequests after too many failures
   * @throws Forbidden `no_organization` when there is none left for the user's session
   * @returns what is asked besides when the user has a second factor
   */
  async logIn({ email, password }: LogIn, oldTokens: readonly string[]): Promise<SignedIn | SecondFactorNeededView> {
    const user = await this.users.findByEmail(email);
    const succeeded = await this.attempts.attempt({ email, userId: user?.id ?? null }, async () => {
      const matches = await this.users.verifyPassword(user, password);
      return matches && user?.status === 'active';
    });
    if (!succeeded || user === null) {
      throw new Unauthenticated('The e-mail address or the password is wrong.', 'invalid_credentials');
    }
    if (user.secondFactorSince === null) return this.enter(user, oldTokens);
    const [challenge, methods] = await Promise.all([this.challenges.make(user), this.factors.methodsOf(user.id)]);
    return { secondFactor: { challenge, methods } };
  }

  /**
   * Goes on with a sign-in whose password was right. Wrong factors count like wrong passwords.
   *
   * @throws Gone `challenge_gone`; otherwise like {@link logIn}
   */
  async logInWithFactor(
    { challenge, ...factor }: LogInWithFactor,
    request: Request,
    oldTokens: readonly string[],
  ): Promise<SignedIn> {
    const user = await this.challenges.userOf(challenge);
    const succeeded = await this.attempts.attempt({ email: user.email, userId: user.id }, async () => {
      const isRight = await this.factors.check(user.id, factor, request);
      return isRight && user.status === 'active';
    });
    if (!succeeded) throw new Unauthenticated('The second factor is wrong.', 'invalid_credentials');
    return this.enter(user, oldTokens, () => this.challenges.spend(challenge));
  }

  /** What a browser asks its devices for a sign-in by passkey. @throws Gone `challenge_gone` */
  async passkeyOptions({ challenge }: AskForPasskey, request: Request): Promise<PasskeyOptionsView> {
    const user = challenge === undefined ? null : await this.challenges.userOf(challenge);
    return this.passkeys.options(request, user?.id ?? null);
  }

  /** Signs in by a passkey alone: it has asked for a finger, a face or a PIN. Throws like {@link logIn}. */
  async logInWithPasskey(
    { credential }: LogInWithPasskey,
    request: Request,
    oldTokens: readonly string[],
  ): Promise<SignedIn> {
    const ownerId = await this.passkeys.ownerOf(credential);
    const user = ownerId === null ? null : await this.users.find(ownerId);
    // Of a passkey that nobody has, the address alone is counted.
    const account = { email: user?.email ?? 'an unknown passkey', userId: user?.id ?? null };
    const succeeded = await this.attempts.attempt(
      account,
      async () => user?.status === 'active' && (await this.passkeys.proves(user.id, credential, request, 'required')),
    );
    if (!succeeded || user === null) throw new Unauthenticated('The passkey is not valid here.', 'invalid_credentials');
    return this.enter(user, oldTokens);
  }

  /** @param before runs in the transaction in which the session starts */
  private async enter(
    user: UserRow,
    oldTokens: readonly string[],
    before: () => Promise<void> = async () => undefined,
  ): Promise<SignedIn> {
    const token = await this.unitOfWork.runUnscoped('a sign-in stands in no organization yet', async () => {
      await this.users.lock(user.id);
      await before();
      const organizationId = await this.sessionOrganizations.lockDefaultFor(user, null, !user.superAdmin);
      if (organizationId === null) throw await this.noOrganization(user.id);
      return this.startSession(user, organizationId, oldTokens);
    });
    return this.signedIn(token);
  }

  private async noOrganization(userId: string): Promise<Forbidden> {
    return (await this.sessionOrganizations.ofUser(userId)).length > 0
      ? new Forbidden('Your organization asks you to sign in with it.', 'sso_required')
      : new Forbidden('You are not a member of any organization.', 'no_organization');
  }

  /** Ends the session of this request. */
  async logOut(): Promise<void> {
    await this.sessions.endCurrent();
  }

  /** Who the session of this request stands for and what it may do. */
  current(): Promise<CurrentSessionView> {
    return this.describe(currentPrincipal());
  }

  /**
   * Moves the session of this request to another organization: one of the user's own, any for a Super Admin.
   *
   * @param token the session's own
   * @throws Forbidden `sso_required` when it lets in only whom its identity provider signed in
   * @throws NotFound for any other; Unauthenticated when the session has ended or become another user's meanwhile
   */
  async switchOrganization(organizationId: string, token: string): Promise<CurrentSessionView> {
    const { userId, superAdmin, organizationId: before, impersonator } = currentPrincipal();
    if (!(await this.sessionOrganizations.isOpenTo(organizationId, { id: userId, superAdmin })))
      throw new NotFound('organizationId');
    if (organizationId !== before) {
      const providerRequired = await this.singleSignOn.isRequiredIn(organizationId);
      await this.unitOfWork.runUnscoped('a session moves from one organization to another', async () => {
        // The user is locked before the session, as everywhere: ending their sessions happens before or after this.
        const user = await this.users.lock(userId);
        await this.sessions.moveTo(organizationId, superAdmin && user.superAdmin, providerRequired);
        // An operator who acts as the user must not change which organization the user is remembered to have used last.
        if (impersonator === null) await this.users.rememberOrganization(userId, organizationId);
      });
    }
    return this.describe(await this.principalOf(token));
  }

  /**
   * Starts a session of somebody who has shown who they are, inside the caller's unscoped unit of work.
   *
   * @param organizationId one whose membership the unit of work has locked or made
   * @param oldTokens of the sessions that the browser has, which end
   * @param byProvider whether the organization's identity provider signed the user in
   * @returns the token, for {@link signedIn}
   */
  async startSession(
    user: UserRow,
    organizationId: string,
    oldTokens: readonly string[],
    byProvider = false,
  ): Promise<string> {
    // The user is locked first, as everywhere: ending their sessions happens before or after this.
    await this.users.recordSignIn(user, organizationId);
    await this.attempts.rememberAddress(user.id);
    await this.notices.signedIn(user);
    const token = await this.sessions.start(user, organizationId, byProvider);
    await this.sessions.replace(oldTokens, user);
    return token;
  }

  /** The response to the browser for a session that has been started and committed. */
  async signedIn(token: string): Promise<SignedIn> {
    const { user, organization } = await this.describe(await this.principalOf(token));
    return { token, view: { user, organization } };
  }

  /**
   * Looked up again, because the session has changed since the request came. To be called after that is committed:
   * credentials are looked up outside of any transaction.
   */
  private async principalOf(token: string): Promise<Principal> {
    const principal = await this.credentials.authenticate(token);
    if (principal === null) throw new Unauthenticated('The session has ended. Sign in again.');
    return principal;
  }

  private async describe(principal: Principal): Promise<CurrentSessionView> {
    const { organizationId, role, superAdmin, freshUntil, secondFactorMissing, impersonator } = principal;
    const [user, organization] = await Promise.all([
      this.users.find(principal.userId),
      withContext({ scope: { organizationId } }, () => this.organizations.current()),
    ]);
    if (user === null) throw new NotFound();
    return {
      user: { ...toUserView(user, role), emailConfirmedAt: user.emailProvenAt },
      organization,
      role,
      permissions: permissionsHeld(principal),
      superAdmin,
      fresh: freshUntil?.toISOString() ?? null,
      mustChangePassword: user.mustChangePassword,
      secondFactorMissing,
      impersonator,
    };
  }
}
