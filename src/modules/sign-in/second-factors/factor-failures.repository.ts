import { Injectable } from '@nestjs/common';
import { named } from '../../../platform/database/named';
import { UnscopedStatement } from '../../../platform/tenancy/statement';
import { columnList, columnsOf, select, type RowOf } from '../../../platform/database/table';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { FactorFailure } from './factor-failure.entity';
import { FACTORS_REASON } from './second-factors.repository';

const FACTOR_FAILURE = columnsOf(FactorFailure, 'f');
const BARE_FACTOR_FAILURE = columnsOf(FactorFailure);

const FAILURES = select(FactorFailure, 'f', 'failures', 'windowEndsAt', 'inARow');

/** The failures of a user. */
export type FailuresRow = RowOf<typeof FAILURES>;

const FIND = new UnscopedStatement<FailuresRow>(
  FACTORS_REASON,
  `SELECT ${FAILURES.columns} FROM ${FAILURES.from} WHERE ${FACTOR_FAILURE.userId} = $1`,
);
// Nothing is returned where the limit of an open window is reached.
const COUNT = named<FailuresRow>(`INSERT INTO factor_failures AS f
      (${columnList(FactorFailure, 'userId', 'failures', 'windowEndsAt', 'inARow')})
    VALUES ($1, 1, $4, 1)
    ON CONFLICT (${BARE_FACTOR_FAILURE.userId}) DO UPDATE SET
      ${BARE_FACTOR_FAILURE.failures} = CASE WHEN ${FACTOR_FAILURE.windowEndsAt} <= $3 THEN 1
      ELSE ${FACTOR_FAILURE.failures} + 1 END,
      ${BARE_FACTOR_FAILURE.windowEndsAt} = CASE WHEN ${FACTOR_FAILURE.windowEndsAt} <= $3 THEN $4
      ELSE ${FACTOR_FAILURE.windowEndsAt} END,
      ${BARE_FACTOR_FAILURE.inARow} = ${FACTOR_FAILURE.inARow} + 1
    WHERE ${FACTOR_FAILURE.windowEndsAt} <= $3 OR ${FACTOR_FAILURE.failures} < $2::integer
    RETURNING ${FAILURES.columns}`);
const UNCOUNT = named(`UPDATE factor_failures
    SET ${BARE_FACTOR_FAILURE.failures} = ${BARE_FACTOR_FAILURE.failures} - 1,
      ${BARE_FACTOR_FAILURE.inARow} = ${BARE_FACTOR_FAILURE.inARow} - 1
    WHERE ${BARE_FACTOR_FAILURE.userId} = $1 AND ${BARE_FACTOR_FAILURE.windowEndsAt} = $2
      AND ${BARE_FACTOR_FAILURE.failures} > 0`);
const CLEAR = named(`DELETE FROM factor_failures WHERE ${BARE_FACTOR_FAILURE.userId} = $1`);

/** All queries of failed second factors. Each write is an autonomous transaction: a rollback must not undo a count. */
@Injectable()
export class FactorFailuresRepository {
  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Null for a user without failures since a right factor. */
  find(userId: string): Promise<FailuresRow | null> {
    return this.database.unscopedRow(FIND, userId);
  }

  /**
   * Counts an attempt as a failure.
   *
   * @param limit of failures in a window
   * @param windowEndsAt of a window that begins now
   * @returns the failures with this one; null, and nothing is counted, where the limit is reached
   */
  async count(userId: string, limit: number, at: Date, windowEndsAt: Date): Promise<FailuresRow | null> {
    const [row] = await this.autonomous<FailuresRow>({ ...COUNT, values: [userId, limit, at, windowEndsAt] });
    return row ?? null;
  }

  /** Takes an attempt out of the count, unless its window is over. */
  async uncount(userId: string, { windowEndsAt }: Pick<FailuresRow, 'windowEndsAt'>): Promise<void> {
    await this.autonomous({ ...UNCOUNT, values: [userId, windowEndsAt] });
  }

  async clear(userId: string): Promise<void> {
    await this.autonomous({ ...CLEAR, values: [userId] });
  }

  private autonomous<Row extends object>(query: { name?: string; text: string; values: unknown[] }): Promise<Row[]> {
    return this.unitOfWork.writeAutonomous<Row>(FACTORS_REASON, query);
  }
}
