import { Injectable } from '@nestjs/common';
import { currentOrganizationId } from '../../../platform/context/request-context';
import { requireMatch } from '../../../platform/http/etag';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { MembersService, RolesService } from '../members';
import { USER_RECORD } from './user.record';
import { Suspensions } from './suspensions.service';
import { UserDirectory } from './user-directory.service';
import type { UpdateUser, UserView } from './users.dto';
import { USERS_REASON } from './users.repository';
import { UsersService, type UserChanges } from './users.service';

/** What Super Admins change about members of the organization in scope. */
@Injectable()
export class UserAdministration {
  constructor(
    private readonly directory: UserDirectory,
    private readonly users: UsersService,
    private readonly suspensions: Suspensions,
    private readonly members: MembersService,
    private readonly roles: RolesService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Changes a member: their name, phone and status everywhere, their role here.
   *
   * @throws NotFound, PreconditionFailed (If-Match), ValidationFailed when there is no such role
   * @throws Conflict `last_super_admin`, `last_admin`; Forbidden for a role beyond what the caller's key may do
   */
  update(id: string, { role, ...changes }: UpdateUser): Promise<UserView> {
    return this.unitOfWork.run(async () => {
      // Checked again below, under the locks. The first check comes before the errors that locking may throw.
      requireMatch(USER_RECORD, await this.directory.get(id));
      const before = await this.lock(id, changes);
      requireMatch(USER_RECORD, before);
      await this.change(before, changes, role !== undefined && role !== before.role);
      if (role !== undefined) await this.members.changeRoleOfUser(id, role);
      return this.directory.get(id);
    });
  }

  /** Always in this order, to prevent deadlocks: the Super Admins, organizations, the user. */
  private async lock(id: string, { status }: UserChanges): Promise<UserView> {
    if (status !== 'suspended') await this.roles.lockOrganization();
    await this.unitOfWork.runUnscoped(USERS_REASON, async () => {
      if (status === 'suspended') await this.suspensions.requirePossible(id);
      await this.users.lock(id);
    });
    return this.directory.get(id);
  }

  private async change(before: UserView, changes: UserChanges, roleFollows: boolean): Promise<void> {
    const organizationId = currentOrganizationId();
    await this.unitOfWork.runUnscoped(USERS_REASON, async () => {
      await this.users.change(before, changes, organizationId, roleFollows);
      if (changes.status === 'suspended') await this.suspensions.signOut(before.id);
    });
  }
}
