import type { Type } from '@nestjs/common';
import type { AccessRule } from '../access/access.decorator';
import type { Route } from '../access/route-table';
import { statusOf, type Answer } from '../http/operation.decorator';
import { headers, problemResponse, STANDARD_PROBLEMS } from './parts';
import {
  resolved,
  schemaReference,
  type Answered,
  type Components,
  type Operation,
  type Parameter,
  type Reference,
  type Schema,
} from './types';

const METHODS_WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);

/** Completes what @nestjs/swagger wrote about a route with what its `@Access` and `@Operation` lines say. */
export function describeOperation(route: Route, operation: Operation, components: Components): void {
  const { access } = route;
  operation.security = securityOf(access);
  operation.description = [route.operation?.description, whoMayCall(access)]
    .filter((part) => part !== undefined)
    .join('\n\n');
  operation.parameters = [...(operation.parameters ?? []).map(withKnownPath), ...headerParameters(route)];
  // What a route declares with swagger's own decorators stands; swagger's empty default does not.
  const declared = Object.entries(operation.responses).filter(([, response]) => 'content' in response);
  operation.responses = {
    ...success(route, components),
    ...refusals(route, operation, components),
    ...Object.fromEntries(declared),
  };
}

function securityOf({ credential }: AccessRule): Record<string, string[]>[] {
  if (credential === 'public') return [];
  return credential === 'session' ? [{ session: [] }] : [{ apiKey: [] }, { session: [] }];
}

function whoMayCall({ credential, permission, admin, superAdmin, evenSuspended }: AccessRule): string {
  if (credential === 'public') return '**Access:** anybody, no credential needed.';
  const gates = [
    ...(superAdmin ? ['Super Admins only'] : []),
    ...(admin ? ['the role Admin'] : []),
    ...(permission ? [`the permission \`${permission}\``] : []),
    ...(evenSuspended ? ['also while the organization is suspended'] : []),
  ];
  return `**Access:** ${[credential === 'session' ? 'a session' : 'an API key or a session', ...gates].join('; ')}.`;
}

function withKnownPath(parameter: Parameter | Reference): Parameter | Reference {
  if ('$ref' in parameter || parameter.in !== 'path') return parameter;
  const isId = /id$/i.test(parameter.name);
  return {
    ...parameter,
    schema: { ...parameter.schema, ...(isId && { format: 'uuid', example: '019a1b2c-3d4e-7f50-8a61-b2c3d4e5f607' }) },
  };
}

