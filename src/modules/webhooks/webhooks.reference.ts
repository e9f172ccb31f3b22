import { Injectable, type OnModuleInit } from '@nestjs/common';
import { exampleId } from '../../platform/fields/example-id';
import { exampleOf } from '../../platform/openapi/examples';
import { OutgoingWebhooks } from '../../platform/openapi/outgoing-webhooks';
import {
  schemaReference,
  type Components,
  type Operation,
  type Parameter,
  type Schema,
} from '../../platform/openapi/types';
import { EVENT_CATALOGUE, type EventType } from './event-types';

const SIGNATURE =
  'The time of the attempt, in seconds, and the lowercase hexadecimal HMAC-SHA256 of `t`, a full stop and the raw body, ' +
  'keyed with the secret as it was shown. Compare in constant time, and refuse a `t` that is older than five minutes.';

/** Describes the requests that the service sends in the OpenAPI document. */
@Injectable()
export class WebhooksReference implements OnModuleInit {
  constructor(private readonly outgoing: OutgoingWebhooks) {}

  onModuleInit(): void {
    this.outgoing.describe((components) =>
      Object.fromEntries(EVENT_CATALOGUE.map((event) => [event.type, operationOf(event, components)])),
    );
  }
}

function operationOf(event: EventType, components: Components): Operation {
  const schema: Schema = {
    type: 'object',
    required: ['id', 'type', 'createdAt', 'data'],
    properties: {
      id: {
        type: 'string',
        format: 'uuid',
        description: 'The id of the event; each endpoint gets it as a delivery of its own.',
        example: exampleId('webhookEvent'),
      },
      type: { type: 'string', const: event.type },
      createdAt: { type: 'string', format: 'date-time', example: '2027-05-14T09:30:00.000Z' },
      data: dataOf(event, components),
    },
  };
  return {
    operationId: `receive${event.type.replace(/(?:^|[._])([a-z])/g, (_before, letter: string) => letter.toUpperCase())}`,
    tags: ['Webhooks'],
    security: [],
    summary: event.description,
    description:
      'Answer quickly, with 2xx. Otherwise the delivery is tried again after 30 seconds, 5 minutes, 1, 6 and 24 hours, unless ' +
      'the operator has configured other delays.',
    parameters: headersOf(event),
    requestBody: {
      required: true,
      content: { 'application/json': { schema, example: exampleOfEvent(event, schema, components) } },
    },
    responses: {
      '2XX': {
        description: 'Received. At most 16 KiB of the body are read, and the first KiB is kept in the log of attempts.',
      },
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
    header('X-TE-Signature', SIGNATURE, `t=1810373400,v1=${'5f'.repeat(32)}`),
  ];
}

function header(name: string, description: string, example: string): Parameter {
  return { name, in: 'header', required: true, description, schema: { type: 'string' }, example };
}

function exampleOfEvent({ example }: EventType, schema: Schema, components: Components): unknown {
  const body = exampleOf(schema, components) as { data: object };
  return { ...body, data: { ...body.data, ...example } };
}

/** The schema of `data`: the record as the API shows it, or the fields sent instead. */
function dataOf({ view, without = [], fields = {} }: EventType, components: Components): Schema {
  const shown = view === undefined ? undefined : components.schemas[view];
  if (shown === undefined) return { type: 'object', required: Object.keys(fields), properties: fields };
  if (without.length === 0) return schemaReference(view!);
  const properties = Object.entries(shown.properties ?? {}).filter(([name]) => !without.includes(name));
  return {
    type: 'object',
    required: shown.required?.filter((name) => !without.includes(name)),
    properties: Object.fromEntries(properties),
  };
}
