import type { INestApplication, Type } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { RELEASE } from '../config/release';
import { RouteTable, type Route } from '../routes/route-table';
import { SECURE_SESSION_COOKIE, SESSION_COOKIE } from '../access/session-cookie';
import { sectionOf } from '../routes/operation.decorator';
import { describeOperation } from './enrich';
import { nameEnumerations } from './enumerations';
import { addExamples } from './examples';
import { tagOf } from './names';
import { OutgoingWebhooks } from './outgoing-webhooks';
import { HEADERS, PARAMETERS } from './parts';
import { problemResponses, PROBLEM_SCHEMAS } from './problem-responses';
import { ReferenceOrder } from './reference-order';
import { tightenShapes, unwrapSingles } from './shapes';
import { traitsOf } from './traits';
import type { Document } from './types';

const DESCRIPTION = `Organizations plan tours and events here, and keep track of what those cost.

**Credentials.** An API key goes into the header \`Authorization: Bearer te_…\`; a browser session is the cookie \`${SESSION_COOKIE}\`, in production \`${SECURE_SESSION_COOKIE}\`. The credential determines the organization; \`X-TE-Organization\` on a request makes sure that it is the expected one. The permissions \`webhooks.create\` and \`webhooks.update\` amount to reading what webhooks can receive, but for members, invitations, roles, the subscription and invoices, which are sent only while the maker of the endpoint may read them; \`webhooks.read\` shows all that was sent, those included.

**Lists** take \`page\` and \`limit\` and return \`data, total, page, limit, totalPages\`; records in them have their \`etag\`, and callers whose \`Accept-Encoding\` takes gzip get them compressed. **Timestamps** are ISO 8601 in UTC. **Money** is a decimal string with exactly the decimals of its currency (ISO 4217). **Ids** are UUIDs; one that is malformed, unknown or another organization's gets the same 404.

**Errors** are problem documents (RFC 9457) with a stable \`code\`, which the [page of all errors](/api/docs/errors) explains; a 400 names all wrong fields (the first 100, with \`errorsTotal\`), and a 404 the field of the body that refers to nothing. An unknown path is 404, a known one with another method 405 with \`Allow\`. **Single records** carry an \`ETag\`; \`If-Match\` on PATCH and DELETE guards against lost updates. **\`Idempotency-Key\`** makes a POST safe to repeat for 24 hours. **Rate limits** count per API key, or else per signed-in user (who may have another limit); operations that need no credential ignore any that is sent, and count per caller's address. They are announced in \`RateLimit\` and \`RateLimit-Policy\` on every response under /api; this document, its reference and browsers' preflights are not counted.

**Versions.** \`X-TE-Version\` on every response is the release. Fields, operations, codes and values are added without notice: ignore what you do not know. Whatever is to go is marked \`deprecated\` here, and its responses say so by \`Deprecation\` (RFC 9745) and \`Sunset\` (RFC 8594) beforehand.`;

/** The OpenAPI 3.1 document of the whole API. To be called after the application is initialised. */
export function buildDocument(app: INestApplication): Document {
  const routes = app.get(RouteTable).routes.filter((route) => route.method !== 'ALL');
  const views = routes.flatMap(viewsOf);
  requireDistinctNames(views);
  // A copy: swagger hands out parts of what the decorators noted, which is needed again for the next document.
  const document = structuredClone(
    SwaggerModule.createDocument(app, skeleton(), { extraModels: views, autoTagControllers: false }),
  ) as unknown as Document;

  document.components.schemas = { ...structuredClone(PROBLEM_SCHEMAS), ...document.components.schemas };
  document.components.responses = problemResponses();
  document.components.parameters = { ...PARAMETERS };
  document.components.headers = { ...HEADERS };
  for (const route of routes) {
    const operation = document.paths[pathOf(route)]?.[route.method.toLowerCase()];
    if (operation === undefined)
      throw new Error(`${route.controller.name}.${route.handler} is missing in the document.`);
    if (route.operation !== undefined) operation.operationId = route.operation.operationId;
    operation.tags = [tagOf(route)];
    describeOperation(route, traitsOf(route, routes), operation, document.components);
  }
  document.tags = tagsOf(routes, app.get(ReferenceOrder));
  requireDistinctOperations(document);
  tightenShapes(document);
  addExamples(document);
  document.webhooks = app.get(OutgoingWebhooks).in(document.components);
  unwrapSingles(document);
  nameEnumerations(document);
  return inStableOrder(document);
}

/** The path of a route as OpenAPI writes it: `/api/tours/{id}`. */
export function pathOf(route: Route): string {
  return route.path.replace(/:([A-Za-z]+)/g, '{$1}');
}

function skeleton(): ReturnType<DocumentBuilder['build']> {
  return new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Tour Events API')
    .setDescription(DESCRIPTION)
    .setVersion(RELEASE)
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer('/', 'This service')
    .addSecurity('accessLink', {
      type: 'http',
      scheme: 'bearer',
      description: 'The token of an access link, `tef_…`, with `X-TE-Device` and, if it has one, `X-TE-Pin`.',
    })
    .addSecurity('apiKey', { type: 'http', scheme: 'bearer', description: 'An API key, `te_…`.' })
    .addCookieAuth(
      SESSION_COOKIE,
      { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE, description: 'A session, opened by signing in.' },
      'session',
    )
    .build();
}

function viewsOf({ operation }: Route): Type[] {
  if (operation === undefined) return [];
  const { record, or, page, body } = operation.response as { record?: Type; or?: Type; page?: Type; body?: Type };
  return [record, or, page, body].filter((view) => view !== undefined);
}

function tagsOf(routes: readonly Route[], order: ReferenceOrder): Document['tags'] {
  const descriptions = new Map<string, string>();
  for (const route of routes) {
    const description = sectionOf(route.controller);
    if (description === undefined) throw new Error(`${route.controller.name} has no @Section line.`);
    descriptions.set(tagOf(route), description);
  }
  return [...descriptions]
    .sort(([a], [b]) => order.compare(a, b))
    .map(([name, description]) => ({ name, description }));
}

/** Schemas are named after their classes, so two of one name would silently become one. */
function requireDistinctNames(views: readonly Type[]): void {
  const byName = new Map<string, Type>();
  for (const view of views) {
    const other = byName.get(view.name);
    if (other !== undefined && other !== view) throw new Error(`Two views are called ${view.name}.`);
    byName.set(view.name, view);
  }
}

function requireDistinctOperations(document: Document): void {
  const seen = new Set<string>();
  for (const { operationId } of Object.values(document.paths).flatMap((item) => Object.values(item))) {
    if (operationId === undefined || seen.has(operationId))
      throw new Error(`Two operations are called ${operationId}.`);
    seen.add(operationId);
  }
}

/** Sorts paths and components by name, so that the document changes only where the API does. */
function inStableOrder(document: Document): Document {
  document.paths = sorted(document.paths);
  document.components = sorted(document.components as never);
  for (const [name, parts] of Object.entries(document.components))
    Object.assign(document.components, { [name]: sorted(parts as Record<string, unknown>) });
  return document;
}

function sorted<T extends Record<string, unknown>>(object: T): T {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1))) as T;
}
