import { Client, type Json } from '../support/client';
import { useSuperAdmin, useTenant, useTestApp } from '../support/fixtures';

const STORED = 'Anne Marie O’Connor Jean‑Luc Guðmundur Þórsson';
const TYPED = [
  ["o'connor", 'an apostrophe of keyboards for one of phones'],
  ['O´connor', 'an accent for an apostrophe'],
  ['jean-luc', 'a hyphen for one that breaks no line'],
  ['Jean–Luc', 'a dash'],
  ['gudmundur thorsson', 'the plain letters'],
  ['þórsson anne', 'words in another order'],
  ['marie\u200B con\u00ADnor', 'invisible characters'],
] as const;

describe('what people type is found in every list', () => {
  const service = useTestApp();
  const operator = useSuperAdmin(service);
  const tenant = useTenant(service, { name: STORED, organizationName: STORED });

  let eventGuests = '';

  beforeAll(async () => {
    const { key } = tenant;
    for (const path of ['tours', 'events', 'vehicles', 'guests'])
      await key.post(`/api/${path}`, { name: STORED, ...(path === 'vehicles' && { capacity: 9 }) }).expect(201);
    const [event] = (await key.get('/api/events').expect(200)).body.data;
    const [guest] = (await key.get('/api/guests').expect(200)).body.data;
    await key.post(`/api/events/${event.id}/guests`, { guestId: guest.id }).expect(201);
    await tenant.session.post('/api/organizations/roles', { name: STORED, permissions: [] }).expect(201);
    eventGuests = `/api/events/${event.id}/guests`;
  });

  const namesIn = async (caller: Client, path: string, q: string): Promise<string[]> => {
    const { data } = (
      await caller.get(`${path}${path.includes('?') ? '&' : '?'}q=${encodeURIComponent(q)}`).expect(200)
    ).body as { data: Json[] };
    return data.map((row) => row['title'] ?? row['name'] ?? row['guest'].name);
  };

  describe.each(TYPED)('%s (%s)', (typed) => {
    it.each([
      ...['/api/tours', '/api/events', '/api/vehicles', '/api/guests', '/api/organizations/members'],
      '/api/organizations/roles',
    ])('at %s', async (path) => {
      expect(await namesIn(tenant.session, path, typed)).toEqual([STORED]);
    });

    it('at the door', async () => {
      expect(await namesIn(tenant.key, eventGuests, typed)).toEqual([STORED]);
    });

    it('in the search of everything', async () => {
      expect(await namesIn(tenant.session, '/api/search', typed)).toEqual(Array(5).fill(STORED));
    });

    it('among the organizations and users of the platform', async () => {
      for (const path of ['/api/organizations', `/api/organizations/${tenant.organization.id}/users`])
        expect(await namesIn(operator.session, path, typed)).toContain(STORED);
    });
  });

  it.each(['+43 660 1234567', '+43 (0)660/123-4567', '0043 660 1234567', '0660 123 45 67', '0660/1234567', '660 123'])(
    'guests by the phone number %s',
    async (typed) => {
      const name = 'Grete Hofer';
      const [known] = await namesIn(tenant.key, '/api/guests', name);
      if (known === undefined) await tenant.key.post('/api/guests', { name, phone: '+436601234567' }).expect(201);
      expect(await namesIn(tenant.key, '/api/guests', typed)).toEqual([name]);
      expect(await namesIn(tenant.key, '/api/search', typed)).toEqual([name]);
    },
  );

  it.each(['W-12345', 'w12345', 'W 123 45', 'W‑123‑45', 'W123-45', '0660 765 43 21', 'Huber Coach'])(
    'vehicles by %s',
    async (typed) => {
      const vehicle = { name: 'Coach of plates', plateNumber: 'W-123\u00A045', capacity: 9 };
      const driver = { driverName: 'Karl Huber', driverPhone: '+436607654321' };
      const [known] = await namesIn(tenant.key, '/api/vehicles', vehicle.name);
      if (known === undefined) await tenant.key.post('/api/vehicles', { ...vehicle, ...driver }).expect(201);
      expect(await namesIn(tenant.key, '/api/vehicles', typed)).toEqual([vehicle.name]);
      expect(await namesIn(tenant.key, '/api/search', typed)).toEqual([vehicle.name]);
    },
  );

  it('invitations by a part of the address', async () => {
    await tenant.session
      .post('/api/organizations/invitations', { email: 'jean-luc.picard@example.com', role: 'Member' })
      .expect(201);
    const { data } = (
      await tenant.session.get('/api/organizations/invitations?q=picard%20jean%E2%80%91luc').expect(200)
    ).body;
    expect(data).toHaveLength(1);
  });
});
