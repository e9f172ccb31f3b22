import { Module } from '@nestjs/common';
import { Ends } from '../../../platform/revocation/ends.decorator';
import type { Enders } from '../../../platform/revocation/revocations';
import { MembersModule } from '../../people/members';
import { SecurityNoticesModule } from '../security-notices';
import { SingleSignOnModule } from '../single-sign-on';
import { UsersModule } from '../../people/users';
import { AuthenticatorApps } from './authenticator-apps.service';
import { FactorAttempts } from './factor-attempts.service';
import { FactorChanges } from './factor-changes.service';
import { FactorCheck } from './factor-check.service';
import { FactorFailuresRepository } from './factor-failures.repository';
import { FactorRecorder } from './factor.recorder';
import { FactorRemoval } from './factor-removal.service';
import { FactorRequirement } from './factor-requirement.service';
import { FactorsInForce } from './factors-in-force.service';
import { PasskeyChallenges } from './passkey-challenges.service';
import { PasskeySignIn } from './passkey-sign-in.service';
import { PasskeysRepository } from './passkeys.repository';
import { Passkeys } from './passkeys.service';
import { RecoveryCodes } from './recovery-codes.service';
import { RelyingParties } from './relying-party';
import { SecondFactorsController } from './second-factors.controller';
import { SecondFactorsRepository } from './second-factors.repository';
import { SecondFactors } from './second-factors.service';
import { Totp } from './totp.service';
import { UserFactorsController } from './user-factors.controller';

@Module({
  imports: [MembersModule, SecurityNoticesModule, SingleSignOnModule, UsersModule],
  controllers: [SecondFactorsController, UserFactorsController],
  providers: [
    SecondFactorsRepository,
    PasskeysRepository,
    FactorFailuresRepository,
    FactorAttempts,
    PasskeyChallenges,
    PasskeySignIn,
    RelyingParties,
    Totp,
    FactorRecorder,
    FactorChanges,
    FactorRequirement,
    FactorsInForce,
    FactorCheck,
    FactorRemoval,
    RecoveryCodes,
    AuthenticatorApps,
    SecondFactors,
    Passkeys,
  ],
  exports: [FactorCheck, PasskeySignIn],
})
export class SecondFactorsModule {
  @Ends('passkeys') readonly passkeysEnd: Enders = { ofUser: ({ userId }) => this.removal.takeAll(userId, 'passkey') };
  @Ends('authenticatorApps') readonly appsEnd: Enders = {
    ofUser: ({ userId }) => this.removal.takeAll(userId, 'totp'),
  };

  constructor(private readonly removal: FactorRemoval) {}
}
