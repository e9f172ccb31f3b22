import { Injectable } from '@nestjs/common';
import { AuditTrail, changesBetween } from '../../platform/audit/audit-trail';
import { Outbox } from '../../platform/outbox/outbox';
import type { Membership } from './membership.entity';
import type { OrganizationView } from './organizations.dto';

/** Who did something for which nobody is signed in yet. */
export interface Actor {
  id: string;
  name: string;
}

/** What is told of changes to organizations and to who is in them. */
@Injectable()
export class OrganizationsEvents {
  constructor(
    private readonly audit: AuditTrail,
    private readonly outbox: Outbox,
  ) {}

  created(organization: OrganizationView, actor: Actor): void {
    this.audit.record({
      action: 'organization.created',
      target: { type: 'organization', id: organization.id },
      changes: changesBetween(null, organization),
      organizationId: organization.id,
      actor,
    });
  }

  updated(before: OrganizationView, after: OrganizationView): void {
    this.audit.record({
      action: 'organization.updated',
      target: { type: 'organization', id: after.id },
      changes: changesBetween(before, after),
    });
  }

  memberJoined(membership: Membership, user: { id: string; name: string; email: string; status: string }): void {
    const view = {
      id: membership.id,
      userId: user.id,
      name: user.name,
      email: user.email,
      role: membership.role,
      status: user.status,
      joinedAt: membership.joinedAt.toISOString(),
      createdAt: membership.createdAt.toISOString(),
      updatedAt: membership.updatedAt.toISOString(),
    };
    const { organizationId } = membership;
    this.outbox.record('member.joined', view, organizationId);
    this.audit.record({
      action: 'member.joined',
      target: { type: 'member', id: membership.id },
      changes: changesBetween(null, view),
      organizationId,
      actor: user,
    });
  }
}
