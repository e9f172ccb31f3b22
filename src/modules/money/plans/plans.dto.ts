import { enumeration } from '../../../kernel/enumeration';
import { formatAmount } from '../../../kernel/money';
import {
  Amount,
  Currency,
  Flag,
  Id,
  OneOf,
  PatchOf,
  QueryFlag,
  Text,
  TextList,
  Timestamp,
} from '../../../platform/fields/fields';
import { FitsCurrency } from '../../../platform/fields/combinations';
import { SortedPageQuery } from '../../../platform/fields/page.query';

const NAME = { max: 200, example: 'Professional' };
const MONTHLY_PRICE = {
  description: 'Major units, with no more decimals than the currency has. Zero for a free plan.',
  example: '49.00',
};
const YEARLY_PRICE = { description: 'Of a whole year.', example: '490.00' };
const FEATURES = {
  maxEntries: 100,
  max: 200,
  description: 'What the plan offers, in the order in which it is shown.',
  example: ['Unlimited events', 'Vehicle assignments'],
};
const ACTIVE = {
  description: 'Whether it is offered. Organizations that are subscribed to a plan keep it when it is not.',
};

@FitsCurrency('monthlyPrice')
@FitsCurrency('yearlyPrice')
export class CreatePlan {
  @Text({ ...NAME, min: 1, description: 'For people; several plans may have the same.' }) name: string;
  @Amount(MONTHLY_PRICE) monthlyPrice: string;
  @Amount(YEARLY_PRICE) yearlyPrice: string;
  @Currency({ description: 'Of both prices.' }) currency: string;
  @TextList(FEATURES) features: string[];
  @Flag({ ...ACTIVE, presence: 'optional', default: true })
  active?: boolean;
}

export class UpdatePlan extends PatchOf(CreatePlan) {}

const PLAN_SORTS = enumeration('PlanSort', ['name', 'monthlyPrice', 'createdAt']);

export class PlansQuery extends SortedPageQuery {
  @QueryFlag({ presence: 'optional', description: 'Only those that are offered, or only those that are not.' })
  active?: boolean;
  @OneOf(PLAN_SORTS, {
    presence: 'optional',
    description: 'Prices are compared as numbers, whatever their currency.',
    default: 'createdAt',
  })
  sortBy?: (typeof PLAN_SORTS)[number];
}

/** A plan as everybody sees it. */
export class PublicPlanView {
  @Id({ of: 'plan' }) readonly id: string;
  @Text(NAME) readonly name: string;
  @Amount(MONTHLY_PRICE) readonly monthlyPrice: string;
  @Amount(YEARLY_PRICE) readonly yearlyPrice: string;
  @Currency() readonly currency: string;
  @TextList(FEATURES) readonly features: readonly string[];
  @Timestamp() readonly createdAt: string;
  @Timestamp() readonly updatedAt: string;
}

/** A plan as Super Admins see it. */
export class PlanView extends PublicPlanView {
  @Flag(ACTIVE) readonly active: boolean;
}

/** The parts of a plan that a subscription is made from. */
export type LockedPlan = Pick<PlanView, 'id' | 'name' | 'monthlyPrice' | 'yearlyPrice' | 'currency' | 'active'>;

/** A row of prices as the repository reads it, PostgreSQL's numeric, as the API shows it. */
export function withPrices<Row extends { monthlyPrice: string; yearlyPrice: string; currency: string }>(row: Row): Row {
  return {
    ...row,
    monthlyPrice: formatAmount(row.monthlyPrice, row.currency),
    yearlyPrice: formatAmount(row.yearlyPrice, row.currency),
  };
}
