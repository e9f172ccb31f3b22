import { auditOf } from '../support/audit';
import { Client, type Json } from '../support/client';
import { useTenant, useTestApp } from '../support/fixtures';
import { newEvent } from '../support/guests';
import { newMember } from '../support/people';
import { expectProblem } from '../support/problem';
import { untagged } from '../support/rows';
import { sql } from '../support/sql';

const UNKNOWN_ID = '019a1b2c-3d4e-7f50-8a61-b2c3d4e5f607';

describe("an event's team", () => {
  const service = useTestApp();
  const tenant = useTenant(service);
  const stranger = useTenant(service);
  let event: Json;
  let path: string;

  beforeEach(async () => {
    event = await newEvent(tenant.key);
    path = `/api/events/${event.id}/team`;
  });

  const add = async (body: Record<string, unknown>): Promise<Json> =>
    (await tenant.key.post(path, body).expect(201)).body;
  const fieldsOf = ({ body }: { body: Json }): string[] => body.errors.map((error: Json) => error.field);

  describe('taking somebody on', () => {
    it('takes a contact', async () => {
      const contact = {
        name: 'Grace Hopper',
        email: 'grace@example.com',
        phone: '+4930123456',
        role: 'Stage manager',
        callTime: '2027-05-14T09:00:00+02:00',
        notes: 'Has the keys',
        status: 'confirmed',
      };
      const member = await add(contact);
      expect(member).toEqual({
        id: expect.any(String),
        eventId: event.id,
        userId: null,
        ...contact,
        callTime: '2027-05-14T07:00:00.000Z',
        erasedAt: null,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        updatedAt: member.createdAt,
      });
      expect((await tenant.key.get(`${path}/${member.id}`).expect(200)).body).toEqual(member);
    });

    it('takes a member of the organization, with name and e-mail address, but not the phone number of the account', async () => {
      await tenant.session.patch('/api/users/me', { phone: '+4930654321' }).expect(200);
      expect(await add({ userId: tenant.user.id })).toMatchObject({
        userId: tenant.user.id,
        name: 'First Admin',
        email: tenant.email,
        phone: null,
        role: null,
        callTime: null,
        notes: null,
        status: 'assigned',
      });
    });

    it('keeps the name that a member had, whatever they call themselves later', async () => {
      const { user, session } = await newMember(service.url, service.databaseUrl, tenant.organization);
      const member = await add({ userId: user.id });
      await session.patch('/api/users/me', { name: 'Renamed since' }).expect(200);
      expect((await tenant.key.get(`${path}/${member.id}`).expect(200)).body).toEqual(member);
    });

    it('refuses a user who is no active member here', async () => {
      const suspended = await newMember(service.url, service.databaseUrl, tenant.organization);
      await sql(service.databaseUrl, `UPDATE users SET status = 'suspended' WHERE id = $1`, [suspended.user.id]);
      for (const userId of [UNKNOWN_ID, 'nonsense', '', stranger.user.id, suspended.user.id])
        expectProblem(await tenant.key.post(path, { userId }), 404, 'not_found');
    });

    it('takes a user once, however many ask at the same moment', async () => {
      const responses = await Promise.all(
        Array.from({ length: 6 }, () => tenant.key.post(path, { userId: tenant.user.id })),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
      expectProblem(await tenant.key.post(path, { userId: tenant.user.id }), 409, 'already_on_team');
      const other = await newEvent(tenant.key);
      await tenant.key.post(`/api/events/${other.id}/team`, { userId: tenant.user.id }).expect(201);
      await add({ name: 'The same' });
      await add({ name: 'The same' });
    });

    it.each([
      ['nobody', {}, ['userId', 'name']],
      ['a contact without a name', { email: 'grace@example.com' }, ['name']],
      ['a user and a contact at once', { userId: UNKNOWN_ID, name: 'Grace', phone: null }, ['name', 'phone']],
      ['an empty name', { name: ' ' }, ['name']],
      ['a phone number that is none', { name: 'Grace', phone: '030' }, ['phone']],
      ['an address that is none', { name: 'Grace', email: 'nowhere' }, ['email']],
      ['a moment without a zone', { name: 'Grace', callTime: '2027-05-14T09:00:00' }, ['callTime']],
      ['an unknown status', { name: 'Grace', status: 'maybe' }, ['status']],
      ['an unknown field', { name: 'Grace', colour: 'red' }, ['colour']],
    ])('refuses %s and names the fields', async (_what, body, fields) => {
      const response = await tenant.key.post(path, body);
      expectProblem(response, 400, 'validation_failed');
      expect(fieldsOf(response)).toEqual(fields);
    });

    it('is refused for an event that is not there, or not theirs', async () => {
      for (const id of [UNKNOWN_ID, 'nonsense']) {
        await tenant.key.post(`/api/events/${id}/team`, { name: 'Grace' }).expect(404);
        await tenant.key.get(`/api/events/${id}/team`).expect(404);
      }
      await stranger.key.post(path, { name: 'Grace' }).expect(404);
      await stranger.key.get(path).expect(404);
    });
  });

  it('is listed as it was made, by name, or by call time', async () => {
    await add({ name: 'Zoe', callTime: '2027-05-14T08:00:00Z' });
    await add({ name: 'Ada', callTime: '2027-05-14T09:00:00Z' });
    await add({ name: 'Bob', callTime: '2027-05-14T07:00:00Z' });
    const names = async (query: string): Promise<string[]> =>
      (await tenant.key.get(`${path}${query}`).expect(200)).body.data.map(({ name }: Json) => name);
    expect(await names('')).toEqual(['Zoe', 'Ada', 'Bob']);
    expect(await names('?sortBy=name&sortDir=desc')).toEqual(['Zoe', 'Bob', 'Ada']);
    expect(await names('?sortBy=callTime')).toEqual(['Bob', 'Zoe', 'Ada']);
    expect(await names('?limit=2&page=2')).toEqual(['Bob']);
    await tenant.key.get(`${path}?sortBy=role`).expect(400);
  });

  describe('changing somebody of it', () => {
    it('changes what is named, clears with null and leaves the rest alone', async () => {
      const member = await add({ name: 'Grace', email: 'grace@example.com', role: 'Driver', notes: 'Early' });
      const changes = { name: 'Grace Hopper', email: null, status: 'declined', callTime: '2027-05-14T08:00:00Z' };
      const { body } = await tenant.key.patch(`${path}/${member.id}`, changes).expect(200);
      expect(body).toEqual({
        ...member,
        ...changes,
        callTime: '2027-05-14T08:00:00.000Z',
        updatedAt: body.updatedAt,
      });
      const audit = await auditOf(service.databaseUrl, member.id);
      expect(audit.map(({ action, target_type: type }) => [action, type])).toEqual([
        ['team_member.added', 'team_member'],
        ['team_member.updated', 'team_member'],
      ]);
      expect(audit[1]!.changes).toMatchObject({ status: { before: 'assigned', after: 'declined' } });
    });

    it('does not change how a user is reached, nor who it is', async () => {
      const member = await add({ userId: tenant.user.id });
      const refused = await tenant.key.patch(`${path}/${member.id}`, { name: 'Somebody', email: null });
      expectProblem(refused, 400, 'validation_failed');
      expect(fieldsOf(refused)).toEqual(['name', 'email']);
      expect(fieldsOf(await tenant.key.patch(`${path}/${member.id}`, { userId: UNKNOWN_ID }).expect(400))).toEqual([
        'userId',
      ]);
      const { name, email } = member;
      await tenant.key.patch(`${path}/${member.id}`, { name, email, role: 'Driver', status: 'confirmed' }).expect(200);
    });

    it('refuses null for what must have a value', async () => {
      const member = await add({ name: 'Grace' });
      for (const field of ['name', 'status'])
        expect(fieldsOf(await tenant.key.patch(`${path}/${member.id}`, { [field]: null }).expect(400))).toEqual([
          field,
        ]);
    });

    it('rejects a change that was made on an older version', async () => {
      const member = await add({ name: 'Grace' });
      const tag = (await tenant.key.get(`${path}/${member.id}`)).headers['etag']!;
      const match = tenant.key.with({ 'If-Match': tag });
      await match.patch(`${path}/${member.id}`, { role: 'Driver' }).expect(200);
      await match.patch(`${path}/${member.id}`, { role: 'Guide' }).expect(412);
      await match.delete(`${path}/${member.id}`).expect(412);
    });
  });

  describe('with a member of the organization on it, to callers who may not read members', () => {
    let nobody: Client;

    beforeEach(async () => {
      const made = await tenant.session.post('/api/api-keys', { name: 'Narrow', permissions: [] }).expect(201);
      nobody = new Client(service.url, { Authorization: `Bearer ${made.body.key}` });
    });

    it('shows no e-mail address of theirs, neither when they are added nor later', async () => {
      const added = (await nobody.post(path, { userId: tenant.user.id }).expect(201)).body;
      const contact = await add({ name: 'Grace', email: 'grace@example.com', phone: '+4930123456' });
      expect(added).toMatchObject({ userId: tenant.user.id, name: 'First Admin', email: null, phone: null });
      expect((await nobody.get(`${path}/${added.id}`).expect(200)).body).toEqual(added);
      expect((await nobody.get(path).expect(200)).body.data.map(untagged)).toEqual([added, contact]);
      expect((await tenant.key.get(`${path}/${added.id}`).expect(200)).body).toEqual({ ...added, email: tenant.email });
      const deputy = { name: 'Reader', permissions: ['users.read'] };
      const { key } = (await tenant.session.post('/api/api-keys', deputy).expect(201)).body;
      const reader = new Client(service.url, { Authorization: `Bearer ${key}` });
      expect((await reader.get(path).expect(200)).body.data[0].email).toBe(tenant.email);
    });

    it('lets them send back what they saw, and does not reveal whether a guess is right', async () => {
      const member = await add({ userId: tenant.user.id });
      const seen = (await nobody.get(`${path}/${member.id}`).expect(200)).body;
      const { name, email, phone } = seen;
      const changed = await nobody.patch(`${path}/${member.id}`, { name, email, phone, role: 'Driver' }).expect(200);
      expect(changed.body).toEqual({ ...seen, role: 'Driver', updatedAt: changed.body.updatedAt });
      for (const guess of [tenant.email, 'wrong@example.com'])
        expect(fieldsOf(await nobody.patch(`${path}/${member.id}`, { email: guess }).expect(400))).toEqual(['email']);
      expect((await tenant.key.get(`${path}/${member.id}`).expect(200)).body.email).toBe(tenant.email);
    });

    it('counts the version that each of them saw', async () => {
      const member = await add({ userId: tenant.user.id });
      const tag = (await nobody.get(`${path}/${member.id}`)).headers['etag']!;
      await nobody.with({ 'If-Match': tag }).patch(`${path}/${member.id}`, { role: 'Driver' }).expect(200);
      await nobody.with({ 'If-Match': tag }).delete(`${path}/${member.id}`).expect(412);
    });
  });

  it('leaves the address of a member out of the audit log, and keeps that of a contact', async () => {
    const member = await add({ userId: tenant.user.id });
    await tenant.key.patch(`${path}/${member.id}`, { role: 'Driver' }).expect(200);
    await tenant.key.delete(`${path}/${member.id}`).expect(204);
    const records = await auditOf(service.databaseUrl, member.id);
    expect(records.map(({ action }) => action)).toEqual([
      'team_member.added',
      'team_member.updated',
      'team_member.removed',
    ]);
    expect(records[0]!.changes).toMatchObject({ userId: { before: null, after: tenant.user.id } });
    expect(JSON.stringify(records.map(({ changes }) => changes))).not.toContain(tenant.email);
    const contact = await add({ name: 'Grace', email: 'grace@example.com' });
    expect((await auditOf(service.databaseUrl, contact.id))[0]!.changes).toMatchObject({
      email: { before: null, after: 'grace@example.com' },
    });
  });

  it('loses somebody for good, and them alone', async () => {
    const [member, other] = [await add({ name: 'Grace' }), await add({ name: 'Ada' })];
    expect((await tenant.key.delete(`${path}/${member.id}`).expect(204)).text).toBe('');
    await tenant.key.delete(`${path}/${member.id}`).expect(404);
    await tenant.key.get(`${path}/${member.id}`).expect(404);
    expect((await tenant.key.get(path).expect(200)).body.data.map(untagged)).toEqual([other]);
    expect((await auditOf(service.databaseUrl, member.id)).at(-1)).toMatchObject({ action: 'team_member.removed' });
  });

  it('is known under its own event only, and to its own organization', async () => {
    const member = await add({ name: 'Grace' });
    const other = await newEvent(tenant.key);
    for (const [caller, url] of [
      [tenant, `/api/events/${other.id}/team/${member.id}`],
      [stranger, `${path}/${member.id}`],
    ] as const) {
      await caller.key.get(url).expect(404);
      await caller.key.patch(url, { role: 'Driver' }).expect(404);
      await caller.key.delete(url).expect(404);
    }
  });

  it('goes along with its event', async () => {
    const member = await add({ name: 'Grace' });
    await tenant.key.delete(`/api/events/${event.id}`).expect(204);
    await tenant.key.get(`${path}/${member.id}`).expect(404);
    expect(await sql(service.databaseUrl, 'SELECT id FROM team_members WHERE id = $1', [member.id])).toEqual([]);
  });
});
