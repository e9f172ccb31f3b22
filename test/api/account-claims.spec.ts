import type { TestApp } from '../support/app';
import { startTestApp } from '../support/app';
import { registerTenant, type Tenant } from '../support/builders';
import { Client, sessionCookieOf } from '../support/client';
import { eventually } from '../support/eventually';
import { readMailFiles } from '../support/mail';
import { joinAs, mailTo, tokenSentTo, type Member } from '../support/members';
import { passwordResetsOf } from '../support/password-resets';
import { expectProblem } from '../support/problem';
import { signIn } from '../support/people';
import { addPasskey, byName, setUpTotp } from '../support/second-factors';
import { sql } from '../support/sql';

const OWN = 'a password of the owner';

let app: TestApp;
const resets = passwordResetsOf(() => [app]);
/** Who registered with the address of somebody else. */
let stranger: Tenant;
/** A second Admin of the stranger's organization. */
let accomplice: Member;

beforeAll(async () => {
  app = await startTestApp({ RATE_LIMIT: '1000', WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' });
});
beforeEach(async () => {
  stranger = await registerTenant(app.url);
  accomplice = await joinAs(app, stranger, 'Admin');
  const webhook = { url: 'http://127.0.0.1:9/hook', eventTypes: ['*'] };
  await stranger.session.post('/api/webhooks', webhook).expect(201);
  const invitation = { email: `another-${stranger.email}`, role: 'Admin' };
  await stranger.session.post('/api/organizations/invitations', invitation).expect(201);
});
afterAll(() => app.close());

const anybody = () => new Client(app.url);

/** The owner of the mailbox resets the password, and signs in. */
async function reset(): Promise<Client> {
  const { email } = stranger;
  await resets.reset(await resets.newToken(email), OWN).expect(204);
  return signIn(app.url, { email, password: OWN });
}

/** What the owner is told about what was found, on one line. */
async function claimMail(): Promise<string> {
  const mail = await eventually('what was found', async () =>
    (await mailTo(app, stranger.email)).find(({ headers }) => headers['subject'] === 'Your account is yours alone now'),
  );
  return mail.text.replace(/\s+/g, ' ');
}

/** What is left open in the stranger's organization, as its owner sees it. */
async function openIn(owner: Client) {
  const [webhooks, invitations, members] = await Promise.all(
    ['/api/webhooks', '/api/organizations/invitations', '/api/organizations/members?sortBy=joinedAt'].map(
      async (path) => (await owner.get(path).expect(200)).body.data.map(({ status }: { status: string }) => status),
    ),
  );
  return { webhooks, invitations, members };
}

const SHUT = { webhooks: ['disabled'], invitations: ['revoked', 'accepted'], members: ['active', 'suspended'] };

/** The owner accepts an invitation to another organization, with a password of their own. */
async function handOver(host?: Tenant): Promise<Client> {
  host ??= await registerTenant(app.url);
  await host.session.post('/api/organizations/invitations', { email: stranger.email, role: 'Admin' }).expect(201);
  const accept = { token: await tokenSentTo(app, stranger.email), name: 'Owner', password: OWN };
  const response = await anybody().post('/api/invitations/accept', accept).expect(200);
  return new Client(app.url, { Cookie: sessionCookieOf(response) });
}

const standAtHome = (owner: Client) =>
  owner.put('/api/auth/session/organization', { organizationId: stranger.organization.id }).expect(200);

describe.each([
  ['a reset', reset],
  ['a hand-over', () => handOver()],
])('whoever had an account before its owner, after %s,', (_name, claim) => {
  it('has no passkey, app or recovery code that opens it, and the owner is asked for none', async () => {
    const { device } = await addPasskey(byName(app.url, stranger.session));
    const { codes } = await setUpTotp(stranger.session, app.clock);
    const login = (body: Record<string, unknown>) => anybody().post('/api/auth/login', body).expect(200);
    const { challenge } = (await login({ email: stranger.email, password: stranger.password })).body.secondFactor;

    const owner = await claim();
    const factors = (await owner.get('/api/auth/factors').expect(200)).body;
    expect(factors).toMatchObject({ totp: null, recoveryCodesLeft: 0, passkeys: [] });
    const visitor = byName(app.url, anybody());
    const options = (await visitor.post('/api/auth/login/passkey/options', {}).expect(200)).body;
    await visitor.post('/api/auth/login/passkey', { credential: device.get(options) }).expect(401);
    await anybody().post('/api/auth/login/factor', { challenge, recoveryCode: codes[0] }).expect(410);
    expect((await login({ email: stranger.email, password: OWN })).body).toHaveProperty('user');
    const mail = await claimMail();
    expect(mail).toContain('Passkeys removed: 1');
    expect(mail).toContain('Authenticator apps removed: 1');
    expect(mail).toContain('Recovery codes removed: 10');
  });

  it('cannot register a passkey that was begun before', async () => {
    const session = byName(app.url, stranger.session);
    await session.post('/api/auth/factors/passkeys/options').expect(200);
    await claim();
    const left = 'SELECT 1 FROM passkey_challenges WHERE user_id = $1';
    expect(await sql(app.databaseUrl, left, [stranger.user.id])).toEqual([]);
  });

  it('has no key of the organization that was founded with it, whoever made that', async () => {
    const made = { name: 'Back door', owner: 'organization', permissions: ['users.read'] };
    const keys = await Promise.all(
      [stranger, accomplice].map(async ({ session }) => (await session.post('/api/api-keys', made).expect(201)).body),
    );
    const owner = await claim();
    await standAtHome(owner);
    for (const { key } of keys)
      await new Client(app.url, { Authorization: `Bearer ${key}` }).get('/api/guests').expect(401);
    expect((await owner.get('/api/api-keys').expect(200)).body.data).toEqual([]);
    // With the one that registerTenant makes.
    expect(await claimMail()).toContain('API keys revoked: 3');
  });

  it('gets no replies to its messages, and shows no logo of theirs', async () => {
    const sender = { name: 'Friendly Tours', replyTo: 'stranger@evil.example' };
    await stranger.session.patch('/api/settings', { notificationSender: sender }).expect(200);
    await stranger.session.patch('/api/organizations/me', { logo: 'https://evil.example/logo.png' }).expect(200);
    const owner = await claim();
    await standAtHome(owner);
    const settings = (await owner.get('/api/settings').expect(200)).body;
    expect(settings.notificationSender).toEqual({ name: 'Friendly Tours', replyTo: null });
    expect((await owner.get('/api/organizations/me').expect(200)).body.logo).toBeNull();
    const mail = await claimMail();
    expect(mail).toContain('Reply-to addresses cleared: 1');
    expect(mail).toContain('Logos cleared: 1');
    const { body } = await owner.get('/api/audit-logs?action=settings.updated,organization.updated').expect(200);
    expect(body.data).toMatchObject([
      { changes: { logo: { after: null } } },
      { changes: { notificationSender: { after: { replyTo: null } } } },
      {},
      {},
    ]);
  });

  it('cannot make the account theirs by a change of address that was asked for before', async () => {
    const email = `thief-${stranger.email}`;
    await stranger.session.post('/api/auth/email', { email }).expect(202);
    const token = await eventually('the link', async () => {
      const texts = (await mailTo(app, email)).map(({ text }) => text);
      return /\/email\/confirm\?token=(\S+)/.exec(texts.join(' '))?.[1] ?? null;
    });
    const owner = await claim();
    expectProblem(await anybody().post('/api/auth/email/confirm', { token }), 410, 'confirmation_gone');
    expect((await owner.get('/api/auth/session').expect(200)).body.user.email).toBe(stranger.email);
    expect(await claimMail()).toContain('Changes of address stopped: 1');
  });
});

describe('a later reset', () => {
  it('leaves the factors and keys of somebody who had proven the mailbox before', async () => {
    await reset();
    const owner = await signIn(app.url, { email: stranger.email, password: OWN });
    await setUpTotp(owner, app.clock);
    const { key } = (await owner.post('/api/api-keys', { name: 'Mine' }).expect(201)).body;
    await resets.reset(await resets.newToken(stranger.email), 'yet another password').expect(204);
    const login = { email: stranger.email, password: 'yet another password' };
    expect((await anybody().post('/api/auth/login', login).expect(200)).body).toHaveProperty('secondFactor');
    await new Client(app.url, { Authorization: `Bearer ${key}` }).get('/api/tours').expect(200);
  });
});

describe('the first proof that an account is the mailbox owner’s', () => {
  it('shuts everybody else out of what was founded with it, when it is a reset', async () => {
    const owner = await reset();
    expect(await openIn(owner)).toEqual(SHUT);
    for (const client of [stranger.session, stranger.key, accomplice.session])
      await client.get('/api/tours').expect(401);
    await anybody().post('/api/auth/login', { email: accomplice.email, password: accomplice.password }).expect(403);

    const { body } = await owner.get('/api/audit-logs?limit=100').expect(200);
    const actions = body.data.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(expect.arrayContaining(['webhook.updated', 'invitation.revoked', 'member.updated']));
    const mail = await claimMail();
    for (const line of ['Webhooks disabled: 1.', 'Invitations revoked: 1.', 'Members suspended: 1.'])
      expect(mail).toContain(line);
  });

  it('does so when it is a hand-over, and changes nothing in the organization that is joined', async () => {
    const host = await registerTenant(app.url);
    const colleague = await joinAs(app, host, 'Admin');
    const owner = await handOver(host);
    await colleague.session.get('/api/tours').expect(200);
    await standAtHome(owner);
    expect(await openIn(owner)).toEqual(SHUT);
  });

  it('does none of it when it is a confirmation, nor when a reset follows one', async () => {
    const token = await eventually('the confirmation', async () => {
      const mails = (await readMailFiles(app.dataDir)).filter(({ headers }) => headers['to'] === stranger.email);
      return mails.flatMap(({ text }) => /\/email\/confirm\?token=(\S+)/.exec(text)?.[1] ?? [])[0] ?? null;
    });
    await anybody().post('/api/auth/email/confirm', { token }).expect(204);
    const open = { webhooks: ['enabled'], invitations: ['pending', 'accepted'], members: ['active', 'active'] };
    expect(await openIn(stranger.session)).toEqual(open);
    expect(await openIn(await reset())).toEqual(open);
    await accomplice.session.get('/api/tours').expect(200);
  });

  it('leaves it to the owner to let a member in again', async () => {
    const owner = await reset();
    const path = `/api/organizations/members/${accomplice.memberId}`;
    const { body: problem } = await owner.patch(path, { status: 'suspended' }).expect(400);
    expect(problem.errors).toMatchObject([{ field: 'status' }]);
    const { body } = await owner.patch(path, { status: 'active' }).expect(200);
    expect(body).toMatchObject({ id: accomplice.memberId, status: 'active', role: 'Admin' });
    await signIn(app.url, accomplice);
    await accomplice.session.get('/api/tours').expect(200);
  });

  it('keeps a member who is suspended there in their other organizations', async () => {
    const elsewhere = await registerTenant(app.url);
    await elsewhere.session
      .post('/api/organizations/invitations', { email: accomplice.email, role: 'Member' })
      .expect(201);
    const token = await tokenSentTo(app, accomplice.email, 2);
    await anybody().post('/api/invitations/accept', { token }).expect(200);
    await reset();
    const session = await signIn(app.url, accomplice);
    expect((await session.get('/api/organizations/me').expect(200)).body.id).toBe(elsewhere.organization.id);
    const there = { organizationId: stranger.organization.id };
    expectProblem(await session.put('/api/auth/session/organization', there), 404, 'not_found');
  });
});
