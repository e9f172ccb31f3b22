import { Injectable } from '@nestjs/common';
import { AuditTrail, changesBetween, placeOf, previousOf } from '../../platform/audit/audit-trail';
import { Outbox } from '../../platform/outbox/outbox';
import type { TeamMemberView } from './team-members.dto';

/**
 * Records changes of events' teams in the audit log, which names a user but not how to reach them, and as outgoing
 * events.
 */
@Injectable()
export class TeamMemberRecorder {
  constructor(
    private readonly audit: AuditTrail,
    private readonly outbox: Outbox,
  ) {}

  added(member: TeamMemberView): void {
    this.record('team_member.added', null, member);
  }

  updated(before: TeamMemberView, after: TeamMemberView): void {
    this.record('team_member.updated', before, after);
  }

  removed(member: TeamMemberView): void {
    this.record('team_member.removed', member, null);
  }

  /** @param contact of whom the record says nothing any more */
  erased(contact: TeamMemberView): void {
    const target = { type: 'team_member', id: contact.id };
    const place = placeOf(target.type, contact);
    this.audit.record({ action: 'team_member.erased', target, place });
    this.outbox.record('team_member.updated', contact, { place, previous: { erasedAt: null } });
  }

  private record(action: string, before: TeamMemberView | null, after: TeamMemberView | null): void {
    const member = (after ?? before)!;
    const changes = changesBetween(before, after);
    if (member.userId !== null) delete changes['email'];
    const target = { type: 'team_member', id: member.id };
    const place = placeOf(target.type, member);
    this.audit.record({ action, target, changes, personId: member.userId ?? member.id, place });
    this.outbox.record(action, member, { place, previous: before && after ? previousOf(before, after) : undefined });
  }
}
