import { enumeration } from '../../../kernel/enumeration';
import { OrderedBounds } from '../../../platform/fields/combinations';
import { exampleId } from '../../../platform/fields/example-id';
import {
  Custom,
  Flag,
  Id,
  Integer,
  ListOf,
  OneOf,
  PERIOD_BOUND,
  SomeOf,
  Text,
  TextList,
  Timestamp,
  TimestampOrDate,
} from '../../../platform/fields/fields';
import { PageQuery } from '../../../platform/fields/page.query';
import type { StoredBody } from '../../../platform/outbox/event-bodies';
import { EVENT_TYPES } from './event-types';

/**
 * The states of a delivery:
 *
 * - `pending`: an attempt is due at `nextAttemptAt`, or is being made. A success makes it `delivered`; a failure leaves
 *   it `pending` for the next attempt of the schedule, and a failure of the last one makes it `failed`. The sender of
 *   an attempt has a lease; if that runs out, the attempt is logged as `lost` and is due again under the same number.
 * - `delivered`: final. The same body can be sent once more as a new delivery.
 * - `failed`: until somebody asks for one more attempt (kind `manual`), which makes it `pending` and then `delivered`
 *   or `failed`; the schedule does not start over.
 */
const DELIVERY_STATUSES = enumeration('DeliveryStatus', ['pending', 'delivered', 'failed']);
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Made by the schedule, on request, or begun by a process that died before it could record the result. */
const ATTEMPT_KINDS = enumeration('DeliveryAttemptKind', ['scheduled', 'manual', 'lost']);
export type AttemptKind = (typeof ATTEMPT_KINDS)[number];

@OrderedBounds()
export class WebhookDeliveriesQuery extends PageQuery {
  @SomeOf(DELIVERY_STATUSES) status?: DeliveryStatus[];
  @SomeOf(EVENT_TYPES, { example: ['event.created'] }) eventType?: string[];
  @TimestampOrDate({ presence: 'optional', description: `When it was made: ${PERIOD_BOUND}`, example: '2027-05-01' })
  from?: string;
  @TimestampOrDate({ presence: 'optional', description: `When it was made: ${PERIOD_BOUND}`, example: '2027-05-31' })
  to?: string;
  @Id({ of: 'webhookEvent', presence: 'optional', description: 'The `id` in the body.' }) eventId?: string;
  @Custom(
    { presence: 'optional', description: 'Of the last attempt.', example: 500 },
    { type: 'integer', minimum: 100, maximum: 999 },
    (value) =>
      typeof value === 'number' ? null : { code: 'wrong_type', message: 'must be an integer from 100 to 999.' },
    (value) => (typeof value === 'string' && /^[1-9]\d\d$/.test(value) ? Number(value) : value),
  )
  responseStatus?: number;
}

/** The query of deliveries to all endpoints. */
export class AllDeliveriesQuery extends WebhookDeliveriesQuery {
  @Id({ presence: 'optional', description: 'Only deliveries to this endpoint.' }) webhookId?: string;
}

const RECOVERABLE = enumeration('RecoverableDeliveryStatus', ['failed', 'pending', 'delivered']);

export class RecoverDeliveries {
  @Timestamp({ description: 'Deliveries that were made from then on.' }) since: Date;
  @Timestamp({ presence: 'optional', description: 'And up to then; now when left out.' }) until?: Date;
  @TextList({
    presence: 'optional',
    minEntries: 1,
    maxEntries: RECOVERABLE.length,
    max: 16,
    words: RECOVERABLE,
    description:
      'Failed ones are tried once more under their ids; pending ones that wait for a later attempt are tried now, and go on ' +
      'by their schedule after it; of each that was delivered a new one with the same body is made. Left out, it is ' +
      '`failed` and `pending`.',
    example: ['failed', 'pending'],
  })
  statuses?: (typeof RECOVERABLE)[number][];
  @Flag({ presence: 'optional', default: false, description: 'Counts them only, and changes nothing.', example: true })
  dryRun?: boolean;
}

