import { DAY_MS, MINUTE_MS } from '../../kernel/durations';
import type { Limits, LiveSessionRow } from './sessions.repository';

/** A session that is not used for this long is over. */
export const IDLE_MS = 14 * DAY_MS;
/** A session and its cookie live no longer than this, in milliseconds. */
export const SESSION_LIFETIME_MS = 90 * DAY_MS;

/** How long a session is fresh after its user has shown who they are: long enough for a few sensitive changes. */
const FRESH_MS = 15 * MINUTE_MS;
/** How old a Super Admin's account is when it must have a second factor: time to set one up. */
const SECOND_FACTOR_GRACE_MS = 7 * DAY_MS;

/** Until when a session is fresh at `now`; null when it is not, or an operator acts in it. */
export function freshUntil({ authenticatedAt, impersonatorId }: LiveSessionRow, now: Date): Date | null {
  const until = new Date(Date.parse(authenticatedAt) + FRESH_MS);
  return impersonatorId === null && until > now ? until : null;
}

/**
 * Whether a session's user has no second factor although one is required: of everybody in the organization, or of Super
 * Admins. An operator who acts as the user has their own.
 */
export function isSecondFactorMissing(row: LiveSessionRow, ofSuperAdmins: boolean, now: Date): boolean {
  // Whoever signs in at the organization's provider has shown there what it asks for.
  if (row.impersonatorId !== null || row.secondFactorSince !== null || row.byProvider) return false;
  const isDueForOperator = row.superAdmin && Date.parse(row.userCreatedAt) + SECOND_FACTOR_GRACE_MS <= now.getTime();
  return row.secondFactorRequired || (ofSuperAdmins && isDueForOperator);
}

/** The limits that decide at `now` whether a session is still valid. */
export function limitsAt(now: Date): Limits {
  return { now, idleSince: new Date(now.getTime() - IDLE_MS) };
}

/** When a session ends if it is not used any more. */
export function endOf({ expiresAt, lastSeenAt }: LiveSessionRow): Date {
  return new Date(Math.min(Date.parse(expiresAt), Date.parse(lastSeenAt) + IDLE_MS));
}
