import { Injectable, type OnModuleInit } from '@nestjs/common';
import { firstOf, valueAt } from '../../../kernel/lists';
import { exampleId } from '../../../platform/fields/example-id';
import { exampleOf } from '../../../platform/openapi/examples';
import { OutgoingWebhooks } from '../../../platform/openapi/outgoing-webhooks';
import {
  schemaReference,
  type Components,
  type Operation,
  type Parameter,
  type Schema,
  schemaNamed,
} from '../../../platform/openapi/types';
import { eventCatalogue, type EventType } from './event-types';
import { WebhookDeliveryDetailView } from './webhook-deliveries.dto';
import type { EventTypesView, EventTypeView } from './webhooks.dto';

const SIGNATURE =
  'The time of the attempt, in seconds, and the lowercase hexadecimal HMAC-SHA256 of `t`, a full stop and the raw body, ' +
  'keyed with the secret as it was shown. Compare in constant time, and refuse a `t` that is older than five minutes.';

const STANDARD = 'for endpoints with standardHeaders.';

const PREVIOUS: Schema = {
  type: 'object',
  additionalProperties: true,
  description: 'The values that the changed fields of the record had before, by name.',
  example: { notes: null },
};

/** What an event of a test says. */
export interface MadeUpEvent {
  readonly data: object;
  /** Of an update. */
  readonly previous?: Readonly<Record<string, unknown>> | undefined;
}

/** Describes the requests that the service sends in the OpenAPI document. */
@Injectable()
export class WebhooksReference implements OnModuleInit {
  /** Made when it is first asked for, since it takes the whole document. */
  private catalogue: readonly EventTypeView[] | undefined;

  constructor(private readonly outgoing: OutgoingWebhooks) {}

  onModuleInit(): void {
    this.outgoing.describe((components) => {
      const operations = eventCatalogue().map((event) => [event.type, operationOf(event, components)]);
      components.schemas['WebhookEvent'] = anyEvent();
      // Only now: the shapes of events are made of those of responses.
      Object.assign(payloadOf(components), schemaReference('WebhookEvent'));
      return Object.fromEntries(operations) as Record<string, Operation>;
    });
  }

  /** Every type of event, with the schema and an example of its body. */
  eventTypes(): EventTypesView {
    this.catalogue ??= this.readCatalogue();
    return { data: [...this.catalogue] };
  }

  /** What a made-up event of a type says. */
  exampleOf(type: string): MadeUpEvent {
    const { example } = firstOf(this.eventTypes().data.filter((event) => event.type === type));
    const { data, previous } = example as unknown as MadeUpEvent;
    return { data, previous };
  }

  private readCatalogue(): EventTypeView[] {
    const bodies = this.outgoing.bodies();
    return eventCatalogue().map(({ type, says: description }) => {
      const { schema, example } = valueAt(bodies, type);
      return { type, description, schema: { ...schema }, example: example as Record<string, unknown> };
    });
  }
}

function operationOf(event: EventType, components: Components): Operation {
  const shape = bodyOf(event, components);
  components.schemas[schemaNameOf(event)] = shape;
  const example = exampleOfEvent(event, shape, components);
  return {
    operationId: `receive${capitalized(event.type)}`,
    tags: ['Webhooks'],
    security: [],
    summary: event.says,
    description:
      'Respond quickly, with 2xx. Otherwise the delivery is tried again after 30 seconds, 5 minutes, 1, 6 and 24 hours, unless ' +
      'the operator has configured other delays.',
    parameters: headersOf(event),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemaReference(schemaNameOf(event)), example } },
    },
    responses: {
      '2XX': {
        description: 'Received. At most 16 KiB of the body are read, and the first KiB is kept in the log of attempts.',
      },
    },
  };
}

/** The body of any request; its type says which. */
function anyEvent(): Schema {
  const references = eventCatalogue().map((event) => [event.type, schemaReference(schemaNameOf(event))] as const);
  const mapping = Object.fromEntries(references.map(([type, { $ref }]) => [type, $ref]));
  return { oneOf: references.map(([, reference]) => reference), discriminator: { propertyName: 'type', mapping } };
}

