import { Injectable } from '@nestjs/common';
import { CredentialChanges } from '../../platform/access/credential-changes';
import { AuditTrail, changesBetween, previousOf } from '../../platform/audit/audit-trail';
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
    const actor = { id: member.userId, name: member.name };
    this.outbox.record('member.joined', member, { organizationId, actor });
    this.audit.record({
      action: 'member.joined',
      target: { type: 'member', id: member.id },
      changes: changesBetween(null, member),
      personId: member.userId,
      organizationId,
      actor,
    });
  }

  updated(before: MemberView, after: MemberView): void {
    this.credentials.publish({ userId: after.userId });
    this.record('member.updated', before, after);
  }

  /** The user behind the member was changed. The audit record is written where users are changed. */
  userUpdated(member: MemberView, organizationId: string, previous: Readonly<Record<string, unknown>>): void {
    this.outbox.record('member.updated', member, { organizationId, previous });
  }

  removed(member: MemberView): void {
    this.credentials.publish({ userId: member.userId });
    this.record('member.removed', member, null);
  }

  private record(type: string, before: MemberView, after: MemberView | null): void {
    const target = { type: 'member', id: before.id };
    this.outbox.record(type, after ?? before, after ? { previous: previousOf(before, after) } : {});
    this.audit.record({ action: type, target, changes: changesBetween(before, after), personId: before.userId });
  }
}
