import { Injectable } from '@nestjs/common';
import { Revocations } from '../../../platform/revocation/revocations';
import { SessionOrganizations } from '../../people/members';
import { SessionsService } from '../sessions';
import { type UserRow, UsersService } from '../../people/users';
import { gone } from './email-confirmation-tokens';
import { EmailLetters } from './email-letters';

/** Gives accounts the addresses that were confirmed. */
@Injectable()
export class EmailChangeCompletion {
  constructor(
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly organizations: SessionOrganizations,
    private readonly revocations: Revocations,
    private readonly letters: EmailLetters,
  ) {}

  /**
   * Gives a user the address that they have confirmed, inside the caller's unscoped unit of work, which has locked them.
   * Their other sessions end, and whatever else was good for the previous address.
   *
   * @param user as they are before
   * @param sessionId the session that asked
   * @throws Gone `confirmation_gone` when that has ended, or somebody else has taken the address meanwhile
   */
  async complete(user: UserRow, email: string, sessionId: string | null): Promise<void> {
    if (sessionId === null || !(await this.sessions.isLive(sessionId, user.id))) throw gone();
    if ((await this.users.findByEmail(email)) !== null) throw gone();
    const organizationId = await this.organizations.defaultFor({ id: user.id, superAdmin: false });
    await this.users.changeEmail(user, email, organizationId);
    await this.revocations.run('addressChange', { userId: user.id, exceptSessionId: sessionId });
    await this.letters.changed(user, email);
  }
}
