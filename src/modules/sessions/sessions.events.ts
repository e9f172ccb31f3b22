import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../platform/audit/audit-trail';

interface Told {
  id: string;
  organizationId: string;
}

/** What is told of sessions, in the log of the organization that they stand in. */
@Injectable()
export class SessionsEvents {
  constructor(private readonly audit: AuditTrail) {}

  started({ id, organizationId }: Told, actor: { id: string; name: string }): void {
    this.audit.record({ action: 'session.started', target: { type: 'session', id }, organizationId, actor });
  }

  /** `actor` is given where nobody is signed in yet. */
  ended({ id, organizationId }: Told, actor?: { id: string; name: string }): void {
    this.audit.record({
      action: 'session.ended',
      target: { type: 'session', id },
      organizationId,
      ...(actor && { actor: { id: actor.id, name: actor.name } }),
    });
  }

  /** The record stands in the log of the organization that was entered. */
  organizationSwitched(id: string, before: string, after: string): void {
    this.audit.record({
      action: 'session.organization_switched',
      target: { type: 'session', id },
      changes: { organizationId: { before, after } },
      organizationId: after,
    });
  }
}
