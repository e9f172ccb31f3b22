import { Injectable } from '@nestjs/common';
import { NotFound } from '../../../kernel/problems';
import { currentPrincipal } from '../../../platform/context/request-context';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { SessionOrganizations } from '../../people/members';
import { UsersService } from '../../people/users';
import { SessionsService } from '../sessions';
import { SingleSignOn } from '../single-sign-on';
import type { CurrentSessionView } from './auth.dto';
import { CurrentSession } from './current-session.service';

/** Moves of sessions from one organization to another. */
@Injectable()
export class SessionMoves {
  constructor(
    private readonly organizations: SessionOrganizations,
    private readonly singleSignOn: SingleSignOn,
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly current: CurrentSession,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Moves the session of this request to another organization: one of the user's own, any for a Super Admin.
   *
   * @param token the session's own
   * @throws Forbidden `sso_required` when it lets in only whom its identity provider signed in
   * @throws Forbidden `reauthentication_required` when the provider of another one began the session
   * @throws NotFound for any other; Unauthenticated when the session has ended or become another user's meanwhile
   */
  async move(organizationId: string, token: string): Promise<CurrentSessionView> {
    const { userId, superAdmin, organizationId: before, impersonator } = currentPrincipal();
    if (!(await this.organizations.isOpenTo(organizationId, { id: userId, superAdmin })))
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
    return this.current.describeChanged(token);
  }
}
