import { Injectable } from '@nestjs/common';
import { CredentialChanges } from '../../platform/access/credential-changes';
import { AuditTrail, changesBetween, type Changes } from '../../platform/audit/audit-trail';
import { Outbox } from '../../platform/outbox/outbox';
import type { MemberView } from './members.dto';

/**
 * Records members who join, leave or change their role. All open credentials of the user are checked again, not only
 * those in this organization, since some rights belong to the Admins of any organization.
 */
@Injectable()
export class MemberRecorder {
  constructor(
    private readonly audit: AuditTrail,
    private readonly outbox: Outbox,
    private readonly credentials: CredentialChanges,
  ) {}

  /** They joined by themselves: nobody is signed in yet. */
  joined(member: MemberView, organizationId: string): void {
    this.credentials.publish({ userId: member.userId });
    this.outbox.record('member.joined', member, organizationId);
    this.audit.record({
      action: 'member.joined',
      target: { type: 'member', id: member.id },
      changes: changesBetween(null, member),
      organizationId,
      actor: { id: member.userId, name: member.name },
    });
  }

  updated(before: MemberView, after: MemberView): void {
    this.credentials.publish({ userId: after.userId });
    this.record('member.updated', after, changesBetween(before, after));
  }

  /** The user behind the member was changed. The audit record is written where users are changed. */
  userUpdated(member: MemberView, organizationId: string): void {
    this.outbox.record('member.updated', member, organizationId);
  }

  removed(member: MemberView): void {
    this.credentials.publish({ userId: member.userId });
    this.record('member.removed', member, changesBetween(member, null));
  }

  private record(type: string, member: MemberView, changes: Changes): void {
    this.outbox.record(type, member);
    this.audit.record({ action: type, target: { type: 'member', id: member.id }, changes });
  }
}
