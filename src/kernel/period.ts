import { requireValid, type FieldProblem } from './problems';
import { endOfDay, isDate, parseTimestamp, startOfDay } from './time-zone';

/** A period with inclusive bounds; a missing one is open. */
export interface Period {
  from?: Date;
  to?: Date;
}

/**
 * The last instant that a timestamp can name; the end of the last day may lie beyond it in a zone west of Greenwich.
 */
const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z');

const ENDS_BEFORE_START: FieldProblem = {
  field: 'to',
  code: 'ends_before_start',
  message: 'to must not be before from.',
};

/** What is wrong with the order of two bounds, as far as no time zone is needed to say so; null when nothing is. */
export function boundsProblem({ from, to }: { from?: string; to?: string }): FieldProblem | null {
  if (from === undefined || to === undefined || isDate(from) !== isDate(to)) return null;
  const isOrdered = isDate(from) ? from <= to : instantOf(from) <= instantOf(to);
  return isOrdered ? null : ENDS_BEFORE_START;
}

/**
 * Reads the bounds that a caller gave. A date alone means the whole day in the organization's time zone.
 *
 * @param bounds ISO 8601 timestamps or dates, validated already
 * @param zone asked for the organization's time zone only when a date needs it
 * @throws ValidationFailed when `from` is after `to`
 */
export async function periodOf(bounds: { from?: string; to?: string }, zone: () => Promise<string>): Promise<Period> {
  const { from, to } = bounds;
  if (from === undefined && to === undefined) return {};
  const timeZone = isDate(from) || isDate(to) ? await zone() : 'UTC';
  const period: Period = {};
  if (from !== undefined) period.from = isDate(from) ? startOfDay(from, timeZone) : instantOf(from);
  if (to !== undefined)
    period.to = isDate(to) ? new Date(Math.min(endOfDay(to, timeZone).getTime(), LAST_INSTANT)) : instantOf(to);
  // A day that the zone skipped ends before it starts. It is empty, not a mistake of the caller.
  const ordered = isDate(from) && isDate(to) ? from <= to : !(period.from && period.to && period.from > period.to);
  requireValid([ordered ? null : ENDS_BEFORE_START]);
  return period;
}

function instantOf(timestamp: string): Date {
  const instant = parseTimestamp(timestamp);
  if (instant === null) throw new Error(`${timestamp} is no timestamp: it was not validated.`);
  return instant;
}
