import { Client as DatabaseClient } from 'pg';
import { startTestApp, type TestApp } from '../support/app';
import { registerTenant, unique, type Tenant } from '../support/builders';
import { Client, sessionCookieOf, type Json } from '../support/client';
import { tokenSentTo } from '../support/members';
import { expectProblem } from '../support/problem';

const BASE_URL = 'https://tours.example.com';
const FRONTEND = 'https://app.example.org';
const SISTER = 'https://other.example.com';
const ENCRYPTION_KEY = Buffer.alloc(32, 7).toString('base64');
const LIFETIME_SECONDS = 90 * 24 * 3600;

let app: TestApp;
let database: DatabaseClient;
let anybody: Client;
let tenant: Tenant;

beforeAll(async () => {
  app = await startTestApp({ BASE_URL, CORS_ORIGINS: FRONTEND });
  database = new DatabaseClient(app.databaseUrl);
  await database.connect();
  anybody = new Client(app.url);
  tenant = await registerTenant(app.url);
});
afterAll(async () => {
  await database.end();
  await app.close();
});

const cookieLines = (response: Json): string[] => response.headers['set-cookie'] ?? [];
const tokenOf = (response: Json): string => sessionCookieOf(response).slice('te_session='.length);
const browser = (...cookies: string[]) => new Client(app.url, { Cookie: cookies.join('; ') });
const te = (token: string) => `te_session=${token}`;

function logIn(client: Client = anybody, { email, password }: { email: string; password: string } = tenant) {
  return client.post('/api/auth/login', { email, password }).expect(200);
}

async function newToken(whose?: Tenant): Promise<string> {
  return tokenOf(await logIn(anybody, whose));
}

const attributesOf = (line: string) =>
  line
    .split('; ')
    .slice(1)
    .filter((attribute) => !attribute.startsWith('Expires='))
    .sort();

describe('a response to a script of an allowed origin', () => {
  it('lets it read every header that the reference names, but for the cookie', async () => {
    const { body: document, headers } = await anybody.with({ Origin: FRONTEND }).get('/api/openapi.json').expect(200);
    const exposed = headers['access-control-expose-headers']!.split(',');
    expect(exposed).toContain('Content-Disposition');
    const kept = ['Set-Cookie', 'WWW-Authenticate'];
    expect([...exposed, ...kept].sort()).toEqual(Object.keys(document.components.headers).sort());
  });
});

