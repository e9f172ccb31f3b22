import { Module, type OnModuleInit } from '@nestjs/common';
import { UserErasureHooks } from '../../platform/erasure/user-erasure-hooks';
import { Revocations } from '../../platform/revocation/revocations';
import { SecurityNoticesRepository } from './security-notices.repository';
import { SecurityNotices } from './security-notices.service';

@Module({
  providers: [SecurityNoticesRepository, SecurityNotices],
  exports: [SecurityNotices],
})
export class SecurityNoticesModule implements OnModuleInit {
  constructor(
    private readonly erasures: UserErasureHooks,
    private readonly revocations: Revocations,
  ) {}

  onModuleInit(): void {
    this.erasures.deleteRows({ table: 'security_notice_counts' });
    this.revocations.bind('knownDevices', { ofUser: this.revocations.deletionOf('known_devices') });
  }
}
