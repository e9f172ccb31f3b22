export { CONFLICTING, endOf } from './conflicts';
export { BudgetUse, EventFigures, EventSummary, TourSummary } from './summaries.dto';
export { SummariesModule } from './summaries.module';
export { mayRead, summariesOf, SummariesService } from './summaries.service';
