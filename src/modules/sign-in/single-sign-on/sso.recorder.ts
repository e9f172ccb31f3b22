import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../../platform/audit/audit-trail';
import { changesBetween } from '../../../platform/records/changes';
import { currentOrganizationId } from '../../../platform/context/request-context';
import type { SingleSignOnView, SsoDomainView } from './single-sign-on.dto';

/** Records changes of single sign-on in the audit log, without secrets. */
@Injectable()
export class SsoRecorder {
  constructor(private readonly audit: AuditTrail) {}

  updated(before: SingleSignOnView, after: SingleSignOnView): void {
    this.record('sso.updated', changesBetween(shown(before), shown(after)));
  }

  domainAdded({ domain }: SsoDomainView): void {
    this.record('sso.domain_added', { domain: { before: null, after: domain } });
  }

  domainProven({ domain }: SsoDomainView, by: string): void {
    this.record('sso.domain_proven', {
      domain: { before: null, after: domain },
      provenBy: { before: null, after: by },
    });
  }

  /** The DNS record that proved it is gone. */
  domainLost({ domain }: Pick<SsoDomainView, 'domain'>): void {
    this.record('sso.domain_lost', {
      domain: { before: domain, after: null },
      provenBy: { before: 'dns', after: null },
    });
  }

  domainRemoved({ domain }: SsoDomainView): void {
    this.record('sso.domain_removed', { domain: { before: domain, after: null } });
  }

  /** Somebody at the provider is a user from now on, who is signing in. */
  connected({ id, name }: { id: string; name: string }, organizationId: string): void {
    this.audit.record({
      action: 'sso.user_connected',
      target: { type: 'user', id },
      organizationId,
      actor: { id, name },
    });
  }

  disconnected(userId: string, organizationId: string): void {
    this.audit.record({ action: 'sso.user_disconnected', target: { type: 'user', id: userId }, organizationId });
  }

  private record(action: string, changes: Record<string, { before: unknown; after: unknown }>): void {
    this.audit.record({ action, target: { type: 'settings', id: currentOrganizationId() }, changes });
  }
}

function shown({ issuer, clientId, hasClientSecret, defaultRole, requireSso }: SingleSignOnView): object {
  return { issuer, clientId, hasClientSecret, defaultRole, requireSso };
}
