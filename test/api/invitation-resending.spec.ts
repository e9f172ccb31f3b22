import { MailWorker } from '../../src/platform/mail/mail-worker';
import { auditOf } from '../support/audit';
import { registerTenant, unique, type Tenant } from '../support/builders';
import type { Json } from '../support/client';
import { useFollowedEvents, useTestApp } from '../support/fixtures';
import { INVITATIONS, invitationsOf, NEWCOMER, newAddress } from '../support/invitations';
import { mailboxKeyOf } from '../support/mail-queue';
import { joinAs, joinWith, mailTo, tokenSentTo } from '../support/members';
import { outboxOf } from '../support/outbox';
import { expectProblem } from '../support/problem';
import { sql } from '../support/sql';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

const app = useTestApp();
useFollowedEvents(app);
let tenant: Tenant;
const { accept, invite, invited } = invitationsOf(() => ({ app, tenant }));
beforeEach(async () => {
  tenant = await registerTenant(app.url);
});
afterEach(() => app.clock.release());

describe('sending an invitation again', () => {
  it('keeps its id, gives it a new token and another 7 days, and ends the old token', async () => {
    const { invitation, email, token } = await invited();
    app.clock.advance(3 * DAY_MS);
    await tenant.session.reauthenticate({ password: tenant.password });
    const second = await joinAs(app, tenant, 'Admin');
    const { body } = await second.session.post(`${INVITATIONS}/${invitation.id}`).expect(200);
    expect(body).toEqual({
      ...invitation,
      invitedBy: second.user.id,
      expiresAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(Date.parse(body.expiresAt) - Date.parse(body.updatedAt)).toBe(7 * DAY_MS);
    const fresh = await tokenSentTo(app, email, 2);
    expect(fresh).not.toBe(token);
    expectProblem(await accept({ token, ...NEWCOMER }), 410, 'invitation_gone');
    app.clock.advance(6 * DAY_MS);
    await accept({ token: fresh, ...NEWCOMER }).expect(200);
    const records = await auditOf(app.databaseUrl, invitation.id);
    expect(records.map(({ action }) => action)).toEqual([
      'invitation.created',
      'invitation.resent',
      'invitation.accepted',
    ]);
    expect(JSON.stringify(records)).not.toContain(fresh);
    const types = (await outboxOf(app.databaseUrl, invitation.id)).map(({ type }) => type);
    expect(types).toEqual(['invitation.created', 'invitation.accepted']);
  });

  it('is refused when it is not pending, and so is revoking it', async () => {
    const [expired, revoked, accepted] = [await invite(), await invite(), await invited()];
    await tenant.session.delete(`${INVITATIONS}/${revoked.id}`).expect(204);
    await accept({ token: accepted.token, ...NEWCOMER }).expect(200);
    const path = (id: string) => `${INVITATIONS}/${id}`;
    app.clock.advance(7 * DAY_MS + 1000);
    for (const id of [expired.id, revoked.id, accepted.invitation.id]) {
      expectProblem(await tenant.session.post(path(id)), 409, 'invitation_not_pending');
      expectProblem(await tenant.session.delete(path(id)), 409, 'invitation_not_pending');
    }
  });

  it('is refused after 5 times in any hour, counted exactly', async () => {
    const { id } = await invite();
    const again = () => tenant.session.post(`${INVITATIONS}/${id}`);
    await again().expect(200);
    app.clock.advance(HOUR_MS / 2);
    const responses = await Promise.all(Array.from({ length: 8 }, again));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(4);
    for (const response of responses.filter(({ status }) => status !== 200)) {
      expectProblem(response, 429, 'rate_limited');
      const seconds = Number(response.headers['retry-after']);
      expect(seconds).toBeGreaterThan(HOUR_MS / 2000 - 60);
      expect(seconds).toBeLessThanOrEqual(HOUR_MS / 2000);
    }
    app.clock.advance(HOUR_MS / 2);
    // The first two are an hour ago now, the other four are not.
    await again().expect(200);
    await again().expect(200);
    expectProblem(await again(), 429, 'rate_limited');
    await tenant.session.post(`${INVITATIONS}/${(await invite()).id}`).expect(200);
  });

  it('is counted by the address, whatever the invitation', async () => {
    const email = newAddress();
    for (let time = 0; time < 3; time++) {
      const { id } = await invite(time % 2 === 0 ? email : email.toUpperCase());
      await tenant.session.post(`${INVITATIONS}/${id}`).expect(200);
      await tenant.session.delete(`${INVITATIONS}/${id}`).expect(204);
    }
    const response = await tenant.session.post(INVITATIONS, { email, role: 'Member' });
    expectProblem(response, 429, 'rate_limited');
    expect(Number(response.headers['retry-after'])).toBeLessThanOrEqual(HOUR_MS / 1000);
    expect((await tenant.session.get(`${INVITATIONS}?status=pending`).expect(200)).body.total).toBe(0);
    await invite();
    await invite(email, 'Member', (await registerTenant(app.url)).session);
    app.clock.advance(HOUR_MS);
    await invite(email);
  });

  it('neither fails for nor reveals what other organizations send to the address', async () => {
    const email = newAddress();
    await flooded(email, 10);
    const before = await invite(email);
    const token = await tokenSentTo(app, email, 11);
    const after = (await tenant.session.post(`${INVITATIONS}/${before.id}`).expect(200)).body;
    expect(after).toEqual({ ...before, expiresAt: expect.any(String), updatedAt: expect.any(String) });
    expectProblem(await accept({ token, ...NEWCOMER }), 410, 'invitation_gone');
  });

  it('waits an hour beyond 10 of all organizations, and the newest takes the place of one that waits', async () => {
    const email = newAddress().replace('@', '@xn--bcher-kva.');
    const otherSpelling = email.replace('xn--bcher-kva', 'b\u00FCcher');
    await flooded(email, 10);
    const { id } = await invite(email);
    await tokenSentTo(app, email, 11);
    for (let time = 0; time < 2; time++) await tenant.session.post(`${INVITATIONS}/${id}`).expect(200);
    await tenant.session.delete(`${INVITATIONS}/${id}`).expect(204);
    await invite(otherSpelling);
    expect(await waitingFor(otherSpelling)).toEqual([{ organization: tenant.organization.id, minutes: 60 }]);
    expect(await mailTo(app, email)).toHaveLength(11);
    await sql(app.databaseUrl, 'UPDATE mail_messages SET due_at = now() WHERE to_key = $1', [
      mailboxKeyOf(otherSpelling),
    ]);
    app.app.get(MailWorker).wake();
    await accept({ token: await tokenSentTo(app, email, 12), ...NEWCOMER }).expect(200);
    expect(await waitingFor(otherSpelling)).toEqual([]);
  });

  it('is counted over all organizations exactly, however many ask at once', async () => {
    const email = newAddress();
    const senders = [tenant, await registerTenant(app.url)];
    const ids = await Promise.all(senders.map(async ({ session }) => (await invite(email, 'Member', session)).id));
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        senders[index % 2]!.session.post(`${INVITATIONS}/${ids[index % 2]}`).expect(200),
      ),
    );
    await tokenSentTo(app, email, 10);
    const waiting = await waitingFor(email);
    expect(new Set(waiting.map(({ organization }) => organization)).size).toBe(waiting.length);
    expect(waiting.length).toBeGreaterThan(0);
    expect(await mailTo(app, email)).toHaveLength(10);
  });

  it('is counted again when the hour is over', async () => {
    const email = newAddress();
    await flooded(email, 10);
    const { id } = await invite(email);
    app.clock.advance(HOUR_MS);
    for (let time = 0; time < 2; time++) await tenant.session.post(`${INVITATIONS}/${id}`).expect(200);
    await tokenSentTo(app, email, 13);
    expect(await waitingFor(email)).toEqual([]);
  });

  /** Lets strangers send an address so many invitations, as fast as they may. */
  async function flooded(email: string, mails: number): Promise<void> {
    for (let left = mails; left > 0; left -= 6) {
      const { session } = await registerTenant(app.url);
      const { id } = await invite(email, 'Member', session);
      for (let time = 1; time < Math.min(left, 6); time++) await session.post(`${INVITATIONS}/${id}`).expect(200);
    }
    await tokenSentTo(app, email, mails);
  }

  /** Whose mail to an address waits, and how much longer. */
  function waitingFor(email: string): Promise<Json[]> {
    return sql(
      app.databaseUrl,
      `SELECT organization_id AS organization, round(extract(epoch FROM due_at - now()) / 60)::int AS minutes
       FROM mail_messages WHERE to_key = $1 AND status = 'queued' AND due_at > now()`,
      [mailboxKeyOf(email)],
    );
  }

  it('takes every permission of its role, to see things too; revoking it does not', async () => {
    const role = unique('Reader');
    await tenant.session.post('/api/organizations/roles', { name: role, permissions: ['auditLogs.read'] }).expect(201);
    const { id } = await invite(newAddress(), role);
    const inviter = await joinWith(app, tenant, ['users.invite', 'users.read']);
    expectProblem(await inviter.session.post(`${INVITATIONS}/${id}`), 403, 'forbidden');
    await inviter.session.delete(`${INVITATIONS}/${id}`).expect(204);
  });

  it('takes users.invite, and authority over its role; so does revoking it', async () => {
    const [member, admin] = [await invite(), await invite(newAddress(), 'Admin')];
    const inviter = await joinWith(app, tenant, ['users.invite', 'users.read', 'roles.read']);
    const other = await joinWith(app, tenant, ['users.read', 'users.delete']);
    const path = (id: string) => `${INVITATIONS}/${id}`;
    for (const method of ['post', 'delete'] as const) {
      expectProblem(await other.session[method](path(member.id)), 403, 'forbidden');
      expectProblem(await inviter.session[method](path(admin.id)), 403, 'forbidden');
    }
    await inviter.session.post(path(member.id)).expect(200);
    await inviter.session.delete(path(member.id)).expect(204);
  });
});
