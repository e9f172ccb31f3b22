export { CONFLICTING } from './conflicts';
export { EventSummary, TourSummary } from './summaries.dto';
export { SummariesModule } from './summaries.module';
export { summariesOf, SummariesService } from './summaries.service';
