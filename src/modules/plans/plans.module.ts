import { Module, type OnModuleInit } from '@nestjs/common';
import { amountProblem } from '../../kernel/money';
import { FurtherRules } from '../../platform/fields/further-rules';
import { CreatePlan, UpdatePlan } from './plans.dto';
import { PlansController } from './plans.controller';
import { PlanRecorder } from './plan.recorder';
import { PlansRepository } from './plans.repository';
import { PlansService } from './plans.service';

@Module({
  controllers: [PlansController],
  providers: [PlansService, PlansRepository, PlanRecorder],
  exports: [PlansService],
})
export class PlansModule implements OnModuleInit {
  constructor(private readonly rules: FurtherRules) {}

  onModuleInit(): void {
    for (const shape of [CreatePlan, UpdatePlan])
      this.rules.register<UpdatePlan>(shape, ({ monthlyPrice, yearlyPrice, currency }) => [
        monthlyPrice === undefined ? null : amountProblem(monthlyPrice, currency, 'monthlyPrice'),
        yearlyPrice === undefined ? null : amountProblem(yearlyPrice, currency, 'yearlyPrice'),
      ]);
  }
}
