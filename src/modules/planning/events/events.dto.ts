import { enumeration } from '../../../kernel/enumeration';
import {
  CreatedByName,
  Decimal,
  ExternalId,
  ExternalIdFilter,
  Flag,
  Id,
  Integer,
  Nested,
  NestedList,
  OneOf,
  PatchOf,
  PERIOD_BOUND,
  SomeOf,
  Text,
  Timestamp,
  TimestampOrDate,
  TimeZone,
} from '../../../platform/fields/fields';
import { Consistent, OrderedBounds } from '../../../platform/fields/combinations';
import { WalkedQuery } from '../../../platform/fields/page.query';
import { EventSummary } from '../summaries';
import { timesProblem } from './event-rules';
import {
  inShownOrder,
  MAX_QUESTIONS,
  Questions,
  questionsProblems,
  QuestionView,
  type QuestionInput,
} from './questions';
import {
  EVENT_STATUSES,
  FIRST_MAX_PLUS_ONES,
  MAX_PLUS_ONES,
  WAITLISTS,
  type EventStatus,
  type Venue,
  type Waitlist,
} from './event.entity';

const NAME = { max: 200, example: 'Salzburg: open-air concert' };
const DESCRIPTION = { max: 5000, lines: true, presence: 'nullable', example: 'Doors open an hour before.' } as const;
const NOTES = { max: 5000, lines: true, presence: 'nullable', example: 'Load-in through the south gate.' } as const;
const CAPACITY = {
  min: 1,
  max: 1_000_000,
  presence: 'nullable',
  description: 'How many guests may accept, plus-ones included; null for no limit.',
  example: 350,
} as const;
const BRINGING = {
  min: 0,
  max: MAX_PLUS_ONES,
  presence: 'nullable',
  description: `How many people a guest who answers by their own link may bring; null is ${MAX_PLUS_ONES}. Planners may enter more.`,
  example: FIRST_MAX_PLUS_ONES,
} as const;
const WAITLIST = {
  description:
    'Whether guests who accept by their own link when no place is left wait for one. `manual`: planners accept those who ' +
    'wait. `automatic`: whenever places become free, the oldest whom they suffice for are accepted.',
  example: 'automatic',
} as const;
const DEADLINE = {
  presence: 'nullable',
  description:
    'Until when guests may answer by their own link; null for no limit. Afterwards they can only decline what they have ' +
    'accepted; planners go on.',
  example: '2027-05-01T18:00:00.000Z',
} as const;
const TOUR = { presence: 'nullable', description: 'The tour that the event belongs to.' } as const;
const EXTERNAL_ID = ['event', 'erp-2027-04-12'] as const;

export class VenueShape {
  @Text({ max: 200, presence: 'nullable', example: 'Residenzplatz' }) name?: string | null;
  @Text({ max: 500, lines: true, presence: 'nullable', example: 'Residenzplatz 1' }) address?: string | null;
  @Text({ max: 100, presence: 'nullable', example: 'Salzburg' }) city?: string | null;
  @Text({ max: 100, presence: 'nullable', example: 'Austria' }) country?: string | null;
  @Decimal({ min: -90, max: 90, presence: 'nullable', description: 'Degrees north, WGS 84.', example: 47.7983 })
  latitude?: number | null;
  @Decimal({ min: -180, max: 180, presence: 'nullable', description: 'Degrees east, WGS 84.', example: 13.0466 })
  longitude?: number | null;
}

@Consistent(['startsAt', 'endsAt'], timesProblem)
@Consistent(['questions'], questionsProblems)
export class CreateEvent {
  @Text({ ...NAME, min: 1 }) name: string;
  @Id(TOUR) tourId?: string | null;
  @Text(DESCRIPTION) description?: string | null;
  @OneOf(EVENT_STATUSES, { presence: 'optional', default: 'draft', example: 'confirmed' })
  status?: EventStatus;
  @Timestamp({ presence: 'nullable' }) startsAt?: Date | null;
  @Timestamp({ presence: 'nullable', description: 'Not before startsAt.', example: '2027-05-14T22:00:00.000Z' })
  endsAt?: Date | null;
  @TimeZone({ presence: 'optional', default: "The organization's" }) timezone?: string;
  @Nested(() => VenueShape, { presence: 'nullable' })
  venue?: VenueShape | null;
  @Integer(CAPACITY) capacity?: number | null;
  @Integer({ ...BRINGING, default: FIRST_MAX_PLUS_ONES }) maxPlusOnes?: number | null;
  @OneOf(WAITLISTS, { ...WAITLIST, presence: 'optional', default: 'off' }) waitlist?: Waitlist;
  @Timestamp(DEADLINE) rsvpDeadline?: Date | null;
  @Questions() questions?: QuestionInput[];
  @Text(NOTES) notes?: string | null;
  @ExternalId(...EXTERNAL_ID) externalId?: string | null;
}

