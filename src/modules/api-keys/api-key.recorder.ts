import { Injectable } from '@nestjs/common';
import { CredentialChanges } from '../../platform/access/credential-changes';
import { AuditTrail, changesBetween } from '../../platform/audit/audit-trail';
import type { ApiKeyView } from './api-keys.dto';

/** Records changes of API keys in the audit log. */
@Injectable()
export class ApiKeyRecorder {
  constructor(
    private readonly audit: AuditTrail,
    private readonly credentials: CredentialChanges,
  ) {}

  created(key: ApiKeyView): void {
    this.record('api_key.created', null, key, key.id);
  }

  updated(before: ApiKeyView, after: ApiKeyView): void {
    this.credentials.publish({ credentialId: after.id });
    this.record('api_key.updated', before, after, after.id);
  }

  /** @param organizationId the key's, in an unscoped unit of work */
  revoked(key: ApiKeyView, organizationId?: string): void {
    this.credentials.publish({ credentialId: key.id });
    this.record('api_key.revoked', key, null, key.id, organizationId);
  }

  private record(
    action: string,
    before: ApiKeyView | null,
    after: ApiKeyView | null,
    id: string,
    organizationId?: string,
  ): void {
    const changes = changesBetween(before, after);
    this.audit.record({ action, target: { type: 'api_key', id }, changes, ...(organizationId && { organizationId }) });
  }
}
