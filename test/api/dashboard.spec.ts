import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { request as rawRequest } from 'node:http';
import { readDashboard } from '../../src/platform/dashboard/dashboard-files';
import { useOwnTestApp, useTestApp } from '../support/fixtures';
import { expectProblem } from '../support/problem';
import { JSDOM } from 'jsdom';
import supertest from 'supertest';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const SCRIPT = 'console.log("the dashboard");'.repeat(100);
const PAGE =
  '<!doctype html><meta name="session" content="__SESSION__"><script nonce="__CSP_NONCE__">1</script>' +
  '<script type="module" src="/assets/index-abc.js" nonce="__CSP_NONCE__"></script>';

/** What a build leaves, but smaller. */
const folder = mkdtempSync(join(tmpdir(), 'tour-events-dashboard-'));
mkdirSync(join(folder, 'assets'));
const put = (name: string, content: string | Buffer) => writeFileSync(join(folder, name), content);
put('index.html', PAGE);
put('field.html', PAGE);
put('built-from', 'a hash');
put('icon.svg', '<svg/>');
put('assets/index-abc.js', SCRIPT);
put('assets/index-abc.js.br', brotliCompressSync(SCRIPT));
put('assets/index-abc.js.gz', gzipSync(SCRIPT));
put('assets/small-def.css', 'a{}');
afterAll(() => rmSync(folder, { recursive: true }));

const dashboard = readDashboard(folder)!;

interface Raw {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** As it is sent: nothing is decompressed, and no header is added. */
function raw(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Raw> {
  return new Promise((resolve, reject) => {
    rawRequest(url, { method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    })
      .on('error', reject)
      .end();
  });
}

const nonceOf = (policy: string) => /script-src 'self' 'nonce-([^']+)'/.exec(policy)?.[1];

