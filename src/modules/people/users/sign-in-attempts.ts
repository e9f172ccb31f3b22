import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { MINUTE_MS } from '../../../kernel/durations';
import { emailKey } from '../../../kernel/email';
import { FairLimiter } from '../../../kernel/fair-limiter';
import { hashToken } from '../../../kernel/ids';
import { TooManyRequests } from '../../../kernel/problems';
import { CONFIGURATION, type Configuration } from '../../../platform/config/configuration';
import { networkOf } from '../../../platform/context/network';
import { currentContext } from '../../../platform/context/request-context';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import {
  COUNTS_REASON,
  SignInCountsRepository,
  type AttemptHashes,
  type AttemptLimits,
  type Counted,
  type CountedIn,
} from './sign-in-counts.repository';
import { NO_USER_ID, SignInRecorder, type AttemptedAccount } from './sign-in.recorder';

const WINDOW_MS = 15 * MINUTE_MS;
/** Failures of an account in a window, over all addresses. */
const MAX_OF_ACCOUNT = 50;
/** Failures of an address in a window, over all accounts. */
const MAX_OF_ADDRESS = 100;
const UNLIMITED = 2 ** 31 - 1;

/** An attempt that is made now. */
interface Attempt {
  account: AttemptedAccount;
  network: string;
  hashes: AttemptHashes;
}

/**
 * Limits how often passwords can be guessed: failures are counted per pair of account and address, per account over all
 * addresses and per address over all accounts, whether or not the account exists, exactly and over all replicas.
 * Strangers elsewhere can't lock anybody out: an account's own limit does not bind addresses that it has signed in from.
 */
@Injectable()
export class SignInAttempts {
  private readonly queues = new Map<string, Promise<unknown>>();
  // Attempts count as failures until they succeed: few at once per address, or many colleagues behind one address who
  // all have the right password would reach its limit together.
  private readonly limiter = new FairLimiter({ total: 1_000, perKey: 25, timeoutMs: 10_000 });

  constructor(
    private readonly counts: SignInCountsRepository,
    private readonly recorder: SignInRecorder,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  /**
   * Checks a password, unless too many checks have failed. Each check counts as a failure until it has succeeded, so
   * that concurrent guesses can't slip through together. Within this process those of an account from an address are
   * serialized, so that concurrent right passwords don't count as each other's failures.
   *
   * @param account known or not
   * @param check says whether the password is right; when it throws, that counts as no attempt
   * @throws TooManyRequests until the 15 minutes are over; Unavailable when very many wait
   */
  async attempt(account: AttemptedAccount, check: () => Promise<boolean>): Promise<boolean> {
    const network = networkOf(currentContext().ip);
    const attempt = { account, network, hashes: hashesOf(account.email, network) };
    const name = attempt.hashes.pair.toString('base64');
    return this.limiter.run(network, () => this.serialized(name, () => this.checkCounted(attempt, check)));
  }

  /**
   * Deletes an account's failures from all addresses, inside the caller's unscoped unit of work: its owner has shown who
   * they are. The caller's address is known from now on.
   */
  async reset(user: { id: string; email: string }): Promise<void> {
    await this.forget(user);
    await this.rememberAddress(user.id);
  }

  /** Deletes an account's failures, inside the caller's unscoped unit of work. */
  async forget({ email }: { email: string }): Promise<void> {
    await this.counts.forgetAccount(hashesOf(email, '').account);
  }

  /** Remembers that a user has signed in from the caller's address, inside the caller's unscoped unit of work. */
  async rememberAddress(userId: string): Promise<void> {
    await this.counts.rememberAddress(userId, networkOf(currentContext().ip), this.clock.now());
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

  private async checkCounted(attempt: Attempt, check: () => Promise<boolean>): Promise<boolean> {
    const counted = await this.count(attempt);
    const succeeded = await check().catch(async (error: unknown) => {
      // The password was not checked at all, perhaps because too many others were.
      await this.counts.uncount(counted);
      throw error;
    });
    if (succeeded) await this.forgive(attempt, counted);
    // A rollback after the error must not undo the record.
    else await this.unitOfWork.runAutonomous(COUNTS_REASON, () => this.recorder.failed(attempt.account));
    return succeeded;
  }

  /**
   * A success ends the account's failures from this address. Those from elsewhere stay, and so do the address's with
   * other accounts: whoever has one account could guess on without end.
   */
  private async forgive({ hashes }: Attempt, counted: readonly CountedIn[]): Promise<void> {
    await this.counts.forget(hashes.pair);
    await this.counts.uncount(counted.filter(({ hash }) => !hash.equals(hashes.pair)));
  }

  /** @returns where the attempt was counted */
  private async count(attempt: Attempt): Promise<CountedIn[]> {
    const { hashes, network, account } = attempt;
    const now = this.clock.now();
    const { counts, known } = await this.counts.find(hashes, now, account.userId ?? NO_USER_ID, network);
    const limits = this.limitsFor(known);
    const full = counts.filter(({ hash, failures }) => failures >= limits[kindOf(hash, hashes)]);
    // Looked at first: an attempt that one limit forbids must not use up another, not even for a moment.
    if (full.length > 0) return this.reject(attempt, full);
    const counted = await this.counts.count(hashes, limits, now, new Date(now.getTime() + WINDOW_MS));
    if (counted.length === Object.keys(hashes).length) return counted;
    await this.counts.uncount(counted);
    const isCounted = (hash: Buffer) => counted.some((count) => count.hash.equals(hash));
    const present = await this.counts.find(hashes, now, account.userId ?? NO_USER_ID, network);
    return this.reject(
      attempt,
      present.counts.filter(({ hash }) => !isCounted(hash)),
    );
  }

  private limitsFor(known: boolean): AttemptLimits {
    const { loginRateLimit } = this.configuration;
    return { pair: loginRateLimit, account: known ? UNLIMITED : MAX_OF_ACCOUNT, address: MAX_OF_ADDRESS };
  }

  /**
   * @param full the counts that have reached their limits
   * @throws TooManyRequests always
   */
  private async reject(
    { account, hashes }: Attempt,
    full: readonly (CountedIn & { locked: boolean })[],
  ): Promise<never> {
    const fresh = full.filter(({ locked }) => !locked);
    if (fresh.length > 0) {
      await this.unitOfWork.runAutonomous(COUNTS_REASON, async () => {
        for (const count of fresh) {
          if (await this.counts.lock(count)) await this.recordLock(account, kindOf(count.hash, hashes), count);
        }
      });
    }
    const end = Math.max(0, ...full.map(({ windowEndsAt }) => Date.parse(windowEndsAt)));
    const seconds = (end - this.clock.now().getTime()) / 1000;
    throw new TooManyRequests(seconds, 'Too many sign-ins have failed. Try again later.', { logged: 'session.locked' });
  }

  private async recordLock(account: AttemptedAccount, kind: Counted, { windowEndsAt }: CountedIn): Promise<void> {
    if (kind === 'address') this.recorder.addressLocked(windowEndsAt);
    else await this.recorder.accountLocked(account, kind, windowEndsAt);
  }
}

/** No e-mail address is a word without an @, and no two of the hashed texts are alike. */
function hashesOf(email: string, network: string): AttemptHashes {
  const account = emailKey(email);
  return {
    pair: hashToken(`${account} ${network}`),
    account: hashToken(account),
    address: hashToken(`address ${network}`),
  };
}

function kindOf(hash: Buffer, { pair, account }: AttemptHashes): Counted {
  if (hash.equals(pair)) return 'pair';
  return hash.equals(account) ? 'account' : 'address';
}
