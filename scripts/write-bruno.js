'use strict';
/**
 * Writes the Bruno collection (plain files, https://www.usebruno.com) from docs/openapi.json into docs/bruno: a folder for
 * each section of the document, before them the way of the README. What a request makes, those after it use: its id is kept
 * as `guestId` and the like, which their addresses name. With `--check` it writes nothing and fails when a file is out of
 * date.
 */
const fs = require('node:fs');
const path = require('node:path');

const ROOT = path.resolve(__dirname, '..');
const TARGET = path.join(ROOT, 'docs/bruno');
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** From nothing to a logged expense, as in the README; `keep` is the variable that the response's field goes to. */
const FIRST_STEPS = [
  {
    operationId: 'registerOrganization',
    body: {
      organizationName: 'Alpine Tours',
      name: 'Ada',
      email: 'ada-{{$randomInt}}@example.com',
      password: 'correct horse battery',
      currency: 'EUR',
      timezone: 'Europe/Vienna',
    },
  },
  { operationId: 'createApiKey', body: { name: 'Bookkeeping' }, keep: ['apiKey', 'key'] },
  { operationId: 'createTour', body: { name: 'Alpine Spring 2027' }, keep: ['tourId', 'id'] },
  {
    operationId: 'createEvent',
    body: { name: 'Vienna', tourId: '{{tourId}}', startsAt: '2027-05-01T19:30:00+02:00' },
    keep: ['eventId', 'id'],
  },
  {
    operationId: 'createExpense',
    path: { id: '{{eventId}}' },
    body: { category: 'transport', amount: '249.90', description: 'Coach from Vienna' },
  },
  { operationId: 'getExpenseReport', query: { groupBy: 'category' } },
  { operationId: 'createGuest', body: { name: 'Grace', email: 'grace@example.com' }, keep: ['guestId', 'id'] },
  {
    operationId: 'addEventGuest',
    path: { id: '{{eventId}}' },
    body: { guestId: '{{guestId}}' },
    keep: ['eventGuestId', 'id'],
  },
  {
    operationId: 'updateEventGuest',
    path: { eventId: '{{eventId}}', eventGuestId: '{{eventGuestId}}' },
    body: { rsvp: 'accepted', plusOnes: 1 },
  },
];

const document = JSON.parse(fs.readFileSync(path.join(ROOT, 'docs/openapi.json'), 'utf8'));
const operations = Object.entries(document.paths).flatMap(([url, item]) =>
  METHODS.filter((method) => method in item).map((method) => ({ url, method, ...item[method] })),
);

/** Every file of the collection by its path. */
function filesOf() {
  const files = new Map([
    ['bruno.json', `${JSON.stringify({ version: '1', name: 'Tour Events', type: 'collection' }, null, 2)}\n`],
    ['environments/Local.bru', block('vars', ['baseUrl: http://127.0.0.1:3000', 'apiKey:'])],
    ['First steps/folder.bru', block('meta', ['name: First steps', 'seq: 1'])],
  ]);
  FIRST_STEPS.forEach((step, index) => {
    const operation = operations.find(({ operationId }) => operationId === step.operationId);
    if (operation === undefined) throw new Error(`The document has no operation ${step.operationId}.`);
    const name = `${index + 1} ${nameOf(operation)}`;
    files.set(`First steps/${name}.bru`, requestOf(operation, name, index + 1, step));
  });
  const sections = document.tags.map(({ name }) => name);
  sections.forEach((section, index) => {
    files.set(`${section}/folder.bru`, block('meta', [`name: ${section}`, `seq: ${index + 2}`]));
    operations
      .filter(({ tags: [tag] }) => tag === section)
      .forEach((operation, position) => {
        const name = nameOf(operation);
        const file = `${section}/${name}.bru`;
        if (files.has(file)) throw new Error(`Two operations of ${section} are called "${name}".`);
        files.set(file, requestOf(operation, name, position + 1, { keep: keptBy(operation) }));
      });
  });
  return files;
}

