import { Module } from '@nestjs/common';
import { Ends } from '../../../platform/revocation/ends.decorator';
import type { Enders } from '../../../platform/revocation/revocations';
import { MembersModule } from '../../people/members';
import { SecurityNoticesModule } from '../security-notices';
import { UsersModule } from '../../people/users';
import { ApiKeyRevocations } from './api-key-revocations.service';
import { ApiKeysController } from './api-keys.controller';
import { ApiKeyRecorder } from './api-key.recorder';
import { ApiKeysRepository } from './api-keys.repository';
import { ApiKeysService } from './api-keys.service';
import { KeyCredentials } from './key-credentials.service';

@Module({
  imports: [MembersModule, SecurityNoticesModule, UsersModule],
  controllers: [ApiKeysController],
  providers: [ApiKeysRepository, ApiKeyRecorder, ApiKeysService, KeyCredentials, ApiKeyRevocations],
  exports: [KeyCredentials],
})
export class ApiKeysModule {
  @Ends('apiKeys') readonly keysEnd: Enders = {
    // Super Admins have keys where they are no members.
    ofUser: ({ userId }) => this.keys.revokeEverywhere(userId),
    ofMembership: ({ userId }) => this.keys.revokeAllOf(userId),
  };
  @Ends('organizationKeys') readonly organizationKeysEnd: Enders = { ofOrganization: () => this.keys.revokeAll() };

  constructor(private readonly keys: ApiKeyRevocations) {}
}
