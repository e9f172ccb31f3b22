import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock';
import { DAY_MS } from '../../kernel/durations';
import { JobRunner } from '../../platform/jobs/job-runner';
import { Retention } from '../../platform/jobs/retention';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work';
import { AnnouncementMessages } from './announcement-messages';
import { AnnouncementsEvents } from './announcements.events';
import { ANNOUNCEMENTS_REASON, AnnouncementsRepository } from './announcements.repository';

/** Lists leave an announcement out at the moment it expires; streams are told within so long. */
const WITHDRAW_INTERVAL_SECONDS = 5;
/** Who was away for longer is told to start anew. */
const KEPT_MS = 30 * DAY_MS;
const OVER = 'expires_at <= $1 AND withdrawn';

/** Tells streams of announcements that have expired, and deletes what nobody can ask for any more. */
@Injectable()
export class AnnouncementExpiry implements OnModuleInit {
  constructor(
    private readonly announcements: AnnouncementsRepository,
    private readonly messages: AnnouncementMessages,
    private readonly records: AnnouncementsEvents,
    private readonly unitOfWork: UnitOfWork,
    private readonly jobs: JobRunner,
    private readonly retention: Retention,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    const withdraw = { name: 'withdraw-announcements', intervalSeconds: WITHDRAW_INTERVAL_SECONDS };
    this.jobs.register({ ...withdraw, run: () => this.withdraw() });
    this.jobs.register({
      name: 'forget-announcement-messages',
      intervalSeconds: 3600,
      run: () => this.forgetMessages(),
    });
    this.retention.register(
      'forget-announcements',
      ANNOUNCEMENTS_REASON,
      {
        table: 'announcement_reads',
        condition: `announcement_id IN (SELECT id FROM announcements WHERE ${OVER})`,
        keptMs: KEPT_MS,
      },
      { table: 'announcements', condition: OVER, keptMs: KEPT_MS },
    );
  }

  private async withdraw(): Promise<void> {
    await this.unitOfWork.runUnscoped(ANNOUNCEMENTS_REASON, async () => {
      for (const announcement of await this.announcements.withdraw(this.clock.now()))
        this.records.expired(announcement);
    });
  }

  private async forgetMessages(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - KEPT_MS);
    await this.unitOfWork.runUnscoped(ANNOUNCEMENTS_REASON, () => this.messages.forget(before));
  }
}
