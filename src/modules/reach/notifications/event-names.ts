import type { QueryResultRow } from 'pg';
import { named } from '../../../platform/database/named';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { columnsOf } from '../../../platform/database/table';
import { Event } from '../../planning/events/event.entity';

const EVENT = columnsOf(Event);

/** What a notification shows of its event. */
export interface OfEvent {
  readonly eventId: string | null;
  eventName: string | null;
}

interface EventName extends QueryResultRow {
  id: string;
  name: string;
}

// Statements of their own: a distributed database has events elsewhere than notifications, and no join may cross that.
export const EVENT_NAMES = new ScopedStatement<EventName>(
  `SELECT ${EVENT.id}, ${EVENT.name} FROM events WHERE ${EVENT.organizationId} = $1 AND ${EVENT.id} = ANY ($2::uuid[])`,
);
/** Of several organizations: the events' ids are the second value. */
export const EVENT_NAMES_OF_ALL = named<EventName>(
  `SELECT ${EVENT.id}, ${EVENT.name} FROM events
   WHERE ${EVENT.organizationId} = ANY ($1::uuid[]) AND ${EVENT.id} = ANY ($2::uuid[])`,
);

/** The events that notifications have, each once. */
export function eventIdsIn(rows: readonly OfEvent[]): string[] {
  return [...new Set(rows.flatMap(({ eventId }) => eventId ?? []))];
}

/** Shows the names of events in the notifications themselves. */
export function showEventNames(rows: readonly OfEvent[], names: readonly EventName[]): void {
  const namesById = new Map(names.map(({ id, name }) => [id, name]));
  for (const row of rows) row.eventName = namesById.get(row.eventId ?? '') ?? null;
}
