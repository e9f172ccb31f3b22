import { Injectable } from '@nestjs/common';
import { AuditTrail, changesBetween } from '../../platform/audit/audit-trail';
import type { UserView } from './users.dto';

/** What is told of changes to users: they belong to no organization, so the log is named each time. */
@Injectable()
export class UsersEvents {
  constructor(private readonly audit: AuditTrail) {}

  /** A person made their own account. The record stands in the platform's log. */
  registered(user: UserView): void {
    this.audit.record({
      action: 'user.created',
      target: { type: 'user', id: user.id },
      changes: changesBetween(null, user),
      organizationId: null,
      actor: user,
    });
  }

  /** The account was made or given the flag by the start of the service. */
  becameSuperAdmin(user: { id: string }): void {
    this.audit.record({
      action: 'user.super_admin_granted',
      target: { type: 'user', id: user.id },
      changes: { superAdmin: { before: false, after: true } },
      organizationId: null,
    });
  }

  passwordChanged(userId: string, organizationId: string): void {
    this.audit.record({ action: 'user.password_changed', target: { type: 'user', id: userId }, organizationId });
  }
}
