import { Injectable } from '@nestjs/common';
import { Revocations } from '../../../platform/revocation/revocations';
import { MembersService } from '../members';
import { SuperAdmins } from './super-admins.service';
import { UsersService } from './users.service';

/** Checks before the suspension of a user, and its consequences. All inside the caller's unscoped unit of work. */
@Injectable()
export class Suspensions {
  constructor(
    private readonly superAdmins: SuperAdmins,
    private readonly members: MembersService,
    private readonly revocations: Revocations,
    private readonly users: UsersService,
  ) {}

  /**
   * Makes sure, until the unit of work ends, that somebody is left to run the platform and each of the user's
   * organizations, and locks the user. To be called before anything else in it is locked.
   *
   * @throws NotFound; Conflict `last_super_admin`, `last_admin`, `conflict`
   */
  async requirePossible(userId: string): Promise<void> {
    await this.superAdmins.requireAnother(userId);
    await this.members.requireOtherAdmins(userId, () => this.users.lock(userId));
  }

  /**
   * Signs the user out everywhere, for good, and ends what waits for a click. API keys need no change: they don't work
   * until the user is active again.
   */
  async signOut(userId: string): Promise<void> {
    await this.revocations.run('suspension', { userId });
  }
}