describe('the session cookie', () => {
  it('is kept from scripts and from the requests of other sites, for the whole of this host and no other', async () => {
    const registered = await anybody
      .post('/api/auth/register', {
        organizationName: 'Cookies',
        name: 'Ada',
        email: `${unique('cookie')}@example.com`,
        password: 'correct horse battery',
      })
      .expect(201);
    for (const response of [registered, await logIn()]) {
      expect(cookieLines(response)).toHaveLength(1);
      const [line] = cookieLines(response) as [string];
      expect(line).toMatch(/^te_session=[A-Za-z0-9_-]{43}; /);
      expect(attributesOf(line)).toEqual(['HttpOnly', `Max-Age=${LIFETIME_SECONDS}`, 'Path=/', 'SameSite=Lax']);
      expect(response.headers['cache-control']).toBe('no-store');
    }
  });

  it('is Secure in production, when it is set and when it is cleared', async () => {
    const production = await startTestApp({ NODE_ENV: 'production', ENCRYPTION_KEY });
    try {
      const { session, email, password } = await registerTenant(production.url);
      const signedIn = await new Client(production.url).post('/api/auth/login', { email, password }).expect(200);
      const signedOut = await session.post('/api/auth/logout').expect(204);
      const always = ['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure'];
      expect(attributesOf(cookieLines(signedIn)[0]!)).toEqual([...always, `Max-Age=${LIFETIME_SECONDS}`].sort());
      expect(attributesOf(cookieLines(signedOut)[0]!)).toEqual(always);
      expect(cookieLines(signedIn)[0]).toMatch(/^__Host-te_session=[A-Za-z0-9_-]{43}; /);
      expect(cookieLines(signedOut)).toEqual([
        expect.stringMatching(/^__Host-te_session=; .*Expires=Thu, 01 Jan 1970/),
      ]);
    } finally {
      await production.close();
    }
  });

  it('takes everything that the browser stored along when it ends', async () => {
    const session = browser(te(await newToken()));
    const signedOut = await session.post('/api/auth/logout').expect(204);
    expect(signedOut.headers['clear-site-data']).toBe('"cache", "storage"');
  });

  it('is only set where a session starts or ends', async () => {
    const session = browser(te(await newToken()));
    const responses = [
      await session.get('/api/auth/session').expect(200),
      await session.put('/api/auth/session/organization', { organizationId: tenant.organization.id }).expect(200),
      await session.get('/api/tours').expect(200),
      await anybody.post('/api/auth/login', { email: tenant.email, password: 'wrong' }).expect(401),
      await anybody.post('/api/auth/password/forgot', { email: tenant.email }).expect(202),
      await anybody.get('/api/auth/session').expect(401),
    ];
    for (const response of responses) expect(cookieLines(response)).toEqual([]);
  });

  it('holds a token that the database has as a hash only', async () => {
    const token = await newToken();
    const { rows } = await database.query(`SELECT s::text AS row FROM sessions s`);
    expect(rows.length).toBeGreaterThan(1);
    const hex = Buffer.from(token).toString('hex');
    for (const { row } of rows) for (const form of [token, hex]) expect(row).not.toContain(form);
  });

  it('is in no log line', async () => {
    const token = await newToken();
    const session = browser(te(token), 'other=cookie-of-somebody');
    await session.get(`/api/tours?token=${token}`).expect(400);
    await session.get(`/api/nothing/${token}`).expect(404);
    await session.with({ Origin: SISTER }).post('/api/tours', { name: 'x' }).expect(403);
    await session.post('/api/auth/logout').expect(204);
    await session.get('/api/auth/session').expect(401);
    const log = app.log.join('');
    expect(log).toContain('/api/auth/logout');
    for (const secret of [token, 'te_session', 'cookie-of-somebody']) expect(log).not.toContain(secret);
  });
});

describe('the token', () => {
  it('is a new one at each sign-in, and the one that the browser had ends', async () => {
    const tokens = [await newToken()];
    for (let i = 0; i < 3; i++) tokens.push(tokenOf(await logIn(browser(te(tokens.at(-1)!)))));
    expect(new Set(tokens).size).toBe(4);
    for (const old of tokens.slice(0, -1)) await browser(te(old)).get('/api/auth/session').expect(401);
    await browser(te(tokens.at(-1)!))
      .get('/api/auth/session')
      .expect(200);
  });

  it('is new at registration, too', async () => {
    const old = await newToken();
    const input = {
      organizationName: 'Second',
      name: 'Ada',
      email: `${unique('c')}@example.com`,
      password: 'long enough',
    };
    const response = await browser(te(old)).post('/api/auth/register', input).expect(201);
    expect(tokenOf(response)).not.toBe(old);
    await browser(te(old)).get('/api/auth/session').expect(401);
  });

  it('is new when an operator starts to act as a user, and again at the end of it', async () => {
    const operator = await registerTenant(app.url);
    await database.query('UPDATE users SET super_admin = true WHERE id = $1', [operator.user.id]);
    const tokens = [await newToken(operator)];
    const step = async (path: string) => {
      tokens.push(
        tokenOf(
          await browser(te(tokens.at(-1)!))
            .post(path, {})
            .expect(200),
        ),
      );
      for (const old of tokens.slice(0, -1)) await browser(te(old)).get('/api/auth/session').expect(401);
      return (
        await browser(te(tokens.at(-1)!))
          .get('/api/auth/session')
          .expect(200)
      ).body.user.id;
    };
    expect(await step(`/api/users/${tenant.user.id}/impersonate`)).toBe(tenant.user.id);
    expect(await step('/api/impersonation/end')).toBe(operator.user.id);
  });

  it('is not replayed, and a replay of signing out ends no other session', async () => {
    const [first, second] = [browser(te(await newToken())), browser(te(await newToken()))];
    const response = await first.with({ 'Idempotency-Key': 'sign-out' }).post('/api/auth/logout').expect(204);
    expect(cookieLines(response)).toHaveLength(1);
    const replay = await second.with({ 'Idempotency-Key': 'sign-out' }).post('/api/auth/logout').expect(204);
    expect(replay.headers['idempotent-replayed']).toBe('true');
    expect(cookieLines(replay)).toEqual([]);
    await second.get('/api/auth/session').expect(200);
  });

  it('of an impersonation is not replayed either: the other session of the operator stays what it is', async () => {
    const operator = await registerTenant(app.url);
    await database.query('UPDATE users SET super_admin = true WHERE id = $1', [operator.user.id]);
    const [first, second] = [browser(te(await newToken(operator))), browser(te(await newToken(operator)))];
    const start = (session: Client) =>
      session.with({ 'Idempotency-Key': 'act-as' }).post(`/api/users/${tenant.user.id}/impersonate`, {}).expect(200);
    expect(cookieLines(await start(first))).toHaveLength(1);
    const replay = await start(second);
    expect([replay.headers['idempotent-replayed'], cookieLines(replay)]).toEqual(['true', []]);
    const { body } = await second.get('/api/auth/session').expect(200);
    expect([body.user.id, body.impersonator]).toEqual([operator.user.id, null]);
  });
});

