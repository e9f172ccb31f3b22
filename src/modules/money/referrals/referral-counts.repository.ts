import { Injectable } from '@nestjs/common';
import { named } from '../../../platform/database/named';
import { onlyRow } from '../../../platform/database/only-row';
import { UnscopedStatement } from '../../../platform/tenancy/statement';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { columnList, columnsOf, select } from '../../../platform/database/table';
import { Membership } from '../../people/members/membership.entity';
import { Organization } from '../../people/organizations/organization.entity';
import { User } from '../../people/users/user.entity';
import { ReferralSignup } from './referral-signup.entity';
import { Referral } from './referral.entity';
import type { ReferralView } from './referrals.dto';
import { ReferredOrganization } from './referred-organization.entity';
import { REFERRAL_ROW, type ReferralRow } from './referrals.repository';

const ORGANIZATION = columnsOf(Organization, 'o');
const REFERRAL = columnsOf(Referral, 'r');
const MEMBERSHIP = columnsOf(Membership, 'm');
const USER = columnsOf(User, 'u');
const BARE_REFERRAL = columnsOf(Referral);
const REFERRAL_SIGNUP = columnsOf(ReferralSignup);
const REFERRED_ORGANIZATION = columnsOf(ReferredOrganization);

export const REFERRAL_CODES_REASON = 'a referral code is used by people of no organization, or of another one';

/**
 * A code is good while its owner leaves it active and can still take it back, and the organization is active. `$1` is
 * its key. Its owner must be a member; a Super Admin need not be.
 */
const GOOD = `${ORGANIZATION.id} = ${REFERRAL.organizationId} AND ${REFERRAL.codeKey} = $1 AND ${REFERRAL.active}
  AND ${ORGANIZATION.status} = 'active' AND ${ORGANIZATION.deletedAt} IS NULL
  AND EXISTS (
    SELECT FROM users u LEFT JOIN memberships m ON ${MEMBERSHIP.organizationId} = ${REFERRAL.organizationId}
      AND ${MEMBERSHIP.userId} = ${USER.id} AND ${MEMBERSHIP.status} = 'active'
    WHERE ${USER.id} = ${REFERRAL.userId} AND ${USER.status} = 'active'
      AND (${MEMBERSHIP.userId} IS NOT NULL OR ${USER.superAdmin}))`;

const SPELLING = new UnscopedStatement<Pick<Referral, 'code'>>(
  REFERRAL_CODES_REASON,
  `SELECT ${REFERRAL.code} FROM referrals r JOIN organizations o ON ${GOOD}`,
);
const COUNT_CLICKS = named(
  `UPDATE referrals r SET ${BARE_REFERRAL.clicks} = ${REFERRAL.clicks} + $2 FROM organizations o WHERE ${GOOD}`,
);
const LOCK_GOOD = named<ReferralKey>(`SELECT ${select(Referral, 'r', 'organizationId', 'id').columns} FROM referrals r
  JOIN organizations o ON ${GOOD}
    FOR NO KEY UPDATE OF r`);
const ADD_SIGNUPS = named<Pick<ReferralSignup, 'emailHash'>>(`INSERT INTO referral_signups
      (${columnList(ReferralSignup, 'organizationId', 'referralId', 'emailHash', 'createdAt')})
    SELECT $1, $2, hash, $4 FROM unnest($3::bytea[]) AS hash
    ON CONFLICT (${columnList(ReferralSignup, 'organizationId', 'referralId', 'emailHash')}) DO NOTHING
    RETURNING ${REFERRAL_SIGNUP.emailHash} AS "emailHash"`);
const COUNT_SIGNUPS = named(
  `UPDATE referrals SET ${BARE_REFERRAL.signups} = ${BARE_REFERRAL.signups} + $3
   WHERE ${BARE_REFERRAL.organizationId} = $1 AND ${BARE_REFERRAL.id} = $2`,
);
const CONVERT = named<ReferralKey>(`UPDATE referred_organizations SET ${REFERRED_ORGANIZATION.convertedAt} = $2,
  ${REFERRED_ORGANIZATION.rewardAmount} = $3, ${REFERRED_ORGANIZATION.rewardCurrency} = $4
    WHERE ${REFERRED_ORGANIZATION.referredOrganizationId} = $1 AND ${REFERRED_ORGANIZATION.convertedAt} IS NULL
    RETURNING ${REFERRED_ORGANIZATION.organizationId} AS "organizationId", ${REFERRED_ORGANIZATION.referralId} AS id`);
