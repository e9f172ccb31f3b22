export { PlatformSettingsService } from './platform-settings.service';
export { RETENTION_DAYS, RETENTION_RULE } from './settings.dto';
export { SettingsModule } from './settings.module';
export { SettingsService } from './settings.service';
