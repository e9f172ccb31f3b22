import type { Type } from '@nestjs/common';
import { DEFAULT_LIMIT, MAX_LIMIT } from '../../kernel/page';
import type { Route } from '../routes/route-table';
import { statusOf, type ResponseShape, type OperationOptions } from '../routes/operation.decorator';
import { exampleOf } from './examples';
import { EVERYWHERE, HEADERS, headers, RATE_LIMIT_HEADERS } from './parts';
import type { Traits } from './traits';
import { schemaReference, type ResponseObject, type Components, type Schema } from './types';

/** Types of responses that are files with a name. */
const FILES: ReadonlySet<string> = new Set(['text/csv', 'text/calendar', 'application/pdf', 'application/x-ndjson']);

/** The successful responses of a route, by status. */
export function responsesOf(route: Route, traits: Traits, components: Components): Record<string, ResponseObject> {
  if (route.operation === undefined) return {};
  const { response, example } = route.operation;
  const success: ResponseObject = {
    description: 'nothing' in response ? 'Done.' : 'Success.',
    headers: headers(
      ...EVERYWHERE,
      'Deprecation',
      'Sunset',
      ...(traits.counted ? RATE_LIMIT_HEADERS : []),
      ...(traits.tagged ? ['ETag'] : []),
      ...(traits.repeatable ? ['Idempotent-Replayed'] : []),
      ...(route.operation.setsCookie ? ['Set-Cookie'] : []),
      ...('text' in response && FILES.has(response.text ?? '') ? ['Content-Disposition'] : []),
    ),
    ...(!('nothing' in response) && { content: contentOf(response, example, traits, components) }),
  };
  if ('record' in response && 'or' in response) {
    const { description, schema } = HEADERS.ETag;
    const etag = { description: `${description} Not sent with several records.`, schema };
    success.headers = { ...success.headers, ETag: etag };
  }
  const notModified: ResponseObject = {
    description: 'The version that If-None-Match names is the current one.',
    headers: headers(...EVERYWHERE, ...(traits.counted ? RATE_LIMIT_HEADERS : []), 'ETag'),
  };
  return {
    [statusOf(route.operation)]: success,
    // What the ETag leaves out may have changed: such a record is sent each time.
    ...(traits.tagged && !traits.changes && route.operation.untagged === undefined && { 304: notModified }),
  };
}

function contentOf(
  response: ResponseShape,
  example: OperationOptions['example'],
  traits: Traits,
  components: Components,
): ResponseObject['content'] {
  const { page, record, or, body, text, textExample } = response as {
    page?: Type;
    record?: Type;
    or?: Type;
    body?: Type;
    text?: string;
    textExample?: string;
  };
  const views = [record, or, body].filter((view) => view !== undefined).map(({ name }) => schemaReference(name));
  const schema = views.length > 1 ? { anyOf: views } : views[0];
  return {
    ...(page !== undefined && { 'application/json': { schema: pageOf(page.name, traits, components) } }),
    ...(schema !== undefined && {
      'application/json': {
        schema,
        ...(example !== undefined && { example: Object.assign({}, exampleOf(schema, components), example) }),
      },
    }),
    ...(text !== undefined && {
      [text]: { schema: { type: 'string' }, ...(textExample !== undefined && { example: textExample }) },
    }),
  };
}

/** What a record in a list has besides its fields. */
const LISTED: Schema = {
  type: 'object',
  required: ['etag'],
  properties: {
    etag: {
      type: 'string',
      description: 'The ETag that the record has when it is read alone, for If-Match and If-None-Match.',
      example: '"Vw3tqLZ9f0cEw0VYb5Z0Xg"',
    },
  },
};

/** Written so that shapes.ts does not take it for a field that is always there. */
const NEXT_CURSOR: Schema = {
  oneOf: [{ type: 'string' }, { type: 'null' }],
  description: 'Only with `cursor`: the cursor of the next page, null on the last.',
  example: null,
};

const NEXT_UPDATED_SINCE: Schema = {
  type: 'string',
  format: 'date-time',
  description:
    'What to send as `updatedSince` next time: whoever asks from then on misses nothing, whatever runs meanwhile. Records ' +
    'that changed shortly before come twice. In a walk it is that of the first page.',
  example: '2027-05-14T09:30:00.000Z',
};

/** The envelope of a list of a view, made once per view: TourView → TourPage. */
function pageOf(view: string, { listsRecords, walked }: Traits, components: Components): Schema {
  if (listsRecords) components.schemas['Listed'] ??= LISTED;
  const row = listsRecords ? { allOf: [schemaReference(view), schemaReference('Listed')] } : schemaReference(view);
  const name = `${view.replace(/View$/, '')}Page`;
  components.schemas[name] ??= {
    type: 'object',
    required: ['data', 'total', 'page', 'limit', 'totalPages', ...(walked ? ['nextUpdatedSince'] : [])],
    properties: {
      data: { type: 'array', items: row },
      total: { type: 'integer', description: 'All records that match, on all pages.', example: 1 },
      page: { type: 'integer', example: 1 },
      limit: { type: 'integer', description: `The limit as applied, at most ${MAX_LIMIT}.`, example: DEFAULT_LIMIT },
      totalPages: { type: 'integer', example: 1 },
      ...(walked && { nextCursor: NEXT_CURSOR, nextUpdatedSince: NEXT_UPDATED_SINCE }),
    },
  };
  return schemaReference(name);
}
