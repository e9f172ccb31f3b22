import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { MINUTE_MS } from '../../../kernel/durations';
import { TooManyRequests } from '../../../kernel/problems';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { SessionOrganizations } from '../../people/members';
import { SecurityNotices } from '../security-notices';
import { FactorFailuresRepository, type FailuresRow } from './factor-failures.repository';
import { FactorRecorder } from './factor.recorder';
import { FACTORS_REASON } from './second-factors.repository';

const WINDOW_MS = 15 * MINUTE_MS;
/** Failures of an account in a window. */
const MAX_FAILURES = 10;
/** Failures of an account, however long they take, before its app's codes are accepted no more. */
const MAX_IN_A_ROW = 100;

/**
 * Limits how often the second factors of an account can be guessed, exactly and over all replicas. Whoever guesses them
 * has got past the password, or is in a session: so neither the password nor the address matters here, only a right
 * factor clears the count, and the owner is mailed.
 */
@Injectable()
export class FactorAttempts {
  constructor(
    private readonly failures: FactorFailuresRepository,
    private readonly recorder: FactorRecorder,
    private readonly notices: SecurityNotices,
    private readonly organizations: SessionOrganizations,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Checks a factor, unless too many have been wrong. Each check counts as a failure until it has succeeded, so that
   * concurrent guesses can't slip through together.
   *
   * @param check says whether the factor is right, and is told whether codes of the app are accepted; when it throws, that
   *   counts as no attempt
   * @throws TooManyRequests until the 15 minutes are over
   */
  async attempt(userId: string, check: (acceptsCodes: boolean) => Promise<boolean>): Promise<boolean> {
    const now = this.clock.now();
    const counted = await this.failures.count(userId, MAX_FAILURES, now, new Date(now.getTime() + WINDOW_MS));
    if (counted === null) throw await this.tooMany(userId);
    const isRight = await check(counted.inARow <= MAX_IN_A_ROW).catch(async (error: unknown) => {
      await this.failures.uncount(userId, counted);
      throw error;
    });
    if (isRight) await this.clear(userId);
    else await this.warn(userId, counted);
    return isRight;
  }

  /** Forgets the failures of a user who has shown a right factor, or has none any more. */
  async clear(userId: string): Promise<void> {
    await this.failures.clear(userId);
  }

  /** Whether codes of a user's app are accepted. */
  async acceptsCodes(userId: string): Promise<boolean> {
    return ((await this.failures.find(userId))?.inARow ?? 0) < MAX_IN_A_ROW;
  }

  private async tooMany(userId: string): Promise<TooManyRequests> {
    const found = await this.failures.find(userId);
    const end = found === null ? 0 : Date.parse(found.windowEndsAt);
    const seconds = (end - this.clock.now().getTime()) / 1000;
    return new TooManyRequests(seconds, 'Too many wrong second factors. Try again later.', {
      logged: 'session.locked',
    });
  }

  /** Somebody who guesses slowly fills no window, so the tenth in a row is mailed, too. */
  private async warn(userId: string, { failures, inARow, windowEndsAt }: FailuresRow): Promise<void> {
    const isFull = failures === MAX_FAILURES;
    const notice = noticeAt(inARow, isFull);
    if (notice === null) return;
    // In the caller's unit of work, where it has one: that commits after a wrong factor. A second connection beside one that
    // waits could be the last.
    await this.unitOfWork.runUnscoped(FACTORS_REASON, async () => {
      await this.notices.factorsFailed(userId, notice);
      if (isFull) this.recorder.locked(userId, await this.organizations.ownDefaultFor(userId), windowEndsAt);
    });
  }
}

function noticeAt(inARow: number, isFull: boolean): 'factors-failed' | 'codes-off' | null {
  if (inARow === MAX_IN_A_ROW) return 'codes-off';
  return isFull || inARow === MAX_FAILURES ? 'factors-failed' : null;
}
