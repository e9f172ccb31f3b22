import { Injectable } from '@nestjs/common';
import { CredentialChanges } from '../../../platform/access/credential-changes';
import { AuditTrail } from '../../../platform/audit/audit-trail';
import { API_KEY_RECORD } from './api-key.record';
import type { ApiKeyRow } from './api-keys.dto';

/** Records changes of API keys in the audit log. */
@Injectable()
export class ApiKeyRecorder {
  constructor(
    private readonly audit: AuditTrail,
    private readonly credentials: CredentialChanges,
  ) {}

  created(key: ApiKeyRow): void {
    this.record('api_key.created', null, key, key.id);
  }

  updated(before: ApiKeyRow, after: ApiKeyRow): void {
    this.credentials.publish({ credentialId: after.id });
    this.record('api_key.updated', before, after, after.id);
  }

  /** @param organizationId the key's, in an unscoped unit of work */
  revoked(key: ApiKeyRow, organizationId?: string): void {
    this.credentials.publish({ credentialId: key.id });
    this.record('api_key.revoked', key, null, key.id, organizationId);
  }

  private record(
    action: string,
    before: ApiKeyRow | null,
    after: ApiKeyRow | null,
    id: string,
    organizationId?: string,
  ): void {
    const changes = API_KEY_RECORD.auditedBetween(before, after);
    this.audit.record({ action, target: { type: 'api_key', id }, changes, ...(organizationId && { organizationId }) });
  }
}
