import { Injectable } from '@nestjs/common';
import { firstOf } from '../../../kernel/lists';
import { named } from '../../../platform/database/named';
import { UnscopedStatement } from '../../../platform/tenancy/statement';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';

export const COUNTS_REASON = 'failed sign-ins are counted whether or not there is such an account';

/** What failures are counted of. */
export type Counted = 'pair' | 'account' | 'address';

/** The hashes under which an attempt is counted. */
export type AttemptHashes = Readonly<Record<Counted, Buffer>>;

/** How many failures are allowed in a window. */
export type AttemptLimits = Readonly<Record<Counted, number>>;

/** Failures in a window that is still open. */
export interface FailureCount {
  hash: Buffer;
  failures: number;
  windowEndsAt: string;
  locked: boolean;
}

/** A count that an attempt has become part of. */
export type CountedIn = Pick<FailureCount, 'hash' | 'windowEndsAt'>;

/** A count, or nulls where there is none. */
interface FoundRow extends Omit<FailureCount, 'hash'> {
  hash: Buffer | null;
  known: boolean;
}

const FIND = new UnscopedStatement<FoundRow>(
  COUNTS_REASON,
  `SELECT k.known, f.attempt_hash AS hash, f.failures, f.window_ends_at AS "windowEndsAt", f.locked
   FROM (SELECT EXISTS (SELECT FROM sign_in_addresses WHERE user_id = $3 AND network = $4) AS known) AS k
   LEFT JOIN sign_in_failures f ON f.attempt_hash = ANY ($1::bytea[]) AND f.window_ends_at > $2`,
);
// All counts in one order, so that two attempts never deadlock. One that has reached its limit is not returned.
const COUNT =
  named<CountedIn>(`INSERT INTO sign_in_failures AS f (attempt_hash, account_hash, failures, window_ends_at, locked)
    SELECT c.hash, CASE WHEN c.hash = $3 THEN NULL ELSE $2 END, 1, $8, false
    FROM unnest(ARRAY[$1, $2, $3]::bytea[]) AS c (hash) ORDER BY c.hash
    ON CONFLICT (attempt_hash) DO UPDATE SET
      failures = CASE WHEN f.window_ends_at <= $7 THEN 1 ELSE f.failures + 1 END,
      locked = f.locked AND f.window_ends_at > $7,
      window_ends_at = CASE WHEN f.window_ends_at <= $7 THEN $8 ELSE f.window_ends_at END
    WHERE f.window_ends_at <= $7
      OR f.failures < CASE f.attempt_hash WHEN $1 THEN $4::integer WHEN $2 THEN $5::integer ELSE $6::integer END
    RETURNING f.attempt_hash AS hash, f.window_ends_at AS "windowEndsAt"`);
const UNCOUNT = named(`UPDATE sign_in_failures AS f SET failures = f.failures - 1 FROM (
      SELECT g.attempt_hash FROM sign_in_failures g
      JOIN unnest($1::bytea[], $2::timestamptz[]) AS c (hash, window_ends_at)
        ON g.attempt_hash = c.hash AND g.window_ends_at = c.window_ends_at
      ORDER BY g.attempt_hash FOR UPDATE OF g
    ) AS counted WHERE f.attempt_hash = counted.attempt_hash AND f.failures > 0`);
const LOCK = named(`UPDATE sign_in_failures SET locked = true
    WHERE attempt_hash = $1 AND window_ends_at = $2 AND NOT locked`);
const FORGET = named('DELETE FROM sign_in_failures WHERE attempt_hash = $1');
const FORGET_ACCOUNT = named('DELETE FROM sign_in_failures WHERE account_hash = $1');
const REMEMBER_ADDRESS = named(`INSERT INTO sign_in_addresses AS a (user_id, network, last_used_at) VALUES ($1, $2, $3)
    ON CONFLICT (user_id, network) DO UPDATE SET last_used_at = $3 WHERE a.last_used_at < $3 - interval '1 day'`);

/** All queries of failed sign-ins, and of the addresses that sign-ins came from. */
@Injectable()
export class SignInCountsRepository {
  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * The counts that an attempt would become part of.
   *
   * @param userId whose account it is; the nil UUID for none
   * @returns with them, whether the user has signed in from the network before
   */
  async find(
    hashes: AttemptHashes,
    at: Date,
    userId: string,
    network: string,
  ): Promise<{ counts: FailureCount[]; known: boolean }> {
    const values = [Object.values(hashes), at, userId, network];
    const rows = await this.database.unscopedRows(FIND, ...values);
    const counts = rows.flatMap(({ hash, failures, windowEndsAt, locked }) =>
      hash === null ? [] : [{ hash, failures, windowEndsAt, locked }],
    );
    return { counts, known: firstOf(rows).known };
  }

  /** Counts an attempt as a failure wherever the limit is not reached; returns where it was counted. */
  count(
    { pair, account, address }: AttemptHashes,
    limits: AttemptLimits,
    at: Date,
    endsAt: Date,
  ): Promise<CountedIn[]> {
    const values = [pair, account, address, limits.pair, limits.account, limits.address, at, endsAt];
    return this.autonomous<CountedIn>({ ...COUNT, values });
  }

  /** Takes an attempt out of its counts, unless their windows have ended. */
  async uncount(counted: readonly CountedIn[]): Promise<void> {
    if (counted.length === 0) return;
    const values = [counted.map(({ hash }) => hash), counted.map(({ windowEndsAt }) => windowEndsAt)];
    await this.autonomous({ ...UNCOUNT, values });
  }

  async forget(hash: Buffer): Promise<void> {
    await this.autonomous({ ...FORGET, values: [hash] });
  }

  /** Marks a count as locked, in the open unit of work; says whether it was not yet. */
  async lock({ hash, windowEndsAt }: CountedIn): Promise<boolean> {
    return ((await this.unitOfWork.writeUnscoped(LOCK, hash, windowEndsAt)).rowCount ?? 0) > 0;
  }

  /** Deletes an account's failures, from all addresses, in the open unit of work. */
  async forgetAccount(accountHash: Buffer): Promise<void> {
    await this.unitOfWork.writeUnscoped(FORGET_ACCOUNT, accountHash);
  }

  /** Remembers an address that a user has signed in from, in the open unit of work. */
  async rememberAddress(userId: string, network: string, at: Date): Promise<void> {
    await this.unitOfWork.writeUnscoped(REMEMBER_ADDRESS, userId, network, at);
  }

  /** An autonomous transaction: the rollback after an error must not undo the count. */
  private autonomous<Row extends object>(query: { name?: string; text: string; values: unknown[] }): Promise<Row[]> {
    return this.unitOfWork.writeAutonomous<Row>(COUNTS_REASON, query);
  }
}
