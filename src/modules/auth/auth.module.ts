import { Module } from '@nestjs/common';
import { EmailConfirmationsModule } from '../email-confirmations';
import { InvitationsModule } from '../invitations';
import { MembersModule } from '../members';
import { OrganizationsModule } from '../organizations';
import { PasswordResetsModule } from '../password-resets';
import { ReferralsModule } from '../referrals';
import { SessionsModule } from '../sessions';
import { SettingsModule } from '../settings';
import { UsersModule } from '../users';
import { AccountPageController } from './account-page.controller';
import { AuthController } from './auth.controller';
import { AuthService } from './auth.service';
import { FirstOperator } from './first-operator.service';
import { InvitationAcceptanceController } from './invitation-acceptance.controller';
import { InvitationAcceptance } from './invitation-acceptance.service';
import { PasswordChange } from './password-change.service';
import { Registration } from './registration.service';

@Module({
  imports: [
    EmailConfirmationsModule,
    OrganizationsModule,
    MembersModule,
    InvitationsModule,
    SessionsModule,
    UsersModule,
    PasswordResetsModule,
    ReferralsModule,
    SettingsModule,
  ],
  controllers: [AuthController, InvitationAcceptanceController, AccountPageController],
  providers: [AuthService, Registration, InvitationAcceptance, PasswordChange, FirstOperator],
  exports: [FirstOperator],
})
export class AuthModule {}
