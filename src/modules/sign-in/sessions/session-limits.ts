import { DAY_MS, MINUTE_MS } from '../../../kernel/durations';
import { IDLE_MS } from './session.entity';
import type { Limits, LiveSessionRow } from './sessions.repository';

/** A session and its cookie live no longer than this, in milliseconds. */
export const SESSION_LIFETIME_MS = 90 * DAY_MS;
/**
 * One that an organization's provider began lives no longer than this, however much it is used: the provider is asked
 * again, so that somebody who has left is out the next day.
 */
export const PROVIDER_SESSION_LIFETIME_MS = DAY_MS;

/** How long a session is fresh after its user has shown who they are: long enough for a few sensitive changes. */
const FRESH_MS = 15 * MINUTE_MS;
/** How old a Super Admin's account is when it must have a second factor: time to set one up. */
const SECOND_FACTOR_GRACE_MS = 7 * DAY_MS;

/**
 * Until when a session is fresh at `now`; null when it is not. What a provider has shown is good in its own organization
 * alone.
 */
export function freshUntil(row: LiveSessionRow, now: Date): Date | null {
  return freshSince(isByOwnProvider(row) ? row.authenticatedAt : ownProofAt(row), now);
}

/** Like {@link freshUntil}, by what the account itself demands: for what changes the account, which no operator does. */
export function accountFreshUntil(row: LiveSessionRow, now: Date): Date | null {
  return row.impersonatorId === null ? freshSince(ownProofAt(row), now) : null;
}

function ownProofAt(row: LiveSessionRow): string | null {
  return row.ssoOrganizationId === null ? row.authenticatedAt : row.ownProofAt;
}

function freshSince(since: string | null, now: Date): Date | null {
  if (since === null) return null;
  const until = new Date(Date.parse(since) + FRESH_MS);
  return until > now ? until : null;
}

/** Whether the provider of the organization that the session stands in has begun it. */
function isByOwnProvider({ ssoOrganizationId, organizationId }: LiveSessionRow): boolean {
  return ssoOrganizationId === organizationId;
}

/**
 * Whether a session's user has no second factor although one is required: of everybody in the organization, or of Super
 * Admins. An operator who acts as the user has their own.
 */
export function isSecondFactorMissing(row: LiveSessionRow, ofSuperAdmins: boolean, now: Date): boolean {
  // Whoever signs in at the organization's provider has shown there what it asks for.
  if (row.impersonatorId !== null || row.secondFactorSince !== null || isByOwnProvider(row)) return false;
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
