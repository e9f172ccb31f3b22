import { auditOf } from '../support/audit';
import type { Json } from '../support/client';
import { useFollowedEvents, useTenant, useTestApp } from '../support/fixtures';
import { invite, newEvent, pathOfGuest, seat } from '../support/guests';
import { outboxOf } from '../support/outbox';
import { untagged } from '../support/rows';
import { sql } from '../support/sql';

const UNKNOWN = '019a0000-0000-7000-8000-000000000000';

describe('vehicle assignments', () => {
  const service = useTestApp();
  useFollowedEvents(service);
  const tenant = useTenant(service);
  const stranger = useTenant(service);

  const made = async (path: string, body: Record<string, unknown>): Promise<Json> =>
    (await tenant.key.post(path, body).expect(201)).body;
  const plan = (body: Record<string, unknown> = {}) => newEvent(tenant.key, body);
  const buy = (body: Record<string, unknown> = {}) => made('/api/vehicles', { name: 'Coach', capacity: 48, ...body });
  const assign = (event: Json, vehicle: Json, body: Record<string, unknown> = {}) =>
    made(`/api/events/${event.id}/vehicles`, { vehicleId: vehicle.id, ...body });
  const read = async (assignment: Json): Promise<Json> =>
    (await tenant.key.get(`/api/vehicle-assignments/${assignment.id}`).expect(200)).body;
  const fieldsOf = (problem: Json): string[] => problem.errors.map((error: Json) => error.field);

  /** An assignment of a vehicle with this capacity, with a guest in it who takes so many seats. */
  async function assignedWith(seats: number, capacity: number, body: Record<string, unknown> = {}) {
    const event = await plan();
    const assignment = await assign(event, await buy({ capacity }), body);
    const guest = await invite(tenant.key, event);
    await tenant.key.patch(pathOfGuest(guest), { plusOnes: seats - 1 }).expect(200);
    await seat(tenant.key, guest, assignment);
    return { event, guest, assignment: await read(assignment), path: `/api/vehicle-assignments/${assignment.id}` };
  }

  describe('creating one', () => {
    it('answers what counts now', async () => {
      const [event, vehicle] = [await plan(), await buy()];
      const assignment = await assign(event, vehicle);
      expect(assignment).toEqual({
        id: expect.any(String),
        eventId: event.id,
        vehicleId: vehicle.id,
        capacityOverride: null,
        capacity: 48,
        guestCount: 0,
        seatsUsed: 0,
        notes: null,
        conflicts: [],
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        updatedAt: assignment.createdAt,
        vehicle: { id: vehicle.id, name: vehicle.name, plateNumber: vehicle.plateNumber },
      });
      expect(await read(assignment)).toEqual(assignment);
    });

    it('takes fewer seats than the vehicle has, and notes', async () => {
      const body = { capacityOverride: 40, notes: 'Leaves at 17:30.' };
      expect(await assign(await plan(), await buy(), body)).toMatchObject({ ...body, capacity: 40 });
      expect((await assign(await plan(), await buy(), { capacityOverride: 48 })).capacity).toBe(48);
    });

    it.each([
      ['no vehicle', { vehicleId: undefined }, 'vehicleId'],
      ['a vehicle that is no text', { vehicleId: 7 }, 'vehicleId'],
      ['more seats than the vehicle has', { capacityOverride: 49 }, 'capacityOverride'],
      ['seats for nobody', { capacityOverride: 0 }, 'capacityOverride'],
      ['half a seat', { capacityOverride: 1.5 }, 'capacityOverride'],
      ['an unknown field', { seatsUsed: 3 }, 'seatsUsed'],
    ])('refuses %s and names the field', async (_what, change, field) => {
      const [event, vehicle] = [await plan(), await buy()];
      const { body } = await tenant.key
        .post(`/api/events/${event.id}/vehicles`, { vehicleId: vehicle.id, ...change })
        .expect(400);
      expect(body.code).toBe('validation_failed');
      expect(fieldsOf(body)).toEqual([field]);
    });

    it('refuses the same vehicle twice on an event, also of many at once', async () => {
      const [event, vehicle] = [await plan(), await buy()];
      const path = `/api/events/${event.id}/vehicles`;
      const responses = await Promise.all(
        Array.from({ length: 8 }, () => tenant.key.post(path, { vehicleId: vehicle.id }).then((response) => response)),
      );
      expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
      const refused = responses.filter(({ status }) => status !== 201);
      expect(new Set(refused.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
        new Set(['409 vehicle_already_assigned']),
      );
    });

    it('takes a vehicle in maintenance, but none that is retired', async () => {
      const event = await plan();
      await assign(event, await buy({ status: 'maintenance' }));
      const retired = await buy({ status: 'retired' });
      const { body } = await tenant.key.post(`/api/events/${event.id}/vehicles`, { vehicleId: retired.id }).expect(409);
      expect(body.code).toBe('vehicle_retired');
    });

    it('knows no vehicle and no event that are not there, or not theirs', async () => {
      const [event, vehicle] = [await plan(), await buy()];
      const theirs = (await stranger.key.post('/api/vehicles', { name: 'Van', capacity: 8 }).expect(201)).body;
      const responses = [];
      for (const [id, vehicleId] of [
        [event.id, UNKNOWN],
        [event.id, 'nonsense'],
        [event.id, theirs.id],
        [UNKNOWN, vehicle.id],
        ['nonsense', vehicle.id],
      ]) {
        const { body } = await tenant.key.post(`/api/events/${id}/vehicles`, { vehicleId }).expect(404);
        responses.push({ ...body, requestId: '' });
      }
      const [unknown, , , ofPath] = responses;
      expect(unknown!.errors).toEqual([expect.objectContaining({ field: 'vehicleId', code: 'not_found' })]);
      expect(ofPath).not.toHaveProperty('errors');
      expect(responses).toEqual([unknown, unknown, unknown, ofPath, ofPath]);
    });
  });

  describe('changing one', () => {
    it('answers the fields of the specification, and leaves alone what is absent', async () => {
      const assignment = await assign(await plan(), await buy(), { capacityOverride: 40, notes: 'Old' });
      service.clock.advance(1000);
      const path = `/api/vehicle-assignments/${assignment.id}`;
      const { body } = await tenant.key.patch(path, { notes: null }).expect(200);
      expect(body).toEqual({ ...assignment, notes: null, updatedAt: expect.any(String) });
      expect(body.updatedAt > assignment.updatedAt).toBe(true);
    });

    it('lifts the limit with null', async () => {
      const { path } = await assignedWith(3, 10, { capacityOverride: 3 });
      const { body } = await tenant.key.patch(path, { capacityOverride: null }).expect(200);
      expect(body).toMatchObject({ capacityOverride: null, capacity: 10, seatsUsed: 3 });
    });

    it('refuses a limit below the seats that are used, and takes one that is just enough', async () => {
      const { path, assignment } = await assignedWith(5, 10);
      expect(assignment).toMatchObject({ guestCount: 1, seatsUsed: 5 });
      const { body } = await tenant.key.patch(path, { capacityOverride: 4 }).expect(409);
      expect(body.code).toBe('over_capacity');
      expect((await tenant.key.patch(path, { capacityOverride: 5 }).expect(200)).body.capacity).toBe(5);
    });

    it('refuses to lift the limit when the vehicle has become too small', async () => {
      const { path, event, assignment } = await assignedWith(5, 10, { capacityOverride: 6 });
      await tenant.key.patch(`/api/events/${event.id}`, { status: 'cancelled' }).expect(200);
      await tenant.key.patch(`/api/vehicles/${assignment.vehicleId}`, { capacity: 4 }).expect(200);
      expect((await tenant.key.patch(path, { capacityOverride: null }).expect(409)).body.code).toBe('over_capacity');
      await tenant.key.patch(path, { notes: 'Still there', capacityOverride: 6 }).expect(200);
    });

    it('refuses a limit beyond the vehicle', async () => {
      const { path } = await assignedWith(5, 10);
      for (const capacityOverride of [0, 11, 1001]) {
        const { body } = await tenant.key.patch(path, { capacityOverride }).expect(400);
        expect(fieldsOf(body)).toEqual(['capacityOverride']);
      }
    });

    it('moves the guests over to another vehicle', async () => {
      const { path, event, guest, assignment } = await assignedWith(5, 10);
      const van = await buy({ capacity: 5 });
      const { body } = await tenant.key.patch(path, { vehicleId: van.id }).expect(200);
      expect(body).toEqual({
        ...assignment,
        vehicleId: van.id,
        vehicle: { id: van.id, name: van.name, plateNumber: null },
        capacity: 5,
        updatedAt: expect.any(String),
      });
      const seated = (await tenant.key.get(`/api/events/${event.id}/guests/${guest.id}`).expect(200)).body;
      expect(seated.vehicleAssignmentId).toBe(assignment.id);
    });

    it('refuses a vehicle that has too few seats, is smaller than the limit, retired, there already, or unknown', async () => {
      const { path, event, assignment } = await assignedWith(5, 10);
      const small = await buy({ capacity: 4 });
      expect((await tenant.key.patch(path, { vehicleId: small.id }).expect(409)).body.code).toBe('over_capacity');
      const other = await buy({ capacity: 8 });
      await tenant.key.patch(path, { capacityOverride: 9 }).expect(200);
      expect(fieldsOf((await tenant.key.patch(path, { vehicleId: other.id }).expect(400)).body)).toEqual(['vehicleId']);
      const both = { vehicleId: other.id, capacityOverride: 9 };
      expect(fieldsOf((await tenant.key.patch(path, both).expect(400)).body)).toEqual(['capacityOverride']);
      const retired = await buy({ status: 'retired' });
      expect((await tenant.key.patch(path, { vehicleId: retired.id }).expect(409)).body.code).toBe('vehicle_retired');
      const there = await buy();
      await assign(event, there);
      const twice = await tenant.key.patch(path, { vehicleId: there.id }).expect(409);
      expect(twice.body.code).toBe('vehicle_already_assigned');
      for (const vehicleId of [UNKNOWN, 'nonsense']) await tenant.key.patch(path, { vehicleId }).expect(404);
      expect(fieldsOf((await tenant.key.patch(path, { vehicleId: null }).expect(400)).body)).toEqual(['vehicleId']);
      expect((await tenant.key.get(path)).body).toMatchObject({ vehicleId: assignment.vehicleId, seatsUsed: 5 });
      await tenant.key.patch(path, { vehicleId: other.id, capacityOverride: 8 }).expect(200);
    });
  });

  describe('deleting one', () => {
    it('frees its guests, each with a record', async () => {
      const { path, event, guest, assignment } = await assignedWith(5, 10);
      await tenant.key.delete(path).expect(204, '');
      await tenant.key.get(path).expect(404);
      await tenant.key.delete(path).expect(404);
      const freed = (await tenant.key.get(`/api/events/${event.id}/guests/${guest.id}`).expect(200)).body;
      expect(freed).toMatchObject({ vehicleAssignmentId: null, plusOnes: 4 });
      expect((await outboxOf(service.databaseUrl, guest.id)).at(-1).type).toBe('guest.vehicle_changed');
      const { changes } = (await auditOf(service.databaseUrl, assignment.id)).at(-1)!;
      expect(changes).toMatchObject({ guestCount: { before: 1, after: null } });
    });

    it('along with the vehicle, after its events, leaves a record of each of very many guests', async () => {
      const vehicle = await buy({ capacity: 1000 });
      const csv = ['name', ...Array.from({ length: 700 }, (_, index) => `Passenger ${index}`)].join('\n');
      await tenant.key.with({ 'Content-Type': 'text/csv' }).post('/api/guests/import').send(csv).expect(200);
      for (const day of ['2020-05-14', '2020-05-15']) {
        const event = await plan({ startsAt: `${day}T10:00:00Z`, endsAt: `${day}T20:00:00Z` });
        const values = [event.id, (await assign(event, vehicle)).id];
        await sql(
          service.databaseUrl,
          `INSERT INTO event_guests (organization_id, id, event_id, guest_id, rsvp, plus_ones, vehicle_assignment_id, created_at, updated_at)
           SELECT organization_id, gen_random_uuid(), $1, id, 'accepted', 0, $2, now(), now() FROM guests WHERE name LIKE 'Passenger %'`,
          values,
        );
      }
      await tenant.key.delete(`/api/vehicles/${vehicle.id}`).expect(204);
      const [left] = await sql(
        service.databaseUrl,
        `SELECT count(*)::int AS seated, count(recorded.target_id)::int AS recorded, count(sent.id)::int AS sent
         FROM event_guests eg JOIN guests g ON g.id = eg.guest_id AND g.name LIKE 'Passenger %'
         LEFT JOIN audit_records recorded ON recorded.target_id = eg.id::text AND recorded.action = 'event_guest.vehicle_changed'
         LEFT JOIN outbox_events sent ON sent.type = 'guest.vehicle_changed' AND sent.body LIKE '%' || eg.id || '%'
         WHERE eg.vehicle_assignment_id IS NULL`,
      );
      expect(left).toEqual({ seated: 1400, recorded: 1400, sent: 1400 });
    });

    it('lets the vehicle be assigned again', async () => {
      const [event, vehicle] = [await plan(), await buy()];
      const first = await assign(event, vehicle);
      await tenant.key.delete(`/api/vehicle-assignments/${first.id}`).expect(204);
      expect((await assign(event, vehicle)).id).not.toBe(first.id);
    });

    it('happens along with its event', async () => {
      const { path, event } = await assignedWith(2, 10);
      await tenant.key.delete(`/api/events/${event.id}`).expect(204);
      await tenant.key.get(path).expect(404);
    });
  });

  describe('conflicts', () => {
    const at = (hour: number) => `2027-05-14T${String(hour).padStart(2, '0')}:00:00.000Z`;
    const lasting = (from: number, to?: number) => ({
      startsAt: at(from),
      ...(to !== undefined && { endsAt: at(to) }),
    });

    const conflictsBetween = async (one: Json, other: Json): Promise<number> => {
      const vehicle = await buy();
      const [first, second] = [await plan(one), await plan(other)];
      const [a, b] = [await assign(first, vehicle), await assign(second, vehicle)];
      const found = (await read(a)).conflicts.length;
      expect((await read(b)).conflicts).toHaveLength(found);
      return found;
    };

    it('name the other event and when it is', async () => {
      const vehicle = await buy();
      const [first, second] = [await plan({ name: 'Linz', ...lasting(10, 14) }), await plan(lasting(12, 16))];
      const other = await assign(first, vehicle);
      const assignment = await assign(second, vehicle);
      const conflict = {
        vehicleAssignmentId: other.id,
        eventId: first.id,
        eventName: 'Linz',
        startsAt: at(10),
        endsAt: at(14),
      };
      expect(assignment.conflicts).toEqual([conflict]);
      const { body } = await tenant.key.get(`/api/events/${second.id}/vehicles`).expect(200);
      expect(body.data[0].conflicts).toEqual([conflict]);
      await tenant.key.delete(`/api/events/${first.id}`).expect(204);
      expect((await read(assignment)).conflicts).toEqual([]);
    });

    it('come in the order of their start', async () => {
      const vehicle = await buy();
      for (const hour of [13, 11, 12]) await assign(await plan(lasting(hour, 18)), vehicle);
      const assignment = await assign(await plan(lasting(10, 20)), vehicle);
      expect(assignment.conflicts.map((conflict: Json) => conflict.startsAt)).toEqual([at(11), at(12), at(13)]);
    });

    it('are the first 50, however many events want the vehicle at once', async () => {
      const vehicle = await buy();
      for (let minute = 0; minute < 51; minute++) {
        const startsAt = `2027-05-14T12:${String(minute).padStart(2, '0')}:00.000Z`;
        await assign(await plan({ startsAt, endsAt: at(18) }), vehicle);
      }
      const { conflicts } = await assign(await plan(lasting(10, 20)), vehicle);
      expect(conflicts).toHaveLength(50);
      expect(conflicts[0].startsAt).toBe('2027-05-14T12:00:00.000Z');
      expect(conflicts[49].startsAt).toBe('2027-05-14T12:49:00.000Z');
    });

    it.each([
      ['one within the other', lasting(10, 16), lasting(12, 14)],
      ['the same time', lasting(10, 12), lasting(10, 12)],
      ['a moment within', lasting(10, 12), lasting(11)],
      ['a moment at the start', lasting(10, 12), lasting(10)],
      ['a moment within that has an end', lasting(10, 12), lasting(11, 11)],
      ['the same moment', lasting(10), lasting(10)],
      ['the same moment, with an end', lasting(10, 10), lasting(10, 10)],
      ['two without an end, within two hours', lasting(10), lasting(11)],
    ])('are: %s', async (_what, one, other) => {
      expect(await conflictsBetween(one, other)).toBe(1);
    });

    it.each([
      ['one right after the other', lasting(10, 12), lasting(12, 14)],
      ['a moment at the end', lasting(10, 12), lasting(12)],
      ['a moment that ends at the start', lasting(10, 12), lasting(10, 10)],
      ['a moment that ends at the end', lasting(10, 12), lasting(12, 12)],
      ['two without an end, two hours apart', lasting(10), lasting(12)],
      ['a moment, and one without an end that begins there', lasting(10, 10), lasting(10)],
      ['an event without dates', lasting(10, 12), {}],
      ['an event without a start', lasting(10, 12), { endsAt: at(11) }],
      ['a cancelled event', lasting(10, 12), { ...lasting(10, 12), status: 'cancelled' }],
    ])('are not: %s', async (_what, one, other) => {
      expect(await conflictsBetween(one, other)).toBe(0);
    });

    it('are never with another vehicle', async () => {
      await assign(await plan(lasting(10, 12)), await buy());
      expect((await assign(await plan(lasting(10, 12)), await buy())).conflicts).toEqual([]);
    });
  });

  describe('listing those of an event', () => {
    it('gives pages in an envelope, in the order in which they were made', async () => {
      const event = await plan();
      const ids = [];
      for (let vehicle = 0; vehicle < 3; vehicle++) ids.push((await assign(event, await buy())).id);
      const path = `/api/events/${event.id}/vehicles`;
      const { body } = await tenant.key.get(`${path}?limit=2`).expect(200);
      expect(body).toMatchObject({ total: 3, page: 1, limit: 2, totalPages: 2 });
      const rest = (await tenant.key.get(`${path}?limit=2&page=2`).expect(200)).body;
      expect([...body.data, ...rest.data].map((assignment: Json) => assignment.id)).toEqual(ids);
      expect(untagged(body.data[0])).toEqual(await read({ id: ids[0] }));
    });

    it('is empty for an event without any, and refused for one that is not theirs', async () => {
      const event = await plan();
      expect((await tenant.key.get(`/api/events/${event.id}/vehicles`).expect(200)).body.data).toEqual([]);
      await stranger.key.get(`/api/events/${event.id}/vehicles`).expect(404);
    });
  });

  it('changes only the version that If-Match names', async () => {
    const { path } = await assignedWith(1, 10);
    const match = tenant.key.with({ 'If-Match': (await tenant.key.get(path)).headers['etag']! });
    await match.patch(path, { notes: 'First' }).expect(200);
    await match.patch(path, { notes: 'Second' }).expect(412);
    await match.delete(path).expect(412);
  });

  it('of another organization do not exist', async () => {
    const { path, assignment } = await assignedWith(1, 10);
    await stranger.key.get(path).expect(404);
    await stranger.key.patch(path, { notes: 'Stolen' }).expect(404);
    await stranger.key.delete(path).expect(404);
    expect(await read(assignment)).toEqual(assignment);
  });

  it('leave an audit record and an event of every change', async () => {
    const assignment = await assign(await plan(), await buy());
    const path = `/api/vehicle-assignments/${assignment.id}`;
    const changed = (await tenant.key.patch(path, { capacityOverride: 40 }).expect(200)).body;
    // The same again changes nothing, and leaves nothing.
    expect((await tenant.key.patch(path, { capacityOverride: 40 }).expect(200)).body).toEqual(changed);
    await tenant.key.delete(path).expect(204);
    const outbox = await outboxOf(service.databaseUrl, assignment.id);
    expect(outbox.map(({ type, data }) => [type, data])).toEqual([
      ['vehicle_assignment.created', assignment],
      ['vehicle_assignment.updated', changed],
      ['vehicle_assignment.deleted', changed],
    ]);
    const audit = await auditOf(service.databaseUrl, assignment.id);
    expect(audit.map(({ action }) => action)).toEqual(outbox.map(({ type }) => type));
    expect(audit[1].changes).toEqual({ capacityOverride: { before: null, after: 40 } });
  });
});
