import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock';
import { expiryProblem } from '../../kernel/expiry';
import { FurtherRules } from '../../platform/fields/further-rules';
import { PublishAnnouncement, UpdateAnnouncement } from './announcements.dto';
import { EventStreams } from '../../platform/stream/event-streams';
import { StreamModule } from '../../platform/stream/stream.module';
import { MembersModule } from '../members';
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
    private readonly rules: FurtherRules,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    for (const shape of [PublishAnnouncement, UpdateAnnouncement])
      this.rules.register<UpdateAnnouncement>(shape, ({ expiresAt = null }) => [
        expiryProblem(expiresAt, this.clock.now()),
      ]);
    this.streams.serve(this.messages);
  }
}
