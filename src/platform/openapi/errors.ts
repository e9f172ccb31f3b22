import type { AccessRule } from '../routes/access.decorator';
import type { Route } from '../routes/route-table';
import type { RawBodyOptions } from '../routes/operation.decorator';
import { problemResponse, standardProblem } from './problem-responses';
import type { Traits } from './traits';
import {
  resolved,
  type ResponseObject,
  type Components,
  type Operation,
  type Parameter,
  type Reference,
  type Schema,
} from './types';

/**
 * The errors of a route, by status: those that it shares with similar routes, and its own.
 *
 * @param operation with its parameters and its body
 */
export function errorsOf(
  route: Route,
  traits: Traits,
  operation: Operation,
  components: Components,
): Record<string, ResponseObject | Reference> {
  const own = route.operation?.errors ?? {};
  const standard = traits.counted ? standardStatuses(route, traits, operation, components) : [];
  const statuses = [...new Set([...standard, ...Object.keys(own).map(Number)])].sort((a, b) => a - b);
  const described: Readonly<Record<number, string>> = { ...own, ...forbiddenUnlessFresh(route.access, own[403]) };
  return {
    ...Object.fromEntries(statuses.map((status) => [status, errorOf(status, described[status], traits)])),
    ...errorsOfBody(route.operation?.takes, traits),
  };
}

/** The errors of a body that is not JSON, with its own size limit and content type. */
function errorsOfBody(takes: RawBodyOptions | undefined, { counted }: Traits): Record<number, ResponseObject> {
  if (takes === undefined || 'form' in takes) return {};
  const tooLarge = `the body is larger than ${takes.limitBytes / 1024 / 1024} MiB.`;
  const notThat = `the body is not ${takes.type} in UTF-8, or it is compressed.`;
  return {
    413: problemResponse(413, {
      counted,
      description: `\`payload_too_large\`: ${tooLarge}`,
      detail: `T${tooLarge.slice(1)}`,
    }),
    415: problemResponse(415, {
      counted,
      description: `\`unsupported_media_type\`: ${notThat}`,
      detail: `The body must be ${takes.type} in UTF-8, uncompressed.`,
    }),
  };
}

/** The 403 of a route that needs a fresh session, always or for something; nothing for others. @param own its own text */
function forbiddenUnlessFresh({ fresh, superAdmin, credential }: AccessRule, own?: string): Record<number, string> {
  if (fresh === undefined) return {};
  const what = fresh === true ? '' : `, and it is about ${fresh}`;
  const since = credential === 'any' || fresh !== true ? ', and showed more than 15 minutes ago who they are' : '';
  const texts = [
    own ?? standardProblem(403).description,
    `\`reauthentication_required\`: the session's user showed who they are more than 15 minutes ago (\`POST /api/auth/reauthenticate\`)${what}.`,
    // Whoever acts as a user is no Super Admin meanwhile.
    ...(superAdmin ? [] : [`\`impersonating\`: an operator acts as the user${since}${what}.`]),
  ];
  return { 403: texts.join(' ') };
}

function errorOf(status: number, own: string | undefined, traits: Traits): ResponseObject | Reference {
  const inProgress =
    status === 409 && traits.repeatable
      ? '`idempotency_in_progress`: a request with this Idempotency-Key is still being processed.'
      : undefined;
  const particular = [own, inProgress].filter((part) => part !== undefined);
  if (particular.length > 0)
    return problemResponse(status, { counted: traits.counted, description: particular.join(' ') });
  return { $ref: `#/components/responses/${standardProblem(status).name}` };
}

function standardStatuses(
  { path, access, operation: declared }: Route,
  traits: Traits,
  operation: Operation,
  components: Components,
): number[] {
  const parameters = (operation.parameters ?? []).filter((parameter): parameter is Parameter => !('$ref' in parameter));
  const body = operation.requestBody?.content['application/json']?.schema;
  const bodyFields = body === undefined ? [] : fieldsOf(body, components);
  // Filtering a list by an unknown id is no error: the list is empty.
  const isList = declared !== undefined && ('page' in declared.response || 'filtered' in declared.response);
  const named = [...bodyFields, ...(isList ? [] : parameters.map(({ name }) => name))];
  const takesAny = declared?.takes !== undefined && 'form' in declared.takes;
  const namesOtherRecords = named.some((name) => /Ids?$/.test(name));
  return [
    ...(traits.readsBody || parameters.some((parameter) => parameter.in === 'query') ? [400] : []),
    ...(access.credential === 'public' ? [] : [401, 403]),
    ...(path.includes(':') || namesOtherRecords ? [404] : []),
    ...(traits.changes || traits.authenticated ? [409] : []),
    ...(traits.guarded ? [412] : []),
    ...(traits.readsBody ? [413] : []),
    ...(traits.readsBody && !takesAny ? [415] : []),
    ...(traits.repeatable ? [422] : []),
    429,
    503,
  ];
}

/** The names of all fields that a body may have, in any of its alternatives. */
function fieldsOf(schema: Schema, components: Components): string[] {
  const { properties = {}, anyOf = [], oneOf = [], allOf = [] } = resolved(schema, components);
  return [...Object.keys(properties), ...[...anyOf, ...oneOf, ...allOf].flatMap((part) => fieldsOf(part, components))];
}
