import { Injectable } from '@nestjs/common';
import type { Principal } from '../../kernel/principal';
import { Forbidden, NotFound, requireFound, Unauthenticated } from '../../kernel/problems';
import { currentPrincipal, withContext } from '../../platform/context/request-context';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work';
import { permissionsHeld, SessionOrganizations } from '../members';
import { OrganizationsService } from '../organizations';
import { SessionCredentials, SessionsService } from '../sessions';
import { SignInAttempts, toUserView, type UserRow, UsersService } from '../users';
import type { CurrentSessionView, LogIn, SignedInView } from './auth.dto';

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
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Signs in. The response and its time are the same for an unknown account, a suspended one and a wrong password.
   *
   * @param oldTokens of the sessions that the browser has, which end
   * @throws Unauthenticated `invalid_credentials`; TooManyRequests after too many failures
   * @throws Forbidden `no_organization` when there is none left for the user's session
   */
  async logIn({ email, password }: LogIn, oldTokens: readonly string[]): Promise<SignedIn> {
    const user = await this.users.findByEmail(email);
    const succeeded = await this.attempts.attempt({ email, userId: user?.id ?? null }, async () => {
      const matches = await this.users.verifyPassword(user, password);
      return matches && user?.status === 'active';
    });
    if (!succeeded || user === null) {
      throw new Unauthenticated('The e-mail address or the password is wrong.', 'invalid_credentials');
    }
    const token = await this.unitOfWork.runUnscoped('a sign-in stands in no organization yet', async () => {
      await this.users.lock(user.id);
      const organizationId = await this.sessionOrganizations.lockDefaultFor(user);
      if (organizationId === null) throw new Forbidden('You are not a member of any organization.', 'no_organization');
      return this.startSession(user, organizationId, oldTokens);
    });
    return this.signedIn(token);
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
   * @throws NotFound for any other; Unauthenticated when the session has ended or become another user's meanwhile
   */
  async switchOrganization(organizationId: string, token: string): Promise<CurrentSessionView> {
    const { userId, superAdmin, organizationId: before, impersonator } = currentPrincipal();
    requireFound(await this.sessionOrganizations.isOpenTo(organizationId, { id: userId, superAdmin }));
    if (organizationId !== before) {
      await this.unitOfWork.runUnscoped('a session moves from one organization to another', async () => {
        // The user is locked before the session, as everywhere: ending their sessions happens before or after this.
        const user = await this.users.lock(userId);
        await this.sessions.moveTo(organizationId, superAdmin && user.superAdmin);
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
   * @returns the token, for {@link signedIn}
   */
  async startSession(user: UserRow, organizationId: string, oldTokens: readonly string[]): Promise<string> {
    // The user is locked first, as everywhere: ending their sessions happens before or after this.
    await this.users.recordSignIn(user, organizationId);
    await this.attempts.rememberAddress(user.id);
    const token = await this.sessions.start(user, organizationId);
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
    const { organizationId, role, superAdmin, impersonator } = principal;
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
      impersonator,
    };
  }
}
