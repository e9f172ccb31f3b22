import { Module } from '@nestjs/common';
import { OrganizationsModule } from '../organizations';
import { PlatformSettingsRepository } from './platform-settings.repository';
import { PlatformSettingsService } from './platform-settings.service';
import { SettingsController } from './settings.controller';
import { SettingsRepository } from './settings.repository';
import { SettingsService } from './settings.service';

@Module({
  imports: [OrganizationsModule],
  controllers: [SettingsController],
  providers: [SettingsService, SettingsRepository, PlatformSettingsService, PlatformSettingsRepository],
  exports: [SettingsService, PlatformSettingsService],
})
export class SettingsModule {}
