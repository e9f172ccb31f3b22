import { auditOf } from '../support/audit';
import type { Client, Json } from '../support/client';
import { newLink, phoneWith, scanOf, send } from '../support/field';
import { useFollowedEvents, useTenant, useTestApp } from '../support/fixtures';
import { assignVehicle, invite, newEvent, pathOfGuest, seat } from '../support/guests';

describe('scans on a bus', () => {
  const service = useTestApp();
  useFollowedEvents(service);
  const tenant = useTenant(service);
  let event: Json;
  let made: number;

  beforeAll(async () => {
    event = await newEvent(tenant.key, { startsAt: new Date(Date.now() + 24 * 3_600_000).toISOString() });
    made = Date.parse((await newLink(tenant.key, event)).createdAt);
  });

  // Scans in the future count as now: tests tell a story in an hour that has passed since the first link was made.
  beforeAll(() => service.clock.advance(3_600_000));

  /** A moment of that hour. */
  const at = (minute: number): string => new Date(made + minute * 60_000).toISOString();
  /** A trip of a vehicle of its own. */
  const newTrip = async ({ seats = 20, ...fields }: { seats?: number; stops?: object[] } = {}): Promise<Json> => {
    const { id: vehicleAssignmentId } = await assignVehicle(tenant.key, event, seats);
    const body = { vehicleAssignmentId, departsAt: at(90), ...fields };
    return (await tenant.key.post(`/api/events/${event.id}/trips`, body).expect(201)).body;
  };
  const phoneOn = async (trip: Json): Promise<Client> =>
    phoneWith(await newLink(tenant.key, event, { kind: 'trip', tripId: trip.id, name: 'Coach 1' }));
  const seated = async ({ vehicleAssignmentId: id }: Json): Promise<Json> =>
    seat(tenant.key, await invite(tenant.key, event), { id });
  const board = (guest: Json, minute: number, fields: object = {}) =>
    scanOf(guest, { action: 'board', occurredAt: at(minute), ...fields });
  const passenger = async (trip: Json, guest: Json): Promise<Json> =>
    (await tenant.key.get(`/api/trips/${trip.id}/passengers?limit=100`).expect(200)).body.data.find(
      ({ eventGuestId }: Json) => eventGuestId === guest.id,
    );

  it('take passengers on board, let them off, and are undone', async () => {
    const trip = await newTrip();
    const guest = await seated(trip);
    const phone = await phoneOn(trip);
    expect(await send(phone, board(guest, 10))).toMatchObject([
      { status: 'ok', eventGuestId: guest.id, name: guest.guest.name, at: at(10), vehicle: null },
    ]);
    expect(await passenger(trip, guest)).toMatchObject({ status: 'boarded', boardedAt: at(10) });
    expect((await tenant.key.get(`/api/trips/${trip.id}`).expect(200)).body.status).toBe('boarding');
    expect(await send(await phoneOn(trip), board(guest, 12))).toMatchObject([
      { status: 'duplicate', at: at(10), where: 'Coach 1' },
    ]);
    expect(await send(phone, board(guest, 15, { action: 'undo' }))).toMatchObject([{ status: 'ok', at: at(15) }]);
    expect(await passenger(trip, guest)).toMatchObject({ status: 'expected', boardedAt: null });
    expect(await send(phone, board(guest, 5, { action: 'no_show' }))).toMatchObject([{ status: 'duplicate' }]);
    await send(
      phone,
      board(guest, 20, { action: 'no_show' }),
      board(guest, 25),
      board(guest, 30, { action: 'alight' }),
    );
    expect(await passenger(trip, guest)).toMatchObject({ status: 'alighted', boardedAt: at(25), alightedAt: at(30) });
    const actions = (await auditOf(service.databaseUrl, guest.id)).map(({ action }) => action);
    expect(actions.filter((action) => action === 'passenger.updated')).toHaveLength(5);
  });

  it('count by when they occurred, also against what the dashboard does', async () => {
    const trip = await newTrip();
    const guest = await seated(trip);
    const phone = await phoneOn(trip);
    expect(await send(phone, board(guest, 20, { action: 'no_show' }))).toMatchObject([{ status: 'ok', at: at(20) }]);
    expect(await send(phone, board(guest, 10))).toMatchObject([{ status: 'duplicate' }]);
    expect((await passenger(trip, guest)).status).toBe('no_show');
    await tenant.key.patch(`/api/trips/${trip.id}/passengers/${guest.id}`, { status: 'boarded' }).expect(200);
    expect(await send(phone, board(guest, 30, { action: 'undo' }))).toMatchObject([{ status: 'duplicate', at: null }]);
    expect((await passenger(trip, guest)).status).toBe('boarded');
  });

  it('know who is on the bus, also if that arrives after a forced departure', async () => {
    const trip = await newTrip();
    const [aboard, absent, late] = [await seated(trip), await seated(trip), await seated(trip)];
    const phone = await phoneOn(trip);
    const [offline, undone] = [board(aboard, 10), board(late, 10, { action: 'no_show' })];
    await send(phone, board(late, 5));
    await tenant.key.post(`/api/trips/${trip.id}/depart`, { force: true, reason: 'It is time' }).expect(200);
    expect((await passenger(trip, aboard)).status).toBe('no_show');
    service.clock.advance(60_000);
    expect(await send(phone, offline, undone)).toMatchObject([
      { status: 'ok', at: at(10) },
      { status: 'duplicate', at: at(5) },
    ]);
    expect((await passenger(trip, aboard)).status).toBe('boarded');
    expect((await passenger(trip, late)).status).toBe('boarded');
    expect((await passenger(trip, absent)).status).toBe('no_show');
    await tenant.key.post(`/api/trips/${trip.id}/arrive`).expect(200);
    expect(await send(phone, board(absent, 20))).toMatchObject([{ status: 'ok' }]);
    expect((await passenger(trip, absent)).status).toBe('alighted');
    service.clock.advance(60_000);
    const now = service.clock.now().toISOString();
    expect(await send(phone, board(absent, 0, { occurredAt: now }))).toMatchObject([{ reason: 'trip_over' }]);
  });

  it('of a guest of the event who is not on the trip name the right vehicle, or take them along', async () => {
    const trip = await newTrip();
    const phone = await phoneOn(trip);
    const other = await assignVehicle(tenant.key, event, 4);
    const guest = await seat(tenant.key, await invite(tenant.key, event), other);
    const scan = board(guest, 10);
    const refusal = { status: 'rejected', reason: 'wrong_trip', vehicle: 'A bus', name: guest.guest.name, at: null };
    expect(await send(phone, scan)).toMatchObject([refusal]);
    expect(await send(phone, scan)).toMatchObject([refusal]);
    expect(await send(phone, board(guest, 11, { action: 'undo', add: true }))).toMatchObject([
      { reason: 'wrong_trip' },
    ]);
    expect(await send(phone, board(guest, 12, { add: true }))).toMatchObject([{ status: 'ok', at: at(12) }]);
    expect(await passenger(trip, guest)).toMatchObject({ status: 'boarded', added: true, boardedAt: at(12) });
  });

  it('never take more people along than fit, at many phones at once', async () => {
    const trip = await newTrip({ seats: 2 });
    const link = await newLink(tenant.key, event, { kind: 'trip', tripId: trip.id });
    const guests = await Promise.all(Array.from({ length: 6 }, () => invite(tenant.key, event)));
    const results = await Promise.all(
      guests.map(async (guest) => (await send(phoneWith(link), board(guest, 10, { add: true })))[0]!),
    );
    expect(results.map(({ status, reason }) => reason ?? status).sort()).toEqual([
      'ok',
      'ok',
      ...Array<string>(4).fill('over_capacity'),
    ]);
  });

  it('are refused for the door, a declined guest and a cancelled trip', async () => {
    const trip = await newTrip();
    const [guest, declined] = [await seated(trip), await seated(trip)];
    const phone = await phoneOn(trip);
    await tenant.key.patch(pathOfGuest(declined), { rsvp: 'declined' }).expect(200);
    expect(
      await send(phone, board(guest, 10, { action: 'check_in' }), board(declined, 10, { add: true })),
    ).toMatchObject([{ reason: 'wrong_action' }, { reason: 'declined' }]);
    await tenant.key.patch(`/api/trips/${trip.id}`, { status: 'cancelled' }).expect(200);
    expect(await send(phone, board(guest, 20))).toMatchObject([{ reason: 'trip_over' }]);
  });

  it('are refused when they are too old, of who was erased, and of a cancelled event', async () => {
    const own = await newEvent(tenant.key);
    const { id: vehicleAssignmentId } = await assignVehicle(tenant.key, own, 4);
    const body = { vehicleAssignmentId, departsAt: at(90) };
    const trip = (await tenant.key.post(`/api/events/${own.id}/trips`, body).expect(201)).body;
    const link = await newLink(tenant.key, own, { kind: 'trip', tripId: trip.id });
    const [guest, erased] = [await invite(tenant.key, own), await invite(tenant.key, own)];
    for (const each of [guest, erased]) await seat(tenant.key, each, { id: vehicleAssignmentId });
    const scan = (of: Json, occurredAt = service.clock.now().toISOString()) =>
      scanOf(of, { action: 'board', occurredAt });
    const justBefore = new Date(Date.parse(link.createdAt) - 1).toISOString();
    expect(await send(phoneWith(link), scan(guest, justBefore))).toMatchObject([{ reason: 'too_old' }]);
    await tenant.session.post(`/api/guests/${erased.guestId}/erase`, { force: true }).expect(200);
    expect(await send(phoneWith(link), scan(erased))).toMatchObject([{ status: 'rejected', name: null }]);
    await tenant.key.patch(`/api/events/${own.id}`, { status: 'cancelled' }).expect(200);
    expect(await send(phoneWith(link), scan(guest))).toMatchObject([{ reason: 'event_cancelled' }]);
  });

  it('need a trip of the event, and end with it', async () => {
    const elsewhere = await newEvent(tenant.key);
    const trip = await newTrip();
    const body = { name: 'Coach 1', kind: 'trip', tripId: trip.id };
    const { errors } = (await tenant.key.post(`/api/events/${elsewhere.id}/access-links`, body).expect(404)).body;
    expect(errors).toMatchObject([{ field: 'tripId', code: 'not_found' }]);
    const link = await newLink(tenant.key, event, body);
    const phone = phoneWith(link);
    await phone.get('/api/field').expect(200);
    await tenant.key.delete(`/api/trips/${trip.id}`).expect(204);
    await phone.get('/api/field').expect(401);
    const listed = (await tenant.key.get(`/api/access-links/${link.id}`).expect(200)).body;
    expect(listed).toMatchObject({ kind: 'trip', tripId: null });
  });

  it('are of those on the snapshot: passengers, and the event’s other guests marked', async () => {
    const stops = [{ name: 'Central station', departsAt: at(95) }];
    const trip = await newTrip({ seats: 9, stops });
    const phone = await phoneOn(trip);
    const [on, off] = [await seated(trip), await invite(tenant.key, event)];
    await tenant.key.patch(`/api/trips/${trip.id}/passengers/${on.id}`, { stopId: trip.stops[0].id }).expect(200);
    const { data } = (await phone.get('/api/field/guests').expect(200)).body;
    const shown = (guest: Json): Json => data.find(({ eventGuestId }: Json) => eventGuestId === guest.id);
    expect(shown(on)).toMatchObject({
      tripStatus: 'expected',
      stop: { name: 'Central station', departsAt: at(95) },
      vehicle: { name: 'A bus', plateNumber: null },
      alert: null,
      checkedInWhere: null,
    });
    expect(shown(off)).toMatchObject({ tripStatus: null, stop: null, vehicle: null, alert: 'other_vehicle' });
    const view = (await phone.get('/api/field').expect(200)).body;
    expect(view.trip).toMatchObject({ id: trip.id, direction: 'outbound', status: 'planned', capacity: 9 });
    expect(view.trip.driver).toBeUndefined();
  });
});
