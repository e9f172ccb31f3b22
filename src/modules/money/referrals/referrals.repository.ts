import { Injectable } from '@nestjs/common';
import { codeKey } from '../../../kernel/codes';
import { isId } from '../../../kernel/ids';
import { currentOrganizationId } from '../../../platform/context/request-context';
import type { ListFilter } from '../../../platform/tenancy/list-statements';
import { ScopedRepository } from '../../../platform/tenancy/scoped.repository';
import { findById, ScopedStatement } from '../../../platform/tenancy/statement';
import { columnList, columnsOf, type RowOf, select } from '../../../platform/database/table';
import { lockOrganization } from '../../people/organizations';
import { Referral } from './referral.entity';
import type { ReferralsQuery, ReferralView } from './referrals.dto';

const REFERRAL = columnsOf(Referral, 'r');
const BARE_REFERRAL = columnsOf(Referral);

/** Counts are read as floating-point numbers, which represent each of them exactly up to 2^53. */
export const REFERRAL_ROW = select(Referral, 'r', 'id', 'code', 'active')
  .and<Record<'clicks' | 'signups' | 'conversions', number>>(
    `${REFERRAL.clicks}::float8 AS clicks, ${REFERRAL.signups}::float8 AS signups,
       ${REFERRAL.conversions}::float8 AS conversions`,
  )
  .and(select(Referral, 'r', 'rewardEarned', 'currency', 'createdAt', 'updatedAt'));
export type ReferralRow = RowOf<typeof REFERRAL_ROW>;

const FIND = findById(REFERRAL_ROW, `AND ${REFERRAL.userId} = $3`);
const LIST = {
  ...REFERRAL_ROW,
  sorts: {
    createdAt: REFERRAL.createdAt,
    clicks: REFERRAL.clicks,
    signups: REFERRAL.signups,
    conversions: REFERRAL.conversions,
  },
};

const COUNT = new ScopedStatement(
  `SELECT count(*)::int AS total, count(*) FILTER (WHERE ${BARE_REFERRAL.active})::int AS active FROM referrals
   WHERE ${BARE_REFERRAL.organizationId} = $1 AND ${BARE_REFERRAL.userId} = $2`,
);

// Only the owner's own row, so that a request for another's referral does not block its counting.
const LOCK_OWN = new ScopedStatement(
  `SELECT ${BARE_REFERRAL.id} FROM referrals WHERE ${BARE_REFERRAL.organizationId} = $1 AND ${BARE_REFERRAL.id} = $2
     AND ${BARE_REFERRAL.userId} = $3 FOR NO KEY UPDATE`,
);

const INSERTED_COLUMNS = columnList(
  Referral,
  'organizationId',
  'id',
  'userId',
  'code',
  'codeKey',
  'active',
  'clicks',
  'signups',
  'conversions',
  'rewardEarned',
  'currency',
  'createdAt',
  'updatedAt',
);
const ADD = new ScopedStatement(
  `INSERT INTO referrals (${INSERTED_COLUMNS})
   VALUES ($1, $2, $3, $4, $5, true, 0, 0, 0, 0, $6, $7, $7)
   ON CONFLICT ON CONSTRAINT referrals_code_unique DO NOTHING`,
);

/** A code may be a name. The counts stay. */
const FORGET_OWNER = new ScopedStatement(
  `UPDATE referrals SET ${BARE_REFERRAL.active} = false, 
     ${BARE_REFERRAL.code} = replace(${BARE_REFERRAL.id}::text, '-', ''),
     ${BARE_REFERRAL.codeKey} = replace(${BARE_REFERRAL.id}::text, '-', '')
   WHERE ${BARE_REFERRAL.organizationId} = $1 AND ${BARE_REFERRAL.userId} = $2`,
);

/** The fields of a new referral. */
type NewReferral = Pick<Referral, 'id' | 'userId' | 'code' | 'currency' | 'createdAt'>;

/** The queries of users about their own referrals in the organization in scope. */
@Injectable()
export class ReferralsRepository extends ScopedRepository<Referral> {
  constructor() {
    super(Referral);
  }

  /** The user's referral, or null when they have none with that id. */
  find(id: string, userId: string): Promise<ReferralView | null> {
    return this.database.row(FIND, id, userId);
  }

  list(userId: string, query: ReferralsQuery): Promise<{ rows: ReferralView[]; total: number }> {
    const filters: ListFilter[] = [{ sql: `${REFERRAL.userId} = ?`, values: [userId] }];
    const order = { by: query.sortBy ?? 'createdAt', direction: query.sortDir ?? 'desc' };
    return this.database.list(LIST, filters, order, query);
  }

  /**
   * How many referrals a user has. Locks the organization, so that the count stays exact until the unit of work ends.
   */
  async countAlone(userId: string): Promise<{ total: number; active: number }> {
    await lockOrganization(this.unitOfWork, currentOrganizationId());
    return this.database.only<{ total: number; active: number }>(COUNT, userId);
  }

  /** Locks a user's referral until the unit of work ends; says whether they have it. */
  async lockOwn(id: string, userId: string): Promise<boolean> {
    return isId(id) && (await this.unitOfWork.write(LOCK_OWN, id, userId)).rows.length > 0;
  }

  /**
   * Adds a referral with all counts at zero, unless its code is taken anywhere on the platform; says whether it did.
   */
  async add({ id, userId, code, currency, createdAt }: NewReferral): Promise<boolean> {
    const values = [id, userId, code, codeKey(code), currency, createdAt];
    return ((await this.unitOfWork.write(ADD, ...values)).rowCount ?? 0) > 0;
  }

  /** Replaces the codes of a user who is being erased; none of them is good any more. */
  async forgetOwner(userId: string): Promise<void> {
    await this.unitOfWork.write(FORGET_OWNER, userId);
  }
}
