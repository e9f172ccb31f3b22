import { Inject, Injectable } from '@nestjs/common';
import { Job } from '../../../platform/background/job.decorator';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { HOUR_SECONDS } from '../../../kernel/durations';
import { NIL_ID } from '../../../kernel/ids';
import { NotFound } from '../../../kernel/problems';
import { currentOrganizationId, withContext } from '../../../platform/context/request-context';
import { BackgroundLog } from '../../../platform/logging/background-log';
import { lockForErasure } from '../../../platform/personal/erasure-lock';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { GuestErasure } from '../../planning/guests';
import { DueGuestsRepository } from './due-guests.repository';
import { RetentionPeriods } from './retention-periods';

export const RETENTION_JOB = 'erase-due-guests';
const INTERVAL_SECONDS = 24 * HOUR_SECONDS;
const BATCH_SIZE = 500;
/** So many guests of an organization who can't be erased are no accident: the rest waits for the next round. */
const MAX_FAILURES = 10;

/**
 * Erases guests who are due, every day. Each is erased in a transaction of their own that locks them and looks again: a
 * guest is erased once, and only while due, however many rounds there are, and wherever one is cut off.
 */
@Injectable()
export class GuestRetention {
  constructor(
    private readonly periods: RetentionPeriods,
    private readonly guests: DueGuestsRepository,
    private readonly erasure: GuestErasure,
    private readonly unitOfWork: UnitOfWork,
    private readonly log: BackgroundLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Erases the guests of all organizations who are due. What fails is left for the next round, and the others are
   * erased.
   *
   * @throws Error when anything failed
   */
  @Job({ name: RETENTION_JOB, intervalSeconds: INTERVAL_SECONDS })
  async eraseDue(stop: AbortSignal): Promise<void> {
    let failed = 0;
    for (let after = NIL_ID; ;) {
      const organizations = await this.periods.idsOfOrganizations(after, BATCH_SIZE);
      for (const organizationId of organizations) {
        if (stop.aborted) return;
        if (!(await this.eraseOf(organizationId, stop))) failed++;
      }
      after = organizations.at(-1) ?? '';
      if (organizations.length < BATCH_SIZE) break;
    }
    if (failed > 0) throw new Error(`Organizations whose guests could not all be erased: ${failed}.`);
  }

  /** Erases the due guests of one organization; says whether all went well. */
  private async eraseOf(organizationId: string, stop: AbortSignal): Promise<boolean> {
    try {
      return await withContext({ scope: { organizationId } }, () => this.eraseInScope(stop));
    } catch (error) {
      // The organization is deleted: its guests go with it.
      if (error instanceof NotFound) return true;
      this.log.error(error, 'due guests could not be erased; it will be tried again', { organizationId });
      return false;
    }
  }

  private async eraseInScope(stop: AbortSignal): Promise<boolean> {
    let failures = 0;
    let ids: string[];
    let after = NIL_ID;
    do {
      const keptFrom = await this.periods.keptFrom();
      if (keptFrom === null) return true;
      ids = await this.guests.next(keptFrom, after, BATCH_SIZE);
      for (const id of ids) {
        if (stop.aborted || failures >= MAX_FAILURES) return failures === 0;
        if (!(await this.eraseOne(id))) failures++;
      }
      after = ids.at(-1) ?? after;
    } while (ids.length === BATCH_SIZE);
    if (failures === 0) await this.guests.finishRun(this.clock.now());
    return failures === 0;
  }

  /** Erases one guest if they are due; says whether all went well. */
  private async eraseOne(id: string): Promise<boolean> {
    try {
      await this.unitOfWork.run(async () => {
        // In the order in which everybody locks who erases a guest; only then is it known what those did who came before.
        await lockForErasure(this.unitOfWork.current);
        await this.guests.lock(id);
        const keptFrom = await this.periods.keptFrom();
        if (keptFrom !== null && (await this.guests.isDue(id, keptFrom))) await this.erasure.erase(id, false);
      });
      return true;
    } catch (error) {
      if (error instanceof NotFound) throw error;
      const organizationId = currentOrganizationId();
      this.log.error(error, 'a guest could not be erased; it will be tried again', { organizationId, guestId: id });
      return false;
    }
  }
}
