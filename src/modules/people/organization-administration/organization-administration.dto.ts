import { enumeration } from '../../../kernel/enumeration';
import { ORGANIZATION_STATUSES, type OrganizationStatus } from '../../../kernel/statuses';
import { Currency, Id, Integer, OneOf, SomeOf, Text, Timestamp } from '../../../platform/fields/fields';
import { SortedPageQuery } from '../../../platform/fields/page.query';
import {
  AdministeredOrganizationView,
  MAIL_DAILY_LIMIT,
  ORGANIZATION_RATE_LIMIT,
  UpdateProfile,
} from '../organizations';

/** The fields of any organization that Super Admins can change: those of its own Admins, and more. */
export class AdministerOrganization extends UpdateProfile {
  @Currency({ presence: 'optional' })
  currency?: string;

  @OneOf(ORGANIZATION_STATUSES, {
    presence: 'optional',
    description:
      'While the organization is suspended, its API keys do not work, and its sessions open only what is under ' +
      '/api/auth and, while impersonating, /api/impersonation/end.',
  })
  status?: OrganizationStatus;

  @Id({ presence: 'nullable', description: 'The plan that the organization is on.' })
  planId?: string | null;

  @Integer(MAIL_DAILY_LIMIT)
  mailDailyLimit?: number | null;

  @Integer(ORGANIZATION_RATE_LIMIT)
  rateLimit?: number | null;
}

/** An organization in the list of all. */
export class OrganizationRow extends AdministeredOrganizationView {
  @Integer({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    description: 'To how many recipients it has sent e-mail since midnight UTC.',
    example: 12,
  })
  readonly mailToday: number;

  @Timestamp({
    presence: 'nullable',
    description: 'When it was deleted, which can be taken back for 30 days; null for those that are not.',
    example: null,
  })
  readonly deletedAt: string | null;
}

const USAGE_COUNT = { min: 0, max: Number.MAX_SAFE_INTEGER, example: 12 };

/** How much an organization uses the service. */
export class OrganizationUsageView {
  @Integer(USAGE_COUNT) readonly members: number;
  @Integer(USAGE_COUNT) readonly tours: number;
  @Integer(USAGE_COUNT) readonly events: number;
  @Integer(USAGE_COUNT) readonly guests: number;
  @Integer(USAGE_COUNT) readonly vehicles: number;
  @Integer(USAGE_COUNT) readonly apiKeys: number;
  @Integer(USAGE_COUNT) readonly webhooks: number;
  @Integer({
    ...USAGE_COUNT,
    description: 'Webhooks with a delivery that has failed, or is being retried, in the last 24 hours.',
  })
  readonly failingWebhooks: number;
  @Integer({ ...USAGE_COUNT, description: 'To how many recipients it has sent e-mail since midnight UTC.' })
  readonly mailToday: number;
  @Integer({
    ...USAGE_COUNT,
    description: 'Of its e-mail since midnight UTC: how many messages servers refused for good.',
  })
  readonly mailRefusedToday: number;
  @Timestamp({
    presence: 'nullable',
    description:
      'Since when its e-mail is paused, until midnight UTC, because too much was refused; null when it is not.',
    example: null,
  })
  readonly mailPausedAt: string | null;
  @Timestamp({ presence: 'nullable', description: 'When a session or an API key was last used in it.' })
  readonly lastUsedAt: string | null;
}

const ORGANIZATION_SORTS = enumeration('OrganizationSort', ['name', 'createdAt', 'mailToday']);

const LISTED_STATES = enumeration('ListedOrganizationState', [...ORGANIZATION_STATUSES, 'deleted']);

export class OrganizationsQuery extends SortedPageQuery {
  @Text({
    max: 200,
    presence: 'optional',
    description: 'Words of the name or the slug, or parts of them, in any order, ignoring case and accents.',
    example: 'northern',
  })
  q?: string;

  @SomeOf(LISTED_STATES, {
    description: 'With `deleted`, also those that were deleted in the last 30 days; otherwise they are left out.',
  })
  status?: (typeof LISTED_STATES)[number][];

  @OneOf(ORGANIZATION_SORTS, { presence: 'optional', default: 'createdAt' })
  sortBy?: (typeof ORGANIZATION_SORTS)[number];
}
