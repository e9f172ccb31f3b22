import { Body, Controller, Get, Patch } from '@nestjs/common';
import { Access } from '../../../platform/routes/access.decorator';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { PlatformSettingsService } from './platform-settings.service';
import { PlatformSettingsView, SettingsView, UpdatePlatformSettings, UpdateSettings } from './settings.dto';
import { SettingsService } from './settings.service';

@Controller('api/settings')
@Section('Settings of the organization and of the platform.')
export class SettingsController {
  constructor(
    private readonly settings: SettingsService,
    private readonly platformSettings: PlatformSettingsService,
  ) {}

  @Get()
  @Access('any')
  @Operation({
    operationId: 'getSettings',
    summary: "Read the organization's settings",
    response: { record: SettingsView },
  })
  get(): Promise<SettingsView> {
    return this.settings.get();
  }

  @Patch()
  @Access('any', {
    permission: 'settings.update',
    fresh: 'whether a second factor is required, or after how many days guests are erased',
  })
  @Operation({
    operationId: 'updateSettings',
    summary: "Change the organization's settings",
    description: 'To change `retention` takes the permission `personalData.erase`, too; otherwise it gets 403.',
    response: { record: SettingsView },
  })
  update(@Body() changes: UpdateSettings): Promise<SettingsView> {
    return this.settings.update(changes);
  }

  @Get('platform')
  @Access('session', { superAdmin: true })
  @Operation({
    operationId: 'getPlatformSettings',
    summary: "Read the platform's settings",
    response: { record: PlatformSettingsView },
  })
  getPlatform(): Promise<PlatformSettingsView> {
    return this.platformSettings.get();
  }

  @Patch('platform')
  @Access('session', { superAdmin: true })
  @Operation({
    operationId: 'updatePlatformSettings',
    summary: "Change the platform's settings",
    description: 'An unknown defaultPlanId gets 404.',
    response: { record: PlatformSettingsView },
  })
  updatePlatform(@Body() changes: UpdatePlatformSettings): Promise<PlatformSettingsView> {
    return this.platformSettings.update(changes);
  }
}
