import { Injectable } from '@nestjs/common';
import { firstOf } from '../../../kernel/lists';
import { named } from '../../../platform/database/named';
import { UnscopedStatement } from '../../../platform/tenancy/statement';
import { tableOf } from '../../../platform/database/table';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { SignInAddress } from './sign-in-address.entity';
import { SignInFailure } from './sign-in-failure.entity';

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

const { fields: failure } = tableOf(SignInFailure);
const { fields: known } = tableOf(SignInAddress);
const FIND = new UnscopedStatement<FoundRow>(
  COUNTS_REASON,
  `SELECT k.known, f.${failure.attemptHash} AS hash, f.${failure.failures},
   f.${failure.windowEndsAt} AS "windowEndsAt", f.${failure.locked}
   FROM (SELECT EXISTS (SELECT FROM sign_in_addresses WHERE ${known.userId} = $3 AND ${known.network} = $4) AS known) AS k
   LEFT JOIN sign_in_failures f ON f.${failure.attemptHash} = ANY ($1::bytea[]) AND f.${failure.windowEndsAt} > $2`,
);
// All counts in one order, so that two attempts never deadlock. One that has reached its limit is not returned.
const COUNT = named<CountedIn>(`INSERT INTO sign_in_failures AS f (${failure.attemptHash}, ${failure.accountHash},
    ${failure.failures}, ${failure.windowEndsAt}, ${failure.locked})
    SELECT c.hash, CASE WHEN c.hash = $3 THEN NULL ELSE $2 END, 1, $8, false
    FROM unnest(ARRAY[$1, $2, $3]::bytea[]) AS c (hash) ORDER BY c.hash
    ON CONFLICT (${failure.attemptHash}) DO UPDATE SET
      ${failure.failures} = CASE WHEN f.${failure.windowEndsAt} <= $7 THEN 1 ELSE f.${failure.failures} + 1 END,
      ${failure.locked} = f.${failure.locked} AND f.${failure.windowEndsAt} > $7,
      ${failure.windowEndsAt} = CASE WHEN f.${failure.windowEndsAt} <= $7 THEN $8 ELSE f.${failure.windowEndsAt} END
    WHERE f.${failure.windowEndsAt} <= $7
      OR f.${failure.failures} < CASE f.${failure.attemptHash} WHEN $1 THEN $4::integer WHEN $2 THEN $5::integer
        ELSE $6::integer END
    RETURNING f.${failure.attemptHash} AS hash, f.${failure.windowEndsAt} AS "windowEndsAt"`);
const UNCOUNT = named(`UPDATE sign_in_failures AS f SET ${failure.failures} = f.${failure.failures} - 1 FROM (
      SELECT g.${failure.attemptHash} FROM sign_in_failures g
      JOIN unnest($1::bytea[], $2::timestamptz[]) AS c (hash, window_ends_at)
        ON g.${failure.attemptHash} = c.hash AND g.${failure.windowEndsAt} = c.window_ends_at
      ORDER BY g.${failure.attemptHash} FOR UPDATE OF g
    ) AS counted WHERE f.${failure.attemptHash} = counted.attempt_hash AND f.${failure.failures} > 0`);
const LOCK = named(`UPDATE sign_in_failures SET ${failure.locked} = true
    WHERE ${failure.attemptHash} = $1 AND ${failure.windowEndsAt} = $2 AND NOT ${failure.locked}`);
const FORGET = named(`DELETE FROM sign_in_failures WHERE ${failure.attemptHash} = $1`);
const FORGET_ACCOUNT = named(`DELETE FROM sign_in_failures WHERE ${failure.accountHash} = $1`);
const REMEMBER_ADDRESS = named(`INSERT INTO sign_in_addresses AS a (${known.userId}, ${known.network},
    ${known.lastUsedAt}) VALUES ($1, $2, $3)
    ON CONFLICT (${known.userId}, ${known.network}) DO UPDATE SET ${known.lastUsedAt} = $3
      WHERE a.${known.lastUsedAt} < $3 - interval '1 day'`);

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
