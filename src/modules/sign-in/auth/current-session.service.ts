import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../kernel/principal';
import { NotFound, Unauthenticated } from '../../../kernel/problems';
import { currentPrincipal, withContext } from '../../../platform/context/request-context';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { permissionsHeld, SessionOrganizations } from '../../people/members';
import { OrganizationsService } from '../../people/organizations';
import { SessionCredentials, SessionsService } from '../sessions';
import { SingleSignOn } from '../single-sign-on';
import { toUserView, UsersService } from '../../people/users';
import type { CurrentSessionView, SignedInView } from './auth.dto';

/** The response to the browser: the body, and the token for its cookie. */
export interface SignedIn {
  token: string;
  view: SignedInView;
}

/** Who a session stands for, and where it stands. */
@Injectable()
export class CurrentSession {
  constructor(
    private readonly users: UsersService,
    private readonly organizations: OrganizationsService,
    private readonly sessionOrganizations: SessionOrganizations,
    private readonly sessions: SessionsService,
    private readonly credentials: SessionCredentials,
    private readonly singleSignOn: SingleSignOn,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Who the session of this request stands for and what it may do. */
  describe(): Promise<CurrentSessionView> {
    return this.view(currentPrincipal());
  }

  /** The response to the browser for a session that has been started and committed. */
  async signedIn(token: string): Promise<SignedIn> {
    const { user, organization } = await this.view(await this.principalOf(token));
    return { token, view: { user, organization } };
  }

  /**
   * Moves the session of this request to another organization: one of the user's own, any for a Super Admin.
   *
   * @param token the session's own
   * @throws Forbidden `sso_required` when it lets in only whom its identity provider signed in
   * @throws Forbidden `reauthentication_required` when the provider of another one began the session
   * @throws NotFound for any other; Unauthenticated when the session has ended or become another user's meanwhile
   */
  async moveTo(organizationId: string, token: string): Promise<CurrentSessionView> {
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
    return this.view(await this.principalOf(token));
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

  private async view(principal: Principal): Promise<CurrentSessionView> {
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
      // What an operator showed is nothing that the user has shown.
      fresh: (impersonator === null && freshUntil?.toISOString()) || null,
      mustChangePassword: user.mustChangePassword,
      secondFactorMissing,
      impersonator,
    };
  }
}
