import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../platform/audit/audit-trail';
import { SessionOrganizations } from '../members';

/** Records confirmed addresses, in the log of the organization of the user's next session. */
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
}
