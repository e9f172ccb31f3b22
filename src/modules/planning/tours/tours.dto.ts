import { enumeration } from '../../../kernel/enumeration';
import { formatAmount } from '../../../kernel/money';
import {
  Amount,
  CalendarDate,
  Currency,
  ExternalId,
  ExternalIdFilter,
  Id,
  Nested,
  OneOf,
  PatchOf,
  SomeOf,
  Text,
  Timestamp,
} from '../../../platform/fields/fields';
import { Consistent, FitsCurrency, OrderedBounds } from '../../../platform/fields/combinations';
import { WalkedQuery } from '../../../platform/fields/page.query';
import { TourSummary } from '../summaries';
import { datesProblem } from './tour-rules';
import { TOUR_STATUSES, type TourStatus } from './tour.entity';

const NAME = { max: 200, example: 'Alpine Spring 2027' };
const DESCRIPTION = {
  max: 5000,
  lines: true,
  presence: 'nullable',
  example: 'Twelve concerts in three countries.',
} as const;
const START_DATE = { presence: 'nullable', example: '2027-05-01' } as const;
const END_DATE = { presence: 'nullable', example: '2027-05-21' } as const;
const BUDGET = { presence: 'nullable', example: '48000.00' } as const;
const NOTES = { max: 5000, lines: true, presence: 'nullable', example: 'Two buses from Vienna.' } as const;
const EXTERNAL_ID = ['tour', 'erp-2027-04'] as const;

@Consistent(['startDate', 'endDate'], datesProblem)
@FitsCurrency('budget')
export class CreateTour {
  @Text({ ...NAME, min: 1 }) name: string;
  @Text(DESCRIPTION) description?: string | null;
  @CalendarDate(START_DATE) startDate?: string | null;
  @CalendarDate({ ...END_DATE, description: 'Not before startDate.' }) endDate?: string | null;
  @OneOf(TOUR_STATUSES, { presence: 'optional', default: 'draft', example: 'planning' })
  status?: TourStatus;
  @Amount(BUDGET) budget?: string | null;
  @Currency({ presence: 'optional', description: 'Of the budget.', default: "The organization's" })
  currency?: string;
  @Text(NOTES) notes?: string | null;
  @ExternalId(...EXTERNAL_ID) externalId?: string | null;
}

export class UpdateTour extends PatchOf(CreateTour) {}

const INCLUDES = enumeration('TourInclude', ['summary']);
const TOUR_SORTS = enumeration('TourSort', ['startDate', 'name', 'createdAt']);

@OrderedBounds()
export class ToursQuery extends WalkedQuery {
  @ExternalIdFilter('erp-2027-04') externalId?: string[];
  @Text({
    max: 200,
    presence: 'optional',
    description: 'Words of the name, or parts of them, in any order, ignoring case and accents.',
    example: 'alpine',
  })
  q?: string;
  @SomeOf(TOUR_STATUSES) status?: TourStatus[];
  @CalendarDate({
    presence: 'optional',
    description: 'Tours that end on this day or later; one without an end, by its start.',
  })
  from?: string;
  @CalendarDate({
    presence: 'optional',
    description: 'Tours that start on this day or earlier; one without a start, by its end.',
  })
  to?: string;
  @OneOf(TOUR_SORTS, { presence: 'optional', default: 'createdAt' })
  sortBy?: (typeof TOUR_SORTS)[number];
  @SomeOf(INCLUDES, { description: 'Shows more of each record: its summary.' })
  include?: (typeof INCLUDES)[number][];
}

/** A tour as the API shows it. */
export class TourView {
  @Id() readonly id: string;
  @Text(NAME) readonly name: string;
  @Text(DESCRIPTION) readonly description: string | null;
  @CalendarDate(START_DATE) readonly startDate: string | null;
  @CalendarDate(END_DATE) readonly endDate: string | null;
  @OneOf(TOUR_STATUSES, { example: 'planning' }) readonly status: TourStatus;
  @Amount(BUDGET) readonly budget: string | null;
  @Currency() readonly currency: string;
  @Text(NOTES) readonly notes: string | null;
  @ExternalId(...EXTERNAL_ID) readonly externalId: string | null;
  @Timestamp() readonly createdAt: string;
  @Timestamp() readonly updatedAt: string;
}

/** A tour in a list. */
export class ListedTour extends TourView {
  @Nested(() => TourSummary, { presence: 'optional', description: 'With `include=summary`.' })
  readonly summary?: TourSummary;
}

/** A row, whose budget is PostgreSQL's numeric, as the API shows it. @throws RangeError when the currency is unknown */
export function toTourView(row: TourView): TourView {
  return { ...row, budget: row.budget === null ? null : formatAmount(row.budget, row.currency) };
}
