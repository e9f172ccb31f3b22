import { Module, type OnModuleInit } from '@nestjs/common';
import { EventStreams } from '../../../platform/stream/event-streams';
import { StreamModule } from '../../../platform/stream/stream.module';
import { MembersModule } from '../../people/members';
import { AnnouncementExpiry } from './announcement-expiry';
import { AnnouncementMessages } from './announcement-messages';
import { AnnouncementRetention } from './announcement-retention';
import { AnnouncementsController } from './announcements.controller';
import { AnnouncementRecorder } from './announcement.recorder';
import { AnnouncementsRepository } from './announcements.repository';
import { AnnouncementsService } from './announcements.service';
import { PlatformAnnouncementsController } from './platform-announcements.controller';
import { PlatformAnnouncementsRepository } from './platform-announcements.repository';

/** Notices of the platform, and the stream that brings them at once. */
@Module({
  imports: [StreamModule, MembersModule],
  controllers: [AnnouncementsController, PlatformAnnouncementsController],
  providers: [
    AnnouncementsService,
    AnnouncementsRepository,
    AnnouncementRecorder,
    AnnouncementMessages,
    AnnouncementExpiry,
    AnnouncementRetention,
    PlatformAnnouncementsRepository,
  ],
  exports: [AnnouncementsService],
})
export class AnnouncementsModule implements OnModuleInit {
  constructor(
    private readonly streams: EventStreams,
    private readonly messages: AnnouncementMessages,
  ) {}

  onModuleInit(): void {
    this.streams.serve(this.messages);
  }
}
