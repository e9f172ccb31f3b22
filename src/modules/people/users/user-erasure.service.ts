import { Injectable } from '@nestjs/common';
import { emailKey } from '../../../kernel/email';
import { isId } from '../../../kernel/ids';
import { Conflict, NotFound } from '../../../kernel/problems';
import { currentContext } from '../../../platform/context/request-context';
import { PersonTraces } from '../../../platform/erasure/person-traces';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { MembersService } from '../members';
import { unmatchableHash } from './passwords';
import { SuperAdmins } from './super-admins.service';
import type { UserErasureView } from './user-erasure.dto';
import { UserForgetting } from './user-forgetting.service';
import { USERS_REASON } from './users.repository';
import { UsersService } from './users.service';

/**
 * Forgets users. Their record stays as a number without a person, because other records say who made them; the logs
 * keep what was done, and can't be read where they name the user.
 */
@Injectable()
export class UserErasure {
  constructor(
    private readonly users: UsersService,
    private readonly superAdmins: SuperAdmins,
    private readonly members: MembersService,
    private readonly forgetting: UserForgetting,
    private readonly traces: PersonTraces,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Erases a user of any organization; again it changes nothing. Their memberships, sessions and keys end.
   *
   * @param force lets organizations lose their last active Admin
   * @throws NotFound; Conflict `own_user`, `last_super_admin`, `last_admin`, `conflict`
   */
  async erase(id: string, force: boolean): Promise<UserErasureView> {
    if (!isId(id)) throw new NotFound();
    if (currentContext().principal?.userId === id)
      throw new Conflict('own_user', 'You cannot erase yourself. Another Super Admin can.');
    return this.eraseAfter(id, async (lockUser) => {
      await this.superAdmins.requireAnother(id);
      await (force ? this.members.lockOrganizationsOf(id, lockUser) : this.members.requireOtherAdmins(id, lockUser));
    });
  }

  /** Erases a user who was erased before the database was restored, whoever is left without them. */
  eraseAgain(id: string): Promise<UserErasureView> {
    return this.eraseAfter(id, (lockUser) => this.members.lockOrganizationsOf(id, lockUser));
  }

  private async eraseAfter(
    id: string,
    lock: (lockUser: () => Promise<unknown>) => Promise<void>,
  ): Promise<UserErasureView> {
    const passwordHash = await unmatchableHash();
    return this.unitOfWork.runUnscoped(USERS_REASON, async () => {
      await lock(() => this.users.lock(id));
      const before = await this.users.lock(id);
      if (before.erasedAt !== null) return { erased: true };
      const user = { id, email: before.email, emailKey: emailKey(before.email) };
      await this.forgetting.forget(user, await this.members.organizationsOf(id), passwordHash);
      return { erased: true };
    });
  }
}
