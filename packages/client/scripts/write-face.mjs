/**
 * Writes src/generated/version.gen.ts, names.gen.ts, and face.gen.ts: a class per resource, with a method for every operation of the OpenAPI document.
 *
 * A path's fixed parts make the namespace (`/api/events/{id}/guests` → `events.guests`), and the operationId without the
 * resource's name makes the method (`listEventGuests` → `list`). So an operation that is new in the document is in the
 * client without a line by hand.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const DOCUMENT = new URL('../../../docs/openapi.json', import.meta.url);
const PACKAGE = new URL('../package.json', import.meta.url);
const TARGET = new URL('../src/generated/face.gen.ts', import.meta.url);
const NAMES_TARGET = new URL('../src/generated/names.gen.ts', import.meta.url);
const VERSION_TARGET = new URL('../src/generated/version.gen.ts', import.meta.url);

/** Methods that the rule would give a name that says little. */
const NAMES = {
  listAllWebhookDeliveries: 'listAcrossEndpoints',
  addToEventWaitlist: 'add',
  promoteFromEventWaitlist: 'promote',
  removeFromEventWaitlist: 'remove',
};
/** Collections whose names are no plural. */
const COLLECTIONS = new Set(['team', 'waitlist']);
/** Methods by a second, more telling name. */
const ALIASES = { updateEventGuest: 'answer', listAllExpenses: 'list' };
/** Operations whose response depends on which of several bodies they are given. */
const BY_BODY = new Set(['addEventGuest']);
/** Fixed parts that are no resource of their own, although nothing else says so. */
const FLAT = new Set(['auth', 'billing', 'users', 'impersonation', 'invitations']);

/** Resources that the operations call by a longer name than the paths do. */
const LONG_NOUNS = ['TeamMember', 'VehicleAssignment', 'WebhookDelivery', 'WebhookDeliverie'];

const document = JSON.parse(readFileSync(DOCUMENT, 'utf8'));
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, ...operation })),
);

const pascal = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const camel = (text) => text.replace(/[-.]([a-z])/g, (_separator, letter) => letter.toUpperCase());
const singular = (text) => text.replace(/ies$/, 'y').replace(/s$/, '');

/** Where an operation is found: the namespace and the method's name. */
function positionOf({ path, operationId }) {
  if (!path.startsWith('/api/')) return { namespace: ['service'], name: operationId };
  const parts = path.slice('/api/'.length).split('/');
  const fixed = parts.filter((part) => !part.startsWith('{')).map(camel);
  const endsInId = parts.at(-1).startsWith('{');
  const isCollection =
    /^(list|create|add|publish)/.test(operationId) && (fixed.at(-1).endsWith('s') || COLLECTIONS.has(fixed.at(-1)));
  const isResource = endsInId || isCollection || fixed.length === 1;
  const namespace = isResource ? fixed : FLAT.has(fixed[0]) ? [fixed[0]] : fixed.slice(0, -1);
  return { namespace, name: nameIn(namespace, operationId) };
}

/** An operationId without the words that its namespace says already. */
function nameIn(namespace, operationId) {
  const words = namespace.map((part) => pascal(singular(part)));
  const nouns = [...LONG_NOUNS, words.join(''), ...words.map((_word, i) => words.slice(i).join(''))].flatMap((noun) => [
    `${noun}s`,
    noun,
  ]);
  for (const noun of nouns) {
    const shorter = operationId.replace(noun, '');
    if (shorter !== operationId && shorter !== '' && /^[a-z]/.test(shorter)) return shorter;
  }
  return operationId;
}

/** The tree of namespaces, each with its methods. */
function treeOf() {
  const root = { children: new Map(), methods: new Map() };
  for (const operation of operations) {
    const { namespace, name: ruled } = positionOf(operation);
    let node = root;
    for (const part of namespace) {
      if (!node.children.has(part)) node.children.set(part, { children: new Map(), methods: new Map() });
      node = node.children.get(part);
    }
    const name = NAMES[operation.operationId] ?? ruled;
    const free = node.methods.has(name) || node.children.has(name) ? operation.operationId : name;
    const path = namespace.join('.');
    node.methods.set(free, { ...operation, namespace: path });
    const alias = ALIASES[operation.operationId];
    if (alias !== undefined) node.methods.set(alias, { ...operation, namespace: path });
  }
  return root;
}

