import { Module } from '@nestjs/common';
import { SettingsModule } from '../../people/settings';
import { SecurityNoticesRepository } from './security-notices.repository';
import { SecurityNotices } from './security-notices.service';

@Module({
  imports: [SettingsModule],
  providers: [SecurityNoticesRepository, SecurityNotices],
  exports: [SecurityNotices],
})
export class SecurityNoticesModule {}
