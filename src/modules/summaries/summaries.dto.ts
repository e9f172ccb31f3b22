import { Currency, Id, Integer, ListOf, Nested, Shown, Sum } from '../../platform/fields/fields';

const MAX = 2 ** 31 - 1;
const counted = (example: number, description?: string) => ({
  min: 0,
  max: MAX,
  example,
  ...(description && { description }),
});

/** Guests by their answer. */
export class RsvpCounts {
  @Integer(counted(12)) readonly pending: number;
  @Integer(counted(86)) readonly accepted: number;
  @Integer(counted(7)) readonly declined: number;
  @Integer(counted(3)) readonly tentative: number;
}

export class SeatCounts {
  @Integer(counted(98, 'Seats of all vehicles assigned.')) readonly capacity: number;
  @Integer(counted(92, 'Seats taken, plus-ones included.')) readonly used: number;
  @Integer(counted(9, 'Guests who have not declined and sit in no vehicle, as in the manifest; without plus-ones.'))
  readonly guestsWithoutSeat: number;
}

/** What was spent in one currency. */
export class SpentAmount {
  @Currency() readonly currency: string;
  @Sum({ example: '1249.90' }) readonly amount: string;
  @Integer(counted(6, 'Expenses.')) readonly count: number;
}

/** What events and tours have in common: figures over everything that belongs to them. */
class Figures {
  @Nested(() => RsvpCounts) readonly rsvp: RsvpCounts;
  @Integer(counted(104, 'Guests who accepted, with plus-ones.')) readonly people: number;
  @Integer({ ...counted(350), presence: 'nullable', description: 'How many may come; null for no limit.' })
  readonly capacity: number | null;
  @Integer(counted(41, 'Guests checked in, without plus-ones.')) readonly checkedIn: number;
  @Nested(() => SeatCounts) readonly seats: SeatCounts;
  @ListOf(() => SpentAmount, { description: 'What was spent, by currency.' }) readonly expenses: SpentAmount[];
  @Integer(counted(2, 'Vehicles assigned.')) readonly vehicles: number;
  @Integer(counted(5, 'Members of the team.')) readonly team: number;
  @Integer(counted(0, 'Other events that need one of the vehicles at an overlapping time.')) readonly conflicts: number;
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
  @Sum({ description: "In the budget's currency alone.", example: '1249.90' }) readonly spent: string;
  @Shown({
    type: 'string',
    pattern: '^-?\\d+(\\.\\d+)?$',
    description: 'Negative when more was spent than there was.',
    example: '46750.10',
  })
  readonly remaining: string;
}

/** The sums over all events of a tour. Its capacity is null when an event has no limit, or when there is none. */
export class TourSummary extends Figures {
  @Id() readonly tourId: string;
  @Nested(() => EventCounts) readonly events: EventCounts;
  @Nested(() => BudgetUse, { presence: 'nullable', description: 'Null for a tour without a budget.' })
  readonly budget: BudgetUse | null;
}