/** The field of a delivery that shows the body of its requests. */
function payloadOf(components: Components): Schema {
  const payload = schemaNamed(WebhookDeliveryDetailView.name, components).properties?.['payload'];
  if (payload === undefined) throw new Error('A delivery shows no payload.');
  delete payload.type;
  delete payload.additionalProperties;
  return payload;
}

function schemaNameOf({ type }: EventType): string {
  return `${capitalized(type)}Event`;
}

/** `EventGuestAdded` for `event_guest.added`. */
function capitalized(type: string): string {
  return type.replace(/(?:^|[._])([a-z])/g, (_before, letter: string) => letter.toUpperCase());
}

/** The schema of the body of an event's requests. */
function bodyOf(event: EventType, components: Components): Schema {
  return {
    type: 'object',
    required: ['id', 'type', 'createdAt', 'organizationId', 'actor', 'data', ...(event.updates ? ['previous'] : [])],
    properties: {
      id: {
        type: 'string',
        format: 'uuid',
        description: 'The id of the event; each endpoint gets it as a delivery of its own.',
        example: exampleId('webhookEvent'),
      },
      type: { type: 'string', const: event.type },
      createdAt: { type: 'string', format: 'date-time', example: '2027-05-14T09:30:00.000Z' },
      organizationId: { type: 'string', format: 'uuid', example: exampleId('organization') },
      actor: { ...schemaReference('ChangeActorView') },
      data: dataOf(event, components),
      ...(event.updates && { previous: PREVIOUS }),
    },
  };
}

function headersOf({ type }: EventType): Parameter[] {
  return [
    header('X-TE-Event', 'The type of the event.', type),
    header(
      'X-TE-Delivery',
      'The id of the delivery, the same on every attempt: skip those that you have seen before.',
      exampleId('delivery'),
    ),
    header('X-TE-Webhook', 'The id of the endpoint.', exampleId('webhook')),
    header('X-TE-Attempt', 'The number of the attempt, from 1. One that was lost is made again under its number.', '1'),
    header('X-TE-Signature', SIGNATURE, `t=1810373400,v1=${'5f'.repeat(32)}`),
    header('webhook-id', `X-TE-Delivery again; ${STANDARD}`, exampleId('delivery'), false),
    header('webhook-timestamp', `The time of the attempt, in seconds; ${STANDARD}`, '1810373400', false),
    header(
      'webhook-signature',
      `The signature of Standard Webhooks 1.0; ${STANDARD}`,
      `v1,${'Xw'.repeat(21)}8=`,
      false,
    ),
  ];
}

function header(name: string, description: string, example: string, required = true): Parameter {
  return { name, in: 'header', required, description, schema: { type: 'string' }, example };
}

function exampleOfEvent({ example }: EventType, schema: Schema, components: Components): unknown {
  const body = exampleOf(schema, components) as { data: object };
  return { ...body, data: { ...body.data, ...example } };
}

/** The schema of `data`: the record as the API shows it, or the fields sent instead. */
function dataOf({ optional, ...event }: EventType, components: Components): Schema {
  const record = recordOf(event, components);
  if (optional === undefined) return record;
  return { allOf: [record, { type: 'object', properties: optional as Record<string, Schema> }] };
}

function recordOf(
  { kind, fields, fullOnRequest, without = [] }: Omit<EventType, 'optional'>,
  components: Components,
): Schema {
  const view = kind.view.name;
  if (fields !== undefined) {
    const few = { type: 'object', required: Object.keys(fields), properties: fields as Record<string, Schema> };
    return fullOnRequest ? { anyOf: [few, schemaReference(view)] } : few;
  }
  const omitted = [...without, ...kind.secretFields];
  if (omitted.length === 0) return schemaReference(view);
  const { properties = {}, required = [] } = schemaNamed(view, components);
  return {
    type: 'object',
    required: required.filter((name) => !omitted.includes(name)),
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !omitted.includes(name))),
  };
}
