import { request as rawRequest } from 'node:http';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readDashboard } from '../../src/platform/dashboard/dashboard-files';
import { startTestApp } from '../support/app';
import { Client } from '../support/client';
import { useOwnTestApp, useWorld } from '../support/fixtures';

const BROWSER = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const YEAR_SECONDS = 365 * 24 * 3600;
/** A browser applies no policy of these: the page that loads them has one. */
const SUBRESOURCES = /^text\/(javascript|css)/;

const folder = mkdtempSync(join(tmpdir(), 'tour-events-dashboard-'));
mkdirSync(join(folder, 'assets'));
writeFileSync(join(folder, 'index.html'), '<!doctype html><script nonce="__CSP_NONCE__">1</script>');
writeFileSync(join(folder, 'built-from'), 'a hash');
writeFileSync(join(folder, 'icon.svg'), '<svg/>');
writeFileSync(join(folder, 'assets', 'index-abc.js'), 'console.log(1);');
writeFileSync(join(folder, 'assets', 'index-abc.css'), 'a{}');
afterAll(() => rmSync(folder, { recursive: true }));

const service = useOwnTestApp({}, readDashboard(folder)!);
const world = useWorld(service);

interface Kind {
  readonly what: string;
  readonly method?: string;
  readonly path: () => string;
  readonly accept?: string;
  readonly isAnonymous?: boolean;
  readonly status: number;
  /** The media type, with the charset where there is one; null without a body. */
  readonly type: string | null;
  /** Whether it shows what belongs to an organization. */
  readonly isPrivate?: boolean;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';
const HTML_TYPE = 'text/html; charset=utf-8';
const id = (start: string) => world.ids[start]!;

const KINDS: readonly Kind[] = [
  { what: 'a record', path: () => `/api/tours/${id('/api/tours/')}`, status: 200, type: JSON_TYPE, isPrivate: true },
  { what: 'a list', path: () => '/api/guests', status: 200, type: JSON_TYPE, isPrivate: true },
  {
    what: 'guests as CSV',
    path: () => '/api/guests/export',
    status: 200,
    type: 'text/csv; charset=utf-8',
    isPrivate: true,
  },
  {
    what: 'a manifest as CSV',
    path: () => `/api/events/${id('/api/events/')}/manifest`,
    accept: 'text/csv',
    status: 200,
    type: 'text/csv; charset=utf-8',
    isPrivate: true,
  },
  {
    what: 'a calendar',
    path: () => `/api/events/${id('/api/events/')}/calendar.ics`,
    status: 200,
    type: 'text/calendar; charset=utf-8',
    isPrivate: true,
  },
  {
    what: 'an invoice as PDF',
    path: () => `/api/billing/invoices/${id('/api/billing/invoices/')}`,
    accept: 'application/pdf',
    status: 200,
    type: 'application/pdf',
    isPrivate: true,
  },
  { what: 'a wrong query', path: () => '/api/tours?page=0', status: 400, type: PROBLEM_TYPE },
  { what: 'no credential', path: () => '/api/tours', isAnonymous: true, status: 401, type: PROBLEM_TYPE },
  { what: 'what is not there', path: () => '/api/nothing', status: 404, type: PROBLEM_TYPE },
  { what: 'another method', method: 'PUT', path: () => '/api/tours', status: 405, type: PROBLEM_TYPE },
  { what: 'a path that cannot be read', path: () => '/api/%', status: 404, type: PROBLEM_TYPE },
  { what: 'a preflight', method: 'OPTIONS', path: () => '/api/tours', status: 204, type: null },
  { what: 'the health', path: () => '/health/live', isAnonymous: true, status: 200, type: JSON_TYPE },
  {
    what: 'the metrics',
    path: () => '/metrics',
    isAnonymous: true,
    status: 200,
    type: 'text/plain; version=0.0.4; charset=utf-8',
  },
  { what: 'the document', path: () => '/api/openapi.json', isAnonymous: true, status: 200, type: JSON_TYPE },
  { what: 'the reference', path: () => '/api/docs', isAnonymous: true, status: 200, type: HTML_TYPE },
  {
    what: "the reference's script",
    path: () => '/api/docs/start.js',
    isAnonymous: true,
    status: 200,
    type: 'text/javascript; charset=utf-8',
  },
  { what: 'a page', path: () => '/invitations/accept?token=x', isAnonymous: true, status: 200, type: HTML_TYPE },
  {
    what: "a guest's page",
    path: () => `/api/rsvp/${id('/api/rsvp/')}`,
    accept: BROWSER.Accept,
    isAnonymous: true,
    status: 200,
    type: HTML_TYPE,
    isPrivate: true,
  },
  {
    what: "a page's style",
    path: () => '/api/pages/page.css',
    isAnonymous: true,
    status: 200,
    type: 'text/css; charset=utf-8',
  },
  {
    what: 'the dashboard',
    path: () => '/tours',
    accept: BROWSER.Accept,
    isAnonymous: true,
    status: 200,
    type: HTML_TYPE,
  },
  {
    what: "the dashboard's script",
    path: () => '/assets/index-abc.js',
    isAnonymous: true,
    status: 200,
    type: 'text/javascript; charset=utf-8',
  },
  {
    what: "the dashboard's style",
    path: () => '/assets/index-abc.css',
    isAnonymous: true,
    status: 200,
    type: 'text/css; charset=utf-8',
  },
  {
    what: "the dashboard's icon",
    path: () => '/icon.svg',
    isAnonymous: true,
    status: 200,
    type: 'image/svg+xml; charset=utf-8',
  },
];

async function ask({ method = 'GET', path, accept = '*/*', isAnonymous = false }: Kind): Promise<Response> {
  const credential: Record<string, string> = isAnonymous ? {} : { Authorization: `Bearer ${world.apiKey.key}` };
  return fetch(service.url + path(), { method, redirect: 'manual', headers: { Accept: accept, ...credential } });
}

describe('every kind of response', () => {
  it.each(KINDS)('$what says how a browser has to take it', async (kind) => {
    const { status, headers } = await ask(kind);
    expect([status, headers.get('content-type')]).toEqual([kind.status, kind.type]);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    const [, age] = /^max-age=(\d+); includeSubDomains/.exec(headers.get('strict-transport-security') ?? '') ?? [];
    expect(Number(age)).toBeGreaterThanOrEqual(YEAR_SECONDS);
    if (kind.isPrivate === true) expect(headers.get('cache-control')).toBe('no-store');
    if (SUBRESOURCES.test(kind.type ?? '')) return;
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    const policy = (headers.get('content-security-policy') ?? '').split(/; ?/);
    expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]));
    // So that it falls back on the default, which allows no plug-in.
    expect(policy.filter((directive) => directive.startsWith('object-src'))).toEqual([]);
  });

  it.each(['/assets', '/assets/', '/api/docs/', '/api/pages/', '/api/pages'])(
    'no folder is listed: %s',
    async (path) => {
      const response = await fetch(service.url + path, { redirect: 'manual' });
      expect([308, 404]).toContain(response.status);
      expect(await response.text()).not.toContain('index-abc');
    },
  );

  it.each(['/', '/api/tours', '/health/live', '/api/docs', '/assets/index-abc.js'])(
    'nothing is sent back by TRACE: %s',
    async (path) => {
      const { status, body } = await trace(service.url + path);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      expect(body).not.toContain('te_session');
    },
  );
});

