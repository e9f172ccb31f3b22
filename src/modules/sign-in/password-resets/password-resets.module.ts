import { Module } from '@nestjs/common';
import { Ends } from '../../../platform/revocation/ends.decorator';
import type { Enders } from '../../../platform/revocation/revocations';
import { MembersModule } from '../../people/members';
import { OrganizationsModule } from '../../people/organizations';
import { SettingsModule } from '../../people/settings';
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
  imports: [OrganizationsModule, MembersModule, SecurityNoticesModule, SettingsModule, UsersModule],
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
export class PasswordResetsModule {
  @Ends('passwordResets') readonly ends: Enders = { ofUser: ({ userId }) => this.tokens.endAllOf(userId) };

  constructor(private readonly tokens: PasswordResetTokens) {}
}