function headerParameters(route: Route): Reference[] {
  const names = [
    ...(isRepeatable(route) ? ['IdempotencyKey'] : []),
    ...(isGuarded(route) ? ['IfMatch'] : []),
    ...(route.method === 'GET' && isSingleRecord(route) ? ['IfNoneMatch'] : []),
  ];
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

function success(route: Route, components: Components): Record<string, Answered> {
  if (route.operation === undefined) return {};
  const { answer } = route.operation;
  const answered: Answered = {
    description: 'nothing' in answer ? 'Done.' : 'Success.',
    headers: headers(
      'X-Request-Id',
      ...(isApi(route) ? ['RateLimit-Policy', 'RateLimit'] : []),
      ...('record' in answer && !('text' in answer) ? ['ETag'] : []),
      ...(isRepeatable(route) ? ['Idempotent-Replayed'] : []),
    ),
  };
  if (!('nothing' in answer)) answered.content = contentOf(answer, components);
  const notModified = {
    description: 'The version that If-None-Match names is the current one.',
    headers: headers('X-Request-Id', 'ETag'),
  };
  return {
    [statusOf(route.operation)]: answered,
    ...(route.method === 'GET' && isSingleRecord(route) && { 304: notModified }),
  };
}

function contentOf(answer: Answer, components: Components): Answered['content'] {
  const { page, record, body, text, textExample } = answer as {
    page?: Type;
    record?: Type;
    body?: Type;
    text?: string;
    textExample?: string;
  };
  const view = record ?? body;
  return {
    ...(page !== undefined && { 'application/json': { schema: pageOf(page.name, components) } }),
    ...(view !== undefined && { 'application/json': { schema: schemaReference(view.name) } }),
    ...(text !== undefined && {
      [text]: { schema: { type: 'string' }, ...(textExample !== undefined && { example: textExample }) },
    }),
  };
}

/** The envelope of a list of a view, made once per view: TourView → TourPage. */
function pageOf(view: string, components: Components): Schema {
  const name = `${view.replace(/View$/, '')}Page`;
  components.schemas[name] ??= {
    type: 'object',
    required: ['data', 'total', 'page', 'limit', 'totalPages'],
    properties: {
      data: { type: 'array', items: schemaReference(view) },
      total: { type: 'integer', description: 'All records that match, on all pages.', example: 1 },
      page: { type: 'integer', example: 1 },
      limit: { type: 'integer', description: 'As applied: 100 at most.', example: 10 },
      totalPages: { type: 'integer', example: 1 },
    },
  };
  return schemaReference(name);
}

function refusals(route: Route, operation: Operation, components: Components): Record<string, Answered | Reference> {
  const own = route.operation?.refuses ?? {};
  const statuses = new Set([...standardStatuses(route, operation, components), ...Object.keys(own).map(Number)]);
  return Object.fromEntries(
    [...statuses]
      .sort((a, b) => a - b)
      .map((status) => {
        const description =
          [own[status], inProgress(route, status)].filter((part) => part !== undefined).join(' ') || undefined;
        if (description === undefined)
          return [status, { $ref: `#/components/responses/${STANDARD_PROBLEMS[status]!.name}` }];
        return [status, problemResponse(status, description)];
      }),
  );
}

function inProgress(route: Route, status: number): string | undefined {
  if (status !== 409 || !isRepeatable(route)) return undefined;
  return '`idempotency_in_progress`: a request with this Idempotency-Key is still being answered.';
}

/** The refusals that every route like this one has. */
function standardStatuses(route: Route, operation: Operation, components: Components): number[] {
  if (!isApi(route)) return [];
  const { method, access } = route;
  const reads = METHODS_WITH_BODY.has(method);
  const changes = method !== 'GET';
  const hasQuery = operation.parameters!.some((parameter) => !('$ref' in parameter) && parameter.in === 'query');
  return [
    ...(reads || hasQuery ? [400] : []),
    ...(access.credential === 'public' ? [] : [401, 403]),
    ...(namesRecords(route, operation, components) ? [404] : []),
    ...(changes ? [409] : []),
    ...(isGuarded(route) ? [412] : []),
    ...(reads ? [413, 415] : []),
    ...(isRepeatable(route) ? [422] : []),
    429,
    503,
  ];
}

/** Whether some id of another record goes in, by path, query or body. */
function namesRecords(route: Route, operation: Operation, components: Components): boolean {
  if (route.path.includes(':')) return true;
  const body = operation.requestBody?.content['application/json']?.schema;
  const fields = body === undefined ? [] : Object.keys(resolved(body, components).properties ?? {});
  const parameters = operation.parameters!.flatMap((parameter) => ('$ref' in parameter ? [] : [parameter.name]));
  return [...fields, ...parameters].some((name) => /Ids?$/.test(name));
}

function isApi(route: Route): boolean {
  return route.path.startsWith('/api/');
}

/** Whether it takes an Idempotency-Key. */
function isRepeatable({ method, access }: Route): boolean {
  return method === 'POST' && access.credential !== 'public';
}

/** Whether it takes If-Match. */
function isGuarded(route: Route): boolean {
  return route.method === 'PATCH' || (route.method === 'DELETE' && route.path.includes(':'));
}

function isSingleRecord({ operation }: Route): boolean {
  return operation !== undefined && 'record' in operation.answer && !('text' in operation.answer);
}
