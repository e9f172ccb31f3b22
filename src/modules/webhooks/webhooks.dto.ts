import { enumeration } from '../../kernel/enumeration';
import { Id, Integer, OneOf, PatchOf, Shown, Text, TextList, Timestamp } from '../../platform/fields/fields';
import { ALL_EVENTS, EVENT_TYPES } from './event-types';
import { ENDPOINT_STATUSES, type EndpointStatus } from './webhook-endpoint.entity';
import { signingSecret, waitingSecret, type StoredSecrets } from './webhook-secrets';

const URL = { max: 2048, format: 'uri', example: 'https://example.com/hooks/tours' };
const DESCRIPTION = { max: 500, lines: true, presence: 'nullable', example: 'Feeds the partner portal.' } as const;
const CHOICES = enumeration('EventSubscription', [...EVENT_TYPES, ALL_EVENTS]);
const TYPES = {
  minEntries: 1,
  maxEntries: CHOICES.length,
  max: 64,
  words: CHOICES,
  description: 'Names of event types, or only `*` for all of them, including future ones.',
  example: ['event.created', 'guest.rsvp'],
};
const SECRET = {
  max: 64,
  presence: 'nullable',
  description: 'The key of the signatures. It is shown only once; in a replayed answer it is null.',
  example: 'whsec_Zr8uQm31TgKc5yVb7HsNw9XeJf2LaPd4RoUi6CtMx0A',
} as const;
const MAX_WAIT_SECONDS = 86_400;

export class CreateWebhook {
  @Text({
    ...URL,
    min: 1,
    description: 'http or https (in production https only), without credentials, to a public address.',
  })
  url: string;
  @TextList(TYPES) eventTypes: string[];
  @Text(DESCRIPTION) description?: string | null;
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

/** A secret that does not sign yet. */
class NextSecretView {
  @Text({ max: 12, description: 'The beginning of the secret.', example: 'whsec_Kp2tYw' }) readonly prefix: string;
  @Timestamp({ description: 'When it begins to sign.' }) readonly activeFrom: string;
}

/** An endpoint as the API shows it: never its secret. */
export class WebhookView {
  @Id() readonly id: string;
  @Text(URL) readonly url: string;
  @Text(DESCRIPTION) readonly description: string | null;
  @TextList(TYPES) readonly eventTypes: string[];
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

class EventTypeView {
  @OneOf(EVENT_TYPES, { example: 'event.created' }) readonly type: string;
  @Text({ max: 200, example: 'An event was created.' }) readonly description: string;
}

export class EventTypesView {
  @Shown({ type: [EventTypeView] }) readonly data: EventTypeView[];
}

/** An endpoint as the repository reads it. */
export interface WebhookRow extends Omit<WebhookView, 'secretPrefix' | 'nextSecret'>, StoredSecrets {}

/** The row as the API shows it at `now`. */
export function toWebhookView(row: WebhookRow, now: Date): WebhookView {
  const { id, url, description, eventTypes, status, createdAt, updatedAt } = row;
  const secretPrefix = signingSecret(row, now).prefix;
  const nextSecret = waitingSecret(row, now);
  return { id, url, description, eventTypes, status, secretPrefix, nextSecret, createdAt, updatedAt };
}
