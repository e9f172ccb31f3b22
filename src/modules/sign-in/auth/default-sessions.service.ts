import { Injectable } from '@nestjs/common';
import { Forbidden } from '../../../kernel/problems';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { SessionOrganizations } from '../../people/members';
import type { UserRow } from '../../people/users';
import { CurrentSession, type SignedIn } from './current-session.service';
import type { Proof } from './proofs';
import { SessionGate } from './session-gate.service';

/** Why a sign-in works outside of any tenant. */
export const SIGN_IN_REASON = 'a sign-in stands in no organization yet';

/** Sessions of users who have not said where they want to be: in the organization where they were last, if they can. */
@Injectable()
export class DefaultSessions {
  constructor(
    private readonly organizations: SessionOrganizations,
    private readonly gate: SessionGate,
    private readonly current: CurrentSession,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Starts a session of a user who has shown all that the account demands, where their next one is to stand.
   *
   * @param user as they were when they showed it
   * @throws Unauthenticated when they were suspended since, or have another password; Forbidden like {@link start}
   */
  async enter(user: UserRow, shown: ReadonlySet<Proof>, oldTokens: readonly string[]): Promise<SignedIn> {
    const token = await this.unitOfWork.runUnscoped(SIGN_IN_REASON, async () =>
      this.start(await this.gate.lockUnchanged(user), shown, oldTokens),
    );
    return this.current.signedIn(token);
  }

  /**
   * The same for a user who is locked, inside the caller's unscoped unit of work.
   *
   * @returns the token of the session
   * @throws Forbidden `no_organization`, `organization_deleted` or `sso_required` when there is none left for it
   */
  async start(user: UserRow, shown: ReadonlySet<Proof>, oldTokens: readonly string[]): Promise<string> {
    const organizationId = await this.organizations.lockDefaultFor(user, null, !user.superAdmin);
    if (organizationId === null) throw await this.noOrganization(user.id);
    return this.gate.startSession(user, { organizationId, shown, oldTokens });
  }

  private async noOrganization(userId: string): Promise<Forbidden> {
    if ((await this.organizations.ofUser(userId)).length > 0)
      return new Forbidden('Your organization asks you to sign in with it.', 'sso_required');
    const deleted = await this.organizations.deletedOf(userId);
    return deleted === null
      ? new Forbidden('You are not a member of any organization.', 'no_organization')
      : new Forbidden(
          `Your organization ${deleted} was deleted. Within 30 days, those who operate this service can restore it.`,
          'organization_deleted',
        );
  }
}
