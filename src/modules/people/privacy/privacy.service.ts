import { Injectable } from '@nestjs/common';
import { toPage, type Page } from '../../../kernel/page';
import { JobRunner } from '../../../platform/background/job-runner';
import { DueGuestsRepository } from './due-guests.repository';
import { RETENTION_JOB } from './guest-retention';
import type { DueGuestsQuery, DueGuestView, PrivacyReport } from './privacy.dto';
import { RetentionPeriods } from './retention-periods';

/** Shows what is erased in the organization in scope, and when. It erases nobody. */
@Injectable()
export class PrivacyService {
  constructor(
    private readonly guests: DueGuestsRepository,
    private readonly periods: RetentionPeriods,
    private readonly jobs: JobRunner,
  ) {}

  async report(): Promise<PrivacyReport> {
    const keptFrom = await this.periods.keptFrom();
    const [figures, nextRunAt] = await Promise.all([
      this.guests.report(keptFrom),
      keptFrom === null ? null : this.jobs.nextRunAt(RETENTION_JOB),
    ]);
    return { ...figures, nextRunAt };
  }

  async listDue(query: DueGuestsQuery): Promise<Page<DueGuestView>> {
    const keptFrom = await this.periods.keptFrom(query.guestDaysAfterLastEvent);
    if (keptFrom === null) return toPage([], 0, query);
    const { rows, total } = await this.guests.list(keptFrom, query);
    return toPage(rows, total, query);
  }
}
