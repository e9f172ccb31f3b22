import { connect } from 'node:net';
import { sendBare, type BareResponse } from '../support/bare-request';
import { Client, sessionCookieOf, type Json } from '../support/client';
import { useOwnTestApp } from '../support/fixtures';
import { BROKEN_BODIES, HOSTILE_QUERY_VALUES, HOSTILE_VALUES, HUGE_BODIES } from '../support/hostile';
import { operations, resolveIn, type DocumentedOperation } from '../support/openapi';
import { inParallel } from '../support/parallel';
import { sql } from '../support/sql';
import { isForLinks, makeWorld, pathIn, type World } from '../support/world';

/** Query parameters that may stand in an address several times. */
const REPEATABLE = new Set(['ids', 'externalId']);

const PREVIEW = 'POST /api/events/{id}/preview';

interface Responded {
  status: number;
  body: Json;
}

// Guessing passwords is slowed down on purpose; here it would only hide what comes after.
const service = useOwnTestApp({ LOGIN_RATE_LIMIT: '1000000' });
let document: Json;
let world: World;
let cookie: string;

beforeAll(async () => {
  document = (await new Client(service.url).get('/api/openapi.json').expect(200)).body;
  // It would limit the requests of these very tests.
  delete document.paths['/api/organizations/{id}'].patch.requestBody.content['application/json'].example.rateLimit;
  world = await makeWorld(service);
  await sql(service.databaseUrl, 'UPDATE users SET super_admin = true WHERE id = $1', [world.user.id]);
  cookie = await signIn();
});

describe('every operation that takes a JSON body', () => {
  let writes: DocumentedOperation[];

  beforeAll(() => {
    writes = operations(document).filter(
      ({ method, path, operation }) =>
        ['post', 'put', 'patch'].includes(method) &&
        path.startsWith('/api/') &&
        // What takes another one, such as a CSV file, says so.
        (operation.requestBody === undefined || 'application/json' in operation.requestBody.content),
    );
  });

  it.each(Object.entries(BROKEN_BODIES))('refuses %s', async (_name, body) => {
    expect(writes.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'POST /api/auth/register',
        'PUT /api/auth/session/organization',
        'PATCH /api/settings',
        'POST /api/events/{id}/expenses',
      ]),
    );
    await inParallel(writes, (write) => expectRefused(write, body));
  });

  it('refuses nothing at all where a body is required', async () => {
    const required = writes.filter(({ operation }) => operation.requestBody?.required === true);
    expect(new Set(required.map(({ method }) => method))).toEqual(new Set(['post', 'put', 'patch']));
    await inParallel(required, (write) => expectRefused(write, ''));
  });

  // Bodies are read in one place; that every operation reads them there is what the small ones show.
  it.each(Object.entries(HUGE_BODIES))('refuses %s, however it is sent', async (_name, body) => {
    const kinds = new Map(writes.map((write) => [`${write.method} ${write.operation.security.length}`, write]));
    expect([...kinds.keys()]).toEqual(expect.arrayContaining(['post 0', 'post 2', 'patch 2', 'put 1']));
    for (const write of kinds.values()) await expectRefused(write, body);
  });

  it.each(Object.entries(HOSTILE_VALUES))('survives %s in any of its fields', async (_name, value) => {
    const refused = new RefusedKinds();
    for (const write of writes.filter(({ operation }) => operation.requestBody !== undefined)) {
      const { schema, example } = write.operation.requestBody.content['application/json'] as Json;
      for (const field of fieldsOf(example)) {
        const kind = kindOf(schemaAt(schema, field));
        if (refused.has(kind)) continue;
        const response = await send(write, withValue(example, field, value));
        expectHandled(`${write.name} ${field.join('.')}`, response);
        refused.note(kind, field.join('.'), response);
      }
    }
  });

  it('names the field with what cannot be stored', async () => {
    for (const [value, field] of [
      ['{"name":"a\\u0000b"}', 'name'],
      ['{"name":"A tour","notes":"\\ud800"}', 'notes'],
      ['{"__proto__":1}', '__proto__'],
    ]) {
      const tours = writes.find(({ name }) => name === 'POST /api/tours')!;
      const response = await send(tours, value!);
      expect(response.body).toMatchObject({ status: 400, code: 'validation_failed' });
      expect(response.body.errors[0].field).toBe(field);
    }
  });

  it.each(['\n', '\r', '\t', '\u0085', '\u007f', '\u2028', '\u2029', '\u202e', '\u2066'])(
    'refuses %j in a name, which is one line',
    async (character) => {
      const named = writes.filter(
        ({ operation }) => operation.requestBody?.content['application/json'].example?.name !== undefined,
      );
      expect(named.map(({ name }) => name)).toEqual(
        expect.arrayContaining([
          'POST /api/auth/register',
          'POST /api/api-keys',
          'POST /api/tours',
          'POST /api/events',
          'POST /api/guests',
          'POST /api/vehicles',
          'POST /api/organizations/roles',
          'PATCH /api/users/me',
        ]),
      );
      for (const write of named) {
        const { example } = write.operation.requestBody.content['application/json'] as Json;
        const response = await send(write, JSON.stringify({ ...example, name: `Two${character}lines` }));
        expect([write.name, response.status, response.body.errors]).toEqual([
          write.name,
          write.name === PREVIEW ? 200 : 400,
          [expect.objectContaining({ field: 'name', code: 'invalid_characters' })],
        ]);
      }
    },
  );

  it('leaves no prototype changed', () => {
    expect(({} as Json).superAdmin).toBeUndefined();
  });
});