describe('a planted cookie', () => {
  const chosen = 'A'.repeat(43);

  /** The stranger's own log says that sessions ended, and not whose browser it was. */
  async function tellsNothing(stranger: Tenant, ended: number): Promise<void> {
    const { body } = await stranger.session.get('/api/audit-logs?action=session.ended').expect(200);
    expect(body.data).toHaveLength(ended);
    for (const { actor, context } of body.data) {
      expect(actor).toEqual({ type: 'system', id: null, name: null });
      expect(context).toMatchObject({ ip: null, userAgent: null });
    }
  }

  it('that a stranger made up never becomes a session', async () => {
    const planted = browser(te(chosen));
    await planted.get('/api/auth/session').expect(401);
    const token = tokenOf(await logIn(planted));
    expect(token).not.toBe(chosen);
    await planted.get('/api/auth/session').expect(401);
    await browser(te(token)).get('/api/auth/session').expect(200);
  });

  it("that is a stranger's own session ends at sign-in, and does not become the user's", async () => {
    const stranger = await registerTenant(app.url);
    const planted = await newToken(stranger);
    const token = tokenOf(await logIn(browser(te(planted))));
    await browser(te(planted)).get('/api/auth/session').expect(401);
    expect((await browser(te(token)).get('/api/auth/session').expect(200)).body.user.id).toBe(tenant.user.id);
    await tellsNothing(stranger, 1);
  });

  it.each([
    ['before', (own: string) => [te(chosen), te(own)]],
    ['behind', (own: string) => [te(own), te(chosen)]],
    ['empty, before', (own: string) => ['te_session=', te(own)]],
    ['a copy, behind', (own: string) => [te(own), te(own)]],
    ['among others', (own: string) => ['a=b', te('x'), 'te_session_2=y', te(own), 'xte_session=z', 'te_session']],
  ])('beside the real one does not sign the user out: %s', async (_where, cookies) => {
    const own = await newToken();
    const { body } = await browser(...cookies(own))
      .get('/api/auth/session')
      .expect(200);
    expect(body.user.id).toBe(tenant.user.id);
    await browser(...cookies(own))
      .put('/api/auth/session/organization', { organizationId: tenant.organization.id })
      .expect(200);
    await browser(...cookies(own))
      .post('/api/auth/logout')
      .expect(204);
    await browser(te(own)).get('/api/auth/session').expect(401);
  });

  const inBothOrders = [
    ['before', (own: string, planted: string) => [te(planted), te(own)]],
    ['behind', (own: string, planted: string) => [te(own), te(planted)]],
  ] as const;

  it.each(inBothOrders)(
    "that is a stranger's session, %s the real one, lets nobody act in the stranger's name: both end",
    async (_where, cookies) => {
      const stranger = await registerTenant(app.url);
      const [planted, own] = [await newToken(stranger), await newToken()];
      const both = browser(...cookies(own, planted)).with({ 'User-Agent': 'Phone of the user/1.0' });
      const response = await both.post('/api/tours', { name: 'Secret plans' });
      expectProblem(response, 401, 'unauthenticated');
      // Cleared as it was set, so that the browser keeps nothing of it.
      expect(cookieLines(response)).toHaveLength(1);
      expect(cookieLines(response)[0]).toMatch(/^te_session=; .*Expires=Thu, 01 Jan 1970/);
      expect(attributesOf(cookieLines(response)[0]!)).toEqual(['HttpOnly', 'Path=/', 'SameSite=Lax']);
      for (const token of [planted, own]) await browser(te(token)).get('/api/auth/session').expect(401);
      expect((await stranger.session.get('/api/tours').expect(200)).body.total).toBe(0);
      // Signing in helps, although the planted cookie is still there.
      const fresh = tokenOf(await logIn(both));
      const { body } = await browser(...cookies(fresh, planted))
        .get('/api/auth/session')
        .expect(200);
      expect(body.user.id).toBe(tenant.user.id);
      await tellsNothing(stranger, 1);
    },
  );

  it.each(inBothOrders)('ends at sign-in and at sign-out, %s the real one', async (_where, cookies) => {
    const stranger = await registerTenant(app.url);
    const invited = { email: `${unique('c')}@example.com`, role: 'Member' };
    await tenant.session.post('/api/organizations/invitations', invited).expect(201);
    const accepting = { token: await tokenSentTo(app, invited.email), name: 'Ada', password: 'long enough' };
    const { email, password } = tenant;
    const registration = { organizationName: 'X', name: 'X', email: `${unique('c')}@example.com`, password };
    for (const [path, body, status] of [
      ['/api/auth/login', { email, password }, 200],
      ['/api/auth/register', registration, 201],
      ['/api/invitations/accept', accepting, 200],
      ['/api/auth/logout', undefined, 401],
    ] as const) {
      const [planted, own] = [await newToken(stranger), await newToken()];
      const response = await browser(...cookies(own, planted)).post(path, body);
      expect([path, response.status]).toEqual([path, status]);
      for (const token of [planted, own]) await browser(te(token)).get('/api/auth/session').expect(401);
      const token = tokenOf(response);
      expect(await browser(...cookies(token, planted)).get('/api/auth/session')).toMatchObject({
        status: path.endsWith('logout') ? 401 : 200,
      });
    }
    await tellsNothing(stranger, 4);
  });

  it('that holds for other paths only is found where it is sent', async () => {
    const stranger = await registerTenant(app.url);
    const planted = await newToken(stranger);
    let own = await newToken();
    const atTours = () => browser(te(planted), te(own)).get('/api/tours');
    await atTours().expect(401);
    own = tokenOf(await logIn());
    await atTours().expect(200);
  });

  it('50 times at once ends both sessions once, and is no error', async () => {
    const stranger = await registerTenant(app.url);
    const [planted, own] = [te(await newToken(stranger)), te(await newToken())];
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, i) => browser(...(i % 2 ? [planted, own] : [own, planted])).get('/api/tours')),
    );
    for (const response of responses) expectProblem(response, 401, 'unauthenticated');
    await tellsNothing(stranger, 1);
  });

  it('among many is not looked for', async () => {
    const own = await newToken();
    const many = Array.from({ length: 50 }, (_, i) => te(String(i).padStart(43, 'A')));
    expectProblem(await browser(...many, te(own)).get('/api/auth/session'), 401, 'unauthenticated');
  });

  it('of another form is no session, and no error', async () => {
    const own = await newToken();
    for (const value of [`"${own}"`, `${own}x`, own.slice(1), '%00', "' OR 1=1", 'ä', `${own}=`, 'null', '..']) {
      const response = await browser(te(encodeURI(value))).get('/api/auth/session');
      expectProblem(response, 401, 'unauthenticated');
    }
    for (const name of ['TE_SESSION', 'te_session ', '__Host-te_session', 'te%5Fsession']) {
      const { status } = await browser(`${name}=${own}`).get('/api/auth/session');
      expect([name, status]).toEqual([name, name.trim() === 'te_session' ? 200 : 401]);
    }
  });
});

