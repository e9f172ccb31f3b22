import { enumeration } from '../../../kernel/enumeration';
import { formatAmount } from '../../../kernel/money';
import {
  Amount,
  CreatedByName,
  Currency,
  ExternalId,
  ExternalIdFilter,
  Id,
  OneOf,
  PatchOf,
  PERIOD_BOUND,
  Text,
  Timestamp,
  TimestampOrDate,
} from '../../../platform/fields/fields';
import { Consistent, FitsCurrency, OrderedBounds } from '../../../platform/fields/combinations';
import { WalkedQuery } from '../../../platform/fields/page.query';
import { incurredAtProblem } from './expense-rules';

const CATEGORY = {
  min: 1,
  max: 50,
  description: "One of the organization's expense categories.",
  example: 'transport',
};
const DESCRIPTION = { max: 2000, lines: true, presence: 'nullable', example: 'Coach from Vienna to Salzburg' } as const;
const EXTERNAL_ID = ['expense', 'inv-2027-0815'] as const;

@FitsCurrency('amount')
@Consistent(['incurredAt'], incurredAtProblem)
export class CreateExpense {
  @Text(CATEGORY) category: string;
  @Amount({ description: 'Major units, with no more decimals than the currency has.' }) amount: string;
  @Currency({ presence: 'optional', default: "The organization's" }) currency?: string;
  @Timestamp({ presence: 'optional', description: 'Before the year 2200.', default: 'Now' }) incurredAt?: Date;
  @Text(DESCRIPTION) description?: string | null;
  @ExternalId(...EXTERNAL_ID) externalId?: string | null;
}

export class UpdateExpense extends PatchOf(CreateExpense) {}

const EXPENSE_SORTS = enumeration('ExpenseSort', ['incurredAt', 'amount', 'createdAt']);

@OrderedBounds()
export class ExpensesQuery extends WalkedQuery {
  @ExternalIdFilter('inv-2027-0815') externalId?: string[];
  @Text({ ...CATEGORY, presence: 'optional' }) category?: string;
  @Currency({ presence: 'optional', description: 'Only expenses in this currency.' }) currency?: string;
  @TimestampOrDate({ presence: 'optional', description: PERIOD_BOUND, example: '2027-05-01' }) from?: string;
  @TimestampOrDate({ presence: 'optional', description: PERIOD_BOUND, example: '2027-05-31' }) to?: string;
  @OneOf(EXPENSE_SORTS, { presence: 'optional', default: 'incurredAt' })
  sortBy?: (typeof EXPENSE_SORTS)[number];
}

/** An expense as the API shows it. */
export class ExpenseView {
  @Id() readonly id: string;
  @Id() readonly eventId: string;
  @Text(CATEGORY) readonly category: string;
  @Amount() readonly amount: string;
  @Currency() readonly currency: string;
  @Timestamp() readonly incurredAt: string;
  @Text(DESCRIPTION) readonly description: string | null;
  @ExternalId(...EXTERNAL_ID) readonly externalId: string | null;
  @Id({ of: 'user', description: 'The user who logged it.' }) readonly createdBy: string;
  @Timestamp() readonly createdAt: string;
  @Timestamp() readonly updatedAt: string;
  @Text({ max: 200, description: 'The name of the event.', example: 'Salzburg: opening night' })
  readonly eventName: string;
  @Text({ max: 200, presence: 'nullable', description: "The name of the event's tour.", example: 'Alpine Spring 2027' })
  readonly tourName: string | null;
  @CreatedByName() readonly createdByName: string | null;
}

/** What the database has of one. */
export type ExpenseRow = Omit<ExpenseView, 'createdByName'>;

/** A row, whose amount is PostgreSQL's numeric, with the amount that the API shows. @throws RangeError when the currency is unknown */
export function withFormattedAmount<Row extends Pick<ExpenseView, 'amount' | 'currency'>>(row: Row): Row {
  return { ...row, amount: formatAmount(row.amount, row.currency) };
}
