import { Injectable } from '@nestjs/common';
import { Conflict, Forbidden, NotFound, Unauthenticated } from '../../../kernel/problems';
import { currentPrincipal } from '../../../platform/context/request-context';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { SessionOrganizations } from '../../people/members';
import { ActingSessions } from '../sessions';
import { type UserRow, UsersService } from '../../people/users';

/** Whom an operator acts as now, and the token for the browser's cookie. */
interface Impersonation {
  token: string;
  user: { id: string; email: string };
}

/**
 * Operators acting as users. Their session becomes one of that user, with the user's rights and no others. It remembers
 * the operator and their organization, and becomes the operator's again in the end.
 */
@Injectable()
export class ImpersonationService {
  constructor(
    private readonly users: UsersService,
    private readonly organizations: SessionOrganizations,
    private readonly acting: ActingSessions,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Lets the session of this request act as a user of any organization. It stays in its organization if the user is a
   * member there, and otherwise moves to the one that a new session of the user would be in.
   *
   * @throws NotFound for an unknown user; Forbidden when the caller has just ceased to be a Super Admin
   * @throws Conflict `own_user`, `super_admin`, `user_suspended`, `no_organization`, `already_impersonating`
   */
  start(userId: string, reason: string | null): Promise<Impersonation> {
    const { userId: operatorId, organizationId: operatorsId } = currentPrincipal();
    if (userId === operatorId) throw new Conflict('own_user', 'You are this user already.');
    return this.unitOfWork.runUnscoped('an operator acts as a user of any organization', async () => {
      const people = await this.users.lockShared(operatorId, userId);
      requireOperator(people.find(({ id }) => id === operatorId));
      const user = people.find(({ id }) => id === userId);
      if (user === undefined) throw new NotFound();
      requireImpersonable(user);
      const organizationId = await this.organizations.lockDefaultFor({ id: userId, superAdmin: false }, operatorsId);
      if (organizationId === null) {
        throw new Conflict(
          'no_organization',
          'The user is not a member of any organization, so there is nothing to see.',
        );
      }
      const token = await this.acting.actAs(userId, organizationId, reason);
      return { token, user: { id: user.id, email: user.email } };
    });
  }

  /**
   * Gives the session of this request back to its operator, in the organization they were in before or, if that is
   * gone, in the one of a new session of theirs.
   *
   * @returns the token for the browser's cookie
   * @throws Conflict `not_impersonating`; Unauthenticated when the operator has just ceased to be a Super Admin
   */
  end(): Promise<string> {
    const { impersonator } = currentPrincipal();
    if (impersonator === null) throw new Conflict('not_impersonating', 'You are not acting as another user.');
    return this.unitOfWork.runUnscoped('an operator returns to where they stood', async () => {
      // A Super Admin's session may be in any organization, so one who has just ceased to be one must not get it back.
      const [operator] = await this.users.lockShared(impersonator.id);
      if (!isOperator(operator)) throw ended();
      return this.acting.giveBack(async (before) => {
        if (before !== null && (await this.organizations.isOpenTo(before, operator))) return before;
        const organizationId = await this.organizations.defaultFor(operator);
        if (organizationId === null) throw ended();
        return organizationId;
      });
    });
  }
}

function isOperator(user: UserRow | undefined): user is UserRow {
  return user !== undefined && user.superAdmin && user.status === 'active';
}

function ended(): Unauthenticated {
  return new Unauthenticated('The session has ended. Sign in again.');
}

function requireOperator(user: UserRow | undefined): void {
  if (isOperator(user)) return;
  throw new Forbidden('This endpoint is for Super Admins.');
}

function requireImpersonable({ superAdmin, status }: UserRow): void {
  if (superAdmin) throw new Conflict('super_admin', 'Nobody can act as a Super Admin.');
  if (status === 'suspended') throw new Conflict('user_suspended', 'The user is suspended.');
}
