import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../../platform/audit/audit-trail';
import { withContext } from '../../../platform/context/request-context';
import { SessionOrganizations } from '../../people/members';

interface Person {
  id: string;
  name: string;
  emailProvenAt: string | null;
}

/**
 * Records resets of passwords, in the log of the organization of the user's next session, or in the platform's for a
 * user without one. A Super Admin can have a session in any organization, but only one that they are a member of gets
 * the record. As long as the address was never proven to be the user's, that organization may be a stranger's, and does
 * not learn where the request came from.
 */
@Injectable()
export class PasswordResetRecorder {
  constructor(
    private readonly audit: AuditTrail,
    private readonly organizations: SessionOrganizations,
  ) {}

  /** Nobody knows who asked. */
  async requested(user: Person): Promise<void> {
    await this.record('user.password_reset_requested', user);
  }

  /** The person with the link is taken for the user. */
  async reset(user: Person): Promise<void> {
    await this.record('user.password_reset', user, { id: user.id, name: user.name });
  }

  /** Somebody took the account over by accepting an invitation. Recorded in the organization that they join. */
  takenOver({ id, name }: Person, organizationId: string): void {
    const target = { type: 'user', id };
    this.audit.record({ action: 'user.password_reset', target, organizationId, actor: { id, name } });
  }

  private async record(
    action: string,
    { id, emailProvenAt }: Person,
    actor?: { id: string; name: string },
  ): Promise<void> {
    const organizationId = await this.organizations.defaultFor({ id, superAdmin: false });
    withContext(emailProvenAt === null ? { ip: null, userAgent: null } : {}, () =>
      this.audit.record({ action, target: { type: 'user', id }, organizationId, ...(actor && { actor }) }),
    );
  }
}
