import { exampleId } from '../../platform/http/example-id';
import { Custom, Id, Integer, ListOf, OneOf, Text, Timestamp } from '../../platform/http/fields';
import { PageQuery } from '../../platform/http/page.query';
import { EVENT_TYPES } from './event-types';

/**
 * The states of a delivery:
 *
 * - `pending`: an attempt is due at `nextAttemptAt`, or is being made. A success makes it `delivered`; a failure leaves it
 *   `pending` until the next attempt of the schedule is due, and the last one of the schedule makes it `failed`. Whoever
 *   makes an attempt holds a lease; when that runs out the attempt is logged as `lost` and is due again under its number.
 * - `delivered`: for good. It can be sent once more as a new delivery with the same body.
 * - `failed`: until somebody asks for one more attempt, which makes it `pending` (kind `manual`) and then `delivered` or
 *   `failed`; the schedule does not begin anew.
 */
const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Made by the schedule, asked for, or begun by a process that died before it could tell what became of it. */
const ATTEMPT_KINDS = ['scheduled', 'manual', 'lost'] as const;
export type AttemptKind = (typeof ATTEMPT_KINDS)[number];

export class WebhookDeliveriesQuery extends PageQuery {
  @OneOf(DELIVERY_STATUSES, { presence: 'optional' }) status?: DeliveryStatus;
  @OneOf(EVENT_TYPES, { presence: 'optional', example: 'event.created' }) eventType?: string;
}

/** A delivery as lists show it. */
export class WebhookDeliveryView {
  @Id({ of: 'delivery', description: 'The same on every attempt, as X-TE-Delivery.' }) readonly id: string;
  @Id() readonly webhookId: string;
  @Id({ of: 'webhookEvent' }) readonly eventId: string;
  @OneOf(EVENT_TYPES, { example: 'event.created' }) readonly eventType: string;
  @OneOf(DELIVERY_STATUSES, { example: 'delivered' }) readonly status: DeliveryStatus;
  @Integer({ least: 0, most: 2_147_483_647, description: 'Attempts that came to an end.', example: 1 })
  readonly attempts: number;
  @Timestamp({ presence: 'nullable', description: 'Null when none is to follow.', example: null })
  readonly nextAttemptAt: string | null;
  @Timestamp({ presence: 'nullable', description: 'When it was delivered or given up.' })
  readonly completedAt: string | null;
  @Timestamp() readonly createdAt: string;
  @Timestamp() readonly updatedAt: string;
}

/** One attempt. */
export class WebhookAttemptView {
  @Integer({ least: 1, most: 2_147_483_647, description: 'A lost attempt is made again under its number.', example: 1 })
  readonly number: number;
  @OneOf(ATTEMPT_KINDS, { description: '`lost`: the process that made it died before it could tell how it went.' })
  readonly kind: AttemptKind;
  @Timestamp() readonly startedAt: string;
  @Integer({ least: 0, most: 2_147_483_647, presence: 'nullable', example: 84 }) readonly durationMs: number | null;
  @Integer({ least: 100, most: 999, presence: 'nullable', example: 200 }) readonly responseStatus: number | null;
  @Text({ max: 64, presence: 'nullable', description: 'What kept an answer from being complete.', example: 'timeout' })
  readonly error: string | null;
  @Text({ max: 1024, presence: 'nullable', description: 'The first 1 KiB of the answer.', example: 'ok' })
  readonly responseBody: string | null;
}

/** A delivery with what is sent and what became of it so far. */
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
        data: { id: exampleId('event'), name: 'Opening night', tourId: null },
      },
    },
    () => null,
  )
  readonly payload: Record<string, unknown>;
  @ListOf(() => WebhookAttemptView, { description: 'Every attempt, in the order in which they ended.' })
  readonly attemptLog: WebhookAttemptView[];
}

/** A delivery as reads give it; a list's rows have columns of the list besides. */
export type WebhookDeliveryRow = WebhookDeliveryView;

/** A single one as reads give it: with the text that it is sent as. */
export interface WebhookDeliveryDetailRow extends WebhookDeliveryRow {
  readonly attemptLog: WebhookAttemptView[];
  readonly body: string;
}
