import type { FieldProblem } from '../../../kernel/problems';
import {
  Custom,
  Flag,
  Id,
  Integer,
  Nested,
  OneOf,
  PatchOf,
  Shown,
  Text,
  TextList,
  Timestamp,
  Uri,
} from '../../../platform/fields/fields';
import { Consistent } from '../../../platform/fields/combinations';
import { ALL_EVENTS, EVENT_SUBSCRIPTIONS, EVENT_TYPES, TEST_EVENT } from './event-types';
import { ENDPOINT_STATUSES, type EndpointStatus } from './webhook-endpoint.entity';
import { CustomHeadersField, type CustomHeaders } from './webhook-headers';
import { signingSecret, waitingSecret, type StoredSecrets } from './webhook-secrets';

const URL = { max: 2048, example: 'https://example.com/hooks/tours' };
const DESCRIPTION = { max: 500, lines: true, presence: 'nullable', example: 'Feeds the partner portal.' } as const;
const TYPES = {
  minEntries: 1,
  max: 64,
  words: EVENT_SUBSCRIPTIONS,
  description: 'Names of event types, or only `*` for all of them, including future ones.',
  example: ['event.created', 'guest.rsvp'],
};
const SECRET = {
  max: 64,
  presence: 'nullable',
  description: 'The key of the signatures. It is shown only once; in a replayed response it is null.',
  example: 'whsec_Zr8uQm31TgKc5yVb7HsNw9XeJf2LaPd4RoUi6CtMx0A',
} as const;
const MAX_WAIT_SECONDS = 86_400;
const TOUR = {
  presence: 'nullable',
  description: 'Sends only what belongs to this tour, or to an event of it.',
  example: null,
} as const;
const EVENT = { presence: 'nullable', description: 'Sends only what belongs to this event.', example: null } as const;
const STANDARD_HEADERS = {
  description:
    'Adds the headers of Standard Webhooks 1.0: `webhook-id` (the same as X-TE-Delivery), `webhook-timestamp` and ' +
    '`webhook-signature`. A secret with `-` or `_` after its prefix is an old one, and has to be rotated first.',
  example: false,
};
const FULL_PAYLOAD = {
  description: 'Sends the whole record with `event.created`, in place of its three fields.',
  example: false,
};

const AUTO_DISABLE = {
  description: 'Disables the endpoint after 5 days of nothing but failures, and mails the Admins.',
  example: false,
};
const COUNT = { min: 0, max: 2_147_483_647 };

@Consistent(['eventTypes'], starProblem)
export class CreateWebhook {
  @Uri({
    ...URL,
    min: 1,
    description:
      'http or https (in production https only), without credentials, to a public address. One with letters beyond ASCII is ' +
      'stored as a URI. At most 10 endpoints of an organization have the same URL.',
  })
  url: string;
  @TextList(TYPES) eventTypes: string[];
  @Text(DESCRIPTION) description?: string | null;
  @Id(TOUR) tourId?: string | null;
  @Id(EVENT) eventId?: string | null;
  @CustomHeadersField('optional') headers?: CustomHeaders;
  @Flag({ ...STANDARD_HEADERS, presence: 'optional', default: false }) standardHeaders?: boolean;
  @Flag({ ...FULL_PAYLOAD, presence: 'optional', default: false }) fullPayload?: boolean;
  @Flag({ ...AUTO_DISABLE, presence: 'optional', default: false }) autoDisable?: boolean;
}

export class UpdateWebhook extends PatchOf(CreateWebhook) {
  @OneOf(ENDPOINT_STATUSES, {
    presence: 'optional',
    description: 'Deliveries to a disabled endpoint wait until it is enabled.',
  })
  status?: EndpointStatus;
}

export class RotateSecret {
  @Integer({
    min: 0,
    max: MAX_WAIT_SECONDS,
    presence: 'optional',
    description: 'Seconds until the new secret signs; until then the old one does.',
    default: 0,
    example: 3600,
  })
  activateIn?: number;
}

export class TestWebhook {
  @OneOf(EVENT_TYPES, {
    presence: 'optional',
    description: 'Sends an event of this type with made-up data, and `test: true` in its body.',
    default: TEST_EVENT,
    example: 'guest.rsvp',
  })
  type?: string;
}

function starProblem({ eventTypes }: CreateWebhook): FieldProblem | null {
  if (!eventTypes.includes(ALL_EVENTS) || eventTypes.length === 1) return null;
  return { field: 'eventTypes', code: 'not_allowed', message: 'eventTypes must be * alone, or names without it.' };
}

/** A secret that does not sign yet. */
class NextSecretView {
  @Text({ max: 12, description: 'The beginning of the secret.', example: 'whsec_Kp2tYw' }) readonly prefix: string;
  @Timestamp({ description: 'When it begins to sign.' }) readonly activeFrom: string;
}

