import { Module, type OnModuleInit } from '@nestjs/common';
import { Revocations } from '../../../platform/revocation/revocations';
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
export class SettingsModule implements OnModuleInit {
  constructor(
    private readonly revocations: Revocations,
    private readonly settings: SettingsService,
  ) {}

  onModuleInit(): void {
    this.revocations.bind('replyTo', { ofOrganization: () => this.settings.clearReplyTo() });
  }
}
