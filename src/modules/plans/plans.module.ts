import { Module, type OnModuleInit } from '@nestjs/common';
import { isId } from '../../kernel/ids';
import { FurtherRules } from '../../platform/fields/further-rules';
import { CreatePlan, UpdatePlan, withPrices } from './plans.dto';
import { partialPriceProblems } from './plan-rules';
import { PlansController } from './plans.controller';
import { PlansRepository } from './plans.repository';
import { PlansService } from './plans.service';

@Module({
  controllers: [PlansController],
  providers: [PlansService, PlansRepository],
  exports: [PlansService],
})
export class PlansModule implements OnModuleInit {
  constructor(
    private readonly rules: FurtherRules,
    private readonly plans: PlansRepository,
  ) {}

  onModuleInit(): void {
    this.rules.register(CreatePlan, (plan) => partialPriceProblems(plan, plan));
    this.rules.register(UpdatePlan, async (changes, isWrong, id) => {
      const before = isId(id) ? await this.plans.find(id) : null;
      const plan = { ...(before && withPrices(before)), ...changes };
      for (const field of ['monthlyPrice', 'yearlyPrice', 'currency'] as const) if (isWrong(field)) delete plan[field];
      return partialPriceProblems(plan, changes);
    });
  }
}
