import { registerTenant, type Tenant } from '../support/builders';
import { ChangesReader } from '../support/changes';
import { Client, type Json } from '../support/client';
import { EventReader, withKey } from '../support/event-stream';
import { useTestApp } from '../support/fixtures';
import { expectProblem } from '../support/problem';
import { assignVehicle, invite, newEvent, pathOfGuest, rsvpPathOf } from '../support/guests';

describe('a partner stays in step', () => {
  const service = useTestApp();
  let tenant: Tenant;

  beforeEach(async () => {
    tenant = await registerTenant(service.url);
  });
  afterEach(() => service.clock.release());

  const made = async (path: string, body: Json): Promise<Json> =>
    (await tenant.session.post(path, body).expect(201)).body;

  describe('with a key that knows itself', () => {
    const newKey = async (fields: Json): Promise<Json & { client: Client }> => {
      const key = await made('/api/api-keys', { name: 'Sync', ...fields });
      return { ...key, client: new Client(service.url, { Authorization: `Bearer ${key.key}` }) };
    };

    it('whatever its scopes are, and a session has none', async () => {
      const { key: _secret, client, ...key } = await newKey({ scopes: ['guests:write'] });
      const { body, headers } = await client.get('/api/api-keys/me').expect(200);
      expect(body).toMatchObject({ id: key.id, name: 'Sync', scopes: ['guests:write'], prefix: key.prefix });
      expect(headers['etag']).toMatch(/^"/);
      expectProblem(await tenant.session.get('/api/api-keys/me'), 403, 'key_required');
      const organizations = await newKey({ owner: 'organization', permissions: [] });
      expect((await organizations.client.get('/api/api-keys/me').expect(200)).body.id).toBe(organizations.id);
    });

    it('and skips what it changed itself, and nothing else', async () => {
      const other = await newKey({});
      const readers = await Promise.all([
        ChangesReader.begin(tenant.key, '&exclude=self'),
        ChangesReader.begin(tenant.session, '&exclude=self'),
        ChangesReader.begin(tenant.key),
      ]);
      await tenant.key.post('/api/tours', { name: 'By the key' }).expect(201);
      await other.client.post('/api/vehicles', { name: 'By another key of the user', capacity: 2 }).expect(201);
      await tenant.session.post('/api/guests', { name: 'By the user' }).expect(201);
      await readers[2]!.got(3);
      for (const reader of readers) await reader.read();
      expect(readers.map(({ types }) => types)).toEqual([
        ['vehicle.created', 'guest.created'],
        ['tour.created', 'vehicle.created'],
        ['tour.created', 'vehicle.created', 'guest.created'],
      ]);
      expectProblem(await tenant.key.get('/api/changes?exclude=others'), 400, 'validation_failed');
    });

    it('and follows the changes of what it may read', async () => {
      const { client } = await newKey({ scopes: ['guests:write', 'events:read'] });
      const reader = await ChangesReader.begin(client);
      const all = await ChangesReader.begin(tenant.key);
      const event = await made('/api/events', { name: 'An event' });
      await made('/api/vehicles', { name: 'A coach', capacity: 2 });
      await made('/api/organizations/roles', { name: 'A role', permissions: [] });
      await invite(tenant.session, event);
      await all.got(5);
      await reader.read();
      expect(reader.types).toEqual(['event.created', 'guest.created', 'event_guest.added']);
      await client.get('/api/changes?types=guest.rsvp,event.updated').expect(200);
      for (const [type, scope] of [
        ['vehicle.created', 'vehicles:read'],
        ['role.created', '*:read'],
      ]) {
        for (const path of ['/api/changes', '/api/changes/stream']) {
          const refusal = await client.get(`${path}?types=guest.rsvp,${type}`);
          expectProblem(refusal, 403, 'out_of_scope');
          expect(refusal.body.params).toEqual({ scope });
        }
      }
    });

    it('whose scope that is missing is named', async () => {
      const { client } = await newKey({ scopes: ['guests:read'] });
      const refusals = [
        await client.get('/api/tours'),
        await client.post('/api/guests', { name: 'New' }),
        await client.get('/api/settings'),
        await client.patch('/api/settings', { locale: 'de' }),
      ];
      for (const refusal of refusals) expectProblem(refusal, 403, 'out_of_scope');
      expect(refusals.map(({ body }) => body.params?.scope)).toEqual([
        'tours:read',
        'guests:write',
        '*:read',
        // No scope opens it.
        undefined,
      ]);
    });

    it('by a stream that skips its own changes, too', async () => {
      const { client, ...key } = await newKey({ scopes: ['tours:write', 'vehicles:read'] });
      const path = '/api/changes/stream?exclude=self';
      const stream = await EventReader.open(service.url, withKey(key as { key: string }), path);
      await client.post('/api/tours', { name: 'Its own' }).expect(201);
      await tenant.session.post('/api/guests', { name: 'Beyond its scopes' }).expect(201);
      await tenant.session.post('/api/vehicles', { name: 'A coach', capacity: 2 }).expect(201);
      await stream.got(1);
      expect(stream.messages.map(({ type }) => type)).toEqual(['vehicle.created']);
      stream.close();
    });
  });

  describe('by changes that bring their records', () => {
    it('as they are now, and null for what is gone', async () => {
      const reader = await ChangesReader.begin(tenant.key, '&include=record');
      const event = await made('/api/events', { name: 'An event' });
      const invited = await invite(tenant.session, event);
      const member = await made(`/api/events/${event.id}/team`, { name: 'A guide', role: 'Guide' });
      const tour = await made('/api/tours', { name: 'A tour' });
      await tenant.session.patch(`/api/events/${event.id}`, { name: 'Renamed' }).expect(200);
      await tenant.session.delete(`/api/tours/${tour.id}`).expect(204);
      await reader.got(7);
      const paths: Record<string, string> = {
        event: `/api/events/${event.id}`,
        guest: `/api/guests/${invited.guestId}`,
        event_guest: pathOfGuest(invited),
        team_member: `/api/events/${event.id}/team/${member.id}`,
      };
      for (const { type, target, record } of reader.changes) {
        const now = type.startsWith('tour.') ? null : (await tenant.key.get(paths[target.type]!).expect(200)).body;
        expect({ type, record }).toEqual({ type, record: now });
      }
    });

    it('but none that only operators may read, such as the user of a member', async () => {
      const reader = await ChangesReader.begin(tenant.key, '&include=record');
      await tenant.session.patch('/api/users/me', { name: 'Renamed' }).expect(200);
      const [change] = await reader.got(1);
      const target = { type: 'user', id: tenant.user.id, externalId: null };
      expect(change).toMatchObject({ type: 'member.updated', target, record: null });
    });

    it('so that 663 of them are caught up with in ten requests, and an answer needs no other', async () => {
      const { next: start } = (await tenant.key.get('/api/changes').expect(200)).body;
      const event = await newEvent(tenant.session);
      const items = Array.from({ length: 661 }, (_none, index) => ({
        externalId: `crm-${index}`,
        name: `Guest ${index}`,
      }));
      for (const part of [items.slice(0, 500), items.slice(500)])
        await tenant.session.post('/api/guests/batch', { items: part }).expect(200);
      const all = await ChangesReader.begin(tenant.key);
      const answer = { items: [{ externalId: 'crm-7', rsvp: 'accepted', plusOnes: 1 }] };
      await tenant.session.post(`/api/events/${event.id}/guests/batch`, answer).expect(200);
      await all.got(1);
      const contacts = new Map<string, Json>();
      let [requests, count, next] = [0, 0, start as string];
      for (let more = true; more; requests++) {
        const { body } = await tenant.key.get(`/api/changes?after=${next}&exclude=self&include=record`).expect(200);
        count += body.data.length;
        for (const { type, record } of body.data as Json[]) {
          if (type === 'guest.created') contacts.set(record.externalId, { name: record.name, rsvp: null });
          if (type === 'guest.rsvp') contacts.get(record.guest.externalId)!.rsvp = record.rsvp;
        }
        next = body.next;
        more = body.hasMore;
      }
      expect(count).toBeGreaterThanOrEqual(663);
      expect(contacts.size).toBe(661);
      expect(contacts.get('crm-7')).toEqual({ name: 'Guest 7', rsvp: 'accepted' });
      expect(requests).toBeLessThanOrEqual(10);
    });

    it('in a stream, which has none unless it is asked for them', async () => {
      const streams = await Promise.all(
        ['?include=record', ''].map((query) =>
          EventReader.open(service.url, withKey(tenant.apiKey), `/api/changes/stream${query}`),
        ),
      );
      const tour = await made('/api/tours', { name: 'A tour' });
      for (const stream of streams) await stream.got(1);
      expect(streams.map(({ messages }) => messages[0]!.record)).toEqual([tour, undefined]);
      for (const stream of streams) stream.close();
      expectProblem(await tenant.key.get('/api/changes?include=everything'), 400, 'validation_failed');
    });
  });

  describe('by ids', () => {
    it('of up to 100 records of a list, of which it finds those that are there', async () => {
      const stranger = await registerTenant(service.url);
      const theirs: Json = (await stranger.session.post('/api/tours', { name: 'Theirs' }).expect(201)).body;
      const event = await newEvent(tenant.key);
      const lists: [path: string, body: Json][] = [
        ['/api/tours', { name: 'A tour' }],
        ['/api/events', { name: 'An event' }],
        ['/api/guests', { name: 'A guest' }],
        ['/api/vehicles', { name: 'A coach', capacity: 2 }],
        [`/api/events/${event.id}/expenses`, { category: 'transport', amount: '10.00' }],
      ];
      for (const [path, body] of lists) {
        const records = [await made(path, body), await made(path, body), await made(path, body)];
        const [first, , last] = records.map(({ id }) => id as string);
        const found = async (query: string): Promise<string[]> =>
          (await tenant.key.get(`${path}?${query}`).expect(200)).body.data.map(({ id }: Json) => id).sort();
        expect([path, await found(`ids=${last},${first},${theirs.id},nothing`)]).toEqual([path, [first, last]]);
        expect([path, await found(`ids=${first}&ids=${last}`)]).toEqual([path, [first, last]]);
        expect([path, await found(`ids=${first}&cursor=`)]).toEqual([path, [first]]);
        expect([path, await found('ids=nothing')]).toEqual([path, []]);
        const many = Array.from({ length: 101 }, (_, index) => index).join(',');
        expectProblem(await tenant.key.get(`${path}?ids=${many}`), 400, 'validation_failed');
      }
    });
  });

  describe("by the partner's own ids", () => {
    it('which every guest of an event has, in lists and records', async () => {
      const event = await newEvent(tenant.key);
      const guest = await invite(tenant.key, event, { externalId: 'crm-1' });
      const items = { items: [{ externalId: 'crm-2' }] };
      await made('/api/guests', { name: 'Of a batch', externalId: 'crm-2' });
      await tenant.key.post(`/api/events/${event.id}/guests/batch`, items).expect(200);
      expect(guest.guest.externalId).toBe('crm-1');
      const read = await tenant.key.get(pathOfGuest(guest)).expect(200);
      expect(read.body.guest.externalId).toBe('crm-1');
      const list = await tenant.key.get(`/api/events/${event.id}/guests`).expect(200);
      expect(list.body.data.map((row: Json) => row.guest.externalId)).toEqual(['crm-1', 'crm-2']);
    });

    it('by which guests of an event and its vehicles are found', async () => {
      const event = await newEvent(tenant.key);
      const guests = [await invite(tenant.key, event, { externalId: 'crm-1' }), await invite(tenant.key, event)];
      guests.push(await invite(tenant.key, event, { externalId: 'crm-3' }));
      await invite(tenant.key, await newEvent(tenant.key), { externalId: 'crm-4' });
      const vehicle = await made('/api/vehicles', { name: 'A coach', capacity: 2, externalId: 'fleet-1' });
      const assignment = await made(`/api/events/${event.id}/vehicles`, { vehicleId: vehicle.id });
      await assignVehicle(tenant.key, event, 2);
      const found = async (path: string): Promise<string[]> =>
        (await tenant.key.get(`/api/events/${event.id}/${path}`).expect(200)).body.data
          .map(({ id }: Json) => id)
          .sort();
      const wanted = [guests[0]!.id, guests[2]!.id];
      expect(await found('guests?externalId=crm-3,crm-1,crm-4')).toEqual(wanted);
      expect(await found('guests?externalId=crm-3&externalId=crm-1&cursor=')).toEqual(wanted);
      expect(await found(`guests?ids=${wanted.join()}`)).toEqual(wanted);
      expect(await found('guests?externalId=crm-4')).toEqual([]);
      expect(await found('vehicles?externalId=fleet-1,fleet-2')).toEqual([assignment.id]);
      expect(await found(`vehicles?ids=${assignment.id}&cursor=`)).toEqual([assignment.id]);
    });

    it('which changes name their target by, as it was called at the time', async () => {
      const reader = await ChangesReader.begin(tenant.key);
      const tour = await made('/api/tours', { name: 'A tour', externalId: 'tour-1' });
      await tenant.key.patch(`/api/tours/${tour.id}`, { externalId: 'tour-2' }).expect(200);
      await tenant.key.delete(`/api/tours/${tour.id}`).expect(204);
      const event = await newEvent(tenant.key, { name: 'Without' });
      const guest = await invite(tenant.key, event, { externalId: 'crm-1' });
      await new Client(service.url).post(rsvpPathOf(guest), { rsvp: 'accepted' }).expect(200);
      await tenant.key.delete(pathOfGuest(guest)).expect(204);
      await tenant.key.delete(`/api/guests/${guest.guestId}`).expect(204);
      const changes = await reader.got(9);
      expect(changes.map(({ type, target }) => [type, target.externalId])).toEqual([
        ['tour.created', 'tour-1'],
        ['tour.updated', 'tour-2'],
        ['tour.deleted', 'tour-2'],
        ['event.created', null],
        ['guest.created', 'crm-1'],
        ['event_guest.added', 'crm-1'],
        ['guest.rsvp', 'crm-1'],
        ['event_guest.removed', 'crm-1'],
        ['guest.deleted', 'crm-1'],
      ]);
    });

    it('which go with a person who is erased', async () => {
      const reader = await ChangesReader.begin(tenant.key, '&types=guest.created,guest.checked_in');
      const event = await newEvent(tenant.key);
      const guest = await invite(tenant.key, event, { externalId: 'crm-1' });
      await tenant.key.post(`${pathOfGuest(guest)}/check-in`).expect(200);
      await tenant.session.post(`/api/guests/${guest.guestId}/erase`, { force: true }).expect(200);
      const changes = await reader.got(2);
      expect(changes.map(({ target }) => target.externalId)).toEqual([null, null]);
    });
  });
});
