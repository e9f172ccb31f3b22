import { RecordKind } from '../../../platform/records/record-kind';
import { PlatformSettingsView, SettingsView } from './settings.dto';

export const SETTINGS_RECORD = new RecordKind<SettingsView>({
  type: 'settings',
  view: SettingsView,
  changes: { updated: { says: 'The settings were changed.', updates: true } },
});

export const PLATFORM_SETTINGS_RECORD = new RecordKind<PlatformSettingsView>({
  type: 'platform_settings',
  view: PlatformSettingsView,
});