const calls = new Set();
const types = new Set();
const streams = new Set();

function resolved(part) {
  return part.$ref === undefined
    ? part
    : part.$ref
        .slice(2)
        .split('/')
        .reduce((at, key) => at[key], document);
}

function methodOf(name, operation) {
  if (resolved(operation.responses['200'] ?? {}).content?.['text/event-stream']) return streamOf(operation);
  const { operationId, path, summary, requestBody, responses } = operation;
  const data = `${pascal(operationId)}Data`;
  calls.add(operationId);
  types.add(data);
  const ids = idsIn(path);
  const hasQuery = (operation.parameters ?? []).map(resolved).some((parameter) => parameter.in === 'query');
  const success = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const hasBody = success.some(([, response]) => resolved(response).content !== undefined);
  const result = hasBody ? `${pascal(operationId)}Response` : 'void';
  if (hasBody) types.add(result);
  const mayOmitBody = requestBody !== undefined && !requestBody.required;
  const parameters = [
    ...ids.map((id) => `${id.name}: string`),
    ...(requestBody === undefined ? [] : [`body${mayOmitBody ? '?' : ''}: ${data}['body']`]),
    ...(hasQuery ? [`query?: ${data}['query']`] : []),
    'options?: CallOptions',
  ];
  const parts = [
    ...(ids.length > 0 ? [pathOf(ids)] : []),
    ...(requestBody === undefined ? [] : ['body']),
    ...(hasQuery ? ['query'] : []),
  ];
  const example = exampleOf(name, operation);
  const isByBody = BY_BODY.has(operationId);
  const lines = [
    ...docOf(`${summary}. \`${operation.method.toUpperCase()} ${path}\``, operation.description, example),
    isByBody
      ? `  ${name}<Body extends ${data}['body']>(${ids[0].name}: string, body: Body, options?: CallOptions): Promise<AddedBy<Body>> {`
      : `  ${name}(${parameters.join(', ')}): Promise<${result}> {`,
    `    return this.connection.send(${operationId}, { ${parts.join(', ')} }, options);`,
    '  }',
  ];
  return [...lines, ...(isList(success) ? allOf(name, operation, ids, data, result) : [])];
}

/** A method's comment: what it does, what the document says of it, and how it is called. */
function docOf(head, description = '', example) {
  const paragraphs = description.replaceAll('*/', '*\\/').split('\n');
  const lines = [head, ...(description === '' ? [] : ['', ...paragraphs]), '', '@example', example];
  return ['  /**', ...lines.map((line) => `   * ${line}`.trimEnd()), '   */'];
}

/** A call with the ids of the path, and the document's example as its body. */
function exampleOf(name, { namespace, path, requestBody, operationId }) {
  const content = Object.values(resolved(requestBody ?? {}).content ?? {})[0];
  const body = content?.example ?? Object.values(content?.examples ?? {})[0]?.value;
  const values = [...idsIn(path).map(({ name: id }) => id), ...(body === undefined ? [] : [literalOf(body)])];
  const isRead = /^(get|list|search|export|preview)/.test(operationId);
  return `${isRead ? 'const found = ' : ''}await te.${namespace}.${name}(${values.join(', ')});`;
}

/** The ids of a path: as the document has them, and named after what they are of. */
function idsIn(path) {
  const parts = path.split('/');
  return parts.flatMap((part, index) => {
    const key = /^\{(\w+)\}(\.\w+)?$/.exec(part)?.[1];
    if (key === undefined) return [];
    return [{ key, name: key === 'id' ? `${singular(camel(parts[index - 1]))}Id` : key }];
  });
}

/** The ids as a call is given them. */
function pathOf(ids) {
  const members = ids.map(({ key, name }) => (key === name ? key : `${key}: ${name}`));
  return `path: { ${members.join(', ')} }`;
}

/** A value as one writes it in TypeScript. */
function literalOf(value) {
  if (Array.isArray(value)) return `[${value.map(literalOf).join(', ')}]`;
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value).map(([key, member]) => {
    return `${/^[A-Za-z_]\w*$/.test(key) ? key : `'${key}'`}: ${literalOf(member)}`;
  });
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** A stream is followed by a function of src/streams.ts, which knows what comes on it: `streamChanges`, `followChanges`. */
function streamOf({ operationId, path, summary }) {
  const follow = operationId.replace(/^stream/, 'follow');
  streams.add(follow);
  return [
    `  /** ${summary}: each once, over all connections that it takes. \`GET ${path}\` */`,
    `  follow(query?: Parameters<typeof ${follow}>[1], options?: StreamOptions): ReturnType<typeof ${follow}> {`,
    `    return ${follow}(this.connection, query, options);`,
    '  }',
  ];
}

