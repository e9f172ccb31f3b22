import { Injectable } from '@nestjs/common';
import { Conflict, NotFound } from '../../../kernel/problems';
import { renewPrincipal } from '../../../platform/context/request-context';
import { Revocations } from '../../../platform/revocation/revocations';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { ActingSessions } from '../../sign-in/sessions';
import { USERS_REASON, UsersRepository } from './users.repository';
import { UsersService } from './users.service';

/** The platform's flag on users. */
@Injectable()
export class SuperAdmins {
  constructor(
    private readonly users: UsersService,
    private readonly repository: UsersRepository,
    private readonly acting: ActingSessions,
    private readonly revocations: Revocations,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Gives the flag to a user of any organization. Ends all their sessions: whoever is in one of them, perhaps by mail, by
   * an organization's provider or as an operator, has not shown what a Super Admin's account demands. So do a sign-in
   * under way and a change of address that waits.
   *
   * @throws NotFound; Conflict `user_erased`
   */
  async grant(userId: string): Promise<void> {
    await this.unitOfWork.runUnscoped(USERS_REASON, async () => {
      await this.lockSuperAdmins();
      const user = await this.users.lock(userId);
      if (user.superAdmin) return;
      if (user.erasedAt !== null) throw new Conflict('user_erased', 'The user was erased.');
      await this.users.makeSuperAdmin(userId);
      await this.revocations.run('superAdminGrant', { userId });
    });
  }

  /**
   * Takes the flag away. The user's sessions in which they act as others end; in their other sessions they have fewer
   * rights from the next request on.
   *
   * @throws NotFound when the user is unknown or no Super Admin
   * @throws Conflict `last_super_admin`
   */
  async revoke(userId: string): Promise<void> {
    await this.unitOfWork.runUnscoped(USERS_REASON, async () => {
      await this.requireAnother(userId);
      if (!(await this.users.lock(userId)).superAdmin) throw new NotFound();
      await this.users.endSuperAdmin(userId);
      await this.acting.endBy(userId);
    });
  }

  /**
   * Makes sure that the platform has another active Super Admin when this user ceases to be one, until the caller's
   * unscoped unit of work ends. To be called before anything else in it is locked.
   *
   * @throws Conflict `last_super_admin`
   */
  async requireAnother(userId: string): Promise<void> {
    await this.lockSuperAdmins();
    const user = await this.repository.find(userId);
    if (!user?.superAdmin || user.status !== 'active') return;
    if (await this.repository.hasAnotherSuperAdmin(userId)) return;
    throw new Conflict('last_super_admin', 'The platform keeps at least one active Super Admin.');
  }

  /** Locks the flag and checks the caller again: the change before may have taken their flag away. */
  private async lockSuperAdmins(): Promise<void> {
    await this.repository.lockSuperAdmins();
    await renewPrincipal();
  }
}
