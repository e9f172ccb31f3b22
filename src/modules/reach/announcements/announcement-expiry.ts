import { Inject, Injectable } from '@nestjs/common';
import { Job } from '../../../platform/background/job.decorator';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { AnnouncementRecorder } from './announcement.recorder';
import { ANNOUNCEMENTS_REASON, AnnouncementsRepository } from './announcements.repository';

/** Lists omit an announcement from the moment it expires; streams publish the expiry within this time. */
const WITHDRAW_INTERVAL_SECONDS = 5;

/** Publishes on streams that announcements have expired. */
@Injectable()
export class AnnouncementExpiry {
  constructor(
    private readonly announcements: AnnouncementsRepository,
    private readonly recorder: AnnouncementRecorder,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Job({ name: 'withdraw-announcements', intervalSeconds: WITHDRAW_INTERVAL_SECONDS })
  async withdraw(): Promise<void> {
    await this.unitOfWork.runUnscoped(ANNOUNCEMENTS_REASON, async () => {
      for (const announcement of await this.announcements.withdraw(this.clock.now()))
        this.recorder.expired(announcement);
    });
  }
}
