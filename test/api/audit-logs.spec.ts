import { registerTenant } from '../support/builders';
import { Client, type Json } from '../support/client';
import { useTenant, useTestApp } from '../support/fixtures';
import { assignVehicle, invite, seat } from '../support/guests';
import { untagged } from '../support/rows';
import { sql } from '../support/sql';

const UNKNOWN = '019a0000-0000-7000-8000-000000000000';
const fieldsOf = (problem: Json): string[] => problem.errors.map((error: Json) => error.field);

describe('the audit log', () => {
  const service = useTestApp();
  const tenant = useTenant(service, { timezone: 'America/New_York' });
  const stranger = useTenant(service);
  const operator = useTenant(service);

  beforeAll(async () => {
    await sql(service.databaseUrl, 'UPDATE users SET super_admin = true WHERE id = $1', [operator.user.id]);
  });
  afterEach(() => service.clock.release());

  const plan = async (name = 'Salzburg', client: Client = tenant.key): Promise<Json> =>
    (await client.post('/api/events', { name }).expect(201)).body;
  const list = async (query = '', client: Client = tenant.key, path = '/api/audit-logs'): Promise<Json> =>
    (await client.get(`${path}?${query}`).expect(200)).body;
  const narrowKey = async (permissions: string[]): Promise<Client> => {
    const { body } = await tenant.session.post('/api/api-keys', { name: 'Narrow', permissions }).expect(201);
    return new Client(service.url, { Authorization: `Bearer ${body.key}` });
  };

  describe('in a list', () => {
    it('shows who changed what, from where', async () => {
      const event = await plan();
      const caller = tenant.key.with({ 'User-Agent': 'Planner/1.0', 'X-Request-Id': 'planners-own-id' });
      await caller.patch(`/api/events/${event.id}`, { capacity: 20 }).expect(200);
      const { data, total } = await list(`targetId=${event.id}`);
      expect(total).toBe(2);
      expect(untagged(data[0])).toEqual({
        id: expect.any(String),
        action: 'event.updated',
        names: { [event.id]: 'Salzburg' },
        occurredAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        actor: { type: 'apiKey', id: tenant.apiKey.id, name: 'Integration' },
        impersonator: null,
        target: { type: 'event', id: event.id },
        changes: { capacity: { before: null, after: 20 } },
        context: { ip: '127.0.0.1', userAgent: 'Planner/1.0', requestId: 'planners-own-id' },
        createdAt: data[0].occurredAt,
        updatedAt: data[0].occurredAt,
      });
      const single = await tenant.key.get(`/api/audit-logs/${data[0].id}`).expect(200);
      expect(single.body).toEqual(untagged(data[0]));
      expect(single.headers['etag']).toBeDefined();
    });

    it('names what it speaks of, and nothing of another organization', async () => {
      const event = await plan();
      const bus = await assignVehicle(tenant.key, event, 3);
      const guest = await invite(tenant.key, event, { name: 'Grace' });
      await seat(tenant.key, guest, bus);
      const { data } = await list(`targetId=${guest.id}`);
      expect(data[0].action).toBe('event_guest.vehicle_changed');
      expect(data[0].names).toEqual({ [guest.id]: 'Grace', [bus.id]: 'A bus' });
      await tenant.key.delete(`/api/events/${event.id}/guests/${guest.id}`).expect(204);
      expect((await list(`targetId=${guest.id}`)).data[0].names).not.toHaveProperty(guest.id);
      const member = (await list('targetType=member&sortDir=asc')).data[0];
      expect(Object.values(member.names)).toContain(tenant.user.name);
      const foreign = await plan('Theirs', stranger.key);
      const { data: theirs } = await list(`targetId=${foreign.id}`, stranger.key);
      expect(theirs[0].names).toMatchObject({ [foreign.id]: 'Theirs' });
      expect(theirs[0].names).not.toHaveProperty(tenant.user.id);
    });

    it('shows changes in the order of the fields', async () => {
      const fields = { name: 'South', description: 'Three cities', status: 'planning' };
      const { body: tour } = await tenant.key.post('/api/tours', fields).expect(201);
      const { data } = await list(`targetId=${tour.id}`);
      const shown = Object.keys(tour).filter((field) => field in data[0].changes);
      expect(shown).toEqual(expect.arrayContaining(['name', 'description', 'status']));
      expect(Object.keys(data[0].changes)).toEqual(shown);
    });

    it('names the user of a session', async () => {
      const event = await plan('Graz', tenant.session);
      const { data } = await list(`targetId=${event.id}`);
      expect(data[0].actor).toEqual({ type: 'user', id: tenant.user.id, name: tenant.user.name });
    });

    it('comes newest first, or oldest first when asked', async () => {
      const event = await plan();
      for (const capacity of [1, 2, 3]) await tenant.key.patch(`/api/events/${event.id}`, { capacity }).expect(200);
      const ids = (page: Json): string[] => page.data.map((record: Json) => record.id);
      const newest = ids(await list(`targetId=${event.id}`));
      expect(newest).toEqual([...newest].sort().reverse());
      expect(ids(await list(`targetId=${event.id}&sortBy=occurredAt&sortDir=asc`))).toEqual([...newest].reverse());
      const pages = [await list(`targetId=${event.id}&limit=3`), await list(`targetId=${event.id}&limit=3&page=2`)];
      expect(pages.flatMap(ids)).toEqual(newest);
      expect(pages[0]).toMatchObject({ total: 4, page: 1, limit: 3, totalPages: 2 });
    });

    it('can be narrowed by what happened, to what, by whom', async () => {
      const event = await plan('Linz', tenant.session);
      await tenant.key.delete(`/api/events/${event.id}`).expect(204);
      const actions = async (query: string): Promise<string[]> =>
        (await list(`targetId=${event.id}&${query}`)).data.map((record: Json) => record.action);
      expect(await actions('action=event.deleted')).toEqual(['event.deleted']);
      expect(await actions('action=event')).toEqual([]);
      expect(await actions('action=event.deleted,event.created')).toEqual(['event.deleted', 'event.created']);
      expect(await actions('action=event.created,event')).toEqual(['event.created']);
      expect(await actions(`actorId=${tenant.user.id}`)).toEqual(['event.created']);
      expect(await actions(`actorId=${tenant.apiKey.id}`)).toEqual(['event.deleted']);
      expect(await actions('actorId=no-id')).toEqual([]);
      expect(await actions('targetType=event')).toHaveLength(2);
      expect(await actions('targetType=tour')).toEqual([]);
    });

    it("can be narrowed to days of the organization's zone, and to moments", async () => {
      // A day that is gone, in which nobody else does anything.
      service.clock.stopAt('2019-05-15T03:59:59.999Z');
      const late = await plan('Late on the 14th in New York');
      service.clock.stopAt('2019-05-15T04:00:00.000Z');
      const early = await plan('Early on the 15th');
      const targets = async (query: string, client = tenant.key, path?: string): Promise<string[]> => {
        const { data } = await list(`action=event.created&${query}`, client, path);
        return data.map((record: Json) => record.target.id);
      };
      expect(await targets('from=2019-05-14&to=2019-05-14')).toEqual([late.id]);
      expect(await targets('from=2019-05-15&to=2019-05-15')).toEqual([early.id]);
      expect(await targets('from=2019-05-15T04:00:00Z&to=2019-05-15T04:00:00Z')).toEqual([early.id]);
      expect(await targets('from=2019-05-14T23:59:59.999-04:00&to=2019-05-15T03:59:59.999Z')).toEqual([late.id]);
      service.clock.release();
      // The platform has no zone but UTC.
      const platform = await targets('from=2019-05-15&to=2019-05-15', operator.session, '/api/audit-logs/platform');
      expect(platform).toEqual([early.id, late.id]);
    });

    it('goes on over the turn of a year, page by page', async () => {
      const years = [
        '2026-12-31T23:59:59.999Z',
        '2027-01-01T00:00:00.000Z',
        '2028-07-01T12:00:00.000Z',
        '2099-01-01T00:00:00.000Z',
      ];
      const capacities = years.map((_, i) => i + 1);
      service.clock.stopAt('2025-03-01T00:00:00.000Z');
      const owner = await registerTenant(service.url);
      const event = await plan('Over the years', owner.key);
      for (const [i, moment] of years.entries()) {
        service.clock.stopAt(moment);
        await owner.key.patch(`/api/events/${event.id}`, { capacity: capacities[i] }).expect(200);
      }
      const page = async (query: string): Promise<Json> =>
        list(`targetId=${event.id}&action=event.updated&${query}`, owner.key);
      const shown = async (query: string): Promise<number[]> =>
        (await page(query)).data.map((record: Json) => record.changes.capacity.after);
      expect([...(await shown('limit=3')), ...(await shown('limit=3&page=2'))]).toEqual([...capacities].reverse());
      expect(await shown('sortDir=asc')).toEqual(capacities);
      expect(await shown('from=2027-01-01T00:00:00Z&to=2028-12-31T00:00:00Z')).toEqual([3, 2]);
      for (const record of (await page('')).data)
        expect((await owner.key.get(`/api/audit-logs/${record.id}`).expect(200)).body).toEqual(untagged(record));
      service.clock.release();
    });

    it.each([
      ['sortBy=action', 'sortBy'],
      ['sortDir=up', 'sortDir'],
      ['from=soon', 'from'],
      ['from=2027-05-15&to=2027-05-14', 'to'],
      ['limit=0', 'limit'],
      ['q=event', 'q'],
    ])('refuses ?%s', async (query, field) => {
      const { body } = await tenant.key.get(`/api/audit-logs?${query}`).expect(400);
      expect(fieldsOf(body)).toEqual([field]);
    });
  });

  it('shows an organization nothing of another', async () => {
    const event = await plan();
    const [record] = (await list(`targetId=${event.id}`)).data;
    expect((await list(`targetId=${event.id}`, stranger.key)).total).toBe(0);
    for (const id of [record.id, UNKNOWN, 'no-id']) await stranger.key.get(`/api/audit-logs/${id}`).expect(404);
  });

  it('takes the permission', async () => {
    const [reader, other] = [await narrowKey(['auditLogs.read']), await narrowKey(['users.read'])];
    const { data } = await list('limit=1', reader);
    for (const path of ['/api/audit-logs', `/api/audit-logs/${data[0].id}`, '/api/audit-logs/verify']) {
      await reader.get(path).expect(200);
      expect((await other.get(path).expect(403)).body.code).toBe('forbidden');
      await new Client(service.url).get(path).expect(401);
    }
  });

  it('of the whole platform is for Super Admins who are signed in', async () => {
    const event = await plan();
    const path = '/api/audit-logs/platform';
    const { data } = await list(`targetId=${event.id}`, operator.session, path);
    expect(data).toEqual([
      expect.objectContaining({
        organizationId: tenant.organization.id,
        organizationName: tenant.organization.name,
        action: 'event.created',
      }),
    ]);
    await operator.session
      .patch('/api/settings/platform', { referralReward: { amount: '7.00', currency: 'EUR' } })
      .expect(200);
    const own = await list('action=platform_settings.updated', operator.session, path);
    expect(own.data[0]).toMatchObject({
      organizationId: null,
      organizationName: null,
      actor: { id: operator.user.id },
    });
    expect((await list('action=platform_settings.updated', operator.key)).total).toBe(0);
    expect((await list('limit=2', operator.session, path)).total).toBeGreaterThan((await list()).total);

    expect((await operator.key.get(path).expect(403)).body.code).toBe('session_required');
    expect((await tenant.session.get(path).expect(403)).body.code).toBe('forbidden');
    await new Client(service.url).get(path).expect(401);
  });

  it.each([
    ['audit_records', 'action'],
    ['audit_seals', 'hash'],
  ])('cannot be rewritten: %s', async (table, column) => {
    for (const statement of [
      `UPDATE ${table} SET ${column} = ${column}`,
      `DELETE FROM ${table}`,
      `TRUNCATE ${table}`,
    ]) {
      await expect(sql(service.databaseUrl, statement)).rejects.toThrow(new RegExp(`${table}(_\\d+)? is append-only`));
    }
  });
});
