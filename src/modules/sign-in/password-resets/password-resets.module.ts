import { Module, type OnModuleInit } from '@nestjs/common';
import { Revocations } from '../../../platform/revocation/revocations';
import { MembersModule } from '../../people/members';
import { OrganizationsModule } from '../../people/organizations';
import { SecurityNoticesModule } from '../security-notices';
import { UsersModule } from '../../people/users';
import { AccountHandover } from './account-handover.service';
import { PasswordResetController } from './password-reset.controller';
import { PasswordResetRecorder } from './password-reset.recorder';
import { PasswordResetLetters } from './password-reset-letters';
import { PasswordResetRepository } from './password-reset.repository';
import { PasswordResetRequests } from './password-reset-requests';
import { PasswordResetService } from './password-reset.service';
import { PasswordResetTokens } from './password-reset-tokens';
import { PasswordResetWorker } from './password-reset-worker';

@Module({
  imports: [OrganizationsModule, MembersModule, SecurityNoticesModule, UsersModule],
  controllers: [PasswordResetController],
  providers: [
    PasswordResetRepository,
    PasswordResetRecorder,
    PasswordResetTokens,
    PasswordResetLetters,
    PasswordResetWorker,
    PasswordResetRequests,
    PasswordResetService,
    AccountHandover,
  ],
  exports: [AccountHandover, PasswordResetRequests],
})
export class PasswordResetsModule implements OnModuleInit {
  constructor(
    private readonly resets: PasswordResetRepository,
    private readonly tokens: PasswordResetTokens,
    private readonly revocations: Revocations,
  ) {}

  onModuleInit(): void {
    this.revocations.bind('passwordResets', {
      ofUser: ({ userId }) => this.tokens.endAllOf(userId),
    });
  }
}
