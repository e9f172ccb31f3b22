import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../../platform/audit/audit-trail';
import { withContext } from '../../../platform/context/request-context';
import { SessionOrganizations } from '../../people/members';
import type { UserRow } from '../../people/users';

/** Records what becomes of addresses, in the log of the organization of the user's next session. */
@Injectable()
export class EmailConfirmationRecorder {
  constructor(
    private readonly audit: AuditTrail,
    private readonly organizations: SessionOrganizations,
  ) {}

  async confirmed({ id, name }: { id: string; name: string }): Promise<void> {
    const organizationId = await this.organizations.defaultFor({ id, superAdmin: false });
    const target = { type: 'user', id };
    this.audit.record({ action: 'user.email_confirmed', target, organizationId, actor: { id, name } });
  }

  /**
   * Whoever reads the mailbox has stopped a change of address. As long as nobody has confirmed that one, the log may be a
   * stranger's, and does not learn where the request came from.
   */
  async changeStopped({ id, name, emailProvenAt }: UserRow): Promise<void> {
    const organizationId = await this.organizations.defaultFor({ id, superAdmin: false });
    const target = { type: 'user', id };
    withContext(emailProvenAt === null ? { ip: null, userAgent: null } : {}, () =>
      this.audit.record({ action: 'email.change_stopped', target, organizationId, actor: { id, name } }),
    );
  }
}