/** A summary as the name of a file. */
function nameOf({ summary }) {
  return summary.replace(/[\\/:*?"<>|]/g, ' ').trim();
}

function requestOf(operation, name, seq, step = {}) {
  const { url, method, security, requestBody, description } = operation;
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const body = step.body ?? content?.example;
  const kind = body === undefined ? 'none' : type === 'application/json' ? 'json' : 'text';
  // Without an apiKey in the environment, the cookie of the last sign-in is sent: what takes no key has no other way.
  const takesKey = security.some((scheme) => 'apiKey' in scheme);
  const parameters = (operation.parameters ?? []).map(resolved);
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const ids = parameters.filter((parameter) => parameter.in === 'path');
  const given = step.query ?? {};
  return [
    block('meta', [`name: ${name}`, 'type: http', `seq: ${seq}`]),
    block(method, [
      `url: {{baseUrl}}${url.replace(/\{(\w+)\}/g, ':$1')}${queryOf(given)}`,
      `body: ${kind}`,
      `auth: ${takesKey ? 'bearer' : 'none'}`,
    ]),
    // A leading ~ is a parameter that is not sent.
    query.length > 0 &&
      block(
        'params:query',
        query.map((one) => `${one.name in given ? '' : '~'}${one.name}: ${given[one.name] ?? ''}`),
      ),
    ids.length > 0 &&
      block(
        'params:path',
        ids.map((one) => `${one.name}: ${step.path?.[one.name] ?? `{{${variableOf(url, one.name)}}}`}`),
      ),
    kind === 'text' && block('headers', [`Content-Type: ${type}`]),
    takesKey && block('auth:bearer', ['token: {{apiKey}}']),
    kind !== 'none' &&
      block(`body:${kind}`, (kind === 'json' ? JSON.stringify(body, withVariables, 2) : String(body)).split('\n')),
    step.keep && block('vars:post-response', [`${step.keep[0]}: res.body.${step.keep[1]}`]),
    description !== undefined && block('docs', description.split('\n')),
  ]
    .filter(Boolean)
    .join('\n');
}

/** The variable that has the id of a record: `{id}` of `/api/guests/{id}` is `guestId`, other parameters have a name of their own. */
function variableOf(url, parameter) {
  if (parameter !== 'id') return parameter;
  const collection = url.slice(0, url.indexOf('/{id}')).split('/').at(-1);
  const words = collection.replace(/ies$/, 'y').replace(/s$/, '').split('-');
  return `${words.map((word, index) => (index === 0 ? word : word[0].toUpperCase() + word.slice(1))).join('')}Id`;
}

/**
 * The variable that a request fills for those after it, and from where in the response: the record that it makes, or the
 * first of a list whose records nobody makes by a request.
 */
function keptBy({ url, method, responses }) {
  const made = method === 'post' ? schemaIn(responses['201']) : undefined;
  if (made !== undefined) return 'id' in propertiesOf(made) ? keptAs(nameOfOne(made, url), 'id') : undefined;
  const items = method === 'get' ? propertiesOf(schemaIn(responses['200'])).data?.items : undefined;
  // The record itself comes first; what rows have besides follows.
  const rows = items?.allOf?.[0] ?? items;
  if (rows === undefined || !('id' in propertiesOf(rows)) || takesPost(url)) return undefined;
  return keptAs(nameOfOne(rows, url), 'data[0].id');
}

const keptAs = (variable, field) => (variable === undefined ? undefined : [variable, field]);
const takesPost = (url) => operations.some((other) => other.url === url && other.method === 'post');

/** What addresses call the id of a record that a collection's address makes or lists: one at `/api/trips/{id}` is `tripId`. */
function nameOfOne(view, url) {
  const pattern = (text) => text.replace(/\{\w+\}/g, '{}');
  const isOne = ({ url: address }) => address.endsWith('}');
  const one =
    operations.find(
      (other) => isOne(other) && view.$ref !== undefined && schemaIn(other.responses['200'])?.$ref === view.$ref,
    ) ??
    // Shown with a secret once, a view is another one.
    operations.find((other) => isOne(other) && pattern(other.url) === `${pattern(url)}/{}`) ??
    operations.find(({ url: address }) => pattern(address) === `/api/${url.split('/').at(-1)}/{}`);
  return one === undefined ? undefined : variableOf(one.url, /\{(\w+)\}$/.exec(one.url)[1]);
}

function schemaIn(response) {
  return response === undefined ? undefined : resolved(response).content?.['application/json']?.schema;
}

/** Ids of examples are those that were kept: `vehicleId` is `{{vehicleId}}`, and `guestIds` has `{{guestId}}`. */
function withVariables(key, value) {
  if (/Id$/.test(key) && UUID.test(value)) return `{{${key}}}`;
  return /Ids$/.test(key) && UUID.test(value?.[0]) ? [`{{${key.slice(0, -1)}}}`] : value;
}

const propertiesOf = (schema) => (schema === undefined ? {} : (resolved(schema).properties ?? {}));

function queryOf(query) {
  const text = new URLSearchParams(query).toString();
  return text === '' ? '' : `?${text}`;
}

function block(name, lines) {
  return `${name} {\n${lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n')}\n}\n`;
}

function resolved(part) {
  if (part.$ref === undefined) return part;
  return part.$ref
    .slice(2)
    .split('/')
    .reduce((at, key) => at[key], document);
}

function namesIn(folder) {
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}

const files = filesOf();
const stale = [
  ...namesIn(TARGET).filter((name) => !files.has(name)),
  ...[...files].flatMap(([name, text]) => {
    const file = path.join(TARGET, name);
    return fs.existsSync(file) && fs.readFileSync(file, 'utf8') === text ? [] : [name];
  }),
];
if (process.argv.includes('--check')) {
  for (const name of stale) console.error(`docs/bruno/${name} is out of date: run "npm run bruno".`);
  process.exitCode = stale.length > 0 ? 1 : 0;
} else {
  fs.rmSync(TARGET, { recursive: true, force: true });
  for (const [name, text] of files) {
    const file = path.join(TARGET, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  }
  console.log(`Wrote ${files.size} files to docs/bruno`);
}
