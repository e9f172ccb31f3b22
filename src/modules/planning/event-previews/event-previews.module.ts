import { Module } from '@nestjs/common';
import { ConflictsModule } from '../conflicts';
import { EventsModule } from '../events';
import { TripsModule } from '../trips';
import { EventPreviewsController } from './event-previews.controller';
import { EventPreviewsService } from './event-previews.service';
import { PlannedMessages } from './planned-messages';

@Module({
  imports: [ConflictsModule, EventsModule, TripsModule],
  controllers: [EventPreviewsController],
  providers: [EventPreviewsService, PlannedMessages],
  exports: [PlannedMessages],
})
export class EventPreviewsModule {}
