import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys';
import { OrganizationsModule } from '../organizations';
import { ReferralsModule } from '../referrals';
import { SessionsModule } from '../sessions';
import { SettingsModule } from '../settings';
import { UsersModule } from '../users';
import { AccountHandover } from './account-handover.service';
import { AccountPageController } from './account-page.controller';
import { AuthController } from './auth.controller';
import { AuthService } from './auth.service';
import { FirstOperator } from './first-operator.service';
import { InvitationAcceptanceController } from './invitation-acceptance.controller';
import { InvitationAcceptance } from './invitation-acceptance.service';
import { PasswordChange } from './password-change.service';
import { PasswordResetController } from './password-reset.controller';
import { PasswordResetRecorder } from './password-reset.recorder';
import { PasswordResetLetters } from './password-reset-letters';
import { PasswordResetRepository } from './password-reset.repository';
import { PasswordResetRequests } from './password-reset-requests';
import { PasswordResetService } from './password-reset.service';
import { PasswordResetTokens } from './password-reset-tokens';
import { PasswordResetWorker } from './password-reset-worker';
import { Registration } from './registration.service';
import { SignInAttempts } from './sign-in-attempts';

@Module({
  imports: [OrganizationsModule, SessionsModule, UsersModule, ApiKeysModule, ReferralsModule, SettingsModule],
  controllers: [AuthController, InvitationAcceptanceController, PasswordResetController, AccountPageController],
  providers: [
    AuthService,
    Registration,
    AccountHandover,
    InvitationAcceptance,
    PasswordChange,
    PasswordResetRepository,
    PasswordResetRecorder,
    PasswordResetTokens,
    PasswordResetLetters,
    PasswordResetWorker,
    PasswordResetRequests,
    PasswordResetService,
    SignInAttempts,
    FirstOperator,
  ],
  exports: [FirstOperator],
})
export class AuthModule {}
