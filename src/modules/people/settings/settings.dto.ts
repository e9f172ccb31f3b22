import { EN } from '../../../kernel/languages/en';
import { amountProblem, formatAmount } from '../../../kernel/money';
import { Consistent } from '../../../platform/fields/combinations';
import {
  Amount,
  Currency,
  Custom,
  Email,
  Flag,
  Id,
  Integer,
  Nested,
  PatchOf,
  Text,
  TextList,
  Timestamp,
  wrongType,
  type FieldOptions,
} from '../../../platform/fields/fields';

/** The categories of an organization's expenses until it makes a list of its own. */
export const FIRST_EXPENSE_CATEGORIES = EN.expenseCategories;

const MAX_LOCALE_LENGTH = 100;

/** A language tag (BCP 47), brought into its canonical spelling. */
export function Locale(options: FieldOptions = {}): PropertyDecorator {
  return Custom(
    options,
    { type: 'string', maxLength: MAX_LOCALE_LENGTH, example: 'de-AT' },
    (value) => {
      if (typeof value !== 'string') return wrongType('a string');
      return canonicalLocale(value) === null
        ? { code: 'unknown_locale', message: 'must be a language tag (BCP 47) such as en or de-AT.' }
        : null;
    },
    (value) => (typeof value === 'string' ? (canonicalLocale(value) ?? value) : value),
  );
}

/** @returns null for what is no language tag */
export function canonicalLocale(tag: string): string | null {
  if (tag.length > MAX_LOCALE_LENGTH) return null;
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null;
  } catch {
    return null;
  }
}

const CATEGORIES = {
  minEntries: 1,
  maxEntries: 100,
  max: 50,
  description:
    'The categories that expenses can be booked under. One that is taken off the list stays with the expenses that ' +
    'have it.',
  example: ['transport', 'catering', 'fireworks'],
};
const SENDER_NAME = {
  max: 100,
  presence: 'nullable',
  description: 'The name that messages are sent under.',
  example: 'Alpine Tours',
} as const;
const REPLY_TO = { presence: 'nullable', description: 'Where replies go.', example: 'office@example.com' } as const;

const REQUIRE_SECOND_FACTOR = {
  description:
    'Whether everybody in the organization must have a second factor. Sessions of those who have none open only ' +
    '`/api/auth` until they have set one up.',
  example: false,
};

/** The fewest and the most days after which guests can be erased. */
export const RETENTION_DAYS = { min: 30, max: 3650 };

/** How the days are counted, for every field that has them. */
export const RETENTION_RULE =
  "Guests are erased when so many whole days have passed since the day, in the organization's time zone, on which the " +
  'last of their events was over: at its end, or a day after its start when it has no end. An event without a time that ' +
  'was completed or cancelled was over when it was last changed; one that is still planned keeps its guests. Guests who ' +
  'are on no event are kept as long after they were created.';

class GuestRetention {
  @Integer({
    ...RETENTION_DAYS,
    presence: 'nullable',
    description: `${RETENTION_RULE} Null, as at first, keeps guests until somebody erases them.`,
    example: 365,
  })
  guestDaysAfterLastEvent?: number | null;
}

const RETENTION = {
  description: 'How long personal data is kept. To change it takes the permission `personalData.erase`, too.',
};

class NotificationSender {
  @Text(SENDER_NAME) name?: string | null;
  @Email(REPLY_TO) replyTo?: string | null;
}

export class UpdateSettings {
  @Currency({ presence: 'optional', description: "The organization's currency." }) currency?: string;
  @Locale({ presence: 'optional' }) locale?: string;
  @TextList({ ...CATEGORIES, presence: 'optional' }) expenseCategories?: string[];
  @Nested(() => NotificationSender, { presence: 'optional', description: 'What is left out stays as it is.' })
  notificationSender?: NotificationSender;
  @Flag({ ...REQUIRE_SECOND_FACTOR, presence: 'optional' }) requireSecondFactor?: boolean;
  @Nested(() => GuestRetention, { ...RETENTION, presence: 'optional' }) retention?: GuestRetention;
}

/** The settings of an organization as the API shows them. */
export class SettingsView {
  @Id({ of: 'organization', description: "The organization's id." }) readonly id: string;
  @Currency() readonly currency: string;
  @Locale() readonly locale: string;
  @TextList(CATEGORIES) readonly expenseCategories: readonly string[];
  @Nested(() => NotificationSender) readonly notificationSender: { name: string | null; replyTo: string | null };
  @Flag(REQUIRE_SECOND_FACTOR) readonly requireSecondFactor: boolean;
  @Nested(() => GuestRetention, RETENTION) readonly retention: { readonly guestDaysAfterLastEvent: number | null };
  @Timestamp() readonly createdAt: string;
  @Timestamp() readonly updatedAt: string;
}

class ReferralReward {
  @Amount({ description: 'Major units, with no more decimals than the currency has.', example: '25.00' })
  amount: string;
  @Currency({ example: 'USD' }) currency: string;
}

@Consistent<PlatformSettingsShape>(['referralReward'], ({ referralReward: { amount, currency } }) =>
  amountProblem(amount, currency, 'referralReward.amount'),
)
class PlatformSettingsShape {
  @Nested(() => ReferralReward, { description: 'What a conversion earns its referral; always replaced as a whole.' })
  referralReward: ReferralReward;
  @Id({ of: 'plan', presence: 'nullable', description: 'The plan that a new organization starts on.' }) defaultPlanId?:
    string | null;
}

export class UpdatePlatformSettings extends PatchOf(PlatformSettingsShape) {}

/** The settings of the platform as the API shows them. */
export class PlatformSettingsView {
  @Id() readonly id: string;
  @Nested(() => ReferralReward) readonly referralReward: { readonly amount: string; readonly currency: string };
  @Id({ of: 'plan', presence: 'nullable' }) readonly defaultPlanId: string | null;
  @Timestamp() readonly createdAt: string;
  @Timestamp() readonly updatedAt: string;
}

/** A row as the repository reads it, with the amount as PostgreSQL's numeric. */
export interface PlatformSettingsRow {
  id: string;
  amount: string;
  currency: string;
  defaultPlanId: string | null;
  createdAt: string;
  updatedAt: string;
}

/** The row as the API shows it. */
export function toPlatformSettingsView(row: PlatformSettingsRow): PlatformSettingsView {
  const { id, amount, currency, defaultPlanId, createdAt, updatedAt } = row;
  return {
    id,
    referralReward: { amount: formatAmount(amount, currency), currency },
    defaultPlanId,
    createdAt,
    updatedAt,
  };
}