describe('every reading operation with query parameters', () => {
  it('survives any value, name or repetition', async () => {
    const queried = operations(document).filter(
      ({ method, operation }) =>
        method === 'get' &&
        operation.parameters.some((parameter: Json) => parameter.in === 'query') &&
        // A stream that is opened does not end.
        !('text/event-stream' in operation.responses[200].content),
    );
    expect(queried.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/api/tours', '/api/expenses/reports', '/api/audit-logs']),
    );
    const refused = new Map(HOSTILE_QUERY_VALUES.map((value) => [value, new RefusedKinds()]));
    await inParallel(queried, async (operation) => {
      const parameters: Json[] = operation.operation.parameters.filter((parameter: Json) => parameter.in === 'query');
      const repeated = await get(operation, parameters.map(({ name }) => `${name}=1&${name}=1`).join('&'));
      const refusedFields = new Set((repeated.body.errors ?? []).map(({ field }: Json) => field));
      const taken = parameters.filter(({ name }) => !refusedFields.has(name) && !REPEATABLE.has(name));
      expect([operation.name, repeated.status, taken]).toEqual([operation.name, 400, []]);
      for (const { name, schema } of parameters) {
        for (const [value, kinds] of refused) {
          if (kinds.has(kindOf(schema))) continue;
          const response = await get(operation, `${name}=${value}`);
          expectHandled(`${operation.name} ${name}=${value}`, response);
          kinds.note(kindOf(schema), name, response);
        }
      }
      for (const query of [
        '__proto__=1',
        '__proto__[superAdmin]=1',
        'constructor=1',
        'page[]=1',
        'page[a]=1',
        'noSuchParameter=1',
        '%00=1',
        '%=1',
        '&&&&',
        '=',
        '=1',
      ]) {
        expectHandled(`${operation.name} ${query}`, await get(operation, query));
      }
      expectHandled(
        `${operation.name} with 2,000 parameters`,
        await get(operation, Array.from({ length: 2000 }, (_, index) => `a${index}=1`).join('&')),
      );
    });
  });
});

