import { Injectable } from '@nestjs/common';
import { formatAmount, fromMinorUnits, toMinorUnits } from '../../../kernel/money';
import { isInScope, type Resource } from '../../../kernel/scopes';
import { currentPrincipal } from '../../../platform/context/request-context';
import { TenantDatabase, type SnapshotRows } from '../../../platform/tenancy/tenant-database';
import type { BudgetUse, EventFigures, EventSummary, SpentAmount, TourSummary } from './summaries.dto';
import {
  OF_EVENTS,
  OF_TOURS,
  SPENT_ON_EVENTS,
  SPENT_ON_TOURS,
  type FiguresRow,
  type SpentRow,
  type TourFiguresRow,
} from './summary-statements';

/** What a summary needs to know of a tour. */
interface BudgetedTour {
  readonly id: string;
  readonly budget: string | null;
  readonly currency: string;
}

const NO_EVENTS: Omit<TourFiguresRow, 'id'> = {
  ...{ pending: 0, accepted: 0, declined: 0, tentative: 0, waiting: 0, people: 0, capacity: null, checkedIn: 0 },
  ...{ seats: 0, seatsUsed: 0, guestsWithoutSeat: 0, vehicles: 0, team: 0, conflicts: 0 },
  ...{ tripsPlanned: 0, tripsDeparted: 0, tripsArrived: 0 },
  ...{ total: 0, draft: 0, confirmed: 0, completed: 0, cancelled: 0 },
};

/** Figures of events and tours, each from one snapshot. That they exist is for the caller to know. */
@Injectable()
export class SummariesService {
  constructor(private readonly database: TenantDatabase) {}

  /** By the events' ids; what the caller's scopes don't include is null. */
  async ofEvents(ids: readonly string[]): Promise<Map<string, EventSummary>> {
    if (ids.length === 0) return new Map();
    const figures = await this.database.longRead((rows) => summariesOf(rows, ids));
    return new Map([...figures].map(([id, summary]) => [id, { ...summary, ...unreadable(summary) }]));
  }

  /** By the tours' ids; what the caller's scopes don't include is null. */
  ofTours(tours: readonly BudgetedTour[]): Promise<Map<string, TourSummary>> {
    if (tours.length === 0) return Promise.resolve(new Map());
    const ids = tours.map(({ id }) => id);
    return this.database.longRead(async (rows) => {
      const figures = new Map((await rows(OF_TOURS, ids)).map((row) => [row.id, row]));
      const spent = spentById(await rows(SPENT_ON_TOURS, ids));
      return new Map(
        tours.map((tour) => {
          const row = figures.get(tour.id) ?? { id: tour.id, ...NO_EVENTS };
          return [tour.id, tourSummary(tour, row, spent.get(tour.id) ?? [])];
        }),
      );
    });
  }
}

/** The figures of events within a snapshot, by the events' ids. */
export async function summariesOf(rows: SnapshotRows, ids: readonly string[]): Promise<Map<string, EventFigures>> {
  const figures = await rows(OF_EVENTS, ids);
  const spent = spentById(await rows(SPENT_ON_EVENTS, ids));
  return new Map(figures.map((row) => [row.id, { eventId: row.id, ...common(row, spent.get(row.id) ?? []) }]));
}

function tourSummary(tour: BudgetedTour, row: TourFiguresRow, spent: SpentAmount[]): TourSummary {
  const { total, draft, confirmed, completed, cancelled } = row;
  const figures = common(row, spent);
  const budget = budgetUse(tour, spent);
  return {
    tourId: tour.id,
    ...figures,
    events: { total, byStatus: { draft, confirmed, completed, cancelled } },
    budget,
    ...unreadable(figures),
    ...(!mayRead('events') && { events: null, capacity: null, team: null }),
    ...(!mayRead('expenses') && budget !== null && { budget: { ...budget, spent: null, remaining: null } }),
  };
}

/** The figures of a record that are null, because the caller is a key whose scopes don't include them. */
function unreadable({ seats }: Pick<EventFigures, 'seats'>): Partial<EventSummary> {
  const [guests, vehicles] = [mayRead('guests'), mayRead('vehicles')];
  return {
    ...(!guests && { rsvp: null, waiting: null, people: null, checkedIn: null }),
    ...(!vehicles && { vehicles: null, conflicts: null, trips: null }),
    ...(!mayRead('expenses') && { expenses: null }),
    seats: {
      capacity: vehicles ? seats.capacity : null,
      used: guests ? seats.used : null,
      guestsWithoutSeat: guests ? seats.guestsWithoutSeat : null,
    },
  };
}

/** Whether the caller may read a resource: a key with scopes may not read all of them. */
export function mayRead(resource: Resource): boolean {
  return isInScope(currentPrincipal(), { resource, writes: false });
}

function common(row: FiguresRow, expenses: SpentAmount[]): Omit<EventFigures, 'eventId'> {
  const { pending, accepted, declined, tentative, waiting, people, capacity, checkedIn } = row;
  const { vehicles, team, conflicts } = row;
  return {
    rsvp: { pending, accepted, declined, tentative },
    waiting,
    people,
    capacity,
    checkedIn,
    seats: { capacity: row.seats, used: row.seatsUsed, guestsWithoutSeat: row.guestsWithoutSeat },
    expenses,
    vehicles,
    team,
    conflicts,
    trips: { planned: row.tripsPlanned, departed: row.tripsDeparted, arrived: row.tripsArrived },
  };
}

function spentById(rows: readonly SpentRow[]): Map<string, SpentAmount[]> {
  const spent = new Map<string, SpentAmount[]>();
  for (const { id, currency, amount, count } of rows) {
    const sum = { currency, amount: formatAmount(amount, currency), count };
    spent.set(id, [...(spent.get(id) ?? []), sum]);
  }
  return spent;
}

function budgetUse({ budget, currency }: BudgetedTour, expenses: readonly SpentAmount[]): BudgetUse | null {
  if (budget === null) return null;
  const spent = expenses.find((sum) => sum.currency === currency)?.amount ?? formatAmount('0', currency);
  const left = toMinorUnits(budget, currency) - toMinorUnits(spent, currency);
  const remaining = left < 0n ? `-${fromMinorUnits(-left, currency)}` : fromMinorUnits(left, currency);
  return { amount: formatAmount(budget, currency), currency, spent, remaining };
}
