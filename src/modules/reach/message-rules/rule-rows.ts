import type { Rsvp } from '../../planning/event-guests';
import { RSVPS } from '../../planning/event-guests';
import type { RuleRow } from './due-rules.repository';
import type { TimedEvent, TimedRule, TimedTrigger } from './moments';
import type { Window } from './windows';

/** Whom a rule is for: all but those who declined where it names nobody. */
export function rsvpOf({ rsvp, trigger }: Pick<RuleRow, 'rsvp' | 'trigger'>): readonly Rsvp[] {
  const named = rsvp.length > 0 ? rsvp : RSVPS.filter((answer) => answer !== 'declined');
  return trigger === 'no_answer' ? named.filter((answer) => answer === 'pending') : named;
}

export function windowOf({ windowFrom, windowTo }: Pick<RuleRow, 'windowFrom' | 'windowTo'>): Window | null {
  return windowFrom === null ? null : { from: windowFrom, to: windowTo! };
}

/** A rule with a moment; null where its trigger is a change. */
export function timedRuleOf(rule: RuleRow): TimedRule | null {
  const { offsetMinutes, late } = rule;
  if (offsetMinutes === null) return null;
  return { trigger: rule.trigger as TimedTrigger, offsetMinutes, window: windowOf(rule), late };
}

export function timedEventOf(event: { startsAt: string | null; endsAt: string | null; timezone: string }): TimedEvent {
  return { startsAt: dateOf(event.startsAt), endsAt: dateOf(event.endsAt), timezone: event.timezone };
}

function dateOf(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
