import { Id, OneOf, Text, Timestamp, TimeZone } from '../../../platform/fields/fields';
import { columnsOf } from '../../../platform/database/table';
import { EVENT_STATUSES, Event, type EventStatus } from './event.entity';

const EVENT = columnsOf(Event, 'e');

/** The fields of an event that lists of what belongs to several events show beside each record. */
export class EventBrief {
  @Id({ of: 'event' }) readonly id: string;
  @Text({ max: 200, example: 'Salzburg: open-air concert' }) readonly name: string;
  @OneOf(EVENT_STATUSES, { example: 'confirmed' }) readonly status: EventStatus;
  @Timestamp({ presence: 'nullable' }) readonly startsAt: string | null;
  @Timestamp({ presence: 'nullable', example: '2027-05-14T22:00:00.000Z' }) readonly endsAt: string | null;
  @TimeZone() readonly timezone: string;
}

/** The select list of those fields, of the event `e`. */
export const EVENT_BRIEF_COLUMNS = `${EVENT.name} AS "eventName", ${EVENT.status} AS "eventStatus",
  ${EVENT.startsAt} AS "eventStartsAt", ${EVENT.endsAt} AS "eventEndsAt", ${EVENT.timezone} AS "eventTimezone"`;

/** What {@link EVENT_BRIEF_COLUMNS} selects. */
export interface EventBriefRow {
  eventName: string;
  eventStatus: EventStatus;
  eventStartsAt: string | null;
  eventEndsAt: string | null;
  eventTimezone: string;
}

/** Splits a row into the record and its event. */
export function withEventBrief<Row extends EventBriefRow & { eventId: string }>(
  row: Row,
): { record: Omit<Row, keyof EventBriefRow>; event: EventBrief } {
  const { eventName, eventStatus, eventStartsAt, eventEndsAt, eventTimezone, ...record } = row;
  const event = {
    id: row.eventId,
    name: eventName,
    status: eventStatus,
    startsAt: eventStartsAt,
    endsAt: eventEndsAt,
    timezone: eventTimezone,
  };
  return { record, event };
}
