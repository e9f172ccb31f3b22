import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock';
import { JobRunner } from '../../platform/jobs/job-runner';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work';
import { AnnouncementMessages } from './announcement-messages';
import { AnnouncementsEvents } from './announcements.events';
import { ANNOUNCEMENTS_REASON, AnnouncementsRepository } from './announcements.repository';

/** Lists leave an announcement out at the moment it expires; streams are told within so long. */
const WITHDRAW_INTERVAL_SECONDS = 5;
/** Who was away for longer is told to start anew. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Tells streams of announcements that have expired, and deletes what nobody can ask for any more. */
@Injectable()
export class AnnouncementEndings implements OnModuleInit {
  constructor(
    private readonly announcements: AnnouncementsRepository,
    private readonly messages: AnnouncementMessages,
    private readonly events: AnnouncementsEvents,
    private readonly unitOfWork: UnitOfWork,
    private readonly jobs: JobRunner,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    const withdraw = { name: 'withdraw-announcements', intervalSeconds: WITHDRAW_INTERVAL_SECONDS };
    this.jobs.register({ ...withdraw, run: () => this.withdraw() });
    this.jobs.register({ name: 'forget-announcements', intervalSeconds: 3600, run: () => this.forget() });
  }

  private async withdraw(): Promise<void> {
    await this.unitOfWork.runUnscoped(ANNOUNCEMENTS_REASON, async () => {
      for (const announcement of await this.announcements.withdraw(this.clock.now())) this.events.expired(announcement);
    });
  }

  private async forget(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - KEPT_MS);
    await this.unitOfWork.runUnscoped(ANNOUNCEMENTS_REASON, async () => {
      await this.announcements.forget(before);
      await this.messages.forget(before);
    });
  }
}
