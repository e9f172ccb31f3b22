import { auditOf } from '../support/audit';
import type { Json } from '../support/client';
import { useFollowedEvents, useTenant, useTestApp } from '../support/fixtures';
import { invite, newEvent, pathOfGuest, seat } from '../support/guests';
import { outboxOf } from '../support/outbox';
import { SentStatements } from '../support/plans';
import { expectProblem } from '../support/problem';
import { lockWaits, sql, whileLocked } from '../support/sql';

const UNKNOWN = '019a0000-0000-7000-8000-000000000000';

describe('vehicles', () => {
  const service = useTestApp();
  useFollowedEvents(service);
  const tenant = useTenant(service);
  const stranger = useTenant(service);

  const buy = async (body: Record<string, unknown> = {}): Promise<Json> =>
    (await tenant.key.post('/api/vehicles', { name: 'Coach 1', capacity: 48, ...body }).expect(201)).body;
  const plan = (body: Record<string, unknown> = {}) => newEvent(tenant.key, body);
  const assign = async (event: Json, vehicle: Json, body: Record<string, unknown> = {}): Promise<Json> =>
    (await tenant.key.post(`/api/events/${event.id}/vehicles`, { vehicleId: vehicle.id, ...body }).expect(201)).body;
  const seatSomebody = async (event: Json, assignment: Json, plusOnes: number): Promise<Json> => {
    const guest = await invite(tenant.key, event);
    await tenant.key.patch(pathOfGuest(guest), { plusOnes }).expect(200);
    return seat(tenant.key, guest, assignment);
  };
  const fieldsOf = (problem: Json): string[] => problem.errors.map((error: Json) => error.field);

  describe('creating one', () => {
    it('needs no more than a name and a capacity', async () => {
      const vehicle = await buy({ name: '  Coach 1  ' });
      expect(vehicle).toEqual({
        id: expect.any(String),
        name: 'Coach 1',
        type: null,
        plateNumber: null,
        capacity: 48,
        status: 'active',
        driverName: null,
        driverPhone: null,
        notes: null,
        externalId: null,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        updatedAt: vehicle.createdAt,
      });
      expect((await tenant.session.get(`/api/vehicles/${vehicle.id}`).expect(200)).body).toEqual(vehicle);
    });

    it('keeps everything that was sent', async () => {
      const body = {
        name: 'Van',
        type: 'van',
        plateNumber: 'W-12345T',
        capacity: 1000,
        status: 'maintenance',
        driverName: 'Karl Berger',
        driverPhone: '+436601234567',
        notes: 'Has a lift.',
      };
      expect(await buy(body)).toMatchObject(body);
    });

    it.each([
      ['no name', { name: undefined }, 'name'],
      ['an empty name', { name: '  ' }, 'name'],
      ['no capacity', { capacity: undefined }, 'capacity'],
      ['a capacity of nobody', { capacity: 0 }, 'capacity'],
      ['a capacity beyond 1000', { capacity: 1001 }, 'capacity'],
      ['half a seat', { capacity: 1.5 }, 'capacity'],
      ['a capacity as text', { capacity: '48' }, 'capacity'],
      ['an unknown status', { status: 'sold' }, 'status'],
      ['a telephone number without its country', { driverPhone: '06601234567' }, 'driverPhone'],
      ['an unknown field', { colour: 'red' }, 'colour'],
      ['an id of its own', { id: UNKNOWN }, 'id'],
    ])('refuses %s and names the field', async (_what, change, field) => {
      const { body } = await tenant.key.post('/api/vehicles', { name: 'Refused', capacity: 8, ...change }).expect(400);
      expect(body).toMatchObject({ status: 400, code: 'validation_failed' });
      expect(fieldsOf(body)).toEqual([field]);
    });
  });

  describe('changing one', () => {
    it('leaves alone what is absent and clears what is null', async () => {
      const vehicle = await buy({ driverName: 'Karl', driverPhone: '+436601234567', notes: 'Keep' });
      service.clock.advance(1000);
      const { body } = await tenant.key
        .patch(`/api/vehicles/${vehicle.id}`, { driverName: null, status: 'retired', capacity: 50 })
        .expect(200);
      expect(body).toEqual({
        ...vehicle,
        driverName: null,
        status: 'retired',
        capacity: 50,
        updatedAt: expect.any(String),
      });
      expect(body.updatedAt > vehicle.updatedAt).toBe(true);
    });

    it('is found by its new name, and no longer by the old one', async () => {
      const vehicle = await buy({ name: 'Before the change' });
      await tenant.key.patch(`/api/vehicles/${vehicle.id}`, { name: 'After it' }).expect(200);
      const found = async (q: string) =>
        (await tenant.key.get(`/api/vehicles?q=${q}`).expect(200)).body.total as number;
      expect([await found('before'), await found('after')]).toEqual([0, 1]);
    });

    it('refuses null for what must have a value', async () => {
      const vehicle = await buy();
      for (const field of ['name', 'capacity', 'status']) {
        const { body } = await tenant.key.patch(`/api/vehicles/${vehicle.id}`, { [field]: null }).expect(400);
        expect(fieldsOf(body)).toEqual([field]);
      }
    });

    it('leaves no guest of an event that is not over without a seat', async () => {
      const vehicle = await buy({ capacity: 10 });
      const event = await plan();
      await seatSomebody(event, await assign(event, vehicle), 5);
      const path = `/api/vehicles/${vehicle.id}`;
      const { body } = await tenant.key.patch(path, { capacity: 5 }).expect(409);
      expect(body.code).toBe('over_capacity');
      expect((await tenant.key.get(path)).body).toEqual(vehicle);
      await tenant.key.patch(path, { capacity: 6 }).expect(200);
      await tenant.key.patch(`/api/events/${event.id}`, { status: 'completed' }).expect(200);
      await tenant.key.patch(path, { capacity: 4 }).expect(200);
      // The event takes place after all: what the vehicle lacks now must not stay too little by a change.
      await tenant.key.patch(`/api/events/${event.id}`, { status: 'confirmed' }).expect(200);
      await tenant.key.patch(path, { capacity: 4, notes: 'As it was read' }).expect(200);
      expect((await tenant.key.patch(path, { capacity: 5 }).expect(409)).body.code).toBe('over_capacity');
      await tenant.key.patch(path, { capacity: 6 }).expect(200);
    });

    it('may leave it fewer seats than an event is limited to, as long as its guests have theirs', async () => {
      const vehicle = await buy({ capacity: 10 });
      const event = await plan();
      const assignment = await assign(event, vehicle, { capacityOverride: 8 });
      await seatSomebody(event, assignment, 3);
      const path = `/api/vehicles/${vehicle.id}`;
      await tenant.key.patch(path, { capacity: 4 }).expect(200);
      expect((await tenant.key.patch(path, { capacity: 3 }).expect(409)).body.code).toBe('over_capacity');
      // The limit stays as it was set; what counts is never more than the vehicle has.
      const assignmentPath = `/api/vehicle-assignments/${assignment.id}`;
      const { body } = await tenant.key.get(assignmentPath).expect(200);
      expect(body).toMatchObject({ capacityOverride: 8, capacity: 4 });
      await tenant.key.patch(assignmentPath, { capacityOverride: 8, notes: 'As it was read' }).expect(200);
      await tenant.key.patch(path, { capacity: 10 }).expect(200);
      expect((await tenant.key.get(assignmentPath)).body.capacity).toBe(8);
    });
  });

  describe('deleting one', () => {
    it('is final', async () => {
      const vehicle = await buy();
      await tenant.key.delete(`/api/vehicles/${vehicle.id}`).expect(204, '');
      await tenant.key.get(`/api/vehicles/${vehicle.id}`).expect(404);
      await tenant.key.delete(`/api/vehicles/${vehicle.id}`).expect(404);
    });

    const inHours = (hours: number) => new Date(service.clock.now().getTime() + hours * 3_600_000).toISOString();

    it.each([
      ['has no dates', () => ({})],
      ['is still to come', () => ({ startsAt: inHours(1) })],
      ['has begun and not ended', () => ({ startsAt: inHours(-1), endsAt: inHours(1) })],
      ['has an end to come and no start', () => ({ endsAt: inHours(1) })],
      ['began within a day and has no end', () => ({ startsAt: inHours(-23) })],
      ['was confirmed', () => ({ status: 'confirmed' })],
    ])('waits for an event that %s', async (_what, dates) => {
      const vehicle = await buy();
      const event = await plan(dates());
      await assign(event, vehicle);
      const { body } = await tenant.key.delete(`/api/vehicles/${vehicle.id}`).expect(409);
      expect(body.code).toBe('vehicle_in_use');
      await tenant.key.get(`/api/vehicles/${vehicle.id}`).expect(200);
    });

    it.each([
      ['has ended', () => ({ startsAt: inHours(-3), endsAt: inHours(-1) })],
      ['began a day ago and has no end', () => ({ startsAt: inHours(-24) })],
      ['was completed', () => ({ status: 'completed', startsAt: inHours(1) })],
      ['was cancelled', () => ({ status: 'cancelled' })],
    ])('does not wait for an event that %s', async (_what, dates) => {
      const vehicle = await buy();
      const assignment = await assign(await plan(dates()), vehicle);
      await tenant.key.delete(`/api/vehicles/${vehicle.id}`).expect(204);
      await tenant.key.get(`/api/vehicle-assignments/${assignment.id}`).expect(404);
    });

    it('frees the guests of past events, and records each assignment that went along', async () => {
      const vehicle = await buy();
      const seated = [];
      const assigned: Json[] = [];
      for (const name of ['Graz', 'Linz']) {
        const event = await plan({ name });
        const assignment = await assign(event, vehicle);
        assigned.push(assignment);
        seated.push(await seatSomebody(event, assignment, 0));
        await tenant.key.patch(`/api/events/${event.id}`, { status: 'completed' }).expect(200);
      }
      await tenant.key.delete(`/api/vehicles/${vehicle.id}`).expect(204);
      for (const { id, eventId } of seated) {
        const { body } = await tenant.key.get(`/api/events/${eventId}/guests/${id}`).expect(200);
        expect(body.vehicleAssignmentId).toBe(null);
        expect((await outboxOf(service.databaseUrl, id)).at(-1)).toMatchObject({
          type: 'guest.vehicle_changed',
          data: { vehicleAssignmentId: null },
        });
      }
      for (const { id, eventId } of assigned) {
        expect((await outboxOf(service.databaseUrl, id)).at(-1)).toMatchObject({
          type: 'vehicle_assignment.deleted',
          data: { id, eventId, vehicleId: vehicle.id, guestCount: 1, seatsUsed: 1 },
        });
        expect((await auditOf(service.databaseUrl, id)).at(-1)).toMatchObject({
          action: 'vehicle_assignment.deleted',
          changes: { vehicleId: { before: vehicle.id, after: null }, guestCount: { before: 1, after: null } },
        });
      }
      const audit = await auditOf(service.databaseUrl, vehicle.id);
      expect(audit.at(-1)).toMatchObject({
        action: 'vehicle.deleted',
        changes: { assignments: { before: 2, after: 0 }, name: { before: 'Coach 1', after: null } },
      });
    });

    it('asks the database no more often for many past events than for one', async () => {
      const deleted = async (events: number): Promise<number> => {
        const vehicle = await buy();
        for (let number = 0; number < events; number++) {
          const event = await plan({ status: 'completed' });
          await seatSomebody(event, await assign(event, vehicle), 0);
        }
        // Its own statements: what goes on in the background sends some, too.
        const sent = new SentStatements();
        try {
          const caller = tenant.key.with({ 'X-Request-Id': vehicle.id as string });
          await caller.delete(`/api/vehicles/${vehicle.id}`).expect(204);
          return sent.of(vehicle.id as string).length;
        } finally {
          sent.close();
        }
      };
      await deleted(1);
      const perKey = await deleted(1);
      expect(perKey).toBeGreaterThan(2);
      expect(await deleted(6)).toBeLessThanOrEqual(perKey + 2);
    });

    it('is refused when a past event gets the vehicle meanwhile, and says nothing untrue of that event', async () => {
      const vehicle = await buy();
      const path = `/api/vehicles/${vehicle.id}`;
      const event = await plan({ status: 'completed' });
      // Shared, as by a change to another assignment: the deletion waits for that, and the new assignment does not.
      const shared = 'SELECT FROM vehicles WHERE id = $1 FOR SHARE';
      const { deleted, assignment } = await whileLocked(service.databaseUrl, [shared, vehicle.id], async () => {
        const deleted = tenant.key.delete(path).then((response) => response);
        await lockWaits(service.databaseUrl);
        return { deleted, assignment: await assign(event, vehicle) };
      });
      const refused = await deleted;
      expectProblem(refused, 409, 'vehicle_in_use');
      expect(refused.body.detail).toBe(
        'The vehicle is assigned to an event that is not over, or its events changed meanwhile.',
      );
      await tenant.key.get(`/api/vehicle-assignments/${assignment.id}`).expect(200);
      await tenant.key.delete(path).expect(204);
    });

    it('leaves nothing of an event that gets the vehicle at the same moment', async () => {
      const event = await plan();
      for (let round = 0; round < 8; round++) {
        const vehicle = await buy();
        const [assigned, deleted] = await Promise.all([
          tenant.key.post(`/api/events/${event.id}/vehicles`, { vehicleId: vehicle.id }).then(({ status }) => status),
          tenant.key.delete(`/api/vehicles/${vehicle.id}`).then(({ status }) => status),
        ]);
        expect([
          [201, 409],
          [404, 204],
        ]).toContainEqual([assigned, deleted]);
      }
      const lost = await sql(
        service.databaseUrl,
        'SELECT 1 FROM vehicle_assignments a WHERE NOT EXISTS (SELECT 1 FROM vehicles v WHERE v.id = a.vehicle_id)',
      );
      expect(lost).toEqual([]);
    });
  });

  describe('listing them', () => {
    const fleet = useTenant(service);

    beforeAll(async () => {
      for (const vehicle of [
        { name: 'Big Bus', capacity: 60, type: 'coach', plateNumber: 'W-100', driverName: 'Ada' },
        { name: 'anhänger 100%', capacity: 1, type: null, status: 'retired' },
        { name: 'Little van', capacity: 8, type: 'van', plateNumber: 'S-7', driverName: 'Bert', status: 'maintenance' },
      ])
        await fleet.key.post('/api/vehicles', vehicle).expect(201);
    });

    const names = async (query: string): Promise<string[]> =>
      (await fleet.key.get(`/api/vehicles${query}`).expect(200)).body.data.map((vehicle: Json) => vehicle.name);

    it.each([
      ['the name', 'BUS', ['Big Bus']],
      ['the plate number', 'w-1', ['Big Bus']],
      ['the type', 'Van', ['Little van']],
      ['the driver', 'bert', ['Little van']],
      ['a name with what LIKE takes specially', '0%', ['anhänger 100%']],
      ['a name without its accents', 'ANHANGER', ['anhänger 100%']],
      ['two fields', 'coach ada', ['Big Bus']],
      ['nothing', 'tram', []],
    ])('finds by a part of %s', async (_what, q, found) => {
      expect(await names(`?q=${encodeURIComponent(q)}`)).toEqual(found);
    });

    it('filters by status and sorts', async () => {
      expect(await names('?status=retired')).toEqual(['anhänger 100%']);
      expect(await names('?sortBy=capacity&sortDir=desc')).toEqual(['Big Bus', 'Little van', 'anhänger 100%']);
      expect(await names('')).toEqual(['Big Bus', 'anhänger 100%', 'Little van']);
      expect(await names('?sortBy=createdAt&sortDir=desc&limit=1')).toEqual(['Little van']);
      expect((await names('?sortBy=name')).length).toBe(3);
    });

    it.each([
      ['sortBy=driverName', 'sortBy'],
      ['status=sold', 'status'],
      ['page=0', 'page'],
    ])('refuses %s', async (query, field) => {
      expect(fieldsOf((await fleet.key.get(`/api/vehicles?${query}`).expect(400)).body)).toEqual([field]);
    });
  });

  it('changes only the version that If-Match names', async () => {
    const vehicle = await buy();
    const path = `/api/vehicles/${vehicle.id}`;
    const match = tenant.key.with({ 'If-Match': (await tenant.key.get(path)).headers['etag']! });
    await match.patch(path, { notes: 'First' }).expect(200);
    await match.patch(path, { notes: 'Second' }).expect(412);
    await match.delete(path).expect(412);
    expect((await tenant.key.get(path)).body.notes).toBe('First');
  });

  it('of another organization do not exist', async () => {
    const vehicle = await buy();
    const path = `/api/vehicles/${vehicle.id}`;
    const responses = [
      await stranger.key.get(path).expect(404),
      await stranger.key.patch(path, { name: 'Stolen' }).expect(404),
      await stranger.key.delete(path).expect(404),
      await stranger.key.get(`/api/vehicles/${UNKNOWN}`).expect(404),
      await stranger.key.get('/api/vehicles/nonsense').expect(404),
    ].map(({ body }) => ({ ...body, requestId: '' }));
    for (const response of responses) expect(response).toEqual(responses[0]);
    expect((await stranger.key.get('/api/vehicles').expect(200)).body.total).toBe(0);
    expect((await tenant.key.get(path)).body).toEqual(vehicle);
  });

  it('leave an audit record and an event of every change', async () => {
    const vehicle = await buy();
    const path = `/api/vehicles/${vehicle.id}`;
    const changed = (await tenant.key.patch(path, { capacity: 40 }).expect(200)).body;
    // The same again changes nothing, and leaves nothing.
    expect((await tenant.key.patch(path, { capacity: 40 }).expect(200)).body).toEqual(changed);
    await tenant.key.delete(path).expect(204);
    const outbox = await outboxOf(service.databaseUrl, vehicle.id);
    expect(outbox.map(({ type, data }) => [type, data])).toEqual([
      ['vehicle.created', vehicle],
      ['vehicle.updated', changed],
      ['vehicle.deleted', changed],
    ]);
    const audit = await auditOf(service.databaseUrl, vehicle.id);
    expect(audit.map(({ action }) => action)).toEqual(['vehicle.created', 'vehicle.updated', 'vehicle.deleted']);
    expect(audit[1].changes).toEqual({ capacity: { before: 48, after: 40 } });
  });
});
