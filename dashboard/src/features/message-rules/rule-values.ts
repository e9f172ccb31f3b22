import type { MessageRuleTrigger, NotificationChannel, Rsvp } from '@tour-events/client';
import type { Rule, RuleBody } from './rules-queries';

const UNITS = { minutes: 1, hours: 60, days: 1_440 } as const;
export type Unit = keyof typeof UNITS;

export const TRIGGERS: readonly MessageRuleTrigger[] = [
  'before_start',
  'after_end',
  'no_answer',
  'moved',
  'cancelled',
  'seat_changed',
  'promoted',
];
const TIMED: readonly MessageRuleTrigger[] = ['before_start', 'after_end', 'no_answer'];

export const isTimed = (trigger: MessageRuleTrigger) => TIMED.includes(trigger);

const EMPTY = {
  name: '',
  trigger: 'before_start' as MessageRuleTrigger,
  amount: 2 as number | '',
  unit: 'days' as Unit,
  rsvp: [] as Rsvp[],
  from: '',
  to: '',
  /** Chosen when a rule is made. */
  channel: 'email' as NotificationChannel,
  subject: '',
  body: '',
  template: '',
  language: '',
  /** By the names of the template's placeholders, which are numbers where the rule is made here. */
  variables: {} as Record<string, string>,
  late: 'skip' as 'skip' | 'send',
};

export type RuleValues = typeof EMPTY;

export function ruleValues(rule: Rule | null): RuleValues {
  if (rule === null) return EMPTY;
  const { name, trigger, offsetMinutes, rsvp, window, channel, subject, body, late } = rule;
  const { template, language, variables } = rule;
  const minutes = offsetMinutes ?? 0;
  const unit =
    minutes > 0 && minutes % UNITS.days === 0
      ? 'days'
      : minutes > 0 && minutes % UNITS.hours === 0
        ? 'hours'
        : 'minutes';
  return {
    name,
    trigger,
    amount: offsetMinutes === null ? EMPTY.amount : minutes / UNITS[unit],
    unit: offsetMinutes === null ? EMPTY.unit : unit,
    rsvp: [...rsvp],
    from: window?.from ?? '',
    to: window?.to ?? '',
    channel,
    subject: subject ?? '',
    body: body ?? '',
    template: template ?? '',
    language: language ?? '',
    variables: { ...variables },
    late,
  };
}

/** What is typed, as the API takes it; without what is asked of new rules alone. */
export function ruleOf({ name, trigger, amount, unit, rsvp, from, to, ...texts }: RuleValues): RuleBody {
  const { channel, subject, body, template, language, variables } = texts;
  return {
    name,
    trigger,
    offsetMinutes: isTimed(trigger) && amount !== '' ? amount * UNITS[unit] : null,
    channel,
    // Of a channel's texts only its own may be given.
    ...(channel === 'email' ? { subject, body } : { template, language: language === '' ? null : language, variables }),
    rsvp,
    window: from === '' && to === '' ? null : { from, to },
  };
}
