import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { validate } from '@apidevtools/swagger-parser';
import { Client, type Json } from '../support/client';
import { REFERENCE_SECTIONS } from '../../src/reference-sections';
import { useOwnTestApp } from '../support/fixtures';
import { operations, resolveIn, SchemaChecker } from '../support/openapi';

const COMMITTED = resolve(__dirname, '../../docs/openapi.json');
const SCRIPT = resolve(__dirname, '../../scripts/write-openapi.js');

/** What operations begin with. */
const VERBS = [
  ...[
    'list',
    'search',
    'get',
    'create',
    'update',
    'delete',
    'duplicate',
    'restore',
    'erase',
    'add',
    'remove',
    'import',
    'batch',
    'export',
    'verify',
    'validate',
    'test',
  ],
  ...['log', 'register', 'switch', 'change', 'request', 'reset', 'end', 'impersonate', 'grant', 'revoke'],
  ...[
    'accept',
    'confirm',
    'resend',
    'answer',
    'check',
    'undo',
    'seat',
    'promote',
    'acknowledge',
    'reopen',
    'lift',
    'unsubscribe',
  ],
  ...['send', 'preview', 'retry', 'recover'],
  ...['depart', 'arrive', 'start', 'finish', 'renew', 'reauthenticate'],
  ...['publish', 'stream', 'mark', 'record', 'pay', 'subscribe', 'cancel', 'rotate', 'redeliver'],
];

