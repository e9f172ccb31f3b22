export { PlatformSettingsService } from './platform-settings.service';
export { canonicalLocale, Locale, RETENTION_DAYS, RETENTION_RULE } from './settings.dto';
export { SettingsModule } from './settings.module';
export { SettingsService } from './settings.service';
