import { Module } from '@nestjs/common';
import { ExpensesModule } from '../../money/expenses';
import { EventsModule } from '../../planning/events';
import { GuestListsModule } from '../../planning/guest-lists';
import { ToursModule } from '../../planning/tours';
import { MessageRulesModule } from '../../reach/message-rules';
import { NotificationsModule } from '../../reach/notifications';
import { EventSummaryController } from './event-summary.controller';
import { EventSummaryService } from './event-summary.service';
import { MessagesTodayService } from './messages-today.service';
import { OverviewController } from './overview.controller';
import { OverviewService } from './overview.service';

@Module({
  imports: [EventsModule, ExpensesModule, GuestListsModule, MessageRulesModule, NotificationsModule, ToursModule],
  controllers: [EventSummaryController, OverviewController],
  providers: [EventSummaryService, MessagesTodayService, OverviewService],
})
export class OverviewModule {}