export class RecoveredView {
  @Integer({
    min: 0,
    max: 2_147_483_647,
    description: 'How many deliveries are being queued, in the background; with dryRun, would be.',
    example: 1250,
  })
  readonly queued: number;
}

/** A delivery as lists show it. */
export class WebhookDeliveryView {
  @Id({ of: 'delivery', description: 'The same on every attempt, as X-TE-Delivery.' }) readonly id: string;
  @Id() readonly webhookId: string;
  @Id({ of: 'webhookEvent' }) readonly eventId: string;
  @OneOf(EVENT_TYPES, { example: 'event.created' }) readonly eventType: string;
  @OneOf(DELIVERY_STATUSES, { example: 'delivered' }) readonly status: DeliveryStatus;
  @Integer({ min: 0, max: 2_147_483_647, description: 'How many attempts have ended.', example: 1 })
  readonly attempts: number;
  @Timestamp({ presence: 'nullable', description: 'Null when no attempt is to follow.', example: null })
  readonly nextAttemptAt: string | null;
  @Timestamp({ presence: 'nullable', description: 'When it was delivered, or failed for good.' })
  readonly completedAt: string | null;
  @Integer({ min: 100, max: 999, presence: 'nullable', description: "The last attempt's.", example: 200 })
  readonly lastStatus: number | null;
  @Text({ max: 64, presence: 'nullable', description: 'Why the last attempt has no complete response.', example: null })
  readonly lastError: string | null;
  @Timestamp() readonly createdAt: string;
  @Timestamp() readonly updatedAt: string;
}

/** One attempt. */
export class WebhookAttemptView {
  @Integer({
    min: 1,
    max: 2_147_483_647,
    description: 'A lost attempt is made again under the same number.',
    example: 1,
  })
  readonly number: number;
  @OneOf(ATTEMPT_KINDS, { description: '`lost`: the process that made it died before it could record the result.' })
  readonly kind: AttemptKind;
  @Timestamp() readonly startedAt: string;
  @Integer({ min: 0, max: 2_147_483_647, presence: 'nullable', example: 84 }) readonly durationMs: number | null;
  @Text({
    max: 200,
    presence: 'nullable',
    description: 'X-TE-Signature as it was sent. Null when nothing was sent, or the attempt was lost.',
    example: `t=1810373400,v1=${'5f'.repeat(32)}`,
  })
  readonly signature: string | null;
  @Integer({ min: 100, max: 999, presence: 'nullable', example: 200 }) readonly responseStatus: number | null;
  @Text({ max: 64, presence: 'nullable', description: 'Why there is no complete response.', example: 'timeout' })
  readonly error: string | null;
  @Text({ max: 1024, presence: 'nullable', description: 'The first 1 KiB of the response.', example: 'ok' })
  readonly responseBody: string | null;
}

/** A delivery with its body and its attempts so far. */
export class WebhookDeliveryDetailView extends WebhookDeliveryView {
  @Custom(
    { description: 'The body, as it is sent.' },
    {
      type: 'object',
      additionalProperties: true,
      example: {
        id: exampleId('webhookEvent'),
        type: 'event.created',
        createdAt: '2027-05-14T09:30:00.000Z',
        organizationId: exampleId('organization'),
        actor: { type: 'user', id: exampleId('user'), name: 'Ada Planner' },
        data: { id: exampleId('event'), name: 'Opening night', tourId: null },
      },
    },
    () => null,
  )
  readonly payload: Record<string, unknown>;
  @ListOf(() => WebhookAttemptView, { description: 'Every attempt, in the order in which they ended.' })
  readonly attemptLog: WebhookAttemptView[];
}

/** A single delivery as the repository reads it. */
export interface WebhookDeliveryDetailRow extends WebhookDeliveryView, StoredBody {
  readonly eventId: string;
  readonly attemptLog: WebhookAttemptView[];
  readonly fullPayload: boolean;
}