describe('the reference', () => {
  const service = useOwnTestApp({ RATE_LIMIT: '5' });
  let stranger: Client;
  let document: Json;

  beforeAll(async () => {
    stranger = new Client(service.url);
    document = (
      await stranger
        .get('/api/openapi.json')
        .expect(200)
        .expect('Content-Type', /^application\/json/)
    ).body;
  });

  it('is a valid OpenAPI 3.1 document', async () => {
    expect(document.openapi).toBe('3.1.0');
    expect(document.paths['/api/tours'].post.operationId).toBe('createTour');
    await validate(structuredClone(document));
  });

  it('is the one that is committed as docs/openapi.json', () => {
    const committed = JSON.parse(readFileSync(COMMITTED, 'utf8')) as unknown;
    const sameAsCommitted = JSON.stringify(committed) === JSON.stringify(document);
    if (!sameAsCommitted)
      throw new Error(
        'docs/openapi.json is not what the code describes. Run "npm run generate" and commit what it writes.',
      );
  });

  it('is what "npm run openapi" writes', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tour-events-openapi-'));
    const file = join(folder, 'openapi.json');
    try {
      await promisify(execFile)(process.execPath, [SCRIPT, file]);
      expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(document);
      // What fails is said: here, that a file has no files in it.
      const failure = promisify(execFile)(process.execPath, [SCRIPT, join(file, 'openapi.json')]);
      await expect(failure).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(/ENOTDIR|EEXIST/) });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('says what is refused where: ids in bodies of either shape, each code once', () => {
    for (const name of ['email', 'whatsapp', 'bulk'])
      expect(document.paths[`/api/notifications/${name}`].post.responses['404'].$ref).toMatch(/NotFound$/);
    const { description, content } = document.paths['/api/referrals/click'].post.responses['404'];
    expect(description).not.toContain('an id');
    expect(Object.values<Json>(content)[0]!.example.code).toBe('not_found');
    // A filter of a list finds nothing by an unknown id.
    expect(document.paths['/api/events'].get.responses).not.toHaveProperty('404');
    expect(document.paths['/api/expenses/reports'].get.responses).toHaveProperty('404');
    const upload = document.paths['/api/guests/import'].post.responses['413'];
    expect(upload.description).toContain('10 MiB');
    const stream = document.paths['/api/announcements/stream'].get.responses['400'];
    expect(stream.description.match(/`validation_failed`:/g)).toHaveLength(1);
    const { example } = stream.content['application/problem+json'];
    expect(example).toMatchObject({ code: 'validation_failed', errors: [{ field: 'Last-Event-ID' }] });
  });

  it('says of no partial update what a field is when it is left out, but of the creation', () => {
    const described = Object.entries<Json>(document.components.schemas).flatMap(([name, { properties = {} }]) =>
      Object.values<Json>(properties).map((property) => `${name}: ${property.description}`),
    );
    expect(described).toContain('PublishAnnouncement: info when left out.');
    expect(described.filter((text) => /^Update.*when left out/.test(text))).toEqual([]);
    expect(described).toEqual(expect.arrayContaining(['CreateTour: draft when left out.']));
  });

  it('has no defaults, which generated clients would send, and fills in nothing optional on its own', () => {
    expect(JSON.stringify(document)).not.toMatch(/"default":(?!\{)/);
    const operations = Object.values<Json>(document.paths).flatMap((item) => Object.values<Json>(item));
    const parameters = operations.flatMap(({ parameters: own }) => own).map((one: Json) => resolve(one));
    const optional = parameters.filter(({ required }: Json) => !required);
    expect(optional.length).toBeGreaterThan(100);
    expect(optional.filter((one: Json) => 'example' in one || 'example' in one.schema)).toEqual([]);
  });

  it('has one schema for each list of words', () => {
    expect(document.components.schemas.TourView.properties.status.$ref).toBe('#/components/schemas/TourStatus');
    expect(document.components.schemas.TourStatus.enum).toContain('planning');
    const parts = Object.entries<Json>(document.components.schemas).filter(([, schema]) => !('enum' in schema));
    const inline = JSON.stringify([parts, document.paths]).match(/"enum":\["[^\]]*,[^\]]*\]/g);
    expect(inline).toBeNull();
  });

  const resolve = (part: Json): Json =>
    '$ref' in part
      ? part.$ref
          .slice(2)
          .split('/')
          .reduce((at: Json, key: string) => at[key], document)
      : part;

  it('shows each response as the operation gives it', () => {
    const shown = (method: string, path: string, status: number): Json =>
      document.paths[path][method].responses[status].content['application/json'].example;
    const direct = { status: 'queued', sent: 0, eventId: null, rsvp: null };
    const noTemplate = { template: null, language: null, variables: null };
    expect(shown('post', '/api/notifications/email', 202)).toMatchObject({
      ...direct,
      ...noTemplate,
      channel: 'email',
    });
    expect(shown('post', '/api/notifications/whatsapp', 202)).toMatchObject({
      ...direct,
      channel: 'whatsapp',
      subject: null,
      body: null,
      template: expect.any(String),
    });
    expect(shown('post', '/api/notifications/bulk', 202)).toMatchObject({
      status: 'queued',
      eventId: expect.any(String),
    });
    expect(shown('get', '/api/notifications/{id}', 200)).toMatchObject({ ...noTemplate, status: 'sent' });
    expect(shown('get', '/api/notifications/{id}/recipients', 200)).toMatchObject({
      data: [{ status: 'sent', error: null, detail: null }],
    });
    expect(shown('post', '/api/billing/invoices/{id}/pay', 200)).toMatchObject({
      status: 'paid',
      paidAt: expect.any(String),
    });
    expect(shown('post', '/api/coupons', 201)).toMatchObject({ redemptions: 0 });
    expect(shown('post', '/api/referrals', 201)).toMatchObject({ clicks: 0, signups: 0, rewardEarned: '0.00' });
  });

  it('has the requests that go out to webhooks, with examples that fit', () => {
    const posts = Object.entries<Json>(document.webhooks).map(([name, { post }]) => ({
      name,
      media: post.requestBody.content['application/json'],
    }));
    const offered: string[] = document.components.schemas.EventSubscription.enum;
    expect(posts.map(({ name }) => name).sort()).toEqual(offered.filter((name) => name !== '*').sort());
    const checker = new SchemaChecker(
      document,
      posts.map(({ media }) => media.schema),
    );
    for (const { name, media } of posts)
      expect([name, checker.problemOf(media.schema, media.example)]).toEqual([name, null]);
  });

  it('has an example on every request body and every response, and each fits its schema', () => {
    const contents = operations(document).flatMap(({ name, operation }) => [
      ...Object.entries<Json>(operation.requestBody?.content ?? {}).map(([type, media]) => ({
        name: `${name} body ${type}`,
        media,
      })),
      ...Object.entries<Json>(operation.responses).flatMap(([status, response]) =>
        Object.entries<Json>(resolveIn(document, response).content ?? {}).map(([type, media]) => ({
          name: `${name} ${status} ${type}`,
          media,
        })),
      ),
    ]);
    expect(contents.length).toBeGreaterThan(100);
    const checker = new SchemaChecker(
      document,
      contents.map(({ media }) => media.schema),
    );
    const wrong = contents.map(({ name, media }) => ({
      name,
      problem: media.example === undefined ? 'has no example' : checker.problemOf(media.schema, media.example),
    }));
    expect(wrong.filter(({ problem }) => problem !== null)).toEqual([]);
  });

  it('shows each kind of record by an id of its own, wherever it is read or referred to', () => {
    const exampleOf = (path: string) => document.paths[path].get.responses[200].content['application/json'].example;
    const event = exampleOf('/api/events/{id}');
    expect(event).toMatchObject({ tourId: exampleOf('/api/tours/{id}').id, createdBy: exampleOf('/api/users/me').id });
    expect(exampleOf('/api/expenses/{id}').eventId).toBe(event.id);
    expect(exampleOf('/api/vehicle-assignments/{id}')).toMatchObject({
      eventId: event.id,
      vehicleId: exampleOf('/api/vehicles/{id}').id,
    });
    const reads = operations(document).filter(
      ({ method, path, operation }) =>
        method === 'get' &&
        /Id\}$|\{id\}$/.test(path) &&
        // The same users as at /api/users.
        !path.startsWith('/api/platform/') &&
        operation.responses[200].content['application/json'],
    );
    const ids = reads.map(({ name, path, operation }) => {
      const { id } = exampleOf(path);
      expect([name, operation.parameters.findLast((each: Json) => each.in === 'path').schema.example]).toEqual([
        name,
        id,
      ]);
      return id;
    });
    expect(ids.length).toBeGreaterThan(20);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [name, { properties = {} }] of Object.entries<Json>(document.components.schemas))
      for (const [field, { type, format }] of Object.entries<Json>(properties))
        if (/^id$|Id$/.test(field) && !['requestId', 'externalId', 'rpId', 'clientId'].includes(field))
          expect([`${name}.${field}`, [type].flat()[0], format]).toEqual([`${name}.${field}`, 'string', 'uuid']);
  });

  it('names one coupon, no host that is not there, and no code that a new service does not know', () => {
    const text = JSON.stringify(document);
    expect([...new Set(text.match(/SPRING[-\w]*/g))]).toEqual(['SPRING-2027']);
    expect(document.components.schemas.CreateWebhook.properties.url).toMatchObject({
      format: 'uri',
      example: 'https://example.com/hooks/tours',
    });
    const { example } = document.paths['/api/auth/register'].post.requestBody.content['application/json'];
    expect(example).toMatchObject({ organizationName: expect.any(String) });
    expect(example).not.toHaveProperty('referralCode');
  });

  it('names the headers that responses come with', () => {
    const sent = (name: string) =>
      operations(document)
        .filter(({ operation }) =>
          Object.entries<Json>(operation.responses).some(([status, { headers }]) => status[0] === '2' && headers[name]),
        )
        .map((each) => each.name);
    expect(sent('Set-Cookie')).toEqual([
      'POST /api/auth/login',
      'POST /api/auth/login/factor',
      'POST /api/auth/login/passkey',
      'POST /api/auth/logout',
      'POST /api/auth/password',
      'POST /api/auth/reauthenticate',
      'POST /api/auth/register',
      'DELETE /api/auth/sessions/{id}',
      'POST /api/auth/sso',
      'POST /api/auth/sso/callback',
      'POST /api/impersonation/end',
      'POST /api/invitations/accept',
      'POST /api/users/{id}/impersonate',
    ]);
    expect(sent('Content-Disposition')).toEqual([
      'GET /api/audit-logs/export',
      'GET /api/billing/invoices/{id}',
      'GET /api/events/{eventId}/team/{teamMemberId}/personal-data',
      'GET /api/events/{id}/calendar.ics',
      'GET /api/events/{id}/guests/export',
      'GET /api/events/{id}/manifest',
      'GET /api/events/{id}/needs',
      'GET /api/expenses/reports',
      'GET /api/guests/export',
      'GET /api/guests/{id}/personal-data',
      'GET /api/tours/{id}/calendar.ics',
      'GET /api/trips/{id}/manifest',
      'GET /calendar/{token}.ics',
      'GET /rsvp/{token}/calendar.ics',
    ]);
    for (const { name, path, operation } of operations(document))
      for (const [status, response] of Object.entries<Json>(operation.responses)) {
        const { headers = {} } = resolveIn(document, response);
        const counted = 'RateLimit' in headers && 'RateLimit-Policy' in headers;
        expect([name, status, counted]).toEqual([name, status, !/^\/(health|metrics)/.test(path)]);
      }
  });

  it('calls every operation by a verb and what it is done to, and none like another', () => {
    const ids: string[] = operations(document).map(({ operation }) => operation.operationId);
    const received = Object.values<Json>(document.webhooks).map(({ post }) => post.operationId);
    const all = [...ids, ...received];
    expect(all.filter((id) => !/^[a-z]+([A-Z][a-z]+)*$/.test(id))).toEqual([]);
    expect(all.filter((id, index) => all.indexOf(id) !== index)).toEqual([]);
    expect(ids.filter((id) => !VERBS.includes(/^[a-z]+/.exec(id)![0]))).toEqual([]);
    expect(received).toContain('receiveVehicleAssignmentCreated');
    expect(received.filter((id) => !id.startsWith('receive'))).toEqual([]);
    expect(Object.values<Json>(document.webhooks).filter(({ post }) => post.security.length > 0)).toEqual([]);
  });

  it('has its sections in the order of a partner’s day, and those of accounts and operators by name after them', () => {
    const names = document.tags.map(({ name }: Json) => name);
    const others = names.slice(REFERENCE_SECTIONS.length);
    expect(names.slice(0, REFERENCE_SECTIONS.length)).toEqual(REFERENCE_SECTIONS);
    expect(others).toEqual([...others].sort());
    expect(others).toContain('Platform health');
  });

  it('says of every tag in a sentence what it is for', () => {
    const used = new Set(operations(document).map(({ operation }) => operation.tags[0]));
    const names = document.tags.map(({ name }: Json) => name);
    expect([...names].sort()).toEqual([...used].sort());
    expect(document.tags.filter(({ description }: Json) => !/^[A-Z].+\.$/.test(description))).toEqual([]);
  });

  it('describes every operation: a summary, a tag, who may call it, a response when all goes well', () => {
    for (const { name, operation } of operations(document)) {
      const successes = Object.keys(operation.responses).filter((status) => status.startsWith('2'));
      expect({
        name,
        summary: typeof operation.summary,
        tags: operation.tags.length,
        successes: successes.length,
      }).toEqual({ name, summary: 'string', tags: 1, successes: 1 });
      expect(operation.description).toContain('**Access:**');
    }
  });

  it('says of every field in a response and in a request what it is', () => {
    const untyped = Object.entries<Json>(document.components.schemas).flatMap(([name, schema]) =>
      Object.entries<Json>(schema.properties ?? {})
        .filter(([, property]) => !['type', '$ref', 'allOf', 'anyOf', 'oneOf'].some((key) => key in property))
        .map(([property]) => `${name}.${property}`),
    );
    expect(untyped).toEqual([]);
  });

  it('can be read in a browser with nothing from another host', async () => {
    const page = await stranger
      .get('/api/docs')
      .expect(200)
      .expect('Content-Type', /^text\/html/);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'");
    expect(page.text).not.toMatch(/(src|href)="(https?:)?\/\//);
    const addresses = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(
      ([, address]) => new URL(address!, `${service.url}/api/docs`),
    );
    expect(addresses.length).toBeGreaterThan(3);
    for (const { pathname } of addresses) await stranger.get(pathname).expect(200);
    const start = await stranger
      .get('/api/docs/start.js')
      .expect(200)
      .expect('Content-Type', /javascript/);
    expect(start.text).toContain("url: 'openapi.json'");
    await stranger
      .get('/api/docs/search.css')
      .expect(200)
      .expect('Content-Type', /^text\/css/);
    await stranger.get('/api/docs/').expect(308).expect('Location', '../docs');
  });

  it('is introduced to assistants, who find everything from there', async () => {
    const { text } = await stranger
      .get('/llms.txt')
      .expect(200)
      .expect('Content-Type', /^text\/plain; charset=utf-8/i);
    expect(text).toMatch(/^# Tour Events API\n\n> Organizations plan tours and events here.+\n/);
    expect(Buffer.byteLength(text)).toBeLessThan(24 * 1024);
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, address]) => new URL(address!));
    expect(new Set(links.map(({ origin }) => origin))).toEqual(new Set([service.url]));
    const paths = new Set(links.map(({ pathname }) => pathname));
    for (const path of paths) await stranger.get(path).expect(200);
    expect([...paths]).toEqual(expect.arrayContaining(['/api/openapi.json', '/api/docs/files/docs/partners.md']));
    for (const { name } of document.tags) expect(text).toContain(`/api/docs#/${encodeURIComponent(name)})`);
    // Every guide says in its line what it is.
    const lines = text.split('## Guides\n\n')[1]!.split('\n\n')[0]!.split('\n');
    expect(lines.filter((line) => !/^- \[.+\]\(\S+\)(: .+\.)?$/.test(line))).toEqual([]);
    const page = await stranger.get('/api/docs/files/docs/partners.md').expect(200);
    expect(page.text).toContain('## 5. Both ways');
    // What the guides link to among each other is there under the same address.
    await stranger.get('/api/docs/files/examples/sync-guests.mjs').expect(200);
    expect((await stranger.get('/api/docs/files/package.json').expect(404)).body.code).toBe('not_found');
    expect((await stranger.get('/api/docs/files/..%2fpackage.json').expect(404)).body.code).toBe('not_found');
  });

  it('is not counted by the rate limit, and is only read', async () => {
    for (let count = 0; count < 8; count++) await stranger.get('/api/docs').expect(200);
    await stranger
      .post('/api/docs')
      .expect(405)
      .expect('Allow', 'GET, HEAD')
      .expect('Content-Type', /^application\/problem\+json/);
    const unknown = await stranger.get('/api/docs/index.html').expect(404);
    expect(unknown.body.code).toBe('not_found');
  });

  it('leaves the strict policy on everything else', async () => {
    const reply = await stranger.get('/health/live').expect(200);
    expect(reply.headers['content-security-policy']).toBe("default-src 'none';base-uri 'none';frame-ancestors 'none'");
  });
});
