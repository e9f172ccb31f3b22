import { Module } from '@nestjs/common';
import { EmailConfirmationsModule } from '../email-confirmations';
import { InvitationsModule } from '../../people/invitations';
import { MembersModule } from '../../people/members';
import { OrganizationsModule } from '../../people/organizations';
import { PasswordResetsModule } from '../password-resets';
import { ReferralsModule } from '../../money/referrals';
import { RegistrationLimitsModule } from '../registration-limits';
import { SecondFactorsModule } from '../second-factors';
import { SecurityNoticesModule } from '../security-notices';
import { SessionsModule } from '../sessions';
import { SettingsModule } from '../../people/settings';
import { SingleSignOnModule } from '../single-sign-on';
import { UsersModule } from '../../people/users';
import { AccountPageController } from './account-page.controller';
import { AuthController } from './auth.controller';
import { AuthService } from './auth.service';
import { ChallengeCheck } from './challenge-check.service';
import { CurrentSession } from './current-session.service';
import { DefaultSessions } from './default-sessions.service';
import { FactorSignIn } from './factor-sign-in.service';
import { FirstOperator } from './first-operator.service';
import { InvitationAcceptanceController } from './invitation-acceptance.controller';
import { InvitedAccounts } from './invited-accounts.service';
import { InvitationAcceptance } from './invitation-acceptance.service';
import { NewAccounts } from './new-accounts.service';
import { NewOrganizations } from './new-organizations.service';
import { PasskeyEntry } from './passkey-entry.service';
import { PasswordChange } from './password-change.service';
import { ProvidedAccounts } from './provided-accounts.service';
import { Reauthentication } from './reauthentication.service';
import { SessionGate } from './session-gate.service';
import { SessionMoves } from './session-moves.service';
import { SignInChallenges } from './sign-in-challenges.service';
import { SsoController } from './sso.controller';
import { SsoCookies } from './sso-cookies.service';
import { SsoSignIn } from './sso-sign-in.service';
import { Registration } from './registration.service';

@Module({
  imports: [
    EmailConfirmationsModule,
    OrganizationsModule,
    MembersModule,
    InvitationsModule,
    SecondFactorsModule,
    SecurityNoticesModule,
    SessionsModule,
    UsersModule,
    PasswordResetsModule,
    ReferralsModule,
    RegistrationLimitsModule,
    SettingsModule,
    SingleSignOnModule,
  ],
  controllers: [AuthController, SsoController, InvitationAcceptanceController, AccountPageController],
  providers: [
    SessionGate,
    CurrentSession,
    SessionMoves,
    DefaultSessions,
    AuthService,
    PasskeyEntry,
    ChallengeCheck,
    FactorSignIn,
    SignInChallenges,
    Reauthentication,
    NewAccounts,
    NewOrganizations,
    Registration,
    InvitedAccounts,
    InvitationAcceptance,
    PasswordChange,
    SsoCookies,
    ProvidedAccounts,
    SsoSignIn,
    FirstOperator,
  ],
  exports: [FirstOperator],
})
export class AuthModule {}
