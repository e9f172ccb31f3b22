import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { DAY_MS, HOUR_SECONDS } from '../../../kernel/durations';
import { Job } from '../../../platform/background/job.decorator';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { AnnouncementMessages } from './announcement-messages';
import { ANNOUNCEMENTS_REASON } from './announcements.repository';

/** A reader who was away for longer must reload everything. */
const KEPT_MS = 30 * DAY_MS;

/** Deletes old messages of streams. */
@Injectable()
export class AnnouncementRetention {
  constructor(
    private readonly messages: AnnouncementMessages,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Job({ name: 'forget-announcement-messages', intervalSeconds: HOUR_SECONDS })
  async forgetMessages(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - KEPT_MS);
    await this.unitOfWork.runUnscoped(ANNOUNCEMENTS_REASON, () => this.messages.forget(before));
  }
}
