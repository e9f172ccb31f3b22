import { Module, type OnModuleInit } from '@nestjs/common';
import { FurtherRules } from '../../platform/fields/further-rules';
import { UserInOrganizationErasureHooks } from '../../platform/erasure/user-erasure-hooks';
import { CreateApiKey } from './api-keys.dto';
import { MembershipEndings, MembersModule } from '../members';
import { SecurityNoticesModule } from '../security-notices';
import { UsersModule } from '../users';
import { ApiKeysController } from './api-keys.controller';
import { ApiKeyRecorder } from './api-key.recorder';
import { ApiKeysRepository } from './api-keys.repository';
import { ApiKeysService } from './api-keys.service';

@Module({
  imports: [MembersModule, SecurityNoticesModule, UsersModule],
  controllers: [ApiKeysController],
  providers: [ApiKeysRepository, ApiKeyRecorder, ApiKeysService],
  exports: [ApiKeysService],
})
export class ApiKeysModule implements OnModuleInit {
  constructor(
    private readonly cascadeHooks: MembershipEndings,
    private readonly keys: ApiKeysService,
    private readonly rules: FurtherRules,
    private readonly erasures: UserInOrganizationErasureHooks,
  ) {}

  onModuleInit(): void {
    this.rules.register(CreateApiKey, (input, isWrong) => {
      const problems = this.keys.problemsOf(input);
      // A list that is there, but wrong, is not missing.
      return isWrong('permissions') ? problems.filter((problem) => problem?.field !== 'permissions') : problems;
    });
    this.cascadeHooks.register(({ userId }) => this.keys.revokeAllOf(userId));
    // Super Admins have keys where they are no members.
    this.erasures.register(({ id }) => this.keys.revokeAllOf(id));
  }
}
