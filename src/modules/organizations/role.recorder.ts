import { Injectable } from '@nestjs/common';
import { AuditTrail, changesBetween } from '../../platform/audit/audit-trail';
import type { RoleView } from './roles.dto';

/** Records changes of roles in the audit log. */
@Injectable()
export class RoleRecorder {
  constructor(private readonly audit: AuditTrail) {}

  created(role: RoleView): void {
    this.record('role.created', null, role, role.id);
  }

  updated(before: RoleView, after: RoleView): void {
    this.record('role.updated', before, after, after.id);
  }

  deleted(role: RoleView): void {
    this.record('role.deleted', role, null, role.id);
  }

  private record(action: string, before: RoleView | null, after: RoleView | null, id: string): void {
    this.audit.record({ action, target: { type: 'role', id }, changes: changesBetween(before, after) });
  }
}
