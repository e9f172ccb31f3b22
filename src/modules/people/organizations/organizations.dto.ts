import { PERMISSIONS, ROLE_NAME, type Permission } from '../../../kernel/permissions';
import { ORGANIZATION_STATUSES, type OrganizationStatus } from '../../../kernel/statuses';
import { parsedUrl, toUri } from '../../../kernel/uri';
import {
  Currency,
  Custom,
  Id,
  Integer,
  OneOf,
  Shown,
  Text,
  TimeZone,
  Timestamp,
  tooLong,
  wrongType,
  type FieldError,
} from '../../../platform/fields/fields';

const MAX_URL_LENGTH = 2048;

/** The URL of an image, which the browsers of members will load. It is stored the way a URL parser serializes it. */
function LogoUrl() {
  return Custom(
    { presence: 'nullable', description: 'URL of an image, without credentials. It is stored normalized and escaped.' },
    { type: 'string', format: 'uri', maxLength: MAX_URL_LENGTH, example: 'https://example.com/logo.png' },
    urlError,
    normalizedUrl,
  );
}

/** A URL as browsers would request it (WHATWG URL); anything else is returned unchanged. */
function normalizedUrl(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  const isWebAddress = text.length <= MAX_URL_LENGTH && /^https?:\/\/\S+$/i.test(text);
  const url = isWebAddress ? parsedUrl(text) : null;
  return url === null ? text : toUri(url.href);
}

function urlError(value: unknown): FieldError | null {
  if (typeof value !== 'string') return wrongType('a string');
  if (value.length > MAX_URL_LENGTH) return tooLong(MAX_URL_LENGTH);
  const url = /^https?:\/\/\S+$/.test(value) ? parsedUrl(value) : null;
  if (url === null) return { code: 'invalid_url', message: 'must be a URL that starts with http:// or https://.' };
  if (url.username || url.password) return { code: 'invalid_url', message: 'must be a URL without credentials.' };
  return null;
}

/** The fields of an organization that its own Admins can change. */
export class UpdateProfile {
  @Text({ min: 1, max: 120, presence: 'optional', example: 'Northern Lights Touring' })
  name?: string;

  @LogoUrl()
  logo?: string | null;

  @TimeZone({ presence: 'optional' })
  timezone?: string;
}

/** An organization as the API shows it. */
export class OrganizationView {
  @Id()
  readonly id: string;

  @Text({ max: 120, example: 'Northern Lights Touring' })
  readonly name: string;

  @Text({ max: 80, description: 'Made from the name; unique and never changed.', example: 'northern-lights-touring' })
  readonly slug: string;

  @LogoUrl()
  readonly logo: string | null;

  @TimeZone()
  readonly timezone: string;

  @Currency()
  readonly currency: string;

  @OneOf(ORGANIZATION_STATUSES)
  readonly status: OrganizationStatus;

  @Id({ presence: 'nullable' })
  readonly planId: string | null;

  @Timestamp()
  readonly createdAt: string;

  @Timestamp()
  readonly updatedAt: string;
}

const MAX_LIMIT = 1_000_000_000;

/** Recipients of e-mail per day, for {@link AdministeredOrganizationView} and its changes. */
export const MAIL_DAILY_LIMIT = {
  min: 0,
  max: MAX_LIMIT,
  presence: 'nullable',
  description:
    'To how many recipients it may send e-mail in a day (UTC), however young it is: null for the default, 0 for no limit.',
  example: 2_000,
} as const;

/** Requests per window, for {@link AdministeredOrganizationView} and its changes. */
export const ORGANIZATION_RATE_LIMIT = {
  min: 1,
  max: MAX_LIMIT,
  presence: 'nullable',
  description: 'Requests per window that each of its users and API keys may make; null for the default.',
  example: 500,
} as const;

/** An organization as operators see it. */
export class AdministeredOrganizationView extends OrganizationView {
  @Integer(MAIL_DAILY_LIMIT)
  readonly mailDailyLimit: number | null;

  @Integer(ORGANIZATION_RATE_LIMIT)
  readonly rateLimit: number | null;
}

/** The permissions of the caller's role, as far as the credential may use them. */
export class PermissionMapView {
  @Text({
    ...ROLE_NAME,
    presence: 'nullable',
    description: 'Null for a Super Admin who is not a member of the organization.',
  })
  readonly role: string | null;

  @Shown({
    type: 'object',
    properties: Object.fromEntries(PERMISSIONS.map((permission) => [permission, { type: 'boolean', example: true }])),
    required: [...PERMISSIONS],
    additionalProperties: false,
    description: 'Every permission there is, and whether the caller has it.',
  })
  readonly permissions: Record<Permission, boolean>;
}
