import { Module } from '@nestjs/common';
import { SecurityNoticesRepository } from './security-notices.repository';
import { SecurityNotices } from './security-notices.service';

@Module({
  providers: [SecurityNoticesRepository, SecurityNotices],
  exports: [SecurityNotices],
})
export class SecurityNoticesModule {}