describe('a service with a dashboard', () => {
  const service = useOwnTestApp({}, dashboard);
  const get = (path: string, accept = BROWSER) => supertest(service.url).get(path).set('Accept', accept);
  const file = (headers: Record<string, string> = {}, method = 'GET') =>
    raw(`${service.url}/assets/index-abc.js`, headers, method);

  it.each(['/', '/tours', '/events/0190a0e5-0000-7000-8000-000000000000?tab=guests', '/apis', '/no/such/screen'])(
    'shows its page to browsers at %s',
    async (path) => {
      const { text, headers } = await get(path).expect(200).expect('Content-Type', 'text/html; charset=utf-8');
      expect(text).toContain('/assets/index-abc.js');
      expect(headers).toMatchObject({ 'cache-control': 'private, no-cache', 'x-content-type-options': 'nosniff' });
      expect(headers['vary']).toContain('Accept');
      expect(headers['ratelimit']).toBeUndefined();
    },
  );

  it('has a policy that allows scripts and styles by a nonce of each response, and nothing inline or from elsewhere', async () => {
    const [first, second] = [await get('/'), await get('/')];
    const policies = [first, second].map(({ headers }) => headers['content-security-policy']!);
    const [nonce, other] = policies.map(nonceOf);
    expect(nonce).toMatch(/^[\w+/]{22}==$/);
    expect(other).not.toBe(nonce);
    expect(first.text).toContain(`<script nonce="${nonce}">`);
    expect(first.text).not.toContain('__CSP_NONCE__');
    expect(policies[0]).not.toMatch(/unsafe-inline|unsafe-eval|\*/);
    for (const directive of [
      "default-src 'none'",
      "style-src-attr 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ])
      expect(policies[0]!.split('; ')).toContain(directive);
  });

  it('lets only the page at the door say that the camera is its own', async () => {
    expect((await get('/field').expect(200)).headers['permissions-policy']).toBe('camera=(self)');
    for (const path of ['/', '/events', '/fields'])
      expect((await get(path).expect(200)).headers['permissions-policy']).toBeUndefined();
  });

  it('says in the page whether somebody may be signed in', async () => {
    expect((await get('/')).text).toContain('<meta name="session" content="none">');
    for (const cookie of ['te_session=abc', 'other=1; __Host-te_session=abc'])
      expect((await get('/').set('Cookie', cookie)).text).toContain('<meta name="session" content="maybe">');
  });

  it('responds to HEAD as to GET, without a body', async () => {
    const page = await raw(`${service.url}/tours`, { Accept: BROWSER }, 'HEAD');
    expect(page).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(Number(page.headers['content-length'])).toBe((await get('/tours')).text.length);
    const script = await file({ 'Accept-Encoding': 'br' }, 'HEAD');
    expect(script.headers).toMatchObject({ 'content-encoding': 'br' });
    expect(Number(script.headers['content-length'])).toBe(brotliCompressSync(SCRIPT).length);
    expect([page.body.length, script.body.length]).toEqual([0, 0]);
  });

  it('sends with a script what protects scripts, and not what is about pages', async () => {
    const { headers } = await file();
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'strict-transport-security': expect.any(String),
    });
    for (const name of ['content-security-policy', 'x-frame-options', 'referrer-policy'])
      expect(headers).not.toHaveProperty(name);
    const picture = await raw(`${service.url}/icon.svg`);
    expect(picture.headers).toMatchObject({ 'content-security-policy': expect.any(String) });
  });

  it('serves files whose names have a hash for good', async () => {
    const { headers, body } = await file();
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      vary: 'Accept-Encoding',
    });
    expect(body.toString()).toBe(SCRIPT);
    await get('/icon.svg', 'image/*')
      .expect('Cache-Control', 'no-cache')
      .expect('Content-Type', /^image\/svg\+xml/);
  });

  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1.0, br;q=0.5', 'br'],
    ['gzip, br;q=0', 'gzip'],
    ['gzip', 'gzip'],
    ['*', 'br'],
    ['identity', undefined],
  ])('sends the compressed copy for Accept-Encoding: %s as %s', async (accepted, encoding) => {
    const { headers, body } = await file({ 'Accept-Encoding': accepted });
    expect(headers['content-encoding']).toBe(encoding);
    const plain = encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body;
    expect(plain.toString()).toBe(SCRIPT);
    expect(Number(headers['content-length'])).toBe(body.length);
  });

  it('sends a file without copies as it is', async () => {
    const { headers, body } = await raw(`${service.url}/assets/small-def.css`, { 'Accept-Encoding': 'br, gzip' });
    expect(headers['content-encoding']).toBeUndefined();
    expect(body.toString()).toBe('a{}');
  });

  it('responds 304 to who has the file, whatever the encoding', async () => {
    const etag = String((await file()).headers['etag']);
    const again = await file({ 'If-None-Match': `"another", ${etag}`, 'Accept-Encoding': 'br' });
    expect(again).toMatchObject({ status: 304, headers: { etag, vary: 'Accept-Encoding' } });
    expect(again.body).toHaveLength(0);
    expect((await file({ 'If-None-Match': '"another"' })).status).toBe(200);
  });

  it.each([
    '/assets/index-old.js',
    '/assets/../built-from',
    '/assets/index-abc.js.br',
    '/built-from',
    '/index.html.br',
  ])('has nothing at %s for whoever wants a script', async (path) => {
    const response = await get(path, '*/*');
    expectProblem(response, 404, 'not_found');
  });

  it('does not show the page instead of a file that is gone', async () => {
    expectProblem(await get('/assets/index-old.js'), 404, 'not_found');
  });

  it('allows no other method on a file', async () => {
    const response = await supertest(service.url).post('/assets/index-abc.js');
    expectProblem(response, 405, 'method_not_allowed');
    expect(response.headers['allow']).toBe('GET, HEAD');
    expectProblem(await supertest(service.url).post('/tours').set('Accept', BROWSER), 404, 'not_found');
  });

  it.each(['/api/tours', '/api/no-such-route', '/health/none', '/metrics/none', '/invitations/none', '/email/none'])(
    'leaves %s to the service',
    async (path) => {
      const { text, status } = await get(path);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(text).not.toContain('/assets/index-abc.js');
    },
  );

  it.each(['/invitations/accept', '/password/reset', '/email/confirm', '/api/docs'])(
    'leaves the page %s to the service',
    async (path) => {
      const { text } = await get(path)
        .expect(200)
        .expect('Content-Type', /^text\/html/);
      expect(text).not.toContain('/assets/index-abc.js');
    },
  );

  it.each([
    ['/invitations/accept', 'Open the dashboard', '/'],
    ['/password/reset', 'Sign in', '/sign-in'],
    ['/password/reset', 'Ask for a new link', '/forgot-password'],
    ['/email/confirm', 'Open the dashboard', '/'],
  ])('lets the page %s lead on into it by "%s"', async (path, words, screen) => {
    const { document } = new JSDOM((await get(path)).text, { url: service.url + path }).window;
    const link = [...document.querySelectorAll('a')].find(({ textContent }) => textContent === words);
    expect(link?.href).toBe(service.url + screen);
  });

  it('sends programs to the reference', async () => {
    for (const [path, accept] of [
      ['/', '*/*'],
      ['/', 'application/json'],
      ['/api', BROWSER],
      ['/api', '*/*'],
      ['/api/', '*/*'],
    ] as const) {
      const { headers } = await get(path, accept).expect(302);
      expect(new URL(headers['location']!, service.url + path).pathname).toBe('/api/docs');
    }
    expectProblem(await get('/tours', 'application/json'), 404, 'not_found');
  });
});

describe('a service without one', () => {
  const off = useOwnTestApp({ DASHBOARD: 'off' }, dashboard);
  const unbuilt = useTestApp();

  it('sends everybody to the reference', async () => {
    for (const { url } of [off, unbuilt]) {
      const { headers } = await supertest(url).get('/').set('Accept', BROWSER).expect(302);
      expect(new URL(headers['location']!, url).pathname).toBe('/api/docs');
      expectProblem(await supertest(url).get('/tours').set('Accept', BROWSER), 404, 'not_found');
      expectProblem(await supertest(url).get('/assets/index-abc.js'), 404, 'not_found');
    }
  });

  it('shows no link to it on the pages behind links', async () => {
    for (const { url } of [off, unbuilt]) {
      for (const path of ['/invitations/accept', '/password/reset', '/email/confirm']) {
        const { text } = await supertest(url).get(path).set('Accept', BROWSER).expect(200);
        expect(text).not.toMatch(/<a |dashboard/);
      }
    }
  });

  it('knows that a folder without a page is no dashboard', () => {
    expect(readDashboard(join(folder, 'assets'))).toBeNull();
  });
});
