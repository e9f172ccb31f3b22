import { Injectable } from '@nestjs/common';
import { newId } from '../../../kernel/ids';
import { CredentialChanges } from '../../../platform/access/credential-changes';
import { AuditTrail } from '../../../platform/audit/audit-trail';
import { USER_RECORD } from './user.record';
import type { UserView } from './users.dto';

/** Writes the audit records of changes to users. They belong to no organization, so each call names the log. */
@Injectable()
export class UserRecorder {
  constructor(
    private readonly audit: AuditTrail,
    private readonly credentials: CredentialChanges,
  ) {}

  /** A person made their own account. The record goes into the platform's log. */
  registered(user: UserView): void {
    this.audit.record({
      action: 'user.created',
      target: { type: 'user', id: user.id },
      changes: USER_RECORD.auditedBetween(null, user),
      organizationId: null,
      actor: user,
    });
  }

  /** @returns the id of the change */
  changed(before: UserView, after: UserView, organizationId: string | null): string {
    const target = { type: 'user', id: after.id };
    const { status, ...others } = USER_RECORD.auditedBetween(before, after);
    const id = newId();
    const hasOthers = Object.keys(others).length > 0;
    if (hasOthers) this.audit.record({ id, action: 'user.updated', target, changes: others, organizationId });
    if (status === undefined) return id;
    this.credentials.publish({ userId: after.id });
    const action = after.status === 'suspended' ? 'user.suspended' : 'user.reactivated';
    this.audit.record({ ...(!hasOthers && { id }), action, target, changes: { status }, organizationId });
    return id;
  }

  becameSuperAdmin(userId: string): void {
    this.recordFlag('user.super_admin_granted', userId, true);
  }

  ceasedToBeSuperAdmin(userId: string): void {
    this.recordFlag('user.super_admin_revoked', userId, false);
  }

  passwordChanged(userId: string, organizationId: string): void {
    this.audit.record({ action: 'password.changed', target: { type: 'user', id: userId }, organizationId });
  }

  /** @returns the id of the change */
  emailChanged(
    { id, name, email }: Pick<UserView, 'id' | 'name' | 'email'>,
    after: string,
    organizationId: string | null,
  ): string {
    const changeId = newId();
    this.credentials.publish({ userId: id });
    this.audit.record({
      id: changeId,
      action: 'email.changed',
      target: { type: 'user', id },
      changes: { email: { before: email, after } },
      organizationId,
      actor: { id, name },
    });
    return changeId;
  }

  /** In the platform's log, without a word of who it was. */
  erased(userId: string): void {
    this.credentials.publish({ userId });
    this.audit.record({ action: 'user.erased', target: { type: 'user', id: userId }, organizationId: null });
  }

  /** Recorded in the platform's log, because the flag belongs to the platform. */
  private recordFlag(action: string, id: string, superAdmin: boolean): void {
    this.credentials.publish({ userId: id });
    this.audit.record({
      action,
      target: { type: 'user', id },
      changes: { superAdmin: { before: !superAdmin, after: superAdmin } },
      organizationId: null,
    });
  }
}
