import type { TestApp } from '../support/app';
import { startTestApp } from '../support/app';
import { registerTenant, type Tenant } from '../support/builders';
import { Client, sessionCookieOf } from '../support/client';
import { eventually } from '../support/eventually';
import { readMailFiles } from '../support/mail';
import { joinAs, mailTo, tokenSentTo, type Member } from '../support/members';
import { expectProblem } from '../support/problem';
import { signIn } from '../support/people';

const OWN = 'a password of the owner';

let app: TestApp;
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
  await anybody().post('/api/auth/password/forgot', { email }).expect(202);
  const token = await eventually('the mail', async () => {
    const mails = (await readMailFiles(app.dataDir)).filter(({ headers }) => headers['to']?.includes(email));
    return mails.flatMap(({ text }) => /\/password\/reset\?token=(\S+)/.exec(text)?.[1] ?? [])[0] ?? null;
  });
  await anybody().post('/api/auth/password/reset', { token, password: OWN }).expect(204);
  return signIn(app.url, { email, password: OWN });
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
    const mail = await eventually('what was found', async () =>
      (await mailTo(app, stranger.email)).find(
        ({ headers }) => headers['subject'] === 'Your account is yours alone now',
      ),
    );
    expect(mail.text.replace(/\s+/g, ' ')).toContain(
      'Webhooks disabled: 1. Invitations revoked: 1. Members suspended: 1.',
    );
  });

  it('does so when it is a hand-over, and changes nothing in the organization that is joined', async () => {
    const host = await registerTenant(app.url);
    const colleague = await joinAs(app, host, 'Admin');
    await host.session.post('/api/organizations/invitations', { email: stranger.email, role: 'Admin' }).expect(201);
    const accept = { token: await tokenSentTo(app, stranger.email), name: 'Owner', password: OWN };
    const response = await anybody().post('/api/invitations/accept', accept).expect(200);
    const owner = new Client(app.url, { Cookie: sessionCookieOf(response) });
    await colleague.session.get('/api/tours').expect(200);
    await owner.put('/api/auth/session/organization', { organizationId: stranger.organization.id }).expect(200);
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
