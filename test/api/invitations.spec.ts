import { auditOf } from '../support/audit';
import { registerTenant, unique, type Tenant } from '../support/builders';
import type { Json } from '../support/client';
import { useFollowedEvents, useOwnTestApp } from '../support/fixtures';
import { INVITATIONS, invitationsOf, NEWCOMER, newAddress } from '../support/invitations';
import { joinAs, joinWith, mailTo, narrowedKey, tokenSentTo } from '../support/members';
import { outboxOf } from '../support/outbox';
import { patiently } from '../support/patiently';
import { expectProblem } from '../support/problem';
import { sql } from '../support/sql';

const UNKNOWN = '019a0000-0000-7000-8000-000000000000';
const DAY_MS = 24 * 60 * 60 * 1000;

const app = useOwnTestApp({ BASE_URL: 'https://tours.example.com' });
useFollowedEvents(app);
let tenant: Tenant;
const { accept, invite, invited, statusOf } = invitationsOf(() => ({ app, tenant }));
beforeEach(async () => {
  tenant = await registerTenant(app.url);
});
afterEach(() => app.clock.release());

describe('inviting', () => {
  it('answers the invitation, and sends the token by e-mail only', async () => {
    const email = newAddress();
    const { body } = await tenant.key.post(INVITATIONS, { email: ` ${email} `, role: 'Admin' }).expect(201);
    expect(body).toEqual({
      id: expect.any(String),
      email,
      role: 'Admin',
      status: 'pending',
      invitedBy: tenant.user.id,
      expiresAt: expect.any(String),
      acceptedAt: null,
      createdAt: expect.any(String),
      updatedAt: body.createdAt,
    });
    expect(Date.parse(body.expiresAt) - Date.parse(body.createdAt)).toBe(7 * DAY_MS);
    expect((await tenant.session.get(`${INVITATIONS}/${body.id}`).expect(200)).body).toEqual(body);

    const token = await tokenSentTo(app, email);
    const [mail] = await mailTo(app, email);
    expect(mail!.text).toContain(`https://tours.example.com/invitations/accept?token=${token}`);
    expect(mail!.headers['subject']).toBe(`First Admin invites you to ${tenant.organization.name}`);
    const kept = await sql(app.databaseUrl, 'SELECT * FROM invitations WHERE id = $1', [body.id]);
    const recorded = [await outboxOf(app.databaseUrl, body.id), await auditOf(app.databaseUrl, body.id)];
    for (const place of [kept, recorded, app.log]) expect(JSON.stringify(place)).not.toContain(token);
    expect(recorded[0]).toMatchObject([{ type: 'invitation.created', data: body }]);
    expect(recorded[1]).toMatchObject([{ action: 'invitation.created', actor_type: 'apiKey' }]);
  });

  it.each([
    ['no e-mail address', { email: undefined }, 'email', 'required'],
    ['what is no address', { email: 'nobody' }, 'email', 'invalid_email'],
    ['two addresses', { email: 'a@example.com, b@example.com' }, 'email', 'invalid_email'],
    ['an address with a header', { email: 'a@example.com\r\nBcc: b@example.com' }, 'email', 'invalid_email'],
    ['a Kelvin sign for a k', { email: 'mi\u212Ae@example.com' }, 'email', 'invalid_email'],
    ['a wide letter', { email: '\uFF4Dike@example.com' }, 'email', 'invalid_email'],
    ['a domain that is none', { email: 'mike@b\u00FC%63her.example' }, 'email', 'invalid_email'],
    ['no role', { role: undefined }, 'role', 'required'],
    ['an unknown role', { role: 'Captain' }, 'role', 'unknown_role'],
    ['a role of another case', { role: 'member' }, 'role', 'unknown_role'],
    ['Super Admin', { role: 'Super Admin' }, 'role', 'unknown_role'],
    ['an unknown field', { name: 'Ada' }, 'name', 'unknown_field'],
  ])('refuses %s', async (_what, change, field, code) => {
    const response = await tenant.session.post(INVITATIONS, { email: newAddress(), role: 'Member', ...change });
    expectProblem(response, 400, 'validation_failed');
    expect(response.body.errors).toMatchObject([{ field, code }]);
    expect((await tenant.session.get(INVITATIONS).expect(200)).body.total).toBe(0);
  });

  it('refuses an address that has a pending one, in any case, and takes it when that is over', async () => {
    const email = newAddress();
    const first = await invite(email);
    const again = { email: email.toUpperCase(), role: 'Admin' };
    expectProblem(await tenant.session.post(INVITATIONS, again), 409, 'invitation_pending');
    await tenant.session.delete(`${INVITATIONS}/${first.id}`).expect(204);
    const second = await invite(email);
    app.clock.advance(7 * DAY_MS + 1000);
    expect(await statusOf(second.id)).toBe('expired');
    const third = await invite(email);
    expect(await Promise.all([first, second, third].map(({ id }) => statusOf(id)))).toEqual([
      'revoked',
      'expired',
      'pending',
    ]);
    await invite(email, 'Member', (await registerTenant(app.url)).session);
  });

  it('sends it to the address as the account has it, if there is one', async () => {
    const person = await registerTenant(app.url);
    const invitation = await invite(person.email.toUpperCase());
    await tokenSentTo(app, person.email);
    await tenant.session.post(`${INVITATIONS}/${invitation.id}`).expect(200);
    await tokenSentTo(app, person.email, 2);
    const recipients = (await mailTo(app, person.email)).map(({ headers }) => headers['to']);
    expect(recipients).toEqual([person.email, person.email]);
  });

  it('shows names as words, not as addresses that mail programs make links of', async () => {
    const sender = await registerTenant(app.url, {
      organizationName: 'Win at https://evil.example/x',
      name: 'WWW.evil.example or evil.com/reset or me@evil.com',
    });
    const email = newAddress();
    await invite(email, 'Member', sender.session);
    const token = await tokenSentTo(app, email);
    const [mail] = await mailTo(app, email);
    expect(mail!.headers['subject']).toBe(
      'WWW. evil. example or evil. com/reset or me @ evil. com invites you to Win at https: / /evil. example/x',
    );
    for (const part of [mail!.text, mail!.html]) {
      expect(part).not.toMatch(/www\.\w|:\/\/evil|evil\.\w|@evil/i);
      expect(part).toContain(`https://tours.example.com/invitations/accept?token=${token}`);
    }
  });

  it('makes exactly one when 50 come at once', async () => {
    const email = newAddress();
    const attempts = Array.from({ length: 50 }, () =>
      patiently(app, () => tenant.session.post(INVITATIONS, { email, role: 'Member' })),
    );
    const responses = await Promise.all(attempts);
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const response of responses.filter(({ status }) => status !== 201))
      expectProblem(response, 409, 'invitation_pending');
    await tokenSentTo(app, email);
    expect(await mailTo(app, email)).toHaveLength(1);
  });

  it('refuses somebody who is a member, in any case', async () => {
    const person = await joinAs(app, tenant, 'Member');
    for (const email of [tenant.email, person.email.toUpperCase()]) {
      expectProblem(await tenant.session.post(INVITATIONS, { email, role: 'Member' }), 409, 'already_member');
    }
  });

  it('takes users.invite, and no role that may do more than the caller', async () => {
    const inviter = await joinWith(app, tenant, ['users.invite', 'users.read', 'roles.read']);
    const plain = await joinWith(app, tenant, ['users.read', 'users.update', 'users.delete']);
    const strong = unique('Strong');
    await tenant.session.post('/api/organizations/roles', { name: strong, permissions: ['users.update'] }).expect(201);
    expectProblem(await plain.session.post(INVITATIONS, { email: newAddress(), role: 'Member' }), 403, 'forbidden');
    const key = await narrowedKey(tenant.session, ['users.invite', 'users.read', 'roles.read']);
    for (const caller of [inviter.session, key]) {
      for (const role of ['Admin', strong]) {
        expectProblem(await caller.post(INVITATIONS, { email: newAddress(), role }), 403, 'forbidden');
      }
      await invite(newAddress(), 'Member', caller);
    }
  });

  it('to a weakened role Admin is for Admins still', async () => {
    const inviter = await joinWith(app, tenant, ['users.invite', 'users.read', 'roles.read']);
    const weak = { name: 'Admin', permissions: ['users.read'] };
    await tenant.session.post('/api/organizations/roles', weak).expect(201);
    expectProblem(await inviter.session.post(INVITATIONS, { email: newAddress(), role: 'Admin' }), 403, 'forbidden');
  });

  it('sends one e-mail when it is repeated under an idempotency key', async () => {
    const email = newAddress();
    const once = tenant.session.with({ 'Idempotency-Key': unique('invite') });
    const first = await once.post(INVITATIONS, { email, role: 'Member' }).expect(201);
    const second = await once.post(INVITATIONS, { email, role: 'Member' }).expect(201);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(second.body).toEqual(first.body);
    expect(JSON.stringify(second.body)).not.toContain(await tokenSentTo(app, email));
  });
});