const LOCK = named<ReferralRow>(
  `SELECT ${REFERRAL_ROW.columns} FROM referrals r WHERE ${REFERRAL.organizationId} = $1 AND ${REFERRAL.id} = $2
   FOR NO KEY UPDATE`,
);
// The right-hand sides see the row as it was before.
const EARN = named<ReferralRow>(`UPDATE referrals r SET ${BARE_REFERRAL.conversions} = ${REFERRAL.conversions} + 1,
      ${BARE_REFERRAL.rewardEarned} = ${REFERRAL.rewardEarned}
        + CASE WHEN ${REFERRAL.rewardEarned} = 0 OR ${REFERRAL.currency} = $4 THEN $3::numeric ELSE 0 END,
      ${BARE_REFERRAL.currency} = CASE WHEN ${REFERRAL.rewardEarned} = 0 THEN $4 ELSE ${REFERRAL.currency} END
    WHERE ${REFERRAL.organizationId} = $1 AND ${REFERRAL.id} = $2 RETURNING ${REFERRAL_ROW.columns}`);

/** Which referral, of whichever organization. */
export type ReferralKey = Pick<Referral, 'organizationId' | 'id'>;

/** What a conversion earns, in major units. */
export interface Reward {
  readonly amount: string;
  readonly currency: string;
}

/**
 * The queries by which referrals are found by their code and counted. Changes happen inside an unscoped unit of work.
 */
@Injectable()
export class ReferralCountsRepository {
  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** A good code as its owner writes it, or null. */
  async spellingOf(codeKey: string): Promise<string | null> {
    return (await this.database.unscopedRow(SPELLING, codeKey))?.code ?? null;
  }

  /** Counts clicks; says whether the code is good. */
  async countClicks(codeKey: string, clicks: number): Promise<boolean> {
    return ((await this.unitOfWork.writeUnscoped(COUNT_CLICKS, codeKey, clicks)).rowCount ?? 0) > 0;
  }

  /** Locks the referral of a good code until the unit of work ends; null for any other code. */
  async lockGood(codeKey: string): Promise<ReferralKey | null> {
    return (await this.unitOfWork.writeUnscoped(LOCK_GOOD, codeKey)).rows[0] ?? null;
  }

  /**
   * Records who signed up by a locked referral, and counts those who are new.
   *
   * @param emailHashes each once
   * @returns the new ones
   */
  async addSignups({ organizationId, id }: ReferralKey, emailHashes: readonly Buffer[], at: Date): Promise<Buffer[]> {
    const values = [organizationId, id, emailHashes, at];
    const { rows } = await this.unitOfWork.writeUnscoped(ADD_SIGNUPS, ...values);
    if (rows.length > 0) await this.unitOfWork.writeUnscoped(COUNT_SIGNUPS, organizationId, id, rows.length);
    return rows.map(({ emailHash }) => emailHash);
  }

  /** Records that an organization registered by a referral. */
  async addReferred({ organizationId, id }: ReferralKey, referredId: string, at: Date): Promise<void> {
    await this.unitOfWork.insert(ReferredOrganization, {
      organizationId,
      referralId: id,
      referredOrganizationId: referredId,
      convertedAt: null,
      rewardAmount: null,
      rewardCurrency: null,
      createdAt: at,
    });
  }

  /** Marks an organization as converted; null when it is already, or registered without a code. */
  async convert(referredId: string, { amount, currency }: Reward, at: Date): Promise<ReferralKey | null> {
    const values = [referredId, at, amount, currency];
    return (await this.unitOfWork.writeUnscoped(CONVERT, ...values)).rows[0] ?? null;
  }

  /** Counts a conversion; the referral as it was before, and as it is now. */
  async earn(
    { organizationId, id }: ReferralKey,
    { amount, currency }: Reward,
  ): Promise<{ before: ReferralView; after: ReferralView }> {
    const [before, after] = await Promise.all([
      this.unitOfWork.writeUnscoped(LOCK, organizationId, id),
      this.unitOfWork.writeUnscoped(EARN, organizationId, id, amount, currency),
    ]);
    return { before: onlyRow(before), after: onlyRow(after) };
  }
}