describe('a header', () => {
  it.each([
    [
      'Authorization',
      ['Bearer', 'Bearer ', 'Bearer te_', `Bearer ${'x'.repeat(4000)}`, 'Basic eDp5', 'te_abc', 'Bearer te_12345678_'],
    ],
    [
      'Cookie',
      ['te_session=', 'te_session', '=;=;te_session=%00', `te_session=${'x'.repeat(4000)}`, 'te_session="quoted"'],
    ],
  ])('%s that makes no sense is 401', async (name, values) => {
    for (const value of values) {
      const response = await raw('GET', '/api/tours', { [name]: value });
      expect([value, response.status]).toEqual([value, 401]);
    }
  });

  it.each([
    'If-Match',
    'If-None-Match',
    'Idempotency-Key',
    'X-Request-Id',
    'Accept',
    'Accept-Encoding',
    'X-Forwarded-For',
    'Origin',
    'Range',
    'Expect-CT',
    'User-Agent',
  ])('%s is survived, whatever it says', async (name) => {
    for (const value of ['', ',', '"', '*', 'W/"', '\xff\xfe', 'x'.repeat(5000), "'; DROP TABLE tours; --", '1e400']) {
      for (const [method, path] of [
        ['GET', `/api/tours/${world.ids['/api/tours/']}`],
        ['POST', '/api/tours'],
        ['PATCH', `/api/tours/${world.ids['/api/tours/']}`],
      ] as const) {
        const headers = {
          Authorization: `Bearer ${world.apiKey.key}`,
          'Content-Type': 'application/json',
          [name]: value,
        };
        expectHandled(
          `${method} ${name}: ${value}`,
          await raw(method, path, headers, method === 'GET' ? '' : '{"name":"A tour"}'),
        );
      }
    }
  });

  it('Content-Encoding is read or refused', async () => {
    for (const encoding of ['gzip', 'br', 'deflate', 'identity', 'nonsense']) {
      const headers = {
        Authorization: `Bearer ${world.apiKey.key}`,
        'Content-Type': 'application/json',
        'Content-Encoding': encoding,
      };
      expectHandled(encoding, await raw('POST', '/api/tours', headers, '{"name":"A tour"}'));
    }
  });

  it('Content-Length that does not fit is survived', async () => {
    const lines = [
      'POST /api/tours HTTP/1.1',
      'Host: x',
      `Authorization: Bearer ${world.apiKey.key}`,
      'Content-Type: application/json',
      'Content-Length: 1000',
      '',
      '{"name":',
    ];
    await new Promise<void>((resolve) => {
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1', () => socket.end(lines.join('\r\n')));
      socket
        .on('close', () => resolve())
        .on('error', () => resolve())
        .resume();
    });
    await world.key.get('/api/tours').expect(200);
  });
});

describe('a path', () => {
  it('that cannot be read is 404 like any unknown one', async () => {
    for (const path of [
      '/api/%',
      '/api/%zz',
      '/api/tours/%',
      '/api/tours/%E0%A4%A',
      '/api/tours/%00',
      '/api/%ED%A0%80',
      '/api//tours//',
      `/api/${'x'.repeat(8000)}`,
    ]) {
      for (const method of ['GET', 'POST', 'PATCH', 'DELETE']) {
        const response = await raw(
          method,
          path,
          { Authorization: `Bearer ${world.apiKey.key}`, 'Content-Type': 'application/json' },
          method === 'GET' ? '' : '{}',
        );
        expect([method, path, response.status, response.body.code]).toEqual([method, path, 404, 'not_found']);
      }
    }
  });
});

describe('all of it', () => {
  it('left no error in the log', () => {
    expect(service.log.length).toBeGreaterThan(1000);
    expect(service.log.filter((line) => (JSON.parse(line) as Json).level === 'error')).toEqual([]);
  });
});

/**
 * The kinds of fields that refuse a value on their own. What a field's declaration refuses, all fields of that
 * declaration refuse, so it is sent to one of them; what passes it meets other rules in each place, and is sent to all.
 */
class RefusedKinds {
  private readonly kinds = new Set<string>();

  has(kind: string): boolean {
    return this.kinds.has(kind);
  }

  note(kind: string, field: string, { body }: Responded): void {
    const errors: Json[] = body.code === 'validation_failed' ? body.errors : [];
    // What is wrong inside of the value, and what the same example has wrong elsewhere, is no other field's matter.
    if (errors.some((error) => error.field === field || error.field.startsWith(`${field}.`))) this.kinds.add(kind);
  }
}

/** What a field's declaration says of its values. */
function kindOf(schema: Json): string {
  return JSON.stringify(schema, (key, value: unknown) =>
    ['description', 'example', 'examples', 'default'].includes(key) ? undefined : value,
  );
}

/** The schema of a field, which may be nested. */
function schemaAt(schema: Json, [name, ...rest]: string[]): Json {
  if (name === undefined) return schema;
  const parts: Json[] = [schema, ...(schema.allOf ?? []), ...(schema.anyOf ?? [])].map((part) =>
    resolveIn(document, part),
  );
  const declared = parts.find((part) => part.properties?.[name] !== undefined);
  // An object whose fields have any name says the same of all of them.
  const free = parts.find((part) => part.additionalProperties);
  return schemaAt(declared?.properties[name] ?? free.additionalProperties, rest);
}

