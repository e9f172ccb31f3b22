import { enumeration } from '../../../kernel/enumeration';
import { formatAmount } from '../../../kernel/money';
import { Code, Currency, Flag, Id, Integer, OneOf, Sum, Timestamp } from '../../../platform/fields/fields';
import { SortedPageQuery } from '../../../platform/fields/page.query';

const CODE = { example: 'ADA-2027' };

export class CreateReferral {
  @Code({
    ...CODE,
    presence: 'optional',
    description:
      'Unique on the whole platform, ignoring case. If left out, a code of 8 unambiguous characters is made.',
  })
  code?: string;
}

export class UpdateReferral {
  @Flag({ presence: 'optional', description: 'Whether the code is good.', example: false }) active?: boolean;
}

const REFERRAL_SORTS = enumeration('ReferralSort', ['createdAt', 'clicks', 'signups', 'conversions']);

export class ReferralsQuery extends SortedPageQuery {
  @OneOf(REFERRAL_SORTS, {
    presence: 'optional',
    description: 'Without sortDir, the newest or those with the highest counts come first.',
    default: 'createdAt',
  })
  sortBy?: (typeof REFERRAL_SORTS)[number];
}

const COUNT = { min: 0, max: Number.MAX_SAFE_INTEGER };

/** A referral as the API shows it. Counting does not change `updatedAt`, which says when its owner last changed it. */
export class ReferralView {
  @Id() readonly id: string;
  @Code({ ...CODE, personal: true, description: 'Matched ignoring case.' }) readonly code: string;
  @Flag({ description: 'Whether its owner lets the code be used.' }) readonly active: boolean;
  @Integer({ ...COUNT, description: 'How often a landing page reported a click.', example: 120 })
  readonly clicks: number;
  @Integer({ ...COUNT, description: 'E-mail addresses that signed up with the code.', example: 14 })
  readonly signups: number;
  @Integer({
    ...COUNT,
    description: 'Organizations that registered with the code and have paid for a subscription.',
    example: 3,
  })
  readonly conversions: number;
  @Sum({
    description:
      'The sum of the rewards that conversions earned, each what the platform paid at that time. Different currencies ' +
      "are never added up: a reward in another currency than the record's is kept, and shown in the audit log, but is " +
      'not part of the sum.',
    example: '75.00',
  })
  readonly rewardEarned: string;
  @Currency({
    personal: false,
    description:
      "Of rewardEarned: the currency of the platform's reward when the referral was made, or of the first reward that it earned.",
    example: 'USD',
  })
  readonly currency: string;
  @Timestamp() readonly createdAt: string;
  @Timestamp({ description: 'When its owner last changed it. Counting does not move it.' }) readonly updatedAt: string;
}

/** A row, whose reward is PostgreSQL's numeric, as the API shows it. @throws RangeError when the currency is unknown */
export function toReferralView(row: ReferralView): ReferralView {
  return { ...row, rewardEarned: formatAmount(row.rewardEarned, row.currency) };
}
