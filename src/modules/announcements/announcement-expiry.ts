import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock';
import { JobRunner } from '../../platform/background/job-runner';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work';
import { AnnouncementRecorder } from './announcement.recorder';
import { ANNOUNCEMENTS_REASON, AnnouncementsRepository } from './announcements.repository';

/** Lists omit an announcement from the moment it expires; streams publish the expiry within this time. */
const WITHDRAW_INTERVAL_SECONDS = 5;

/** Publishes on streams that announcements have expired. */
@Injectable()
export class AnnouncementExpiry implements OnModuleInit {
  constructor(
    private readonly announcements: AnnouncementsRepository,
    private readonly recorder: AnnouncementRecorder,
    private readonly unitOfWork: UnitOfWork,
    private readonly jobs: JobRunner,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    const withdraw = { name: 'withdraw-announcements', intervalSeconds: WITHDRAW_INTERVAL_SECONDS };
    this.jobs.register({ ...withdraw, run: () => this.withdraw() });
  }

  private async withdraw(): Promise<void> {
    await this.unitOfWork.runUnscoped(ANNOUNCEMENTS_REASON, async () => {
      for (const announcement of await this.announcements.withdraw(this.clock.now()))
        this.recorder.expired(announcement);
    });
  }
}
