import { DAY_MS } from '../../../kernel/durations';
import type { Configuration } from '../../../platform/config/configuration';

/** What decides how much e-mail an organization may send. */
export interface LimitFacts {
  /** Set by an operator; null for the default. */
  readonly own: number | null;
  /** Whether one of its Admins has confirmed their address. */
  readonly confirmed: boolean;
  /** Whether it has paid an invoice that was not for nothing. */
  readonly paid: boolean;
  /** Of the organization. */
  readonly createdAt: string;
}

/** To how many recipients an organization may send e-mail in a day; 0 for no limit. */
export interface ApplicableLimit {
  readonly recipients: number;
  /** When it is old enough for a higher one; null where its age makes no difference. */
  readonly growsAt: Date | null;
  /** Why it is this one, and what lifts it: a sentence for the caller. */
  readonly reason: string;
}

type Limits = Pick<Configuration, 'mailDailyLimit' | 'mailDailyLimitUnconfirmed'>;

/**
 * The limits of young organizations. Whoever sends spam makes organizations to throw away: what they may send in the
 * days until somebody complains is little, and plenty for the first event of a customer.
 */
const YOUNG = [
  { untilAgeMs: DAY_MS, recipients: 500, age: '24 hours' },
  { untilAgeMs: 7 * DAY_MS, recipients: 2_000, age: 'week' },
];

export function applicableLimit(facts: LimitFacts, now: Date, limits: Limits): ApplicableLimit {
  const { own, confirmed, paid, createdAt } = facts;
  const { mailDailyLimit, mailDailyLimitUnconfirmed } = limits;
  if (own !== null) return fixed(own, 'An operator of the service has set this limit, and can change it.');
  if (!confirmed)
    return fixed(mailDailyLimitUnconfirmed, 'It is higher once an Admin has confirmed their e-mail address.');
  const founded = Date.parse(createdAt);
  const stage = YOUNG.find(({ untilAgeMs }) => now.getTime() < founded + untilAgeMs);
  const full = fixed(mailDailyLimit, 'An operator of the service can raise it.');
  if (paid || stage === undefined || mailDailyLimit === 0 || mailDailyLimit <= stage.recipients) return full;
  const growsAt = new Date(founded + stage.untilAgeMs);
  return {
    recipients: stage.recipients,
    growsAt,
    reason:
      `This is the limit of an organization's first ${stage.age}. It is higher from ${growsAt.toISOString()}, and ` +
      `${mailDailyLimit} at once after the first paid invoice.`,
  };
}

function fixed(recipients: number, reason: string): ApplicableLimit {
  return { recipients, growsAt: null, reason };
}
