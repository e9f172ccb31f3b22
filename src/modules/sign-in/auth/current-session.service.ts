import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../kernel/principal';
import { NotFound, Unauthenticated } from '../../../kernel/problems';
import { currentPrincipal, withContext } from '../../../platform/context/request-context';
import { permissionsHeld } from '../../people/members';
import { OrganizationsService } from '../../people/organizations';
import { SessionCredentials } from '../sessions';
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
    private readonly credentials: SessionCredentials,
  ) {}

  /** Who the session of this request stands for and what it may do. */
  describe(): Promise<CurrentSessionView> {
    return this.view(currentPrincipal());
  }

  /** Like {@link describe}, of a session that the request has changed and committed. @param token the session's own */
  async describeChanged(token: string): Promise<CurrentSessionView> {
    return this.view(await this.principalOf(token));
  }

  /** The response to the browser for a session that has been started and committed. */
  async signedIn(token: string): Promise<SignedIn> {
    const { user, organization } = await this.view(await this.principalOf(token));
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