describe('a request of another site', () => {
  const FOREIGN: [string, Record<string, string>][] = [
    ['a foreign origin', { Origin: 'https://evil.example' }],
    ['an opaque origin', { Origin: 'null' }],
    ['a sister domain', { Origin: SISTER }],
    ['a parent domain', { Origin: 'https://example.com' }],
    ['a subdomain', { Origin: 'https://www.tours.example.com' }],
    ['a domain that ends like ours', { Origin: 'https://eviltours.example.com' }],
    ['a domain that starts like ours', { Origin: 'https://tours.example.com.evil.example' }],
    ['our name without TLS', { Origin: 'http://tours.example.com' }],
    ['our name without TLS, to our name', { Origin: 'http://tours.example.com', Host: 'tours.example.com' }],
    ['a name of a stranger that leads here', { Origin: 'http://evil.example', Host: 'evil.example' }],
    [
      'a name of a stranger that looks local',
      { Origin: 'http://localhost.evil.example', Host: 'localhost.evil.example' },
    ],
    ['our name on another port', { Origin: 'https://tours.example.com:8443' }],
    ['an allowed origin on another port', { Origin: `${FRONTEND}:8443` }],
    ['another port of this host', { Origin: 'http://127.0.0.1:1' }],
    ['a list of origins', { Origin: `https://evil.example, ${BASE_URL}` }],
    ['no origin, but from another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['no origin, but from a sister domain', { 'Sec-Fetch-Site': 'same-site' }],
    ['no origin, and a word that no browser sends', { 'Sec-Fetch-Site': 'anything' }],
    ['our origin, but from another site', { Origin: BASE_URL, 'Sec-Fetch-Site': 'cross-site' }],
    ['a foreign origin that says it is ours', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'same-origin' }],
  ];
  let session: Client;
  beforeAll(async () => {
    session = browser(te(await newToken()));
  });

  it.each(FOREIGN)('changes nothing with the cookie: %s', async (_kind, headers) => {
    const tour = (await session.post('/api/tours', { name: 'Ours' }).expect(201)).body;
    const foreign = session.with(headers);
    const responses = [
      await foreign.post('/api/tours', { name: 'Theirs' }),
      await foreign.patch(`/api/tours/${tour.id}`, { name: 'Theirs' }),
      await foreign.put('/api/auth/session/organization', { organizationId: tenant.organization.id }),
      await foreign.delete(`/api/tours/${tour.id}`),
      await foreign.post('/api/auth/logout'),
    ];
    for (const response of responses) {
      expectProblem(response, 403, 'cross_site');
      expect(cookieLines(response)).toEqual([]);
    }
    expect((await session.get(`/api/tours/${tour.id}`).expect(200)).body).toEqual(tour);
    expect((await session.get('/api/tours?q=Theirs').expect(200)).body.total).toBe(0);
  });

  it.each(FOREIGN)('signs nobody in or up, with or without a cookie: %s', async (_kind, headers) => {
    const { email, password } = tenant;
    const input = { organizationName: 'X', name: 'X', email: `${unique('x')}@example.com`, password };
    for (const client of [anybody, session]) {
      for (const response of [
        await client.with(headers).post('/api/auth/login', { email, password }),
        await client.with(headers).post('/api/auth/register', input),
        await client.with(headers).post('/api/auth/password/forgot', { email }),
        await client.with(headers).post('/api/auth/password/reset', { token: 'x', password }),
        await client.with(headers).post('/api/invitations/accept', { token: 'x' }),
      ]) {
        expectProblem(response, 403, 'cross_site');
        expect(cookieLines(response)).toEqual([]);
      }
    }
  });

  it.each(FOREIGN)('may read, since a browser keeps the response from it: %s', async (_kind, headers) => {
    const response = await session.with(headers).get('/api/tours').expect(200);
    expect(response.headers['access-control-allow-origin']).toBeUndefined();
    await session.with(headers).get('/api/auth/session').expect(200);
  });

  it('is none of our business when an API key comes with it, which no browser sends automatically', async () => {
    const key = new Client(app.url, { Authorization: `Bearer ${tenant.apiKey.key}`, Origin: 'https://evil.example' });
    await key.post('/api/tours', { name: 'By key' }).expect(201);
    await key
      .with({ Cookie: te(await newToken()) })
      .post('/api/tours', { name: 'By key' })
      .expect(201);
  });
});

