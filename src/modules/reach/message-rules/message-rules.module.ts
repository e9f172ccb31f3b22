import { Module } from '@nestjs/common';
import { UsersModule } from '../../people/users';
import { EventPreviewsModule } from '../../planning/event-previews';
import { EventsModule } from '../../planning/events';
import { ToursModule } from '../../planning/tours';
import { NotificationsModule } from '../notifications';
import { ChangeRounds } from './change-rounds';
import { DueRulesRepository } from './due-rules.repository';
import { MessageRulesController } from './message-rules.controller';
import { MessageRulesRepository } from './message-rules.repository';
import { RuleParents } from './rule-parents';
import { MessageRulesService } from './message-rules.service';
import { RuleGuestsRepository } from './rule-guests.repository';
import { RuleMessages } from './rule-messages';
import { RulePreviews } from './rule-previews';
import { RuleTriggers } from './rule-triggers';
import { RulesWorker } from './rules-worker';
import { TimedRounds } from './timed-rounds';
import { UpcomingService } from './upcoming.service';

/** Rules by which guests get messages at the right moment. */
@Module({
  imports: [EventPreviewsModule, EventsModule, ToursModule, NotificationsModule, UsersModule],
  controllers: [MessageRulesController],
  providers: [
    MessageRulesService,
    RuleParents,
    MessageRulesRepository,
    UpcomingService,
    DueRulesRepository,
    RuleGuestsRepository,
    RuleMessages,
    RulePreviews,
    RuleTriggers,
    TimedRounds,
    ChangeRounds,
    RulesWorker,
  ],
  exports: [RuleTriggers, UpcomingService],
})
export class MessageRulesModule {}
