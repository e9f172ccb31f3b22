import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock';
import { expiryProblem } from '../../kernel/expiry';
import { FurtherRules } from '../../platform/fields/further-rules';
import { discountProblems, durationProblems } from './coupon-fit';
import { CreateCoupon } from './coupons.dto';
import { PlansModule } from '../plans';
import { CouponsController } from './coupons.controller';
import { CouponsRepository } from './coupons.repository';
import { CouponsService } from './coupons.service';

@Module({
  imports: [PlansModule],
  controllers: [CouponsController],
  providers: [CouponsService, CouponsRepository],
  exports: [CouponsService],
})
export class CouponsModule implements OnModuleInit {
  constructor(
    private readonly rules: FurtherRules,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.rules.register(CreateCoupon, (input, isWrong) => {
      const { percentOff = null, amountOff = null, currency = null, expiresAt = null } = input;
      const { duration = 'once', durationMonths = null } = input;
      const ofTerms = isWrong('percentOff') || isWrong('amountOff') || isWrong('currency');
      const terms = { percentOff, amountOff, currency, duration, durationMonths };
      return [
        ...(ofTerms ? [] : discountProblems(terms)),
        ...(isWrong('duration') || isWrong('durationMonths') ? [] : durationProblems(terms)),
        expiryProblem(expiresAt, this.clock.now()),
      ];
    });
  }
}
