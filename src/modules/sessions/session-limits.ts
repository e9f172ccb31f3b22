import { DAY_MS } from '../../kernel/durations';
import type { Limits, LiveSessionRow } from './sessions.repository';

/** A session that is not used for this long is over. */
export const IDLE_MS = 14 * DAY_MS;
/** A session and its cookie live no longer than this, in milliseconds. */
export const SESSION_LIFETIME_MS = 90 * DAY_MS;

/** The limits that decide at `now` whether a session is still valid. */
export function limitsAt(now: Date): Limits {
  return { now, idleSince: new Date(now.getTime() - IDLE_MS) };
}

/** When a session ends if it is not used any more. */
export function endOf({ expiresAt, lastSeenAt }: LiveSessionRow): Date {
  return new Date(Math.min(Date.parse(expiresAt), Date.parse(lastSeenAt) + IDLE_MS));
}
