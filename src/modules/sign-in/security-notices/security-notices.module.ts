import { Module, type OnModuleInit } from '@nestjs/common';
import { Revocations } from '../../../platform/revocation/revocations';
import { SecurityNoticesRepository } from './security-notices.repository';
import { SecurityNotices } from './security-notices.service';

@Module({
  providers: [SecurityNoticesRepository, SecurityNotices],
  exports: [SecurityNotices],
})
export class SecurityNoticesModule implements OnModuleInit {
  constructor(private readonly revocations: Revocations) {}

  onModuleInit(): void {
    this.revocations.bind('knownDevices', { ofUser: this.revocations.deletionOf('known_devices') });
  }
}