function isList(success) {
  const schema = resolved(success[0]?.[1] ?? {}).content?.['application/json']?.schema;
  if (schema === undefined) return false;
  const { properties = {} } = resolved(schema);
  return 'data' in properties && 'totalPages' in properties;
}

/** An iterator over all records of a list. */
function allOf(name, { operationId, summary, parameters }, ids, data, result) {
  const byCursor = parameters.map(resolved).some((parameter) => parameter.name === 'cursor');
  const all = name === 'list' ? 'all' : `all${pascal(name.replace(/^list/, ''))}`;
  const path = ids.length > 0 ? `${pathOf(ids)}, ` : '';
  // What a walk through the list sets itself; one by cursor has the order of ids.
  const own = ['page', 'limit', 'cursor', ...(byCursor ? ['sortBy', 'sortDir'] : [])].map((key) => `'${key}'`);
  const query = `query?: Omit<NonNullable<${data}['query']>, ${own.join(' | ')}>`;
  const parameterList = [...ids.map((id) => `${id.name}: string`), query, 'options?: CallOptions'].join(', ');
  return [
    `  /** ${summary}: all of them, one after the other. */`,
    `  ${all}(${parameterList}): AsyncGenerator<${result}['data'][number], void, undefined> {`,
    `    const read = (page: object): Promise<${result}> =>`,
    `      this.connection.send(${operationId}, { ${path}query: { ...query, ...page } }, options);`,
    `    return ${byCursor ? 'byCursor' : 'byPage'}(read);`,
    '  }',
  ];
}

const classes = [];

function classOf(node, path) {
  const name = path.length === 0 ? 'TourEventsResources' : `${path.map(pascal).join('')}Resource`;
  const children = [...node.children].map(([part, child]) => [part, classOf(child, [...path, part])]);
  classes.push(
    [
      `export class ${name} {`,
      ...children.map(([part, childClass]) => `  readonly ${part}: ${childClass};`),
      '',
      `  constructor(protected readonly connection: Connection) {`,
      ...children.map(([part, childClass]) => `    this.${part} = new ${childClass}(connection);`),
      '  }',
      '',
      ...[...node.methods].flatMap(([method, operation]) => [...methodOf(method, operation), '']),
      '}',
    ].join('\n'),
  );
  return name;
}

classOf(treeOf(), []);
const code = classes.join('\n');
const used = (names) =>
  [...names]
    .filter((name) => new RegExp(`\\b${name}\\b`).test(code))
    .sort()
    .join(', ');
const file = [
  '// Written by scripts/write-face.mjs from the OpenAPI document: do not edit.',
  "import type { AddedBy } from '../added-guests.js';",
  "import type { CallOptions, Connection } from '../connection.js';",
  "import type { StreamOptions } from '../event-stream.js';",
  `import { ${used(['byCursor', 'byPage'])} } from '../lists.js';`,
  `import { ${used(streams)} } from '../streams.js';`,
  `import { ${used(calls)} } from './sdk.gen.js';`,
  `import type { ${used(types)} } from './types.gen.js';`,
  '',
  code,
  '',
].join('\n');
writeFileSync(TARGET, file);

// What a partner calls a record: `Tour` for the document's `TourView`.
const schemas = Object.keys(document.components.schemas);
const names = schemas
  .filter((name) => name.endsWith('View') && !schemas.includes(name.slice(0, -'View'.length)))
  .map((name) => `${name} as ${name.slice(0, -'View'.length)}`);
writeFileSync(
  NAMES_TARGET,
  `// Written by scripts/write-face.mjs: do not edit.\nexport type { ${names.sort().join(', ')} } from './types.gen.js';\n`,
);

const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8'));
writeFileSync(
  VERSION_TARGET,
  `// Written by scripts/write-face.mjs: do not edit.\n/** The client's own version. */\nexport const VERSION = '${version}';\n`,
);
