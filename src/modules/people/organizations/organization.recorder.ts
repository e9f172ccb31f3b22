import { Injectable } from '@nestjs/common';
import { CredentialChanges } from '../../../platform/access/credential-changes';
import { AuditTrail } from '../../../platform/audit/audit-trail';
import { ORGANIZATION_RECORD } from './organization.record';
import type { OrganizationView } from './organizations.dto';

/** Who did something before anybody was signed in. */
interface Actor {
  id: string;
  name: string;
}

/** Writes the audit records of changes to organizations, and publishes changes of credentials. */
@Injectable()
export class OrganizationRecorder {
  constructor(
    private readonly audit: AuditTrail,
    private readonly credentials: CredentialChanges,
  ) {}

  created(organization: OrganizationView, actor: Actor): void {
    this.audit.record({
      action: 'organization.created',
      target: { type: 'organization', id: organization.id },
      changes: ORGANIZATION_RECORD.auditedBetween(null, organization),
      organizationId: organization.id,
      actor,
    });
  }

  updated(before: OrganizationView, after: OrganizationView): void {
    this.audit.record({
      action: 'organization.updated',
      target: { type: 'organization', id: after.id },
      changes: ORGANIZATION_RECORD.auditedBetween(before, after),
    });
  }

  /** By an operator, whose session may be in another organization: the record goes into this one's log all the same. */
  administered(before: OrganizationView, after: OrganizationView): void {
    const subject = { target: { type: 'organization', id: after.id }, organizationId: after.id };
    const { status, ...others } = ORGANIZATION_RECORD.auditedBetween(before, after);
    if (Object.keys(others).length > 0) {
      this.audit.record({ action: 'organization.updated', ...subject, changes: others });
    }
    if (status === undefined) return;
    this.credentials.publish({ organizationId: after.id });
    const action = after.status === 'suspended' ? 'organization.suspended' : 'organization.reactivated';
    this.audit.record({ action, ...subject, changes: { status } });
  }

  deleted(organization: OrganizationView): void {
    // For all credentials: some rights belong to the Admins of any organization.
    this.credentials.publish({ everybody: true });
    this.audit.record({
      action: 'organization.deleted',
      target: { type: 'organization', id: organization.id },
      changes: ORGANIZATION_RECORD.auditedBetween(organization, null),
      organizationId: organization.id,
    });
  }

  restored(organization: OrganizationView): void {
    this.credentials.publish({ everybody: true });
    this.audit.record({
      action: 'organization.restored',
      target: { type: 'organization', id: organization.id },
      changes: ORGANIZATION_RECORD.auditedBetween(null, organization),
      organizationId: organization.id,
    });
  }

  purged(organizationId: string): void {
    this.audit.record({ action: 'organization.purged', target: { type: 'organization', id: organizationId } });
  }
}
