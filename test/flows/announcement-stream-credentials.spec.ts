import { sql } from '../support/sql';
import { SchedulerRegistry } from '@nestjs/schedule';
import { StreamRights } from '../../src/platform/stream/stream-rights';
import { startTestApp, type TestApp } from '../support/app';
import { registerTenant, type Tenant } from '../support/builders';
import { Client, sessionCookieOf, type Json } from '../support/client';
import { eventually } from '../support/eventually';
import { EventReader, withKey } from '../support/event-stream';
import { readMailFiles } from '../support/mail';
import { newMember, registerSuperAdmin, standIn } from '../support/people';

const HOUR_MS = 3_600_000;

/** Somebody with a session and a key; a stream is opened with each, on each replica. */
interface Person {
  tenant: Tenant;
  cookie: string;
  /** With that cookie. */
  session: Client;
}

/** A way in which credentials end. */
interface Ending {
  how: string;
  /** Which of the streams end. */
  ends: ('session' | 'key')[];
  /** Does it on the first replica. */
  act: (person: Person) => PromiseLike<unknown>;
}

describe('a stream ends, on every replica, when its credential does:', () => {
  let service: TestApp;
  let other: TestApp;
  let operator: Tenant;
  let host: Tenant;

  beforeAll(async () => {
    service = await startTestApp();
    other = await startTestApp({ DATABASE_URL: service.databaseUrl });
    operator = await registerSuperAdmin(service.url, service.databaseUrl);
    host = await registerTenant(service.url);
    await standIn(operator.session, host.organization);
  });
  afterAll(async () => {
    await other.close();
    await service.close();
  });

  const cookieOf = async ({ email, password }: Pick<Tenant, 'email' | 'password'>): Promise<string> =>
    sessionCookieOf(await new Client(service.url).post('/api/auth/login', { email, password }).expect(200));
  const memberIdOf = async ({ email }: Tenant): Promise<string> =>
    (await host.session.get(`/api/organizations/members?q=${email}`).expect(200)).body.data[0].id;
  /** As if the flag had been there before the session began: giving it ends sessions. */
  const becomeSuperAdmin = ({ user }: Tenant) =>
    sql(service.databaseUrl, 'UPDATE users SET super_admin = true WHERE id = $1', [user.id]);
  const advance = async (ms: number) => {
    for (const { clock } of [service, other]) clock.advance(ms);
  };

  const ENDINGS: Ending[] = [
    { how: 'signing out', ends: ['session'], act: ({ session }) => session.post('/api/auth/logout').expect(204) },
    {
      how: 'a session that is ended from another device',
      ends: ['session'],
      act: async ({ tenant, session }) => {
        const { data } = (await session.get('/api/auth/sessions').expect(200)).body;
        const { id } = data.find(({ current }: Json) => current);
        const elsewhere = new Client(service.url, { Cookie: await cookieOf(tenant) });
        await elsewhere.delete(`/api/auth/sessions/${id}`).expect(204);
      },
    },
    {
      how: 'signing in again with the same browser',
      ends: ['session'],
      act: ({ tenant: { email, password }, session }) =>
        session.post('/api/auth/login', { email, password }).expect(200),
    },
    {
      how: 'a new password, set in another session',
      ends: ['session'],
      act: async ({ tenant }) => {
        const elsewhere = new Client(service.url, { Cookie: await cookieOf(tenant) });
        const passwords = { currentPassword: tenant.password, newPassword: 'another correct horse' };
        await elsewhere.post('/api/auth/password', passwords).expect(204);
      },
    },
    {
      how: 'a password that was forgotten, which ends the keys too the first time',
      ends: ['session', 'key'],
      act: async ({ tenant: { email } }) => {
        const anybody = new Client(service.url);
        await anybody.post('/api/auth/password/forgot', { email }).expect(202);
        const mail = await eventually('the letter', async () =>
          (await readMailFiles(service.dataDir)).find(
            ({ headers, text }) => headers['to']?.includes(email) && text.includes('reset?token='),
          ),
        );
        const token = /reset\?token=(\S+)/.exec(mail.text)![1];
        await anybody.post('/api/auth/password/reset', { token, password: 'a third long password' }).expect(204);
      },
    },
    {
      how: 'a key that is revoked',
      ends: ['key'],
      act: ({ tenant }) => host.session.delete(`/api/api-keys/${tenant.apiKey.id}`).expect(204),
    },
    {
      how: 'a key that expires',
      ends: ['key'],
      act: async ({ tenant }) => {
        const expiresAt = new Date(service.clock.now().getTime() + HOUR_MS).toISOString();
        await host.session.patch(`/api/api-keys/${tenant.apiKey.id}`, { expiresAt }).expect(200);
        await advance(HOUR_MS);
      },
    },
    {
      how: 'a session that is too old',
      ends: ['session'],
      act: () => advance(90 * 24 * HOUR_MS),
    },
    {
      how: 'the suspension of the user',
      ends: ['session', 'key'],
      act: ({ tenant }) => operator.session.patch(`/api/users/${tenant.user.id}`, { status: 'suspended' }).expect(200),
    },
    {
      how: 'the end of the membership',
      ends: ['session', 'key'],
      act: async ({ tenant }) =>
        host.session.delete(`/api/organizations/members/${await memberIdOf(tenant)}`).expect(204),
    },
    {
      how: 'the flag of a Super Admin',
      ends: ['session'],
      act: ({ tenant }) => operator.session.put(`/api/users/${tenant.user.id}/super-admin`).expect(204),
    },
    {
      how: 'an impersonation that begins',
      ends: ['session'],
      act: async ({ tenant, session }) => {
        await becomeSuperAdmin(tenant);
        await session.post(`/api/users/${host.user.id}/impersonate`).expect(200);
      },
    },
    {
      how: 'another organization that the session moves to',
      ends: ['session'],
      act: async ({ tenant, session }) => {
        await becomeSuperAdmin(tenant);
        await standIn(session, operator.organization);
      },
    },
  ];

  const streamsOf = async ({ tenant, cookie }: Person): Promise<Record<'session' | 'key', EventReader[]>> => {
    const openAll = (headers: Record<string, string>) =>
      Promise.all([service, other].map(({ url }) => EventReader.open(url, headers)));
    return { session: await openAll({ Cookie: cookie }), key: await openAll(withKey(tenant.apiKey)) };
  };
  const expectEnd = async (person: Person, ends: readonly string[], act: () => PromiseLike<unknown>) => {
    const streams = await streamsOf(person);
    const all = [...streams.session, ...streams.key];
    try {
      expect(all.map(({ status, ended }) => [status, ended])).toEqual(Array(4).fill([200, false]));
      await act();
      for (const [kind, readers] of Object.entries(streams)) {
        if (ends.includes(kind)) await Promise.all(readers.map((reader) => reader.hasEnded()));
      }
      for (const { clock } of [service, other]) clock.release();
      const left = all.filter(({ ended }) => !ended);
      expect(left).toHaveLength(4 - 2 * ends.length);
      // Those that are left are alive: they get what comes.
      const body = { title: 'For all', body: 'A body', audience: 'everyone' };
      await operator.session.post('/api/announcements', body).expect(201);
      if (left.length > 0) await Promise.all(left.map((reader) => reader.got(1)));
    } finally {
      for (const reader of all) reader.close();
    }
  };

  it.each(ENDINGS)('$how', async ({ ends, act }) => {
    const tenant = await newMember(service.url, service.databaseUrl, host.organization);
    const cookie = await cookieOf(tenant);
    const person = { tenant, cookie, session: new Client(service.url, { Cookie: cookie }) };
    await expectEnd(person, ends, () => act(person));
  });

  it('a key that expires, before it is brought anything that was written later', async () => {
    const { apiKey } = await newMember(service.url, service.databaseUrl, host.organization);
    const expiresAt = new Date(service.clock.now().getTime() + HOUR_MS).toISOString();
    await host.session.patch(`/api/api-keys/${apiKey.id}`, { expiresAt }).expect(200);
    const readers = await Promise.all([service, other].map(({ url }) => EventReader.open(url, withKey(apiKey))));
    const publish = (title: string) =>
      operator.session.post('/api/announcements', { title, body: 'A body', audience: 'everyone' }).expect(201);
    await publish('In time');
    await Promise.all(readers.map((reader) => reader.got(1)));
    await advance(HOUR_MS);
    await publish('Too late');
    await Promise.all(readers.map((reader) => reader.hasEnded()));
    for (const { clock } of [service, other]) clock.release();
    expect(readers.map(({ titles }) => titles)).toEqual([['In time'], ['In time']]);
  });

  it.each(['suspended', 'deleted'])('an organization that is %s', async (how) => {
    const tenant = await registerTenant(service.url);
    const cookie = await cookieOf(tenant);
    const path = `/api/organizations/${tenant.organization.id}`;
    await expectEnd({ tenant, cookie, session: tenant.session }, ['session', 'key'], () =>
      how === 'suspended'
        ? operator.session.patch(path, { status: 'suspended' }).expect(200)
        : operator.session.delete(path).expect(204),
    );
  });

  it('an impersonation that ends', async () => {
    const tenant = await registerSuperAdmin(service.url, service.databaseUrl);
    const session = new Client(service.url, { Cookie: await cookieOf(tenant) });
    const started = await session.post(`/api/users/${host.user.id}/impersonate`).expect(200);
    const cookie = sessionCookieOf(started);
    const acting = new Client(service.url, { Cookie: cookie });
    await expectEnd({ tenant, cookie, session: acting }, ['session'], () =>
      acting.post('/api/impersonation/end').expect(200),
    );
  });

  it('but not when the credential of somebody else does, nor by what is rolled back', async () => {
    const tenant = await newMember(service.url, service.databaseUrl, host.organization);
    const person = { tenant, cookie: await cookieOf(tenant), session: tenant.session };
    await expectEnd(person, [], async () => {
      const stranger = await newMember(service.url, service.databaseUrl, host.organization);
      await stranger.session.post('/api/auth/logout').expect(204);
      await host.session.delete(`/api/organizations/members/${await memberIdOf(stranger)}`).expect(204);
      await host.session.delete(`/api/organizations/members/${await memberIdOf(host)}`).expect(409);
    });
  });
});

it('streams of who lacks a second factor end at once when their organization requires one', async () => {
  const service = await startTestApp();
  try {
    // Nothing but the change itself may end them: the round that looks at all streams does not take place.
    service.app.get(SchedulerRegistry).deleteInterval('event-streams');
    const { session, user, password, apiKey } = await registerTenant(service.url);
    const signedIn = await new Client(service.url).post('/api/auth/login', { email: user.email, password }).expect(200);
    const ofSession = await EventReader.open(service.url, { Cookie: sessionCookieOf(signedIn) });
    const ofKey = await EventReader.open(service.url, withKey(apiKey));
    await session.patch('/api/settings', { locale: 'de' }).expect(200);
    // Both are looked at when they are opened, and still there.
    await service.app.get(StreamRights).settled();
    expect([ofSession.ended, ofKey.ended]).toEqual([false, false]);
    await session.patch('/api/settings', { requireSecondFactor: true }).expect(200);
    await ofSession.hasEnded();
    expect(ofKey.ended).toBe(false);
    ofKey.close();
  } finally {
    await service.close();
  }
});
