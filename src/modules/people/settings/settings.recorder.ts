import { Injectable } from '@nestjs/common';
import { CredentialChanges } from '../../../platform/access/credential-changes';
import { Recorder } from '../../../platform/recorders/recorder';
import type { SettingsView } from './settings.dto';
import { SETTINGS_RECORD } from './settings.record';

/** Records changes of an organization's settings in its audit log, and publishes what they mean for its credentials. */
@Injectable()
export class SettingsRecorder {
  constructor(
    private readonly recorder: Recorder,
    private readonly credentials: CredentialChanges,
  ) {}

  updated(before: SettingsView, after: SettingsView): void {
    this.recorder.updated(SETTINGS_RECORD, before, after);
    // Sessions without a second factor open nothing any more, or do so again.
    if (before.requireSecondFactor !== after.requireSecondFactor)
      this.credentials.publish({ organizationId: after.id });
  }
}
