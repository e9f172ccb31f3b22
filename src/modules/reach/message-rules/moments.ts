import { DAY_MS } from '../../../kernel/durations';
import { closedSince, isOpen, openingFrom, type Window } from './windows';

/** The triggers whose moment follows from times; the others are changes. */
export const TIMED_TRIGGERS = ['before_start', 'after_end', 'no_answer'] as const;
export type TimedTrigger = (typeof TIMED_TRIGGERS)[number];

/** What a rule's moments depend on. */
export interface TimedRule {
  readonly trigger: TimedTrigger;
  readonly offsetMinutes: number;
  readonly window: Window | null;
  /** What happens to moments that were past when the rule was made. */
  readonly late: 'skip' | 'send';
}

/** What they depend on of an event. */
export interface TimedEvent {
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
  readonly timezone: string;
}

/** What is to be done about a rule at an event. */
export type Decision =
  /** Nothing, unless something changes. */
  | { readonly kind: 'over' }
  /** It goes out later. */
  | { readonly kind: 'wait'; readonly at: Date }
  /** It goes out now. */
  | { readonly kind: 'due'; readonly at: Date };

const MINUTE_MS = 60_000;
/** How long after its moment a message may go out if nothing was down: a reminder for the very start comes a bit after it. */
const PUNCTUAL_MS = MINUTE_MS;
/** How long after its moment a message may go out if the service was down. */
const MISSED_AFTER_MS = DAY_MS;

const OVER: Decision = { kind: 'over' };

/** The time by which a rule's message goes out, if its moment is the given one. */
export function sendingTime(moment: Date, window: Window | null, { startsAt, timezone }: TimedEvent): Date {
  const opens = window === null ? moment : openingFrom(moment, window, timezone);
  // What is closed until after the start goes at the start.
  return startsAt !== null && moment <= startsAt && opens > startsAt ? startsAt : opens;
}

/** The moment of a rule that has one for all guests of an event; null where the event has no such time. */
export function momentOf({ trigger, offsetMinutes }: TimedRule, { startsAt, endsAt }: TimedEvent): Date | null {
  if (trigger === 'before_start') return startsAt && plus(startsAt, -offsetMinutes * MINUTE_MS);
  return trigger === 'after_end' ? endsAt && plus(endsAt, offsetMinutes * MINUTE_MS) : null;
}

/**
 * What a rule with one moment for all guests does at an event.
 *
 * @param overUntil moments up to this one are over
 */
export function decisionAt(rule: TimedRule, event: TimedEvent, overUntil: Date, now: Date): Decision {
  const moment = momentOf(rule, event);
  if (moment === null) return OVER;
  const at = sendingTime(moment, rule.window, event);
  if (at > now) return { kind: 'wait', at };
  if (at <= overUntil || now > deadlineOf(rule, event, at)) return OVER;
  return { kind: 'due', at };
}

/** Until when a message may go out whose time was `at`. */
function deadlineOf({ trigger, late }: TimedRule, { startsAt }: TimedEvent, at: Date): Date {
  if (trigger === 'before_start') return latest(startsAt!, plus(at, PUNCTUAL_MS));
  return late === 'send' ? FOREVER : plus(at, MISSED_AFTER_MS);
}

/** The earliest and the latest invitation of guests whose moment has come: the first excluded, the last included. */
export interface InvitedBetween {
  readonly after: Date;
  readonly until: Date;
}

/**
 * The guests for whom a rule about missing answers is due: those who were put on the event within the result. Null where
 * nobody is, whenever they were.
 *
 * @param overUntil moments up to this one are over
 */
export function invitedWithin(
  { offsetMinutes, window, late }: Pick<TimedRule, 'offsetMinutes' | 'window' | 'late'>,
  event: TimedEvent,
  overUntil: Date,
  now: Date,
): InvitedBetween | null {
  const { startsAt, timezone } = event;
  const offsetMs = offsetMinutes * MINUTE_MS;
  // Whoever is asked after the start is asked for nothing.
  if (startsAt !== null && now > plus(startsAt, PUNCTUAL_MS)) return null;
  const isAtStart = startsAt !== null && now >= startsAt;
  if (window !== null && !isAtStart && openingFrom(now, window, timezone) > now) return null;
  const since = late === 'send' ? overUntil : latest(overUntil, plus(now, -MISSED_AFTER_MS));
  // What fell into the hours in which the window is closed at that time went out after it.
  const after = window === null ? since : lastServed(since, window, timezone);
  const until = startsAt === null ? now : earliest(now, startsAt);
  return { after: plus(after, -offsetMs), until: plus(until, -offsetMs) };
}

/** The last moment whose message went out at a time or before. */
function lastServed(since: Date, window: Window, zone: string): Date {
  // Where it is closed, what came from its closing on waits for the opening.
  return isOpen(since, window, zone) ? since : plus(closedSince(since, window, zone), -1);
}

/** The farthest time that rules know of. */
export const FOREVER = new Date('9999-12-31T00:00:00.000Z');

/** The earliest of some times; {@link FOREVER} without any. */
export function earliest(...times: readonly Date[]): Date {
  return times.reduce((first, time) => (time < first ? time : first), FOREVER);
}

export function latest(one: Date, other: Date): Date {
  return one > other ? one : other;
}

export function plus(instant: Date, ms: number): Date {
  return new Date(instant.getTime() + ms);
}