async function expectRefused(write: DocumentedOperation, sent: string | Buffer): Promise<void> {
  const { status, body } = await send(write, sent);
  // It says what the change would be refused for.
  if (write.name === PREVIEW && status === 200 && body.valid === false && body.errors.length > 0) return;
  // What takes no body, such as signing out, finds nothing in an object that it could refuse.
  if (write.operation.requestBody === undefined && [200, 202, 204, 409].includes(status)) return;
  if (status !== 400 || body.status !== 400 || !isText(body.requestId))
    throw new Error(`${write.name}: ${status} ${JSON.stringify(body)}`);
}

/** Sends a raw body as somebody whom the operation lets in. */
async function send(write: DocumentedOperation, body: string | Buffer): Promise<Responded> {
  const path = pathIn(world, write.path);
  // Signing up or in with a session's cookie would end that session.
  const isPublic = write.operation.security.length === 0;
  const credential: Record<string, string> = isPublic ? {} : await credentialFor(write);
  const headers = { 'Content-Type': 'application/json', ...credential };
  return read(write.name, await sendBare(service.url + path, write.method.toUpperCase(), headers, body));
}

async function credentialFor(write: DocumentedOperation): Promise<Record<string, string>> {
  if (isForLinks(write.operation)) return world.phone.headers;
  return { Cookie: endsItsSession(write) ? await signIn() : cookie };
}

async function get({ name, path }: DocumentedOperation, query: string): Promise<Responded> {
  return read(name, await sendBare(`${service.url}${pathIn(world, path)}?${query}`, 'GET', { Cookie: cookie }));
}

/** Sends header values and paths byte for byte (latin1), which fetch would refuse or tidy up. */
function raw(method: string, path: string, headers: Record<string, string>, body = ''): Promise<Responded> {
  const lines = Object.entries({
    Host: 'x',
    Connection: 'close',
    ...(body !== '' && { 'Content-Length': String(body.length) }),
    ...headers,
  });
  const request = `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1', () => socket.write(request, 'latin1'));
    socket.setEncoding('utf8').on('data', (part: string) => (received += part));
    socket.on('error', reject).on('close', () => {
      const [head = '', content = ''] = received.split('\r\n\r\n');
      const isJson = /content-type: application\/(problem\+)?json/i.test(head);
      resolve({ status: Number(head.split(' ')[1]), body: isJson && content !== '' ? JSON.parse(content) : {} });
    });
  });
}

function read(name: string, { status, headers, text }: BareResponse): Responded {
  const type = headers['content-type'];
  const isProblem = type?.startsWith('application/problem+json') === true;
  if (status >= 400 && !isProblem) throw new Error(`${name} responded with ${status} as ${type}: ${text}`);
  return { status, body: isProblem || name === PREVIEW ? JSON.parse(text) : {} };
}

/** Taken or refused, but never our fault; and a refusal says what it is. */
function expectHandled(name: string, { status, body }: Responded): void {
  const isHandled = status >= 200 && status < 500;
  const says = status < 400 || (body.status === status && /^[a-z_]+$/.test(body.code) && isText(body.requestId));
  // `expect` itself would take a tenth of the time of all these requests.
  if (!isHandled || !says) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`);
}

const isText = (value: unknown): boolean => typeof value === 'string';

/** The paths of an example's fields, nested ones too. */
function fieldsOf(example: Json): string[][] {
  return Object.entries<Json>(example).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? [[name], ...fieldsOf(value).map((path) => [name, ...path])]
      : [[name]],
  );
}

/** The example as JSON text, with the text of a value in the place of one field. */
function withValue(example: Json, field: string[], value: string): string {
  const copy = structuredClone(example);
  const parent = field.slice(0, -1).reduce((at: Json, name) => at[name], copy);
  parent[field.at(-1)!] = 'PLACE-OF-THE-VALUE';
  return JSON.stringify(copy).replace('"PLACE-OF-THE-VALUE"', () => value);
}

function endsItsSession({ path }: DocumentedOperation): boolean {
  return path === '/api/auth/logout';
}

/** A session that stays open when a request has the organization require a second factor. */
async function signIn(): Promise<string> {
  const setFactor = (since: string) =>
    sql(service.databaseUrl, `UPDATE users SET second_factor_since = ${since} WHERE id = $1`, [world.user.id]);
  await setFactor('NULL');
  const { email, password } = world;
  const response = await new Client(service.url).post('/api/auth/login', { email, password }).expect(200);
  await setFactor('now()');
  return sessionCookieOf(response);
}
