import type { ApiError } from '@tour-events/client';
import { randomKey, type CreateEventData } from '@tour-events/client';
import { instantAt, localTime } from '../../shared/time';

/** A date of a tour while it is typed. */
export interface DateRow {
  /** Of the request that makes the event: the same until the service has decided, so that it is made once. */
  readonly key: string;
  readonly name: string;
  /** By the clocks of the row's zone, as all times of a form. */
  readonly startsAt: string;
  /** Null: three hours after the start. */
  readonly endsAt: string | null;
  /** Null: that of the row above. */
  readonly timezone: string | null;
  /** Null: that of the row above. */
  readonly city: string | null;
}

/** A row with what it takes from the one above. */
export interface WholeRow extends DateRow {
  readonly endsAt: string;
  readonly timezone: string;
  readonly city: string;
}

const USUAL_MS = 3 * 3_600_000;
const WHOLE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;

/** The fields of a row, by those of the API. */
const FIELDS: Readonly<Record<string, string>> = {
  name: 'name',
  startsAt: 'startsAt',
  endsAt: 'endsAt',
  timezone: 'timezone',
  'venue.city': 'city',
};

export const newRow = (): DateRow => ({
  key: randomKey(),
  name: '',
  startsAt: '',
  endsAt: null,
  timezone: null,
  city: null,
});

export const isEmpty = ({ name, startsAt }: DateRow) => name.trim() === '' && startsAt === '';

/** @param timezone of the first row, where nobody has chosen another */
export function wholeRows(rows: readonly DateRow[], timezone: string): WholeRow[] {
  const whole: WholeRow[] = [];
  for (const row of rows) {
    const above = whole.at(-1);
    const zone = row.timezone ?? above?.timezone ?? timezone;
    const endsAt = row.endsAt ?? usualEnd(row.startsAt, zone);
    whole.push({ ...row, endsAt, timezone: zone, city: row.city ?? above?.city ?? '' });
  }
  return whole;
}

function usualEnd(startsAt: string, timezone: string): string {
  if (!WHOLE_TIME.test(startsAt)) return '';
  const start = Date.parse(instantAt(`${startsAt}:00`, timezone));
  return localTime(new Date(start + USUAL_MS).toISOString(), timezone);
}

export function eventOf(row: WholeRow, tourId: string): CreateEventData['body'] {
  const instantOf = (local: string) => (local === '' ? null : instantAt(`${local}:00`, row.timezone));
  const city = row.city.trim();
  return {
    name: row.name,
    tourId,
    startsAt: instantOf(row.startsAt),
    endsAt: instantOf(row.endsAt),
    timezone: row.timezone,
    venue: city === '' ? null : { city },
  };
}

/** What is wrong with a row, by its fields; `row` for what belongs to none of them. */
export function rowErrors(
  error: ApiError,
  textOf: (problem: ApiError['errors'][number]) => string,
  otherwise: string,
): Record<string, string> {
  const atFields = error.errors.flatMap((problem) => {
    const field = FIELDS[problem.field];
    return field === undefined ? [] : [[field, textOf(problem)] as const];
  });
  return atFields.length > 0 ? Object.fromEntries(atFields) : { row: otherwise };
}
