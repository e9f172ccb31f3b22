import { Module } from '@nestjs/common';
import { Ends } from '../../../platform/revocation/ends.decorator';
import type { Enders } from '../../../platform/revocation/revocations';
import { OrganizationsModule } from '../organizations';
import { PlatformSettingsRepository } from './platform-settings.repository';
import { PlatformSettingsService } from './platform-settings.service';
import { SettingsController } from './settings.controller';
import { SettingsRecorder } from './settings.recorder';
import { SettingsRepository } from './settings.repository';
import { SettingsService } from './settings.service';

@Module({
  imports: [OrganizationsModule],
  controllers: [SettingsController],
  providers: [
    SettingsService,
    SettingsRecorder,
    SettingsRepository,
    PlatformSettingsService,
    PlatformSettingsRepository,
  ],
  exports: [SettingsService, PlatformSettingsService],
})
export class SettingsModule {
  @Ends('replyTo') readonly replyToEnds: Enders = { ofOrganization: () => this.settings.clearReplyTo() };

  constructor(private readonly settings: SettingsService) {}
}
