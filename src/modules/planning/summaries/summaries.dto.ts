import type { Resource } from '../../../kernel/scopes';
import { Currency, Id, Integer, ListOf, Nested, Shown, Sum } from '../../../platform/fields/fields';

const MAX = 2 ** 31 - 1;
const counted = (example: number, description?: string) => ({
  min: 0,
  max: MAX,
  example,
  ...(description && { description }),
});

const PEOPLE = counted(104, 'Guests who accepted, with plus-ones.');
const WAITING = counted(0, 'Of `rsvp.pending`, those who wait for a place.');
const CAPACITY = {
  ...counted(350),
  presence: 'nullable',
  description: 'How many may come; null for no limit.',
} as const;
const CHECKED_IN = counted(41, 'Of `people`, those who are checked in.');
const SEATS = counted(98, 'Seats of all vehicles assigned.');
const SEATS_USED = counted(92, 'Seats taken, plus-ones included.');
const WITHOUT_SEAT = counted(9, 'Of `people`, those who sit in no vehicle.');
const SPENT = { description: 'What was spent, by currency.' };
const VEHICLES = counted(2, 'Vehicles assigned.');
const TEAM = counted(5, 'Members of the team.');
const CONFLICTS = counted(0, 'Other events that need one of the vehicles at an overlapping time.');

/** A figure that is null for a key with scopes that don't include reading the resource. */
function nullable<Options extends { description?: string }>(options: Options, resource: Resource) {
  const { description = '' } = options;
  const rule = `Null for a key with scopes without \`${resource}:read\`.`;
  return { ...options, presence: 'nullable', description: `${description} ${rule}`.trim() } as const;
}

/** Guests by their answer. */
export class RsvpCounts {
  @Integer(counted(12)) readonly pending: number;
  @Integer(counted(86)) readonly accepted: number;
  @Integer(counted(7)) readonly declined: number;
  @Integer(counted(3)) readonly tentative: number;
}

export class SeatCounts {
  @Integer(SEATS) readonly capacity: number;
  @Integer(SEATS_USED) readonly used: number;
  @Integer(WITHOUT_SEAT) readonly guestsWithoutSeat: number;
}

/** Trips of vehicles by how far they are; cancelled ones don't count. */
export class TripCounts {
  @Integer(counted(3, 'Planned, or being boarded.')) readonly planned: number;
  @Integer(counted(1, 'Under way.')) readonly departed: number;
  @Integer(counted(2)) readonly arrived: number;
}

/** What was spent in one currency. */
export class SpentAmount {
  @Currency() readonly currency: string;
  @Sum({ example: '1249.90' }) readonly amount: string;
  @Integer(counted(6, 'Expenses.')) readonly count: number;
}

/** Figures over everything that belongs to an event. */
export class EventFigures {
  @Nested(() => RsvpCounts) readonly rsvp: RsvpCounts;
  @Integer(WAITING) readonly waiting: number;
  @Integer(PEOPLE) readonly people: number;
  @Integer(CAPACITY) readonly capacity: number | null;
  @Integer(CHECKED_IN) readonly checkedIn: number;
  @Nested(() => SeatCounts) readonly seats: SeatCounts;
  @ListOf(() => SpentAmount, SPENT) readonly expenses: SpentAmount[];
  @Integer(VEHICLES) readonly vehicles: number;
  @Integer(TEAM) readonly team: number;
  @Integer(CONFLICTS) readonly conflicts: number;
  @Nested(() => TripCounts) readonly trips: TripCounts;
  @Id() readonly eventId: string;
}

/** {@link SeatCounts} as far as the caller may read them. */
export class ReadableSeatCounts {
  @Integer(nullable(SEATS, 'vehicles')) readonly capacity: number | null;
  @Integer(nullable(SEATS_USED, 'guests')) readonly used: number | null;
  @Integer(nullable(WITHOUT_SEAT, 'guests')) readonly guestsWithoutSeat: number | null;
}

/** What events and tours have in common, as far as the caller may read it: a key with scopes may not read all of it. */
class Figures {
  @Nested(() => RsvpCounts, nullable({}, 'guests')) readonly rsvp: RsvpCounts | null;
  @Integer(nullable(WAITING, 'guests')) readonly waiting: number | null;
  @Integer(nullable(PEOPLE, 'guests')) readonly people: number | null;
  @Integer(CAPACITY) readonly capacity: number | null;
  @Integer(nullable(CHECKED_IN, 'guests')) readonly checkedIn: number | null;
  @Nested(() => ReadableSeatCounts) readonly seats: ReadableSeatCounts;
  @ListOf(() => SpentAmount, nullable(SPENT, 'expenses')) readonly expenses: SpentAmount[] | null;
  @Integer(nullable(VEHICLES, 'vehicles')) readonly vehicles: number | null;
  @Integer(nullable(TEAM, 'events')) readonly team: number | null;
  @Integer(nullable(CONFLICTS, 'vehicles')) readonly conflicts: number | null;
  @Nested(() => TripCounts, nullable({}, 'vehicles')) readonly trips: TripCounts | null;
}

/** The figures of an event. */
export class EventSummary extends Figures {
  @Id() readonly eventId: string;
}

export class EventStatusCounts {
  @Integer(counted(1)) readonly draft: number;
  @Integer(counted(9)) readonly confirmed: number;
  @Integer(counted(2)) readonly completed: number;
  @Integer(counted(0)) readonly cancelled: number;
}

export class EventCounts {
  @Integer(counted(12)) readonly total: number;
  @Nested(() => EventStatusCounts) readonly byStatus: EventStatusCounts;
}

export class BudgetUse {
  @Sum({ example: '48000.00' }) readonly amount: string;
  @Currency() readonly currency: string;
  @Shown({
    type: 'string',
    pattern: '^\\d+(\\.\\d+)?$',
    nullable: true,
    description: nullable({ description: "In the budget's currency alone." }, 'expenses').description,
    example: '1249.90',
  })
  readonly spent: string | null;
  @Shown({
    type: 'string',
    pattern: '^-?\\d+(\\.\\d+)?$',
    nullable: true,
    description: nullable({ description: 'Negative when more was spent than there was.' }, 'expenses').description,
    example: '46750.10',
  })
  readonly remaining: string | null;
}

/**
 * The sums over all events of a tour. Its capacity is null when an event has no limit, when there is none, and for a key with
 * scopes without `events:read`.
 */
export class TourSummary extends Figures {
  @Id() readonly tourId: string;
  @Nested(() => EventCounts, nullable({}, 'events')) readonly events: EventCounts | null;
  @Nested(() => BudgetUse, { presence: 'nullable', description: 'Null for a tour without a budget.' })
  readonly budget: BudgetUse | null;
}
