import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock';
import { MINUTE_MS } from '../../kernel/durations';
import { emailKey } from '../../kernel/email';
import { hashToken } from '../../kernel/ids';
import { TooManyRequests } from '../../kernel/problems';
import { CONFIGURATION, type Configuration } from '../../platform/config/configuration';
import { networkOf } from '../../platform/context/network';
import { currentContext } from '../../platform/context/request-context';
import { named } from '../../platform/database/named';
import { Retention } from '../../platform/background/retention';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work';

const WINDOW_MS = 15 * MINUTE_MS;
const REASON = 'failed sign-ins are counted whether or not there is such an account';

const COUNT =
  named(`INSERT INTO sign_in_failures AS f (attempt_hash, account_hash, failures, window_ends_at) VALUES ($1, $5, 1, $3)
    ON CONFLICT (attempt_hash) DO UPDATE SET
      failures = CASE WHEN f.window_ends_at <= $2 THEN 1 ELSE least(f.failures + 1, $4 + 1) END,
      window_ends_at = CASE WHEN f.window_ends_at <= $2 THEN $3 ELSE f.window_ends_at END
    RETURNING failures, window_ends_at AS "windowEndsAt"`);
const UNCOUNT = named('UPDATE sign_in_failures SET failures = failures - 1 WHERE attempt_hash = $1 AND failures > 0');
const FORGET = named('DELETE FROM sign_in_failures WHERE attempt_hash = $1');
const FORGET_ACCOUNT = named('DELETE FROM sign_in_failures WHERE account_hash = $1');

/**
 * Limits how often a password can be guessed: failures are counted per pair of account and address, whether or not the
 * account exists, exactly and over all replicas. Strangers elsewhere can't lock anybody out.
 */
@Injectable()
export class SignInAttempts implements OnModuleInit {
  private readonly queues = new Map<string, Promise<unknown>>();

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly retention: Retention,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  onModuleInit(): void {
    const over = { table: 'sign_in_failures', condition: 'window_ends_at <= $1', keptMs: 0 };
    this.retention.register('forget-sign-in-failures', REASON, over);
  }

  /**
   * Checks a password, unless too many checks for the account have failed from the caller's address. Each check counts
   * as a failure until it has succeeded, so that concurrent guesses can't slip through together. Within this process
   * they are serialized, so that concurrent right passwords don't count as each other's failures.
   *
   * @param email the account, known or not
   * @param check says whether the password is right; when it throws, that counts as no attempt
   * @throws TooManyRequests until the 15 minutes are over
   */
  async attempt(email: string, check: () => Promise<boolean>): Promise<boolean> {
    const account = emailKey(email);
    const pair = hashToken(`${account} ${networkOf(currentContext().ip)}`);
    return this.serialized(pair.toString('base64'), async () => {
      await this.count(pair, hashToken(account));
      const succeeded = await check().catch(async (error: unknown) => {
        // The password was not checked at all, perhaps because too many others were.
        await this.write({ ...UNCOUNT, values: [pair] });
        throw error;
      });
      if (succeeded) await this.write({ ...FORGET, values: [pair] });
      return succeeded;
    });
  }

  /** Deletes an account's failures from all addresses, inside the caller's unscoped unit of work. */
  async forgetAccount(email: string): Promise<void> {
    await this.unitOfWork.writeUnscoped(FORGET_ACCOUNT, hashToken(emailKey(email)));
  }

  private async serialized<T>(name: string, work: () => Promise<T>): Promise<T> {
    const result = (this.queues.get(name) ?? Promise.resolve()).then(work, work);
    this.queues.set(name, result);
    try {
      return await result;
    } finally {
      if (this.queues.get(name) === result) this.queues.delete(name);
    }
  }

  private async count(pair: Buffer, account: Buffer): Promise<void> {
    const now = this.clock.now();
    const { loginRateLimit: limit } = this.configuration;
    const values = [pair, now, new Date(now.getTime() + WINDOW_MS), limit, account];
    const [row] = await this.write<{ failures: number; windowEndsAt: string }>({ ...COUNT, values });
    if (row!.failures <= limit) return;
    const seconds = (Date.parse(row!.windowEndsAt) - now.getTime()) / 1000;
    throw new TooManyRequests(seconds, 'Too many sign-ins have failed. Try again later.');
  }

  /** An autonomous transaction: the rollback after an error must not undo the count. */
  private write<Row extends object>(query: { name?: string; text: string; values: unknown[] }): Promise<Row[]> {
    return this.unitOfWork.writeAutonomous<Row>(REASON, query);
  }
}
