import { formatAmount } from '../../kernel/money';
import { Amount, CalendarDate, Currency, Id, OneOf, PatchOf, Text, Timestamp } from '../../platform/http/fields';
import { SortedPageQuery } from '../../platform/http/page.query';
import { TOUR_STATUSES, type TourStatus } from './tour.entity';

export class CreateTour {
  @Text({ min: 1, max: 200, example: 'Alpine Spring 2027' }) name!: string;
  @Text({ max: 5000, presence: 'nullable', example: 'Twelve concerts in three countries.' }) description?:
    string | null;
  @CalendarDate({ presence: 'nullable', example: '2027-05-01' }) startDate?: string | null;
  @CalendarDate({ presence: 'nullable', example: '2027-05-21' }) endDate?: string | null;
  @OneOf(TOUR_STATUSES, { presence: 'optional', description: 'draft when left out.', example: 'planning' })
  status?: TourStatus;
  @Amount({ presence: 'nullable', example: '48000.00' }) budget?: string | null;
  @Currency({ presence: 'optional', description: "Currency of the budget; the organization's when left out." })
  currency?: string;
  @Text({ max: 5000, presence: 'nullable', example: 'Two buses from Vienna.' }) notes?: string | null;
}

export class UpdateTour extends PatchOf(CreateTour) {}

export const TOUR_SORTS = ['startDate', 'name', 'createdAt'] as const;

export class ToursQuery extends SortedPageQuery {
  @Text({ max: 200, presence: 'optional', description: 'Part of the name, whatever the case.', example: 'alpine' })
  q?: string;
  @OneOf(TOUR_STATUSES, { presence: 'optional' }) status?: TourStatus;
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
  @OneOf(TOUR_SORTS, { presence: 'optional', description: 'createdAt when left out.' })
  sortBy?: (typeof TOUR_SORTS)[number];
}

export class TourView {
  @Id() readonly id!: string;
  @Text({ max: 200, example: 'Alpine Spring 2027' }) readonly name!: string;
  @Text({ max: 5000, presence: 'nullable', example: 'Twelve concerts in three countries.' }) readonly description!:
    string | null;
  @CalendarDate({ presence: 'nullable', example: '2027-05-01' }) readonly startDate!: string | null;
  @CalendarDate({ presence: 'nullable', example: '2027-05-21' }) readonly endDate!: string | null;
  @OneOf(TOUR_STATUSES, { example: 'planning' }) readonly status!: TourStatus;
  @Amount({ presence: 'nullable', example: '48000.00' }) readonly budget!: string | null;
  @Currency() readonly currency!: string;
  @Text({ max: 5000, presence: 'nullable', example: 'Two buses from Vienna.' }) readonly notes!: string | null;
  @Timestamp() readonly createdAt!: string;
  @Timestamp() readonly updatedAt!: string;
}

/** A row as the repository reads it: the view's fields, with the budget as PostgreSQL's numeric. */
export type TourRow = TourView;

export function toTourView(row: TourRow): TourView {
  return { ...row, budget: row.budget === null ? null : formatAmount(row.budget, row.currency) };
}
