import { Module, type OnModuleInit } from '@nestjs/common';
import { MembershipEndings, MembersModule } from '../members';
import { ApiKeysController } from './api-keys.controller';
import { ApiKeyRecorder } from './api-key.recorder';
import { ApiKeysRepository } from './api-keys.repository';
import { ApiKeysService } from './api-keys.service';

@Module({
  imports: [MembersModule],
  controllers: [ApiKeysController],
  providers: [ApiKeysRepository, ApiKeyRecorder, ApiKeysService],
  exports: [ApiKeysService],
})
export class ApiKeysModule implements OnModuleInit {
  constructor(
    private readonly cascadeHooks: MembershipEndings,
    private readonly keys: ApiKeysService,
  ) {}

  onModuleInit(): void {
    this.cascadeHooks.register(({ userId }) => this.keys.revokeAllOf(userId));
  }
}
