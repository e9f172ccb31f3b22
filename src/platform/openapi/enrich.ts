import { lastOf } from '../../kernel/lists';
import type { AccessRule } from '../routes/access.decorator';
import type { Route } from '../routes/route-table';
import { exampleId } from '../fields/example-id';
import type { RawBodyOptions } from '../routes/operation.decorator';
import { responsesOf } from './responses';
import { requestExampleOf } from './examples';
import { errorsOf } from './errors';
import type { Traits } from './traits';
import {
  resolved,
  type Components,
  type Media,
  type Operation,
  type Parameter,
  type Reference,
  jsonBodyOf,
} from './types';

/** Completes the operation that @nestjs/swagger wrote with what the route's `@Access` and `@Operation` declare. */
export function describeOperation(route: Route, traits: Traits, operation: Operation, components: Components): void {
  operation.security = securityOf(route.access);
  operation.description = [route.operation?.description, whoMayCall(route.access)]
    .filter((part) => part !== undefined)
    .join('\n\n');
  operation.parameters = [
    ...(operation.parameters ?? []).map((parameter) => withCommas(notFilledIn(withKnownPath(parameter, route.path)))),
    ...headerParameters(traits),
  ];
  if (operation.requestBody !== undefined) operation.requestBody.required = needsBody(route, operation, components);
  const takes = route.operation?.takes;
  if (takes !== undefined) operation.requestBody = { required: !('form' in takes), content: contentOf(takes) };
  const without = route.operation?.exampleWithout;
  if (without !== undefined) {
    const media = jsonBodyOf(operation);
    const fields = Object.entries(requestExampleOf(media.schema, components) as object);
    media.example = Object.fromEntries(fields.filter(([name]) => !without.includes(name)));
  }
  // Responses that a route declares with swagger's own decorators are kept; swagger's empty default is not.
  const declared = Object.entries(operation.responses).filter(([, response]) => 'content' in response);
  operation.responses = {
    ...responsesOf(route, traits, components),
    ...errorsOf(route, traits, operation, components),
    ...Object.fromEntries(declared),
  };
}

function contentOf(takes: RawBodyOptions): Record<string, Media> {
  if (!('form' in takes)) return { [takes.type]: { schema: { type: 'string' }, example: takes.example } };
  const [name, value] = takes.form;
  const schema = { type: 'object', properties: { [name]: { type: 'string', enum: [value] } } };
  return { 'application/x-www-form-urlencoded': { schema, example: { [name]: value } } };
}

/**
 * Without a required field the body is optional, except for PATCH, which does nothing without one, and where one of several is
 * required.
 */
function needsBody({ method, operation }: Route, taking: Operation, components: Components): boolean {
  const { schema } = jsonBodyOf(taking);
  const shapes = (schema.anyOf ?? [schema]).map((shape) => resolved(shape, components));
  return (
    method === 'PATCH' || operation?.needsBody === true || shapes.every(({ required = [] }) => required.length > 0)
  );
}

function securityOf({ credential, ownKey }: AccessRule): Record<string, string[]>[] {
  if (ownKey) return [{ apiKey: [] }];
  if (credential === 'public') return [];
  if (credential === 'field') return [{ accessLink: [] }];
  return credential === 'session' ? [{ session: [] }] : [{ apiKey: [] }, { session: [] }];
}

function whoMayCall({
  credential,
  permission,
  admin,
  superAdmin,
  evenSuspended,
  notImpersonating,
  ownKey,
}: AccessRule): string {
  if (ownKey) return '**Access:** an API key, whatever its scopes are.';
  if (credential === 'public') return '**Access:** anybody, no credential needed.';
  if (credential === 'field') return '**Access:** an access link; neither an API key nor a session.';
  const gates = [
    ...(superAdmin ? ['Super Admins only'] : []),
    ...(admin ? [credential === 'session' ? 'the role Admin' : 'the role Admin (never a narrowed API key)'] : []),
    ...(permission ? [`the permission \`${permission}\``] : []),
    ...(notImpersonating ? ['not while impersonating'] : []),
    ...(evenSuspended ? ['also while the organization is suspended'] : []),
  ];
  return `**Access:** ${[credential === 'session' ? 'a session' : 'an API key or a session', ...gates].join('; ')}.`;
}

/** Gives ids in the path a format and an example: `{tourId}` is a tour's id, and so is the `{id}` of `tours/{id}`. */
function withKnownPath(parameter: Parameter | Reference, path: string): Parameter | Reference {
  if ('$ref' in parameter || parameter.in !== 'path' || !/id$/i.test(parameter.name)) return parameter;
  const collection = lastOf(path.slice(0, path.indexOf(`/:${parameter.name}`)).split('/'));
  const kind = parameter.name === 'id' ? singularOf(collection) : parameter.name.replace(/Id$/, '');
  return { ...parameter, schema: { ...parameter.schema, format: 'uuid', example: exampleId(kind) } };
}

/** The reference sends the examples of parameters unless somebody empties them: what is optional has its in words. */
function notFilledIn(parameter: Parameter | Reference): Parameter | Reference {
  if ('$ref' in parameter || parameter.required) return parameter;
  const { example, ...schema } = parameter.schema;
  if (example === undefined) return parameter;
  const words =
    schema.enum === undefined && schema.items?.enum === undefined ? `For example \`${String(example)}\`.` : undefined;
  const description = [parameter.description, words].filter((part) => part).join(' ');
  return { ...parameter, description, schema };
}

/** Several values of one parameter stand in one text, with commas between them. */
function withCommas(parameter: Parameter | Reference): Parameter | Reference {
  if ('$ref' in parameter || parameter.in !== 'query' || parameter.schema.type !== 'array') return parameter;
  return { ...parameter, style: 'form', explode: false };
}

/** `vehicle-assignments` → vehicleAssignment, `parties` → party. */
function singularOf(collection: string): string {
  return collection
    .replace(/ies$/, 'y')
    .replace(/s$/, '')
    .replace(/-([a-z])/g, (_hyphen, letter: string) => letter.toUpperCase());
}

function headerParameters({ authenticated, repeatable, guarded, tagged, changes }: Traits): Reference[] {
  const names = [
    ...(authenticated ? ['ExpectedOrganization'] : []),
    ...(repeatable ? ['IdempotencyKey'] : []),
    ...(guarded ? ['IfMatch'] : []),
    ...(tagged && !changes ? ['IfNoneMatch'] : []),
  ];
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}
