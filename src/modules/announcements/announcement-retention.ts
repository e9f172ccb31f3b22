import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock';
import { DAY_MS, HOUR_SECONDS } from '../../kernel/durations';
import { JobRunner } from '../../platform/background/job-runner';
import { Retention } from '../../platform/background/retention';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work';
import { AnnouncementMessages } from './announcement-messages';
import { ANNOUNCEMENTS_REASON } from './announcements.repository';

/** A reader who was away for longer must reload everything. */
const KEPT_MS = 30 * DAY_MS;
const OVER = 'expires_at <= $1 AND withdrawn';

/** Deletes announcements that are over, and old messages of streams. */
@Injectable()
export class AnnouncementRetention implements OnModuleInit {
  constructor(
    private readonly messages: AnnouncementMessages,
    private readonly unitOfWork: UnitOfWork,
    private readonly jobs: JobRunner,
    private readonly retention: Retention,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.jobs.register({
      name: 'forget-announcement-messages',
      intervalSeconds: HOUR_SECONDS,
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

  private async forgetMessages(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - KEPT_MS);
    await this.unitOfWork.runUnscoped(ANNOUNCEMENTS_REASON, () => this.messages.forget(before));
  }
}
