import { DAY_MS, HOUR_MS } from '../../../kernel/durations';
import { expiryProblem } from '../../../kernel/expiry';
import type { FieldProblem } from '../../../kernel/problems';
import type { EventView } from '../events';

const AFTER_END_MS = 12 * HOUR_MS;
const AFTER_START_MS = DAY_MS;
const MAX_LATER_MS = 30 * DAY_MS;

/** Until when a link to an event opens it, where nobody says: it is never over already. */
export function defaultExpiry({ startsAt, endsAt }: Pick<EventView, 'startsAt' | 'endsAt'>, now: Date): Date {
  const fromNow = now.getTime() + AFTER_END_MS;
  if (endsAt !== null) return new Date(Math.max(Date.parse(endsAt) + AFTER_END_MS, fromNow));
  if (startsAt !== null) return new Date(Math.max(Date.parse(startsAt) + AFTER_START_MS, fromNow));
  return new Date(fromNow);
}

/** What is wrong with an end that somebody chose, or null. */
export function linkExpiryProblem(
  expiresAt: Date | undefined,
  event: Pick<EventView, 'startsAt' | 'endsAt'>,
  now: Date,
): FieldProblem | null {
  if (expiresAt === undefined) return null;
  const max = new Date(defaultExpiry(event, now).getTime() + MAX_LATER_MS);
  if (expiresAt <= max) return expiryProblem(expiresAt, now);
  const message = `expiresAt must be at most ${max.toISOString()}, 30 days after the default.`;
  return { field: 'expiresAt', code: 'out_of_range', message, params: { max: max.toISOString() } };
}
