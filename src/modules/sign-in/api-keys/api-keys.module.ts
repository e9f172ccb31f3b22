import { Module, type OnModuleInit } from '@nestjs/common';
import { Revocations } from '../../../platform/revocation/revocations';
import { MembersModule } from '../../people/members';
import { SecurityNoticesModule } from '../security-notices';
import { UsersModule } from '../../people/users';
import { ApiKeyRevocations } from './api-key-revocations.service';
import { ApiKeysController } from './api-keys.controller';
import { ApiKeyRecorder } from './api-key.recorder';
import { ApiKeysRepository } from './api-keys.repository';
import { ApiKeysService } from './api-keys.service';

@Module({
  imports: [MembersModule, SecurityNoticesModule, UsersModule],
  controllers: [ApiKeysController],
  providers: [ApiKeysRepository, ApiKeyRecorder, ApiKeysService, ApiKeyRevocations],
  exports: [ApiKeysService],
})
export class ApiKeysModule implements OnModuleInit {
  constructor(
    private readonly revocations: Revocations,
    private readonly keyRevocations: ApiKeyRevocations,
  ) {}

  onModuleInit(): void {
    this.revocations.bind('apiKeys', {
      // Super Admins have keys where they are no members.
      ofUser: ({ userId }) => this.keyRevocations.revokeEverywhere(userId),
      ofMembership: ({ userId }) => this.keyRevocations.revokeAllOf(userId),
    });
    this.revocations.bind('organizationKeys', { ofOrganization: () => this.keyRevocations.revokeAll() });
  }
}
