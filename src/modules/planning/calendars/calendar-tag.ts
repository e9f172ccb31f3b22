import { timeZoneDataVersion } from '../../../kernel/time-zone';
import { entityTag } from '../../../platform/http/etag';

/**
 * The version of the calendars' text. Raise it with every change of the text, or programs that follow a calendar keep
 * the old text until one of its records changes.
 */
export const CALENDAR_FORMAT = 1;

/** What differs between any two states of a record. */
interface Version {
  readonly id: string;
  readonly revision: number;
  readonly updatedAt: string;
}

/**
 * The ETag of a tour's calendar, known without writing it: made of all that the text depends on, which is the tour, the
 * events, in their order, the rules of time zones and the format.
 */
export function calendarTag(tour: Version, events: readonly Version[]): string {
  const versions = [tour, ...events].map(({ id, revision, updatedAt }) => [id, revision, updatedAt]);
  return entityTag(JSON.stringify([CALENDAR_FORMAT, timeZoneDataVersion(), versions]));
}

/**
 * The ETag of a feed, made like {@link calendarTag} of what the database says of all it shows.
 *
 * @param states whatever the text depends on, as texts
 */
export function feedTag(states: readonly (string | null)[]): string {
  return entityTag(JSON.stringify([CALENDAR_FORMAT, timeZoneDataVersion(), states]));
}