describe('a request of our own', () => {
  const OWN: [string, Record<string, string>][] = [
    ['a program', {}],
    ['BASE_URL, behind a proxy', { Origin: BASE_URL, 'Sec-Fetch-Site': 'same-origin' }],
    ['BASE_URL, of an old browser', { Origin: BASE_URL }],
    ['an old browser that sends no origin', { 'Sec-Fetch-Site': 'same-origin' }],
    ['the user, by hand', { 'Sec-Fetch-Site': 'none' }],
    ['an origin that is let in', { Origin: FRONTEND, 'Sec-Fetch-Site': 'cross-site' }],
  ];

  it.each(OWN)('changes things with the cookie: %s', async (_kind, headers) => {
    const session = browser(te(await newToken()));
    await session.with(headers).post('/api/tours', { name: 'Ours' }).expect(201);
    await logIn(anybody.with(headers));
    await session.with(headers).post('/api/auth/logout').expect(204);
  });

  it('comes from an address of the machine that the service runs on', async () => {
    const session = browser(te(await newToken()));
    await session
      .with({ Origin: app.url, 'Sec-Fetch-Site': 'same-origin' })
      .post('/api/tours', { name: 'Ours' })
      .expect(201);
    for (const Host of ['localhost:3000', '10.0.0.7:3000', '[fd00::7]:3000'])
      await session
        .with({ Host, Origin: `http://${Host}` })
        .post('/api/tours', { name: 'Ours' })
        .expect(201);
  });

  it('is what a proxy says it is, when proxies are trusted', async () => {
    const behind = await startTestApp({ TRUST_PROXY: 'loopback' });
    const alone = await startTestApp();
    try {
      for (const [service, status] of [
        [behind, 201],
        [alone, 403],
      ] as const) {
        const { session } = await registerTenant(service.url);
        const proxied = {
          Host: 'tours.example.net',
          'X-Forwarded-Proto': 'https',
          Origin: 'https://tours.example.net',
        };
        expect((await session.with(proxied).post('/api/tours', { name: 'x' })).status).toBe(status);
        // What a proxy passes on of another host's name is never believed.
        const spoofed = { 'X-Forwarded-Host': 'evil.example', Origin: 'http://evil.example' };
        expectProblem(await session.with(spoofed).post('/api/tours', { name: 'x' }), 403, 'cross_site');
      }
    } finally {
      await behind.close();
      await alone.close();
    }
  });

  it('is allowed across origins by name, with its cookie', async () => {
    const response = await browser(te(await newToken()))
      .with({ Origin: FRONTEND })
      .get('/api/tours')
      .expect(200);
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': FRONTEND,
      'access-control-allow-credentials': 'true',
      vary: expect.stringContaining('Origin'),
    });
    const preflight = (origin: string) =>
      fetch(`${app.url}/api/tours`, {
        method: 'OPTIONS',
        headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
      });
    expect((await preflight(FRONTEND)).headers.get('access-control-allow-origin')).toBe(FRONTEND);
    expect((await preflight(SISTER)).headers.get('access-control-allow-origin')).not.toBe(SISTER);
  });
});

describe('a key and a cookie at once', () => {
  it('are decided by the Authorization header alone', async () => {
    const other = await registerTenant(app.url);
    const cookie = { Cookie: te(await newToken()) };
    const { body } = await other.key.with(cookie).get('/api/organizations/me').expect(200);
    expect(body.id).toBe(other.organization.id);
    expectProblem(await other.key.with(cookie).get('/api/auth/session'), 403, 'session_required');
    for (const Authorization of ['Bearer te_wrong', 'Bearer', '', 'Basic dTpw', `Bearer ${other.apiKey.key}x`]) {
      const response = await new Client(app.url, { ...cookie, Authorization }).get('/api/organizations/me');
      expectProblem(response, 401, 'unauthenticated');
      expect(response.headers['www-authenticate']).toBe('Bearer');
    }
    // A session's token is no key.
    const { status } = await new Client(app.url, { Authorization: `Bearer ${await newToken()}` }).get('/api/tours');
    expect(status).toBe(401);
  });
});
