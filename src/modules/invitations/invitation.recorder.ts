import { Injectable } from '@nestjs/common';
import { AuditTrail, changesBetween, previousOf } from '../../platform/audit/audit-trail';
import { Outbox } from '../../platform/outbox/outbox';
import type { InvitationView } from './invitations.dto';

/** Writes the audit records and events of invitations, which never contain the token. */
@Injectable()
export class InvitationRecorder {
  constructor(
    private readonly audit: AuditTrail,
    private readonly outbox: Outbox,
  ) {}

  created(invitation: InvitationView): void {
    this.outbox.record('invitation.created', invitation);
    this.record('invitation.created', null, invitation);
  }

  resent(before: InvitationView, after: InvitationView): void {
    this.record('invitation.resent', before, after);
  }

  /** @param actor who accepted it: nobody is signed in yet */
  accepted(before: InvitationView, after: InvitationView, actor: { id: string; name: string }): void {
    this.outbox.record('invitation.accepted', after, { actor, previous: previousOf(before, after) });
    this.record('invitation.accepted', before, after, actor);
  }

  revoked(before: InvitationView, after: InvitationView): void {
    this.outbox.record('invitation.revoked', after, { previous: previousOf(before, after) });
    this.record('invitation.revoked', before, after);
  }

  private record(
    action: string,
    before: InvitationView | null,
    after: InvitationView,
    actor?: { id: string; name: string },
  ): void {
    this.audit.record({
      action,
      target: { type: 'invitation', id: after.id },
      changes: changesBetween(before, after),
      ...(actor && { actor: { id: actor.id, name: actor.name } }),
    });
  }
}
