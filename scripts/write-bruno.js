'use strict';
/**
 * Writes the Bruno collection (plain files, https://www.usebruno.com) from docs/openapi.json into docs/bruno: a folder for
 * each section of the document, before them the way of the README, whose requests pass on what they made. With `--check`
 * it writes nothing and fails when a file is out of date.
 */
const fs = require('node:fs');
const path = require('node:path');

const ROOT = path.resolve(__dirname, '..');
const TARGET = path.join(ROOT, 'docs/bruno');
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
  const sections = [...new Set(operations.map(({ tags: [tag] }) => tag))].sort();
  sections.forEach((section, index) => {
    files.set(`${section}/folder.bru`, block('meta', [`name: ${section}`, `seq: ${index + 2}`]));
    operations
      .filter(({ tags: [tag] }) => tag === section)
      .forEach((operation, position) => {
        const name = nameOf(operation);
        const file = `${section}/${name}.bru`;
        if (files.has(file)) throw new Error(`Two operations of ${section} are called "${name}".`);
        files.set(file, requestOf(operation, name, position + 1));
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
        ids.map((one) => `${one.name}: ${step.path?.[one.name] ?? `{{${one.name}}}`}`),
      ),
    kind === 'text' && block('headers', [`Content-Type: ${type}`]),
    takesKey && block('auth:bearer', ['token: {{apiKey}}']),
    kind !== 'none' &&
      block(`body:${kind}`, (kind === 'json' ? JSON.stringify(body, null, 2) : String(body)).split('\n')),
    step.keep && block('vars:post-response', [`${step.keep[0]}: res.body.${step.keep[1]}`]),
    description !== undefined && block('docs', description.split('\n')),
  ]
    .filter(Boolean)
    .join('\n');
}

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
