export { PlatformSettingsService } from './platform-settings.service';
export { SettingsModule } from './settings.module';
export { SettingsService } from './settings.service';
