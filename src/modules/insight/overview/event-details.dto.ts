import { enumeration } from '../../../kernel/enumeration';
import { TRIP_DIRECTIONS, type TripDirection } from '../../../kernel/trip-directions';
import { Id, Integer, ListOf, Nested, OneOf, SomeOf, Text, Timestamp } from '../../../platform/fields/fields';
import { ExpenseReportView } from '../../money/expenses';
import { RSVPS, type Rsvp } from '../../planning/event-guests';
import { CountedValueView } from '../../planning/guest-lists';
import { BudgetUse, EventSummary } from '../../planning/summaries';
import { TRIP_STATUSES, type TripStatus } from '../../planning/trips';

const INCLUDES = enumeration('EventSummaryInclude', ['details']);
const COUNT = { min: 0, max: 2 ** 31 - 1 };
const NAME = { max: 200, example: 'Karl Berger' } as const;
const nullFor = (scope: string) => `Null for a key with scopes without \`${scope}:read\`.`;

export class EventSummaryQuery {
  @SomeOf(INCLUDES, { description: 'Shows what an event needs next beside its figures: `details`.' })
  include?: (typeof INCLUDES)[number][];
}

/** A vehicle of an event, and how full it is. */
export class EventVehicle {
  @Id() readonly vehicleAssignmentId: string;
  @Id() readonly vehicleId: string;
  @Text({ max: 200, example: 'Coach 1' }) readonly name: string;
  @Integer({ ...COUNT, description: 'Seats that count now.', example: 49 }) readonly capacity: number;
  @Integer({ ...COUNT, description: 'Guests who sit in it.', example: 38 }) readonly guests: number;
  @Integer({ ...COUNT, description: 'People whom they bring.', example: 11 }) readonly plusOnes: number;
  @Integer({ ...COUNT, description: 'Its trips on the event that are not cancelled.', example: 2 })
  readonly trips: number;
  @Text({
    ...NAME,
    presence: 'nullable',
    personal: true,
    description:
      'Who drives: those of its trips, and null as long as one of them has no driver; of a vehicle without trips, its own.',
  })
  readonly driver: string | null;
}

/** What a guest wrote with their answer. */
export class GuestWords {
  @Id() readonly eventGuestId: string;
  @Id() readonly guestId: string;
  @Text({ ...NAME, personal: true, example: 'Ada Lovelace' }) readonly name: string;
  @OneOf(RSVPS, { example: 'accepted' }) readonly rsvp: Rsvp;
  @Text({ max: 2000, personal: true, example: 'We board at the hotel.' }) readonly note: string;
}

class CalledMember {
  @Text({ ...NAME, personal: true, example: 'Grace Hopper' }) readonly name: string;
  @Text({ max: 100, presence: 'nullable', example: 'Stage manager' }) readonly role: string | null;
}

/** When some of the team are called. */
export class TeamCall {
  @Timestamp() readonly callTime: string;
  @Integer({ ...COUNT, example: 5 }) readonly people: number;
  @ListOf(() => CalledMember, { description: 'The first three, by name.' }) readonly members: CalledMember[];
}

/** A trip of an event, in short. */
export class EventDeparture {
  @Id() readonly tripId: string;
  @Timestamp() readonly departsAt: string;
  @OneOf(TRIP_DIRECTIONS, { example: 'outbound' }) readonly direction: TripDirection;
  @OneOf(TRIP_STATUSES, { example: 'planned' }) readonly status: TripStatus;
  @Text({ max: 200, example: 'Coach 1' }) readonly vehicleName: string;
  @Text({ max: 200, presence: 'nullable', description: 'Its first stop.', example: 'Central station' })
  readonly from: string | null;
  @Text({ ...NAME, presence: 'nullable', personal: true }) readonly driver: string | null;
}

/** What a planner looks at before an event, as far as the caller may read it. */
export class EventDetails {
  @ListOf(() => EventVehicle, { presence: 'nullable', description: `By name. ${nullFor('vehicles')}` })
  readonly vehicles: EventVehicle[] | null;
  @ListOf(() => EventDeparture, {
    presence: 'nullable',
    description: `The first hundred trips that are not cancelled, by departure. ${nullFor('vehicles')}`,
  })
  readonly departures: EventDeparture[] | null;
  @ListOf(() => TeamCall, { presence: 'nullable', description: `By time. ${nullFor('events')}` })
  readonly calls: TeamCall[] | null;
  @ListOf(() => GuestWords, { presence: 'nullable', description: `The latest three. ${nullFor('guests')}` })
  readonly words: GuestWords[] | null;
  @ListOf(() => CountedValueView, {
    presence: 'nullable',
    description: `What those who come eat, most people first. ${nullFor('guests')}`,
  })
  readonly dietary: readonly CountedValueView[] | null;
  @Nested(() => ExpenseReportView, { presence: 'nullable', description: `By category. ${nullFor('expenses')}` })
  readonly spending: ExpenseReportView | null;
  @Nested(() => BudgetUse, {
    presence: 'nullable',
    description: "The budget of the event's tour; null for a tour without one, and for a key that may not read tours.",
  })
  readonly budget: BudgetUse | null;
}

/** The figures of an event, with its details where they are asked for. */
export class DetailedEventSummary extends EventSummary {
  @Nested(() => EventDetails, { presence: 'optional', description: 'With `include=details`.' })
  readonly details?: EventDetails;
}
