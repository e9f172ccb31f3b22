import { Module } from '@nestjs/common';
import { ExpensesModule } from '../../money/expenses';
import { EventsModule } from '../../planning/events';
import { GuestListsModule } from '../../planning/guest-lists';
import { ToursModule } from '../../planning/tours';
import { EventSummaryController } from './event-summary.controller';
import { EventSummaryService } from './event-summary.service';
import { OverviewController } from './overview.controller';
import { OverviewService } from './overview.service';

@Module({
  imports: [EventsModule, ExpensesModule, GuestListsModule, ToursModule],
  controllers: [EventSummaryController, OverviewController],
  providers: [EventSummaryService, OverviewService],
})
export class OverviewModule {}
