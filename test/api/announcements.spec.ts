import { NIL_ID } from '../../src/kernel/ids';
import { SchedulerRegistry } from '@nestjs/schedule';
import { PERMISSIONS } from '../../src/kernel/permissions';
import { auditOf } from '../support/audit';
import { registerTenant, type Tenant } from '../support/builders';
import { sessionCookieOf, Client, type Json } from '../support/client';
import { useFollowedEvents, useOwnTestApp } from '../support/fixtures';
import { runJob } from '../support/jobs';
import { narrowedKey } from '../support/members';
import { outboxOf } from '../support/outbox';
import { patiently } from '../support/patiently';
import { join, newMember, registerSuperAdmin } from '../support/people';
import { expectProblem } from '../support/problem';
import { sql } from '../support/sql';

const PATH = '/api/announcements';
const UNKNOWN = '01900000-0000-7000-8000-000000000000';
const MINUTE_MS = 60_000;

describe('announcements', () => {
  const service = useOwnTestApp();
  useFollowedEvents(service);
  let operator: Tenant;
  let admin: Tenant;
  let member: Tenant;

  beforeAll(async () => {
    // The tests say when a round begins: one that is under way would keep theirs from running.
    service.app.get(SchedulerRegistry).deleteInterval('withdraw-announcements');
    operator = await registerSuperAdmin(service.url, service.databaseUrl);
    admin = await registerTenant(service.url);
    member = await newMember(service.url, service.databaseUrl, admin.organization);
  });
  afterEach(async () => {
    service.clock.release();
    await sql(service.databaseUrl, 'DELETE FROM announcements');
  });

  const publish = async (more: Json = {}): Promise<Json> =>
    (await operator.session.post(PATH, { title: 'A title', body: 'A body', ...more }).expect(201)).body;
  const idsOf = async (caller: Client, query = ''): Promise<string[]> =>
    (await caller.get(`${PATH}${query}`).expect(200)).body.data.map(({ id }: Json) => id);
  const inMinutes = (minutes: number) => new Date(service.clock.now().getTime() + minutes * MINUTE_MS).toISOString();

  it('is published with what it was given, and shown as it is', async () => {
    const expiresAt = inMinutes(5);
    const input = {
      title: ' Below zero ',
      body: 'Line one\nline two ',
      level: 'critical',
      audience: 'everyone',
      expiresAt,
    };
    const { body: made, headers } = await operator.session.post(PATH, input).expect(201);
    expect(made).toEqual({
      id: expect.any(String),
      title: 'Below zero',
      body: 'Line one\nline two',
      level: 'critical',
      audience: 'everyone',
      expiresAt,
      publishedBy: operator.user.id,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: made.createdAt,
      readAt: null,
    });
    const read = await operator.session.get(`${PATH}/${made.id}`).expect(200);
    expect([read.body, read.headers['etag']]).toEqual([made, headers['etag']]);
  });

  it('is for admins, of the level info and without end unless it says otherwise', async () => {
    expect(await publish()).toMatchObject({ level: 'info', audience: 'admins', expiresAt: null });
  });

  it.each([
    ['title', 'of two characters', 'ab', 'too_short'],
    ['title', 'of two characters between blanks', `  ab${' '.repeat(10)}`, 'too_short'],
    ['title', 'of blanks', '     ', 'too_short'],
    ['title', 'of two characters in four units', '🚌🚌', 'too_short'],
    ['title', 'of 121 characters', 'x'.repeat(121), 'too_long'],
    ['title', 'null', null, 'wrong_type'],
    ['title', 'that is a number', 5, 'wrong_type'],
    ['body', 'of no characters', '', 'too_short'],
    ['body', 'of blanks', ' \n ', 'too_short'],
    ['body', 'of 2001 characters', 'x'.repeat(2001), 'too_long'],
    ['level', 'that is none', 'urgent', 'not_allowed'],
    ['level', 'null', null, 'wrong_type'],
    ['audience', 'that is none', 'nobody', 'not_allowed'],
    ['expiresAt', 'that is no moment', 'tomorrow', 'invalid_timestamp'],
    ['expiresAt', 'in the past', '2020-01-01T00:00:00Z', 'in_the_past'],
    ['readAt', 'of its own', '2020-01-01T00:00:00Z', 'unknown_field'],
  ])('is refused, new or changed, with the field %s %s', async (field, _what, value, code) => {
    const { id } = await publish();
    const complete = { title: 'A title', body: 'A body', [field]: value };
    for (const response of [
      await operator.session.post(PATH, complete),
      await operator.session.patch(`${PATH}/${id}`, { [field]: value }),
    ]) {
      expectProblem(response, 400, 'validation_failed');
      expect(response.body.errors).toMatchObject([{ field, code }]);
    }
  });

  it('names every field that is missing', async () => {
    const response = await operator.session.post(PATH, {}).expect(400);
    expect(response.body.errors.map(({ field }: Json) => field)).toEqual(['title', 'body']);
  });

  it('counts code points: 120 and 2000 of any kind fit', async () => {
    const made = await publish({ title: '🚌'.repeat(120), body: '🎻'.repeat(2000) });
    expect(made).toMatchObject({ title: '🚌'.repeat(120), body: '🎻'.repeat(2000) });
    await publish({ title: '🚌🚌🚌' });
  });

  it('is changed in any part, and its end taken back', async () => {
    const made = await publish({ expiresAt: inMinutes(5) });
    const path = `${PATH}/${made.id}`;
    const changed = (await operator.session.patch(path, { title: 'Another title' }).expect(200)).body;
    expect(changed).toEqual({ ...made, title: 'Another title', updatedAt: changed.updatedAt });
    expect((await operator.session.patch(path, { expiresAt: null }).expect(200)).body.expiresAt).toBeNull();
    expect((await operator.session.patch(path, {}).expect(200)).body.expiresAt).toBeNull();
  });

  it('is changed and removed only in the version that If-Match names', async () => {
    const { id } = await publish();
    const { headers } = await operator.session.get(`${PATH}/${id}`);
    await operator.session.patch(`${PATH}/${id}`, { title: 'Changed meanwhile' }).expect(200);
    const late = operator.session.with({ 'If-Match': headers['etag']! });
    expectProblem(await late.patch(`${PATH}/${id}`, { title: 'Too late' }), 412, 'precondition_failed');
    expectProblem(await late.delete(`${PATH}/${id}`), 412, 'precondition_failed');
  });

  it('is removed once', async () => {
    const { id } = await publish();
    await operator.session.delete(`${PATH}/${id}`).expect(204);
    for (const response of [
      await operator.session.delete(`${PATH}/${id}`),
      await operator.session.get(`${PATH}/${id}`),
      await operator.session.patch(`${PATH}/${id}`, { title: 'Again' }),
      await operator.session.post(`${PATH}/${id}/read`),
    ]) {
      expectProblem(response, 404, 'not_found');
    }
  });

  it('is published, changed and removed by sessions of Super Admins alone', async () => {
    const { id } = await publish({ audience: 'everyone' });
    const key = (await operator.session.post('/api/api-keys', { name: 'All', superAdmin: true }).expect(201)).body;
    const withKey = new Client(service.url, { Authorization: `Bearer ${key.key}` });
    for (const [caller, code] of [
      [withKey, 'session_required'],
      [admin.session, 'forbidden'],
    ] as const) {
      expectProblem(await caller.post(PATH, { title: 'A title', body: 'A body' }), 403, code);
      expectProblem(await caller.patch(`${PATH}/${id}`, { title: 'A title' }), 403, code);
      expectProblem(await caller.delete(`${PATH}/${id}`), 403, code);
    }
    const acting = new Client(service.url, {
      Cookie: sessionCookieOf(
        await (await signedIn(operator)).post(`/api/users/${admin.user.id}/impersonate`).expect(200),
      ),
    });
    expectProblem(await acting.post(PATH, { title: 'A title', body: 'A body' }), 403, 'forbidden');
  });

  const signedIn = async ({ email, password }: Tenant): Promise<Client> =>
    new Client(service.url, {
      Cookie: sessionCookieOf(await new Client(service.url).post('/api/auth/login', { email, password }).expect(200)),
    });

  it('for admins is seen by whoever has a role named Admin, and by Super Admins, in whatever organization', async () => {
    const { id } = await publish();
    const open = await publish({ audience: 'everyone' });
    const elsewhere = await registerTenant(service.url);
    for (const caller of [admin.session, admin.key, elsewhere.key, operator.session]) {
      expect(await idsOf(caller)).toEqual([open.id, id]);
      await caller.get(`${PATH}/${id}`).expect(200);
    }
    for (const caller of [member.session, member.key]) {
      expect(await idsOf(caller)).toEqual([open.id]);
      expectProblem(await caller.get(`${PATH}/${id}`), 404, 'not_found');
      expectProblem(await caller.post(`${PATH}/${id}/read`), 404, 'not_found');
    }
  });

  it.each([
    ['no permission', []],
    ['one', ['users.read']],
    ['all', PERMISSIONS],
  ])('for admins is not shown to a key narrowed to %s', async (_what, list) => {
    const { id } = await publish();
    const open = await publish({ audience: 'everyone' });
    for (const owner of [admin, operator]) {
      const narrow = await narrowedKey(owner.session, list);
      expect(await idsOf(narrow)).toEqual([open.id]);
      expectProblem(await narrow.get(`${PATH}/${id}`), 404, 'not_found');
      expectProblem(await narrow.post(`${PATH}/${id}/read`), 404, 'not_found');
    }
  });

  it('for admins is seen by an Admin of one organization who stands in another one, with any credential', async () => {
    const { id } = await publish();
    const elsewhere = (await registerTenant(service.url)).organization;
    const person = await newMember(service.url, service.databaseUrl, admin.organization);
    await join(service.databaseUrl, person, elsewhere, 'Admin');
    const callers = [person.session, person.key];
    for (const caller of callers) {
      expect(await idsOf(caller)).toEqual([id]);
      await caller.get(`${PATH}/${id}`).expect(200);
      await caller.post(`${PATH}/${id}/read`).expect(200);
    }
    await sql(service.databaseUrl, 'UPDATE organizations SET deleted_at = now() WHERE id = $1', [elsewhere.id]);
    for (const caller of callers) {
      expect(await idsOf(caller)).toEqual([]);
      expectProblem(await caller.get(`${PATH}/${id}`), 404, 'not_found');
      expectProblem(await caller.post(`${PATH}/${id}/read`), 404, 'not_found');
    }
  });

  it('is hidden at the moment it expires, from everybody and in every way', async () => {
    const expiresAt = inMinutes(30);
    const { id } = await publish({ audience: 'everyone', expiresAt });
    service.clock.stopAt(new Date(Date.parse(expiresAt) - 1).toISOString());
    expect(await idsOf(member.key)).toEqual([id]);
    service.clock.stopAt(expiresAt);
    for (const caller of [member.key, admin.session, operator.session]) {
      const { body } = await caller.get(`${PATH}?unread=true`).expect(200);
      expect(body).toEqual({ data: [], total: 0, page: 1, limit: 10, totalPages: 0 });
      expectProblem(await caller.get(`${PATH}/${id}`), 404, 'not_found');
      expectProblem(await caller.post(`${PATH}/${id}/read`), 404, 'not_found');
    }
  });

  it('that expired is shown again by an end that lies ahead, or none, and by no other change', async () => {
    const { id } = await publish({ audience: 'everyone', expiresAt: inMinutes(1) });
    const path = `${PATH}/${id}`;
    const shown: Json[] = [{ expiresAt: inMinutes(30) }, { expiresAt: null, title: 'Shown again' }];
    for (const changes of shown) {
      service.clock.advance(2 * MINUTE_MS);
      await runJob(service, 'withdraw-announcements');
      for (const other of [{}, { title: 'Another title' }])
        expectProblem(await operator.session.patch(path, other), 404, 'not_found');
      expectProblem(await admin.session.patch(path, changes), 403, 'forbidden');
      const { body } = await operator.session.patch(path, changes).expect(200);
      expect(body).toMatchObject(changes);
      expect((await member.key.get(path).expect(200)).body).toEqual(body);
      await operator.session.patch(path, { title: 'A title', expiresAt: inMinutes(1) }).expect(200);
    }
    const actions = (await auditOf(service.databaseUrl, id)).map(({ action }) => action);
    expect(actions).toEqual(['announcement.published', ...Array(4).fill('announcement.updated')]);
  });

  it('that expired is removed like any other', async () => {
    const { id } = await publish({ expiresAt: inMinutes(1) });
    service.clock.advance(2 * MINUTE_MS);
    await operator.session.delete(`${PATH}/${id}`).expect(204);
    expectProblem(await operator.session.delete(`${PATH}/${id}`), 404, 'not_found');
    const later = { expiresAt: inMinutes(30) };
    expectProblem(await operator.session.patch(`${PATH}/${id}`, later), 404, 'not_found');
  });

  it('that expired is forgotten a month later', async () => {
    const { id } = await publish({ expiresAt: inMinutes(1) });
    service.clock.advance(2 * MINUTE_MS);
    await runJob(service, 'withdraw-announcements');
    await runJob(service, 'forget-announcements');
    const found = () => sql(service.databaseUrl, 'SELECT id FROM announcements WHERE id = $1', [id]);
    expect(await found()).toHaveLength(1);
    service.clock.advance(31 * 24 * 60 * MINUTE_MS);
    await runJob(service, 'forget-announcements');
    expect(await found()).toEqual([]);
  });

  it('stand in the envelope, newest first, by page, level and whether they were read', async () => {
    const made: Json[] = [];
    for (const level of ['info', 'warning', 'info', 'critical', 'info']) made.push(await publish({ level }));
    const ids = made.map(({ id }) => id).reverse();
    const { body } = await admin.key.get(`${PATH}?limit=2&page=2`).expect(200);
    expect({ ...body, data: body.data.map(({ id }: Json) => id) }).toEqual({
      data: ids.slice(2, 4),
      total: 5,
      page: 2,
      limit: 2,
      totalPages: 3,
    });
    expect((await admin.key.get(`${PATH}?page=9`).expect(200)).body).toMatchObject({ data: [], total: 5 });
    expect(await idsOf(admin.key, '?level=info')).toEqual([ids[0], ids[2], ids[4]]);
    await admin.key.post(`${PATH}/${ids[2]}/read`).expect(200);
    expect(await idsOf(admin.session, '?unread=true')).toEqual([ids[0], ids[1], ids[3], ids[4]]);
    expect(await idsOf(admin.key, '?unread=false')).toEqual([ids[2]]);
    expect(await idsOf(admin.key, '?unread=true&level=info')).toEqual([ids[0], ids[4]]);
    for (const query of ['unread=1', 'level=urgent', 'page=0', 'bogus=1', 'sortBy=title']) {
      expectProblem(await admin.key.get(`${PATH}?${query}`), 400, 'validation_failed');
    }
  });

  it('are marked as read by each user for themselves; the first time stays', async () => {
    const readAt = inMinutes(1);
    service.clock.stopAt(readAt);
    const { id } = await publish({ audience: 'everyone' });
    expect((await admin.key.post(`${PATH}/${id}/read`).expect(200)).body).toEqual({ success: true, readAt });
    service.clock.advance(MINUTE_MS);
    expect((await admin.session.post(`${PATH}/${id}/read`).expect(200)).body).toEqual({ success: true, readAt });
    expect((await admin.session.get(`${PATH}/${id}`).expect(200)).body.readAt).toBe(readAt);
    expect((await admin.session.get(PATH).expect(200)).body.data[0].readAt).toBe(readAt);
    expect((await member.session.get(`${PATH}/${id}`).expect(200)).body.readAt).toBeNull();
    await operator.session.patch(`${PATH}/${id}`, { title: 'Changed' }).expect(200);
    expect((await admin.session.get(`${PATH}/${id}`).expect(200)).body.readAt).toBe(readAt);
  });

  it('are marked once by 50 requests at once', async () => {
    const { id } = await publish();
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        patiently(service, () => (i % 2 ? admin.key : admin.session).post(`${PATH}/${id}/read`)),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    expect(new Set(responses.map(({ body }) => body.readAt)).size).toBe(1);
    const records = (await auditOf(service.databaseUrl, id)).filter(({ action }) => action === 'announcement.read');
    expect(records).toHaveLength(1);
  });

  it('that are removed while they are marked are marked or not there', async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await publish();
      const [deleted, ...marked] = await Promise.all([
        operator.session.delete(`${PATH}/${id}`),
        ...Array.from({ length: 5 }, () => admin.key.post(`${PATH}/${id}/read`)),
      ]);
      expect(deleted!.status).toBe(204);
      for (const { status } of marked) expect([200, 404]).toContain(status);
    }
  });

  it('leave records in the log of the platform, of the reader in that of the organization, and no event', async () => {
    const { id } = await publish();
    await operator.session.patch(`${PATH}/${id}`, { level: 'warning' }).expect(200);
    await operator.session.patch(`${PATH}/${id}`, { level: 'warning' }).expect(200);
    await admin.session.post(`${PATH}/${id}/read`).expect(200);
    await operator.session.delete(`${PATH}/${id}`).expect(204);
    const records = await auditOf(service.databaseUrl, id);
    const { user, organization } = admin;
    expect(records).toMatchObject([
      { action: 'announcement.published', organization_id: NIL_ID, actor_id: operator.user.id },
      {
        action: 'announcement.updated',
        organization_id: NIL_ID,
        changes: { level: { before: 'info', after: 'warning' } },
      },
      { action: 'announcement.read', organization_id: organization.id, actor_id: user.id },
      { action: 'announcement.removed', organization_id: NIL_ID, target_type: 'announcement' },
    ]);
    expect(records[0].changes).not.toHaveProperty('readAt');
    expect(await outboxOf(service.databaseUrl, id)).toEqual([]);
  });

  it('are published once by a request that is repeated with its Idempotency-Key', async () => {
    const repeat = operator.session.with({ 'Idempotency-Key': 'announce' });
    const first = await repeat.post(PATH, { title: 'A title', body: 'A body' }).expect(201);
    const second = await repeat.post(PATH, { title: 'A title', body: 'A body' }).expect(201);
    expect(second.body).toEqual(first.body);
    expect(await idsOf(operator.session)).toEqual([first.body.id]);
  });

  it('that are unknown, or whose id is none, are not found', async () => {
    for (const id of [UNKNOWN, 'nope']) {
      expectProblem(await admin.key.get(`${PATH}/${id}`), 404, 'not_found');
      expectProblem(await admin.key.post(`${PATH}/${id}/read`), 404, 'not_found');
    }
  });

  it('is listed for operators with the number of its readers, also once it has expired', async () => {
    const expiresAt = inMinutes(5);
    const one = await publish({ audience: 'everyone', expiresAt });
    await admin.session.post(`${PATH}/${one.id}/read`).expect(200);
    await member.session.post(`${PATH}/${one.id}/read`).expect(200);
    const list = async () => (await operator.session.get('/api/platform/announcements').expect(200)).body.data;
    expect(await list()).toEqual([
      expect.objectContaining({ id: one.id, title: 'A title', expired: false, readers: 2, expiresAt }),
    ]);
    const path = `/api/platform/announcements/${one.id}/readers`;
    const { body } = await operator.session.get(`${path}?limit=1`).expect(200);
    expect(body).toMatchObject({ total: 2, totalPages: 2 });
    expect(body.data[0]).toMatchObject({ id: member.user.id, email: member.email, readAt: expect.any(String) });
    service.clock.advance(6 * MINUTE_MS);
    expect(await list()).toEqual([expect.objectContaining({ id: one.id, expired: true })]);
    await operator.session.get(path).expect(200);
    for (const id of [UNKNOWN, 'x'])
      await operator.session.get(`/api/platform/announcements/${id}/readers`).expect(404);
    await admin.session.get(path).expect(403);
    await admin.key.get('/api/platform/announcements').expect(403);
  });
});