describe('the list of invitations', () => {
  it('is newest first, filtered by status and address, and paged', async () => {
    const [old, revoked, accepted] = [await invite(`old-${newAddress()}`), await invite(), await invited()];
    await tenant.session.delete(`${INVITATIONS}/${revoked.id}`).expect(204);
    await accept({ token: accepted.token, ...NEWCOMER }).expect(200);
    app.clock.advance(7 * DAY_MS + 1000);
    const fresh = await invite();
    const ids = async (query: string): Promise<string[]> =>
      (await tenant.session.get(`${INVITATIONS}?${query}`).expect(200)).body.data.map(({ id }: Json) => id);
    expect(await ids('')).toEqual([fresh.id, accepted.invitation.id, revoked.id, old.id]);
    expect(await ids('status=pending')).toEqual([fresh.id]);
    expect(await ids('status=expired')).toEqual([old.id]);
    expect(await ids('status=revoked')).toEqual([revoked.id]);
    expect(await ids('status=accepted')).toEqual([accepted.invitation.id]);
    expect(await ids('q=OLD-')).toEqual([old.id]);
    expect(await ids('limit=1&page=2')).toEqual([accepted.invitation.id]);
    const { body } = await tenant.session.get(`${INVITATIONS}?limit=3`).expect(200);
    expect(body).toMatchObject({ total: 4, page: 1, limit: 3, totalPages: 2 });
    for (const query of ['status=open', 'sortBy=email', 'page=x']) {
      expectProblem(await tenant.session.get(`${INVITATIONS}?${query}`), 400, 'validation_failed');
    }
  });

  it('takes users.read, and has nothing of another organization', async () => {
    const invitation = await invite();
    const inviter = await joinWith(app, tenant, ['users.invite']);
    expectProblem(await inviter.session.get(INVITATIONS), 403, 'forbidden');
    expectProblem(await inviter.session.get(`${INVITATIONS}/${invitation.id}`), 403, 'forbidden');
    const other = await registerTenant(app.url);
    expect((await other.session.get(INVITATIONS).expect(200)).body.total).toBe(0);
    for (const id of [invitation.id, UNKNOWN, 'x']) {
      expectProblem(await other.session.get(`${INVITATIONS}/${id}`), 404, 'not_found');
      expectProblem(await other.session.post(`${INVITATIONS}/${id}`), 404, 'not_found');
      expectProblem(await other.session.delete(`${INVITATIONS}/${id}`), 404, 'not_found');
    }
  });
});

