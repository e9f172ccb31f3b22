import { SchedulerRegistry } from '@nestjs/schedule';
import { HEARTBEAT } from '../../src/platform/stream/server-sent-events';
import { Metrics } from '../../src/platform/metrics/metrics';
import { startTestApp } from '../support/app';
import { registerTenant, type Tenant } from '../support/builders';
import { Client, sessionCookieOf, type Json } from '../support/client';
import { eventually } from '../support/eventually';
import { EventReader, withKey } from '../support/event-stream';
import { useOwnTestApp } from '../support/fixtures';
import { runJob } from '../support/jobs';
import { memberIdOf } from '../support/members';
import { join, newMember, registerSuperAdmin } from '../support/people';
import { expectProblem } from '../support/problem';
import { sql } from '../support/sql';

const PATH = '/api/announcements';
const STREAM = `${PATH}/stream`;

describe('the stream of announcements', () => {
  const service = useOwnTestApp();
  let operator: Tenant;
  let admin: Tenant;
  let member: Tenant;
  const open: EventReader[] = [];

  beforeAll(async () => {
    // The tests say when a round begins: one that is under way would keep theirs from running.
    service.app.get(SchedulerRegistry).deleteInterval('withdraw-announcements');
    operator = await registerSuperAdmin(service.url, service.databaseUrl);
    admin = await registerTenant(service.url);
    member = await newMember(service.url, service.databaseUrl, admin.organization);
  });
  afterEach(async () => {
    service.clock.release();
    for (const reader of open.splice(0)) reader.close();
    await sql(service.databaseUrl, 'DELETE FROM announcements');
  });

  const publish = async (title: string, more: Json = {}): Promise<Json> => {
    const { body } = await operator.session.post(PATH, { title, body: 'A body', ...more }).expect(201);
    const { readAt: _readAt, ...record } = body;
    return record;
  };
  const read = async (who: Tenant = admin, lastEventId: string | null = null): Promise<EventReader> => {
    const reader = await EventReader.open(service.url, withKey(who.apiKey, lastEventId));
    open.push(reader);
    return reader;
  };

  it('brings what is new, changed and removed from then on, without readAt', async () => {
    await publish('Published before');
    const reader = await read();
    const made = await publish('A title');
    const path = `${PATH}/${made.id}`;
    const { readAt: _readAt, ...changed } = (await operator.session.patch(path, { level: 'critical' }).expect(200))
      .body;
    await operator.session.patch(path, { level: 'critical' }).expect(200);
    await operator.session.delete(path).expect(204);
    expect(await reader.got(3)).toMatchObject([
      { type: 'message', data: made },
      { type: 'message', data: changed },
      { type: 'removed', data: { id: made.id } },
    ]);
    expect(reader.events[0]!.data).toEqual(made);
    const ids = reader.events.map(({ id }) => id);
    expect(ids).toEqual([ids[0], ids[0]! + 1, ids[0]! + 2]);
  });

  it('begins with retry, names the id before the data, and writes the record in one line', async () => {
    const reader = await read();
    const made = await publish('A title', { body: 'Line one\nline two\u2028and\u0085three' });
    await reader.got(1);
    // A heartbeat may come at any moment.
    const text = reader.text.replaceAll(String(HEARTBEAT), '');
    const [, start, id, line] = /^retry: 3000\nid: (\d+)\n\nid: (\d+)\ndata: (.+)\n\n$/.exec(text)!;
    expect(Number(id)).toBe(Number(start) + 1);
    expect(JSON.parse(line!)).toEqual(made);
  });

  it('is a response like others: counted once, with its request id, never kept', async () => {
    const left = async () => Number(/r=(\d+)/.exec((await admin.key.get(PATH)).headers['ratelimit']!)![1]);
    const before = await left();
    const reader = await EventReader.open(service.url, { ...withKey(admin.apiKey), 'X-Request-Id': 'my-stream' });
    open.push(reader);
    expect(reader.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-request-id': 'my-stream',
      ratelimit: expect.stringContaining(`r=${before - 1};`),
      'ratelimit-policy': expect.any(String),
    });
    await publish('A title', { audience: 'everyone' });
    await reader.got(1);
    expect(await left()).toBe(before - 2);
    expect(await service.app.get(Metrics).registry.metrics()).toContain('event_streams_open 1');
    reader.close();
    const line = await eventually('its line in the log', () =>
      service.log.map((each) => JSON.parse(each)).find(({ requestId }) => requestId === 'my-stream'),
    );
    expect(line).toMatchObject({ msg: 'request', route: STREAM, status: 200, userId: admin.user.id });
    await eventually('nobody reads', async () =>
      (await service.app.get(Metrics).registry.metrics()).includes('event_streams_open 0'),
    );
  });

  it('is for whoever takes it, says so or not', async () => {
    for (const Accept of [
      '*/*',
      'text/*',
      'text/event-stream, application/json;q=0.5',
      'Text/Event-Stream; charset=utf-8',
      'text/event-stream;charset="UTF-8";q=0.9, text/*;q=0',
      '',
    ]) {
      const reader = await EventReader.open(service.url, { ...withKey(admin.apiKey), Accept });
      open.push(reader);
      expect(reader.status).toBe(200);
    }
    for (const Accept of ['application/json', 'text/event-stream;q=0, */*', 'text/*; q=0.000, */*']) {
      const response = await admin.key.with({ Accept }).get(STREAM);
      expectProblem(response, 406, 'not_acceptable');
    }
    const head = await fetch(service.url + STREAM, { method: 'HEAD', headers: withKey(admin.apiKey) });
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([200, 'text/event-stream', '']);
    await new Client(service.url).get(STREAM).expect(401);
  });

  it('takes a session, too', async () => {
    const { email, password } = admin;
    const signedIn = await new Client(service.url).post('/api/auth/login', { email, password }).expect(200);
    const reader = await EventReader.open(service.url, { Cookie: sessionCookieOf(signedIn) });
    open.push(reader);
    await publish('For sessions');
    await reader.got(1);
    expect(reader.titles).toEqual(['For sessions']);
  });

  it('brings to each what is for them; what is taken from their sight is removed', async () => {
    const [admins, members, operators] = [await read(admin), await read(member), await read(operator)];
    const made = await publish('For admins');
    const path = `${PATH}/${made.id}`;
    await operator.session.patch(path, { audience: 'everyone' }).expect(200);
    await operator.session.patch(path, { audience: 'admins' }).expect(200);
    await operator.session.delete(path).expect(204);
    await publish('At last', { audience: 'everyone' });
    const seen = async (reader: EventReader, count: number) =>
      (await reader.got(count)).map(({ type, data }) => (type === 'message' ? data.audience : type));
    expect(await seen(admins, 5)).toEqual(['admins', 'everyone', 'admins', 'removed', 'everyone']);
    expect(await seen(operators, 5)).toEqual(['admins', 'everyone', 'admins', 'removed', 'everyone']);
    expect(await seen(members, 3)).toEqual(['everyone', 'removed', 'everyone']);
  });

  it('brings a narrowed key of an Admin or a Super Admin what is for everyone', async () => {
    const readers: EventReader[] = [];
    for (const { session } of [admin, operator]) {
      const { body } = await session.post('/api/api-keys', { name: 'Narrow', permissions: ['users.read'] }).expect(201);
      readers.push(await EventReader.open(service.url, withKey(body)));
    }
    open.push(...readers);
    await publish('For admins');
    await publish('For all', { audience: 'everyone' });
    for (const reader of readers) {
      await reader.got(1);
      expect(reader.titles).toEqual(['For all']);
    }
  });

  it('says that one has expired, once', async () => {
    const reader = await read();
    const expiresAt = new Date(service.clock.now().getTime() + 60_000).toISOString();
    const { id } = await publish('Short-lived', { expiresAt });
    await reader.got(1);
    service.clock.advance(60_000);
    for (let round = 0; round < 2; round++) await runJob(service, 'withdraw-announcements');
    await publish('Behind it');
    expect(await reader.got(3)).toMatchObject([
      { type: 'message', data: { id } },
      { type: 'removed', data: { id } },
      { type: 'message', data: { title: 'Behind it' } },
    ]);
  });

  it('never brings one that has expired, not even to whoever comes late', async () => {
    const first = await read();
    const minutes = (count: number) => new Date(service.clock.now().getTime() + count * 60_000).toISOString();
    const known = await publish('Known', { expiresAt: minutes(5) });
    await first.got(1);
    first.close();
    await operator.session.patch(`${PATH}/${known.id}`, { title: 'Known, and changed' }).expect(200);
    await publish('Missed', { expiresAt: minutes(1) });
    const prolonged = await publish('Prolonged', { expiresAt: minutes(1) });
    await operator.session.patch(`${PATH}/${prolonged.id}`, { expiresAt: minutes(9) }).expect(200);
    service.clock.advance(5 * 60_000);
    const late = await read(admin, first.lastEventId);
    await publish('Behind them');
    expect(await late.got(3)).toMatchObject([
      { type: 'removed', data: { id: known.id } },
      { type: 'message', data: { title: 'Prolonged', expiresAt: expect.any(String) } },
      { type: 'message', data: { title: 'Behind them' } },
    ]);
  });

  it('never brings one that has expired on its way', async () => {
    const reader = await read();
    await publish('First');
    await reader.got(1);
    const record = JSON.stringify({ title: 'Expired', expiresAt: service.clock.now().toISOString() });
    await sql(
      service.databaseUrl,
      `WITH place AS (UPDATE announcement_positions SET newest = newest + 1 RETURNING newest)
       INSERT INTO announcement_messages (position, announcement_id, audience_before, audience, data, created_at)
       SELECT newest, gen_random_uuid(), 'nobody', 'everyone', $1, now() FROM place`,
      [record],
    );
    await publish('Behind it');
    await reader.got(2);
    expect(reader.titles).toEqual(['First', 'Behind it']);
  });

  it('says that one has expired although it was taken for expired before, by a replica whose clock is ahead', async () => {
    const reader = await read();
    const soon = new Date(service.clock.now().getTime() + 60_000).toISOString();
    const later = new Date(service.clock.now().getTime() + 120_000).toISOString();
    const { id } = await publish('Extended', { expiresAt: soon });
    await reader.got(1);
    service.clock.stopAt(soon);
    await runJob(service, 'withdraw-announcements');
    service.clock.stopAt(new Date(Date.parse(soon) - 1).toISOString());
    await operator.session.patch(`${PATH}/${id}`, { expiresAt: later }).expect(200);
    await reader.got(3);
    service.clock.stopAt(later);
    await runJob(service, 'withdraw-announcements');
    expect((await reader.got(4)).map(({ type }) => type)).toEqual(['message', 'removed', 'message', 'removed']);
  });

  describe('to whoever comes back with a Last-Event-ID', () => {
    it('goes on behind it, without gap and repetition', async () => {
      const first = await read();
      await publish('One');
      await first.got(1);
      first.close();
      await publish('Two');
      const removed = await publish('Three');
      await operator.session.delete(`${PATH}/${removed.id}`).expect(204);
      const second = await read(admin, first.lastEventId);
      await publish('Four');
      const from = Number(first.lastEventId);
      expect((await second.got(3)).map(({ id, type, data }) => [id - from, data.title ?? type])).toEqual([
        [1, 'Two'],
        [3, 'removed'],
        [4, 'Four'],
      ]);
    });

    it('says once that one is gone which was changed twice and has expired since', async () => {
      const first = await read();
      await publish('One');
      await first.got(1);
      first.close();
      const expiresAt = new Date(service.clock.now().getTime() + 60_000).toISOString();
      const { id } = await publish('Two', { expiresAt });
      for (const title of ['Two again', 'Two once more']) await operator.session.patch(`${PATH}/${id}`, { title });
      service.clock.stopAt(expiresAt);
      await runJob(service, 'withdraw-announcements');
      const second = await read(admin, first.lastEventId);
      await publish('Three');
      expect((await second.got(2)).map(({ type, data }) => data.title ?? type)).toEqual(['removed', 'Three']);
    });

    it('shows nothing that they could not read now: deleted, for others since, or worded otherwise', async () => {
      const everyone = { audience: 'everyone' };
      const start = (await eventually('the start', async () => (await read(member)).lastEventId)) as string;
      const deleted = await publish('Deleted', everyone);
      const narrowed = await publish('Narrowed', everyone);
      const reworded = await publish('Reworded', everyone);
      const widened = await publish('Widened');
      await operator.session.patch(`${PATH}/${deleted.id}`, { title: 'Deleted, and changed before' }).expect(200);
      await operator.session.delete(`${PATH}/${deleted.id}`).expect(204);
      await operator.session.patch(`${PATH}/${narrowed.id}`, { audience: 'admins' }).expect(200);
      await operator.session.patch(`${PATH}/${narrowed.id}`, { title: 'Narrowed, and changed since' }).expect(200);
      await operator.session.patch(`${PATH}/${reworded.id}`, { title: 'In better words' }).expect(200);
      await operator.session.patch(`${PATH}/${widened.id}`, everyone).expect(200);
      const [late, admins] = [await read(member, start), await read(admin, start)];
      await publish('Behind them', everyone);
      for (const reader of [late, admins])
        await eventually('the last one', () => reader.titles.includes('Behind them'));
      expect(late.titles).toEqual(['In better words', 'Widened', 'Behind them']);
      expect(late.events.filter(({ type }) => type === 'removed').map(({ data }) => data)).toEqual([
        { id: deleted.id },
        { id: narrowed.id },
      ]);
      expect(admins.titles).toEqual(['Narrowed, and changed since', 'In better words', 'Widened', 'Behind them']);
      const ids = late.events.map(({ id }) => id);
      expect(ids).toEqual([...ids].sort((a, b) => a - b));
    });

    it('misses nothing either when the first connection brought nothing', async () => {
      const first = await read();
      await eventually('the start', () => first.lastEventId);
      first.close();
      await publish('While nobody read');
      const second = await read(admin, first.lastEventId);
      await second.got(1);
      expect(second.titles).toEqual(['While nobody read']);
    });

    it('brings hundreds, in their order', async () => {
      const first = await read();
      await eventually('the start', () => first.lastEventId);
      first.close();
      const start = Number(first.lastEventId);
      const values = [start, 250];
      await sql(
        service.databaseUrl,
        `INSERT INTO announcement_messages (position, announcement_id, audience_before, audience, data, created_at)
         SELECT $1::int + n, gen_random_uuid(), 'nobody', 'admins', json_build_object('title', n, 'body', repeat('x', 5000))::text, now()
         FROM generate_series(1, $2::int) n`,
        values,
      );
      await sql(service.databaseUrl, 'UPDATE announcement_positions SET newest = newest + 250');
      const second = await read(admin, first.lastEventId);
      await second.got(250);
      expect(second.events.map(({ id }) => id - start)).toEqual(Array.from({ length: 250 }, (_, n) => n + 1));
    });

    it('starts again where it is too old, or from elsewhere, and says so', async () => {
      await publish('Long ago');
      await sql(service.databaseUrl, `UPDATE announcement_messages SET created_at = now() - interval '31 days'`);
      await publish('Kept');
      await runJob(service, 'forget-announcement-messages');
      for (const lastEventId of ['1', '999999999']) {
        const reader = await read(admin, lastEventId);
        expect((await reader.got(2)).map(({ type }) => type)).toEqual(['reset', 'message']);
        expect(reader.messages).toMatchObject([{ title: 'Kept' }]);
        const again = await read(admin, reader.lastEventId);
        await publish('Kept');
        expect((await again.got(1)).map(({ type }) => type)).toEqual(['message']);
        await sql(
          service.databaseUrl,
          `UPDATE announcement_messages SET created_at = now() - interval '31 days'
          WHERE position < (SELECT newest FROM announcement_positions)`,
        );
        await runJob(service, 'forget-announcement-messages');
      }
    });

    it.each(['abc', '-1', '1.5', '1e3', '0x10', '9'.repeat(16), `1' OR '1'='1`])('refuses %s', async (lastEventId) => {
      const response = await admin.key.with({ 'Last-Event-ID': lastEventId }).get(STREAM);
      expectProblem(response, 400, 'validation_failed');
      expect(response.body.errors).toMatchObject([{ field: 'Last-Event-ID' }]);
    });

    it('takes an empty one for none', async () => {
      await publish('Before');
      const reader = await read(admin, '');
      await publish('After');
      await reader.got(1);
      expect(reader.titles).toEqual(['After']);
    });
  });

  it('reaches a thousand readers in ten organizations', async () => {
    const admins = await Promise.all(Array.from({ length: 10 }, () => registerTenant(service.url)));
    const members = await Promise.all(
      admins.map(({ organization }) => newMember(service.url, service.databaseUrl, organization)),
    );
    const who = (i: number): Tenant => (i % 2 ? admins : members)[Math.floor(i / 100)]!;
    const readers = await Promise.all(Array.from({ length: 1000 }, (_, i) => read(who(i))));
    await publish('For admins');
    await publish('For all', { audience: 'everyone' });
    await Promise.all(readers.map((reader, i) => reader.got(i % 2 ? 2 : 1)));
    for (const [i, { titles }] of readers.entries())
      expect(titles).toEqual(i % 2 ? ['For admins', 'For all'] : ['For all']);
  });

  it('is the oldest of its organization that ends when there are more than a hundred, whoever reads them', async () => {
    const other = await registerTenant(service.url);
    const colleague = await newMember(service.url, service.databaseUrl, other.organization);
    const elsewhere = await read();
    const readers: EventReader[] = [];
    for (let i = 0; i < 102; i++) readers.push(await read(i % 2 ? other : colleague));
    await eventually('two to end', () => readers.filter(({ ended }) => ended).length === 2);
    expect(readers.slice(0, 3).map(({ ended }) => ended)).toEqual([true, true, false]);
    await publish('For all', { audience: 'everyone' });
    await Promise.all([elsewhere, ...readers.slice(2)].map((reader) => reader.got(1)));
  });

  it('follows the rights of its reader: a new Admin sees more from then on, and one who is none any more less', async () => {
    const person = await newMember(service.url, service.databaseUrl, admin.organization);
    const reader = await read(person);
    const { body } = await admin.session.get(`/api/organizations/members?q=${person.email}`).expect(200);
    const memberPath = `/api/organizations/members/${body.data[0].id}`;
    for (const [role, title] of [
      ['Member', 'Not theirs'],
      ['Admin', 'Theirs'],
      ['Member', 'Not theirs'],
    ]) {
      await admin.session.patch(memberPath, { role }).expect(200);
      await publish(title!);
    }
    await publish('For all', { audience: 'everyone' });
    await reader.got(2);
    expect(reader.titles).toEqual(['Theirs', 'For all']);
    expect(reader.ended).toBe(false);
  });

  it('follows them wherever they are: an Admin of one organization may stand in another', async () => {
    const [first, second] = [await registerTenant(service.url), await registerTenant(service.url)];
    const person = await newMember(service.url, service.databaseUrl, admin.organization);
    await join(service.databaseUrl, person, first.organization, 'Admin');
    await join(service.databaseUrl, person, second.organization, 'Member');
    const reader = await read(person);
    const memberOf = async (tenant: Tenant) => `/api/organizations/members/${await memberIdOf(tenant, person.email)}`;
    const [inFirst, inSecond] = [await memberOf(first), await memberOf(second)];
    await publish('As an Admin');
    await first.session.patch(inFirst, { role: 'Member' }).expect(200);
    await publish('Not as a Member');
    await first.session.patch(inFirst, { role: 'Admin' }).expect(200);
    await publish('As an Admin again');
    await first.session.delete(inFirst).expect(204);
    await publish('Not as one who is gone');
    await second.session.patch(inSecond, { role: 'Admin' }).expect(200);
    await publish('As an Admin of another one');
    await operator.session.delete(`/api/organizations/${second.organization.id}`).expect(204);
    await publish('Not of what is deleted');
    await publish('For all', { audience: 'everyone' });
    await reader.got(4);
    expect(reader.titles).toEqual(['As an Admin', 'As an Admin again', 'As an Admin of another one', 'For all']);
  });

  it('ends when the service stops', async () => {
    const stopping = await startTestApp({ DATABASE_URL: service.databaseUrl });
    const reader = await EventReader.open(stopping.url, withKey(admin.apiKey));
    const stalled = await EventReader.open(stopping.url, withKey(admin.apiKey));
    stalled.stall();
    await stopping.drain();
    await reader.hasEnded();
    stalled.close();
    await stopping.close();
  });

  it('is the oldest one that ends when a caller opens more than the rate limit lets them ask', async () => {
    const strict = await startTestApp({ DATABASE_URL: service.databaseUrl, RATE_LIMIT: '5', RATE_LIMIT_WINDOW: '1' });
    const readers: EventReader[] = [];
    for (let i = 0; i < 7; i++) {
      // The window of the rate limit itself passes meanwhile.
      let reader = await EventReader.open(strict.url, withKey(admin.apiKey));
      for (; reader.status === 429; reader = await EventReader.open(strict.url, withKey(admin.apiKey))) reader.close();
      readers.push(reader);
    }
    expect(readers.map(({ status }) => status)).toEqual(Array(7).fill(200));
    await eventually('two to end', () => readers.filter(({ ended }) => ended).length === 2);
    expect(readers.map(({ ended }) => ended)).toEqual([true, true, false, false, false, false, false]);
    for (const reader of readers) reader.close();
    await strict.close();
  });
});
