import { isDate, isOtherYear, isTimeZone, MAX_YEAR, MIN_YEAR, parseTimestamp } from '../../kernel/time-zone';
import { field, type FieldOptions } from './field-definitions';
import type { FieldError } from './field-errors';

/** The error of a date or timestamp that is well formed, but of a year that the service does not take. */
const OTHER_YEAR: FieldError = {
  code: 'out_of_range',
  message: `must lie in the years ${MIN_YEAR} to ${MAX_YEAR}.`,
  params: { min: `${MIN_YEAR}-01-01`, max: `${MAX_YEAR}-12-31` },
};

/** A moment: ISO 8601 with Z or an offset, from the year 1900 to 9999. Rules receive a Date. */
export function Timestamp(options: FieldOptions = {}) {
  return field(options, {
    schema: { type: 'string', format: 'date-time', example: '2027-05-14T09:30:00.000Z' },
    convert: (value) => parseTimestamp(value) ?? value,
    check: (value) =>
      value instanceof Date
        ? null
        : isOtherYear(value)
          ? OTHER_YEAR
          : {
              code: 'invalid_timestamp',
              message: 'must be an ISO 8601 timestamp with Z or an offset, from 1900 to 9999.',
            },
  });
}

/** A calendar date, YYYY-MM-DD. */
export function CalendarDate(options: FieldOptions = {}) {
  return field(options, {
    schema: { type: 'string', format: 'date', example: '2027-05-14' },
    check: (value) => {
      if (isDate(value)) return null;
      return isOtherYear(value) ? OTHER_YEAR : { code: 'invalid_date', message: 'must be a date, YYYY-MM-DD.' };
    },
  });
}

/** What a bound of a period means to `periodOf` in the kernel, for descriptions. */
export const PERIOD_BOUND =
  "An instant, or a date that means the whole day in the organization's time zone. Inclusive.";

/** A timestamp or a date, for the bounds of a period; what a date means is said where the bound is used. */
export function TimestampOrDate(options: FieldOptions = {}) {
  return field(options, {
    schema: { type: 'string', example: '2027-05-14' },
    check: (value) =>
      isDate(value) || parseTimestamp(value) !== null
        ? null
        : isOtherYear(value)
          ? OTHER_YEAR
          : {
              code: 'invalid_timestamp',
              message: 'must be an ISO 8601 timestamp with Z or an offset, or a date, YYYY-MM-DD.',
            },
  });
}

/** The name of a zone in the IANA time zone database. */
export function TimeZone(options: FieldOptions = {}) {
  return field(options, {
    schema: { type: 'string', example: 'Europe/Berlin' },
    check: (value) =>
      isTimeZone(value)
        ? null
        : { code: 'unknown_time_zone', message: 'must be an IANA time zone such as Europe/Berlin.' },
  });
}
