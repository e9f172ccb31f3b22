export { CONFLICTING, endOf } from './conflicts';
export { EventFigures, EventSummary, TourSummary } from './summaries.dto';
export { SummariesModule } from './summaries.module';
export { summariesOf, SummariesService } from './summaries.service';
