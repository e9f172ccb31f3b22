import { Module } from '@nestjs/common';
import { Ends } from '../../../platform/revocation/ends.decorator';
import type { Enders } from '../../../platform/revocation/revocations';
import { CalendarsModule } from '../calendars';
import { ToursModule } from '../tours';
import { TripsModule } from '../trips';
import { CalendarFeedsController } from './calendar-feeds.controller';
import { CalendarFeedsRepository } from './calendar-feeds.repository';
import { CalendarFeedsService } from './calendar-feeds.service';
import { FeedEventsRepository } from './feed-events.repository';
import { FeedFilesController } from './feed-files.controller';
import { FeedFilesService } from './feed-files.service';

@Module({
  imports: [CalendarsModule, ToursModule, TripsModule],
  controllers: [CalendarFeedsController, FeedFilesController],
  providers: [CalendarFeedsRepository, CalendarFeedsService, FeedEventsRepository, FeedFilesService],
})
export class CalendarFeedsModule {
  @Ends('calendarFeeds') readonly feedsEnd: Enders = {
    // Super Admins have feeds where they are no members.
    ofUser: ({ userId }) => this.feeds.revokeEverywhere(userId),
    ofMembership: ({ userId }) => this.feeds.revokeAllOf(userId),
  };

  constructor(private readonly feeds: CalendarFeedsService) {}
}