describe('a list', () => {
  const get = (path: string, encoding: string) =>
    fetch(service.url + path, {
      headers: { 'Accept-Encoding': encoding, Authorization: `Bearer ${world.apiKey.key}` },
    });

  it('is compressed for those who take that, and only where it is worth it', async () => {
    const plain = await get('/api/webhooks/event-types', 'identity');
    expect(plain.headers.get('content-encoding')).toBeNull();
    const compressed = await get('/api/webhooks/event-types', 'br, gzip');
    expect(compressed.headers.get('content-encoding')).toBe('gzip');
    expect(compressed.headers.get('vary')).toContain('Accept-Encoding');
    const text = await plain.text();
    expect(Number(compressed.headers.get('content-length'))).toBeLessThan(text.length / 5);
    expect(await compressed.text()).toBe(text);
    expect((await get('/api/tours', 'gzip')).headers.get('content-encoding')).toBeNull();
    expect((await get('/api/webhooks/event-types', 'gzip;q=0')).headers.get('content-encoding')).toBeNull();
  });

  it('leaves a record as it is, whose tag stays strong', async () => {
    const path = `/api/tours/${id('/api/tours/')}`;
    const caller = new Client(service.url, { Authorization: `Bearer ${world.apiKey.key}` });
    const long = await caller.patch(path, { description: 'x'.repeat(4_000) }).expect(200);
    const { headers } = await get(path, 'gzip');
    expect([headers.get('content-encoding'), headers.get('etag')]).toEqual([null, long.headers['etag']]);
  });
});

describe('in production, a request without TLS', () => {
  it('is not sent on to https, so that a program that leaves TLS out is found out', async () => {
    const production = await startTestApp({
      NODE_ENV: 'production',
      BASE_URL: 'https://tours.example.com',
      TRUST_PROXY: 'loopback',
    });
    try {
      const program = new Client(production.url, { 'X-Forwarded-Proto': 'http', 'X-Forwarded-For': '203.0.113.7' });
      await program.get('/api/tours').expect(401);
      await program.post('/api/tours', { name: 'A tour' }).expect(401);
      await program.get('/health/live').expect(200);
    } finally {
      await production.close();
    }
  });
});

/** fetch does not send TRACE. */
function trace(url: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    rawRequest(url, { method: 'TRACE', headers: { Cookie: 'te_session=a-secret' } }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (part: string) => (body += part));
      response.on('end', () => resolve({ status: response.statusCode!, body }));
    })
      .on('error', reject)
      .end();
  });
}
