import { Injectable } from '@nestjs/common';
import { CredentialChanges } from '../../../platform/access/credential-changes';
import { AuditTrail } from '../../../platform/audit/audit-trail';

/** What a user has, and the log names. */
export type FactorKind = 'totp' | 'passkey' | 'recoveryCodes';

/** Writes the audit records of second factors. They belong to users, so each call names the log. */
@Injectable()
export class FactorRecorder {
  constructor(
    private readonly audit: AuditTrail,
    private readonly credentials: CredentialChanges,
  ) {}

  added(userId: string, kind: FactorKind, organizationId: string): void {
    this.credentials.publish({ userId });
    this.record('factor.added', userId, organizationId, { kind: { before: null, after: kind } });
  }

  removed(userId: string, kind: FactorKind, organizationId: string | null): void {
    this.credentials.publish({ userId });
    this.record('factor.removed', userId, organizationId, { kind: { before: kind, after: null } });
  }

  /** An operator took all factors away. */
  reset(userId: string, organizationId: string | null): void {
    this.credentials.publish({ userId });
    this.record('factor.reset', userId, organizationId, {});
  }

  /** So many factors were wrong that for a while none is checked. @param until ISO 8601 */
  locked(userId: string, organizationId: string | null, until: string): void {
    this.record('session.locked', userId, organizationId, {
      limit: { before: null, after: 'second factor' },
      lockedUntil: { before: null, after: new Date(until).toISOString() },
    });
  }

  private record(
    action: string,
    id: string,
    organizationId: string | null,
    changes: Record<string, { before: unknown; after: unknown }>,
  ): void {
    this.audit.record({ action, target: { type: 'user', id }, changes, organizationId });
  }
}
