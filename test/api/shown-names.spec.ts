import { registerTenant, type Tenant } from '../support/builders';
import type { Json } from '../support/client';
import { useOwnTestApp } from '../support/fixtures';
import { joinAs } from '../support/members';
import { emailFrom, whenDone } from '../support/notifications';

const service = useOwnTestApp({ RATE_LIMIT: '1000000' });
let tenant: Tenant;
let tour: Json;
let event: Json;

beforeAll(async () => {
  tenant = await registerTenant(service.url);
  tour = (await tenant.key.post('/api/tours', { name: 'Alpine Spring' }).expect(201)).body;
  event = (await tenant.key.post('/api/events', { name: 'Salzburg', tourId: tour.id }).expect(201)).body;
});

it('an event shows the name of its tour, alone and in a list', async () => {
  const other = (await tenant.key.post('/api/events', { name: 'Alone' }).expect(201)).body;
  expect([event.tourName, other.tourName]).toEqual(['Alpine Spring', null]);
  const { data } = (await tenant.key.get('/api/events').expect(200)).body;
  expect(data.map((row: Json) => row.tourName).sort()).toEqual(['Alpine Spring', null]);
  const moved = await tenant.key.patch(`/api/events/${other.id}`, { tourId: tour.id }).expect(200);
  expect(moved.body.tourName).toBe('Alpine Spring');
});

it('an expense shows the names of its event and tour, wherever it is shown, with one ETag', async () => {
  const names = { eventName: 'Salzburg', tourName: 'Alpine Spring' };
  const path = `/api/events/${event.id}/expenses`;
  const created = await tenant.key.post(path, { category: 'venue', amount: '12.50', externalId: 'inv-1' }).expect(201);
  expect(created.body).toMatchObject(names);
  const read = await tenant.key.get(`/api/expenses/${created.body.id}`).expect(200);
  expect(read.body).toEqual(created.body);
  expect(read.headers['etag']).toBe(created.headers['etag']);
  for (const list of [path, `/api/tours/${event.tourId}/expenses`]) {
    const { data } = (await tenant.key.get(list).expect(200)).body;
    expect(data).toEqual([{ ...created.body, etag: read.headers['etag'] }]);
  }
  const items = [
    { externalId: 'inv-1', amount: '13.50' },
    { externalId: 'inv-2', amount: '1', category: 'venue' },
  ];
  const batch = await tenant.key.post(`${path}/batch`, { items }).expect(200);
  for (const { id, status } of batch.body.results) {
    expect([status, (await tenant.key.get(`/api/expenses/${id}`).expect(200)).body]).toEqual([
      expect.stringMatching(/^(created|updated)$/),
      expect.objectContaining(names),
    ]);
  }
  const changed = await tenant.key
    .with({ 'If-Match': (await tenant.key.get(`/api/expenses/${created.body.id}`)).headers['etag']! })
    .patch(`/api/expenses/${created.body.id}`, { amount: '14' })
    .expect(200);
  expect(changed.body).toMatchObject(names);
});

it('an assignment shows its vehicle', async () => {
  const bus = (await tenant.key.post('/api/vehicles', { name: 'Coach', capacity: 9, plateNumber: 'W-1' }).expect(201))
    .body;
  const van = (await tenant.key.post('/api/vehicles', { name: 'Van', capacity: 9 }).expect(201)).body;
  const path = `/api/events/${event.id}/vehicles`;
  const { body } = await tenant.key.post(path, { vehicleId: bus.id }).expect(201);
  expect(body.vehicle).toEqual({ id: bus.id, name: 'Coach', plateNumber: 'W-1' });
  const swapped = await tenant.key.patch(`/api/vehicle-assignments/${body.id}`, { vehicleId: van.id }).expect(200);
  expect(swapped.body.vehicle).toEqual({ id: van.id, name: 'Van', plateNumber: null });
  for (const list of [path, `/api/vehicles/${van.id}/assignments`])
    expect((await tenant.key.get(list).expect(200)).body.data[0].vehicle).toEqual(swapped.body.vehicle);
});

describe('the name of who made a record', () => {
  /** Where each kind of record that says so is read alone, and in which lists. */
  const made = async ({ key, session }: Tenant) => {
    const own = (await key.post('/api/events', { name: 'Graz' }).expect(201)).body;
    const expense = (await key.post(`/api/events/${own.id}/expenses`, { category: 'venue', amount: '1' }).expect(201))
      .body;
    const spare = (await session.post('/api/api-keys', { name: 'Spare' }).expect(201)).body;
    const notification = await whenDone(key, await emailFrom(key, ['ada@example.com']));
    return [
      { path: `/api/events/${own.id}`, created: own, lists: ['/api/events'] },
      { path: `/api/expenses/${expense.id}`, created: expense, lists: [`/api/events/${own.id}/expenses`] },
      { path: `/api/api-keys/${spare.id}`, created: spare, lists: ['/api/api-keys'] },
      { path: `/api/notifications/${notification.id}`, created: notification, lists: ['/api/notifications'] },
    ];
  };

  it('is shown wherever the record is, to others too, and follows the user at once; the ETag stays', async () => {
    const own = await registerTenant(service.url);
    const member = await joinAs(service, own, 'Member');
    const tags = new Map<string, string | undefined>();
    const records = await made(own);
    for (const { path, created } of records) {
      expect(created).toMatchObject({ createdBy: own.user.id, createdByName: own.user.name });
      const response = await own.session.get(path).expect(200);
      tags.set(path, response.headers['etag']);
    }
    await own.session.patch('/api/users/me', { name: 'Ada King' }).expect(200);
    for (const { path, created, lists } of records) {
      const reader = path.startsWith('/api/api-keys') ? own.session : member.session;
      const response = await reader.get(path).expect(200);
      expect([path, response.body.createdByName, response.headers['etag']]).toEqual([path, 'Ada King', tags.get(path)]);
      for (const list of lists) {
        const { data } = (await reader.get(list).expect(200)).body;
        const row = data.find(({ id }: Json) => id === created.id);
        expect([list, row.createdByName, row.etag]).toEqual([list, 'Ada King', tags.get(path)]);
      }
    }
    const { path } = records[0]!;
    const unchanged = await own.key
      .with({ 'If-Match': tags.get(path)! })
      .patch(path, { notes: 'New' })
      .expect(200);
    expect(unchanged.body.createdByName).toBe('Ada King');
  });

  it('stays when the user has left', async () => {
    const own = await registerTenant(service.url);
    const member = await joinAs(service, own, 'Member');
    const left = (await member.session.post('/api/events', { name: 'Linz' }).expect(201)).body;
    await own.session.delete(`/api/organizations/members/${member.memberId}`).expect(204);
    const { body } = await own.key.get(`/api/events/${left.id}`).expect(200);
    expect(body).toMatchObject({ createdBy: member.user.id, createdByName: member.user.name });
  });

  it('is no change of the record: neither the log nor an outgoing event calls it one', async () => {
    const own = await registerTenant(service.url);
    const { id } = (await own.key.post('/api/events', { name: 'Bregenz' }).expect(201)).body;
    await own.key.patch(`/api/events/${id}`, { notes: 'New' }).expect(200);
    const { data } = (await own.session.get(`/api/audit-logs?targetId=${id}`).expect(200)).body;
    const fields = data.map(({ changes }: Json) => Object.keys(changes));
    expect(fields).toHaveLength(2);
    expect(fields.flat()).toContain('notes');
    expect(fields.flat()).not.toContain('createdByName');
  });
});
