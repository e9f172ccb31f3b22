import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { DAY_MS } from '../../../kernel/durations';
import { valueAt } from '../../../kernel/lists';
import { formatAmount } from '../../../kernel/money';
import { holds, type Principal } from '../../../kernel/principal';
import { currentPrincipal } from '../../../platform/context/request-context';
import type { ScopedStatement } from '../../../platform/tenancy/statement';
import { TenantDatabase, type SnapshotRows } from '../../../platform/tenancy/tenant-database';
import { acceptedNext } from '../../planning/event-guests';
import { withEventBrief } from '../../planning/events';
import { summariesOf, type EventFigures } from '../../planning/summaries';
import { MessagesTodayService } from './messages-today.service';
import {
  ATTENTION_KINDS,
  type AttentionItem,
  type AttentionKind,
  type Overview,
  type RecordCounts,
  type TourBudget,
  type UpcomingEvent,
} from './overview.dto';
import {
  COUNTS,
  DRIVER_MISSING,
  EMAIL_UNCONFIRMED,
  INVOICE_DUE,
  MAX_ITEMS,
  NOTIFICATION_FAILED,
  ON_THE_DAY,
  OVER_BUDGET,
  TRIP_CONFLICT,
  UPCOMING,
  WAITLIST_FITS,
  type WaitingRow,
  WEBHOOK_FAILING,
  type AttentionRow,
} from './overview.statements';

const MAX_SHOWN = 10;

/** An event as it is looked at for what needs attention. */
type PlannedEvent = Omit<UpcomingEvent, 'assignedVehicles' | 'firstCallTime'>;

/** The field that names what an item is about. */
type Subject = 'eventId' | 'tourId' | 'webhookId';

/** What an event needs attention for, and how many guests, people or other events it is about. */
const OF_EVENTS: readonly [AttentionKind, (summary: EventFigures) => number][] = [
  // Whoever waits for a place has answered.
  ['answers_missing', ({ rsvp, waiting }) => rsvp.pending - waiting],
  ['guests_without_seat', ({ vehicles, seats }) => (vehicles > 0 ? seats.guestsWithoutSeat : 0)],
  ['vehicle_conflict', ({ conflicts }) => conflicts],
];

/** What is next and what needs attention in the organization in scope, as far as the caller may see it elsewhere. */
@Injectable()
export class OverviewService {
  constructor(
    private readonly database: TenantDatabase,
    private readonly messages: MessagesTodayService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async read(): Promise<Overview> {
    const caller = currentPrincipal();
    const [{ attention, ...overview }, messagesToday] = await Promise.all([
      this.database.longRead(async (rows) => {
        const events = await this.upcoming(rows);
        return {
          upcoming: await onTheDay(rows, events.slice(0, MAX_SHOWN)),
          attention: [...ofEvents(events), ...(await ofOthers(rows, caller, this.clock.now()))],
          counts: await countsFor(rows, caller),
        };
      }),
      this.messages.read(caller),
    ]);
    const all = [...attention, ...(await this.ofCaller(caller))];
    return { ...overview, attention: all.sort((a, b) => urgency(a) - urgency(b)), messagesToday };
  }

  private async upcoming(rows: SnapshotRows): Promise<PlannedEvent[]> {
    const now = this.clock.now();
    const found = await rows(UPCOMING, now, new Date(now.getTime() - DAY_MS));
    const summaries = await summariesOf(
      rows,
      found.map(({ eventId }) => eventId),
    );
    return found.map((row) => ({
      ...summaries.get(row.eventId)!,
      event: withEventBrief(row).event,
      budget: budgetOf(row),
      tourId: row.tourId,
      venue: row.venue,
    }));
  }

  /** A key is not the one to confirm its maker's address. */
  private async ofCaller({ kind, userId }: Principal): Promise<AttentionItem[]> {
    if (kind !== 'session') return [];
    return items('email_unconfirmed', await this.database.unscopedRows(EMAIL_UNCONFIRMED, userId));
  }
}

/** The same with what is of interest on the day itself. */
async function onTheDay(rows: SnapshotRows, events: readonly PlannedEvent[]): Promise<UpcomingEvent[]> {
  const ids = events.map(({ eventId }) => eventId);
  const found = new Map((await rows(ON_THE_DAY, ids)).map(({ eventId, ...details }) => [eventId, details]));
  return events.map((event) => ({ ...event, ...valueAt(found, event.eventId) }));
}

function budgetOf({ budget, currency }: { budget: string | null; currency: string | null }): TourBudget | null {
  return budget === null || currency === null ? null : { amount: formatAmount(budget, currency), currency };
}

/** Sorting by it keeps the order of the items of a kind. */
const urgency = ({ kind }: AttentionItem) => ATTENTION_KINDS.indexOf(kind);

function ofEvents(events: readonly PlannedEvent[]): AttentionItem[] {
  return OF_EVENTS.flatMap(([kind, count]) =>
    items(
      kind,
      events
        .map((figures) => ({ id: figures.eventId, name: figures.event.name, count: count(figures) }))
        .filter((row) => row.count > 0)
        .slice(0, MAX_ITEMS),
      'eventId',
    ),
  );
}

async function ofOthers(rows: SnapshotRows, caller: Principal, now: Date): Promise<AttentionItem[]> {
  const found: AttentionItem[] = [];
  const look = async (kind: AttentionKind, statement: ScopedStatement<AttentionRow>, subject?: Subject) =>
    found.push(...items(kind, await rows(statement), subject));
  found.push(...items('trip_conflict', await rows(TRIP_CONFLICT, now), 'eventId'));
  found.push(...items('driver_missing', await rows(DRIVER_MISSING, now), 'eventId'));
  await look('over_budget', OVER_BUDGET, 'tourId');
  if (holds(caller, 'webhooks.read')) await look('webhook_failing', WEBHOOK_FAILING, 'webhookId');
  found.push(...items('waitlist_fits', (await rows(WAITLIST_FITS)).map(fittingOf), 'eventId'));
  await look('notification_failed', NOTIFICATION_FAILED, 'eventId');
  if (holds(caller, 'billing.read')) await look('invoice_due', INVOICE_DUE);
  return found;
}

/** How many guests would be accepted if a planner went through the list. */
function fittingOf({ id, name, free, groups }: WaitingRow): AttentionRow {
  return { id, name, count: acceptedNext(free, groups).reduce((sum, { guests }) => sum + guests, 0) };
}

async function countsFor(rows: SnapshotRows, caller: Principal): Promise<RecordCounts> {
  const [counts] = await rows(COUNTS, holds(caller, 'users.read'));
  return counts!;
}

function items(kind: AttentionKind, rows: readonly AttentionRow[], subject?: Subject): AttentionItem[] {
  const nothing = { eventId: null, tourId: null, webhookId: null };
  return rows.map(({ id, name, count }) => ({ kind, count, ...nothing, ...(subject && { [subject]: id }), name }));
}
