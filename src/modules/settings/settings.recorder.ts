import { Injectable } from '@nestjs/common';
import { CredentialChanges } from '../../platform/access/credential-changes';
import { AuditTrail } from '../../platform/audit/audit-trail';
import { Outbox } from '../../platform/outbox/outbox';
import { PublishedRecordRecorder } from '../../platform/recorders/record-recorder';
import type { SettingsView } from './settings.dto';

/** Records changes of an organization's settings in its audit log, and publishes what they mean for its credentials. */
@Injectable()
export class SettingsRecorder extends PublishedRecordRecorder<SettingsView> {
  protected readonly type = 'settings';

  constructor(
    audit: AuditTrail,
    outbox: Outbox,
    private readonly credentials: CredentialChanges,
  ) {
    super(audit, outbox);
  }

  override updated(before: SettingsView, after: SettingsView): void {
    super.updated(before, after);
    // Sessions without a second factor open nothing any more, or do so again.
    if (before.requireSecondFactor !== after.requireSecondFactor)
      this.credentials.publish({ organizationId: after.id });
  }
}
