import { Module, type OnModuleInit } from '@nestjs/common';
import { Resealing } from '../../../platform/background/resealing';
import { Revocations } from '../../../platform/revocation/revocations';
import { MembersModule } from '../../people/members';
import { SecurityNoticesModule } from '../security-notices';
import { SingleSignOnModule } from '../single-sign-on';
import { UsersModule } from '../../people/users';
import { FactorAttempts } from './factor-attempts.service';
import { FactorFailuresRepository } from './factor-failures.repository';
import { FactorRecorder } from './factor.recorder';
import { PasskeyChallenges } from './passkey-challenges.service';
import { PasskeySignIn } from './passkey-sign-in.service';
import { PasskeysRepository } from './passkeys.repository';
import { Passkeys } from './passkeys.service';
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
    SecondFactors,
    Passkeys,
  ],
  exports: [SecondFactors, PasskeySignIn],
})
export class SecondFactorsModule implements OnModuleInit {
  constructor(
    private readonly resealing: Resealing,
    private readonly revocations: Revocations,
    private readonly factors: SecondFactors,
  ) {}

  onModuleInit(): void {
    this.resealing.register({ table: 'totp_factors', column: 'secret', context: `'totp_factors.secret:' || user_id` });
    const { revocations, factors } = this;
    revocations.bind('passkeys', { ofUser: ({ userId }) => factors.takeAll(userId, 'passkey') });
    revocations.bind('authenticatorApps', { ofUser: ({ userId }) => factors.takeAll(userId, 'totp') });
  }
}