/** How an endpoint fares. It changes with every delivery, so it is no part of the record's ETag. */
export class WebhookHealthView {
  @Timestamp({ presence: 'nullable' }) readonly lastSuccessAt: string | null;
  @Timestamp({ presence: 'nullable', description: 'The first failure since the last success.', example: null })
  readonly failingSince: string | null;
  @Integer({ ...COUNT, description: 'Deliveries that wait, or are being sent.', example: 0 }) readonly pending: number;
  @Integer({ ...COUNT, description: 'Deliveries that succeeded in this hour and the 23 before.', example: 1250 })
  readonly delivered24h: number;
  @Integer({ ...COUNT, description: 'Deliveries that failed for good in this hour and the 23 before.', example: 0 })
  readonly failed24h: number;
}

/** What became of an endpoint's attempts in one hour. */
export class WebhookHourView {
  @Timestamp({ description: 'Its beginning, in UTC.' }) readonly hour: string;
  @Integer({ ...COUNT, description: 'Deliveries that succeeded.', example: 52 }) readonly delivered: number;
  @Integer({ ...COUNT, description: 'Deliveries that failed for good.', example: 0 }) readonly failed: number;
  @Integer({ ...COUNT, description: 'Attempts that failed and are made again.', example: 3 }) readonly retried: number;
}

export class WebhookHoursView {
  @Shown({ type: [WebhookHourView] }) readonly data: WebhookHourView[];
}

/** What is stored of an endpoint as the API shows it: never its secret. */
export class WebhookRecord {
  @Id({ of: 'webhook' }) readonly id: string;
  @Uri(URL) readonly url: string;
  @Text(DESCRIPTION) readonly description: string | null;
  @TextList(TYPES) readonly eventTypes: string[];
  @Id(TOUR) readonly tourId: string | null;
  @Id(EVENT) readonly eventId: string | null;
  @CustomHeadersField('required') readonly headers: CustomHeaders;
  @Flag(STANDARD_HEADERS) readonly standardHeaders: boolean;
  @Flag(FULL_PAYLOAD) readonly fullPayload: boolean;
  @Flag(AUTO_DISABLE) readonly autoDisable: boolean;
  @OneOf(ENDPOINT_STATUSES) readonly status: EndpointStatus;
  @Text({ max: 12, description: 'The beginning of the secret that signs now.', example: 'whsec_Zr8uQm' })
  readonly secretPrefix: string;
  @Shown({
    type: NextSecretView,
    nullable: true,
    description: 'Present from a rotation with activateIn until the new secret signs.',
  })
  readonly nextSecret: NextSecretView | null;
  @Timestamp() readonly createdAt: string;
  @Timestamp() readonly updatedAt: string;
}

/** An endpoint as the API shows it. */
export class WebhookView extends WebhookRecord {
  @Nested(() => WebhookHealthView) readonly health: WebhookHealthView;
}

/** The response to registering an endpoint, the only one that shows its first secret. */
export class CreatedWebhookView extends WebhookView {
  @Text(SECRET) readonly secret: string;
}

/** The response to rotating a secret, the only one that shows the new one. */
export class RotatedSecretView {
  @Text(SECRET) readonly secret: string;
  @Timestamp({ description: 'When the new secret begins to sign; until then the old one does.' })
  readonly activeFrom: string;
}

export class EventTypeView {
  @OneOf(EVENT_TYPES, { example: 'event.created' }) readonly type: string;
  @Text({ max: 200, example: 'An event was created.' }) readonly description: string;
  @Custom(
    { description: 'The JSON Schema of the body of its requests, complete in itself.' },
    { type: 'object', additionalProperties: true, example: { type: 'object' } },
    () => null,
  )
  readonly schema: Record<string, unknown>;
  @Custom(
    { description: 'A body as its requests have it.' },
    { type: 'object', additionalProperties: true, example: { type: 'event.created' } },
    () => null,
  )
  readonly example: Record<string, unknown>;
}

export class EventTypesView {
  @Shown({ type: [EventTypeView] }) readonly data: EventTypeView[];
}

/** An endpoint as the repository reads it. */
export interface WebhookRow extends Omit<WebhookRecord, 'secretPrefix' | 'nextSecret' | 'headers'>, StoredSecrets {
  /** Sealed. */
  readonly headers: Buffer | null;
  readonly headerNames: readonly string[];
  /** See maker-rights.ts. */
  readonly makerPermissions: readonly string[];
}

/** The row as the API shows it at `now`. */
export function toWebhookRecord(row: WebhookRow, now: Date): WebhookRecord {
  const { id, url, description, eventTypes, tourId, eventId, standardHeaders, fullPayload, autoDisable } = row;
  const { status, createdAt, updatedAt } = row;
  const headers = Object.fromEntries(row.headerNames.map((name) => [name, null]));
  const secretPrefix = signingSecret(row, now).prefix;
  const nextSecret = waitingSecret(row, now);
  const chosen = { eventTypes, tourId, eventId, headers, standardHeaders, fullPayload, autoDisable };
  return { id, url, description, ...chosen, status, secretPrefix, nextSecret, createdAt, updatedAt };
}
