import { Module, type OnModuleInit } from '@nestjs/common';
import { FurtherRules } from '../../platform/fields/further-rules';
import { OrganizationsModule, OrganizationsService } from '../organizations';
import { SummariesModule } from '../summaries';
import { budgetProblem, datesProblem } from './tour-rules';
import { ToursController } from './tours.controller';
import { CreateTour, toTourView, UpdateTour } from './tours.dto';
import { ToursRepository } from './tours.repository';
import { ToursService } from './tours.service';

@Module({
  imports: [OrganizationsModule, SummariesModule],
  controllers: [ToursController],
  providers: [ToursService, ToursRepository],
  exports: [ToursService],
})
export class ToursModule implements OnModuleInit {
  constructor(
    private readonly rules: FurtherRules,
    private readonly organizations: OrganizationsService,
    private readonly tours: ToursRepository,
  ) {}

  onModuleInit(): void {
    this.rules.register(CreateTour, async ({ budget = null, currency, ...tour }, isWrong) => [
      datesProblem(tour),
      isWrong('currency') || budget === null
        ? null
        : budgetProblem(budget, currency ?? (await this.organizations.current()).currency),
    ]);
    this.rules.register(UpdateTour, async (changes, isWrong, id) => {
      const before = await this.tours.find(id);
      const { startDate, endDate, budget = null, currency } = { ...(before && toTourView(before)), ...changes };
      const sent = changes.budget === undefined ? 'currency' : 'budget';
      return [
        isWrong('startDate') || isWrong('endDate') ? null : datesProblem({ startDate, endDate }),
        isWrong('budget') || isWrong('currency') || currency === undefined
          ? null
          : budgetProblem(budget, currency, sent),
      ];
    });
  }
}