export class UpdateEvent extends PatchOf(CreateEvent) {
  @Flag({
    presence: 'optional',
    description:
      'With a new `startsAt`: moves the trips of the event that have not departed by the same time, their stops too.',
    example: false,
  })
  moveTrips?: boolean;
}

const INCLUDES = enumeration('EventInclude', ['summary']);
const EVENT_SORTS = enumeration('EventSort', ['startsAt', 'name', 'createdAt']);

@OrderedBounds()
export class EventsQuery extends WalkedQuery {
  @ExternalIdFilter('erp-2027-04-12') externalId?: string[];
  @Text({
    max: 200,
    presence: 'optional',
    description:
      "Words of the name, of the venue's name or of its city, or parts of them, in any order, ignoring case and accents.",
    example: 'salzburg',
  })
  q?: string;
  @SomeOf(EVENT_STATUSES) status?: EventStatus[];
  @Id({ presence: 'optional', description: 'Events of this tour; none for a tour that does not exist.' })
  tourId?: string;
  @TimestampOrDate({
    presence: 'optional',
    description: `Events that start then or later, or are still running then: their end is after it. Events without a start match no period. ${PERIOD_BOUND}`,
  })
  from?: string;
  @TimestampOrDate({ presence: 'optional', description: `Events that start then or earlier. ${PERIOD_BOUND}` })
  to?: string;
  @OneOf(EVENT_SORTS, { presence: 'optional', description: 'Ascending without sortDir.', default: 'createdAt' })
  sortBy?: (typeof EVENT_SORTS)[number];
  @SomeOf(INCLUDES, { description: 'Shows more of each record: its summary.' })
  include?: (typeof INCLUDES)[number][];
}

/** An event as the API shows it. */
export class EventView {
  @Id() readonly id: string;
  @Text(NAME) readonly name: string;
  @Id(TOUR) readonly tourId: string | null;
  @Text(DESCRIPTION) readonly description: string | null;
  @OneOf(EVENT_STATUSES, { example: 'confirmed' }) readonly status: EventStatus;
  @Timestamp({ presence: 'nullable' }) readonly startsAt: string | null;
  @Timestamp({ presence: 'nullable', example: '2027-05-14T22:00:00.000Z' }) readonly endsAt: string | null;
  @TimeZone() readonly timezone: string;
  @Nested(() => VenueShape, { presence: 'nullable' }) readonly venue: Venue | null;
  @Integer(CAPACITY) readonly capacity: number | null;
  @Integer(BRINGING) readonly maxPlusOnes: number | null;
  @OneOf(WAITLISTS, WAITLIST) readonly waitlist: Waitlist;
  @Timestamp(DEADLINE) readonly rsvpDeadline: string | null;
  @NestedList(() => QuestionView, { max: MAX_QUESTIONS, description: 'What guests are asked when they answer.' })
  readonly questions: readonly QuestionView[];
  @Text(NOTES) readonly notes: string | null;
  @ExternalId(...EXTERNAL_ID) readonly externalId: string | null;
  @Id({ of: 'user', description: 'The user who created it.' }) readonly createdBy: string;
  @Timestamp() readonly createdAt: string;
  @Timestamp() readonly updatedAt: string;
  @Text({ max: 200, presence: 'nullable', description: 'The name of its tour.', example: 'Alpine Spring 2027' })
  readonly tourName: string | null;
  @CreatedByName() readonly createdByName: string | null;
}

/** What the database has of one. */
export type EventRow = Omit<EventView, 'createdByName'>;

/** An event in a list. */
export class ListedEvent extends EventView {
  @Nested(() => EventSummary, { presence: 'optional', description: 'With `include=summary`.' })
  readonly summary?: EventSummary;
}

/** A row, in which PostgreSQL orders the fields of documents in its own way, as the API shows it. */
export function toEventRow(row: EventRow): EventRow {
  return { ...row, venue: toVenue(row.venue), questions: inShownOrder(row.questions) };
}

/** A venue with every field there, in the order in which the API shows them. */
export function toVenue(venue: VenueShape | null): Venue | null {
  if (venue === null) return null;
  const { name = null, address = null, city = null, country = null, latitude = null, longitude = null } = venue;
  return { name, address, city, country, latitude, longitude };
}