describe('revoking an invitation', () => {
  it('ends its token and records it', async () => {
    const { invitation, token } = await invited();
    const { etag } = (await tenant.session.get(`${INVITATIONS}/${invitation.id}`).expect(200)).headers;
    await tenant.session.with({ 'If-Match': '"other"' }).delete(`${INVITATIONS}/${invitation.id}`).expect(412);
    await tenant.session.with({ 'If-Match': etag! }).delete(`${INVITATIONS}/${invitation.id}`).expect(204);
    expectProblem(await accept({ token, ...NEWCOMER }), 410, 'invitation_gone');
    const { body } = await tenant.session.get(`${INVITATIONS}/${invitation.id}`).expect(200);
    expect(body).toMatchObject({ ...invitation, status: 'revoked', updatedAt: expect.any(String) });
    const events = await outboxOf(app.databaseUrl, invitation.id);
    expect(events.at(-1)).toMatchObject({ type: 'invitation.revoked', data: body });
    expect((await auditOf(app.databaseUrl, invitation.id)).at(-1)).toMatchObject({ action: 'invitation.revoked' });
  });

  it('happens once, or not at all, against 20 who accept at once', async () => {
    const { invitation, token } = await invited();
    const [revoked, ...accepted] = await Promise.all([
      tenant.session.delete(`${INVITATIONS}/${invitation.id}`),
      ...Array.from({ length: 20 }, () => accept({ token, ...NEWCOMER })),
    ]);
    const came = accepted.filter(({ status }) => status === 200).length;
    expect([revoked!.status, came, await statusOf(invitation.id)]).toEqual(
      came === 1 ? [409, 1, 'accepted'] : [204, 0, 'revoked'],
    );
  });
});
