import type { Json } from '../support/client';
import { useTenant, useTestApp } from '../support/fixtures';
import { assignVehicle, invite, newEvent, pathOfGuest, rsvpPathOf, seat } from '../support/guests';
import { pathOfPassenger, planTrip } from '../support/trips';

const HOUR_MS = 3_600_000;

describe('what is shown of trips elsewhere', () => {
  const service = useTestApp();
  const tenant = useTenant(service);

  const read = async (path: string): Promise<Json> => (await tenant.key.get(path).expect(200)).body;
  const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

  let event: Json;
  let coach: Json;

  beforeEach(async () => {
    event = await newEvent(tenant.key, { name: 'Salzburg', startsAt: inHours(30), endsAt: inHours(34) });
    coach = await assignVehicle(tenant.key, event, 4);
  });

  it('is how many there are in the figures of events and tours', async () => {
    const { body: tour } = await tenant.key.post('/api/tours', { name: 'Spring', currency: 'EUR' }).expect(201);
    await tenant.key.patch(`/api/events/${event.id}`, { tourId: tour.id }).expect(200);
    const second = await newEvent(tenant.key, { tourId: tour.id });
    const van = await assignVehicle(tenant.key, second, 4);
    const [departed, arrived, cancelled, boarding] = [
      await planTrip(tenant.key, coach),
      await planTrip(tenant.key, coach),
      await planTrip(tenant.key, coach),
      await planTrip(tenant.key, coach),
    ];
    await planTrip(tenant.key, van);
    await tenant.key.post(`/api/trips/${departed.id}/depart`, {}).expect(200);
    await tenant.key.post(`/api/trips/${arrived.id}/arrive`, {}).expect(200);
    await tenant.key.patch(`/api/trips/${cancelled.id}`, { status: 'cancelled' }).expect(200);
    const guest = await seat(tenant.key, await invite(tenant.key, event), coach);
    await tenant.key.patch(pathOfPassenger(boarding, guest), { status: 'boarded' }).expect(200);
    const trips = { planned: 1, departed: 1, arrived: 1 };
    expect(await read(`/api/events/${event.id}/summary`)).toMatchObject({ trips });
    expect((await read(`/api/events?ids=${event.id}&include=summary`)).data).toMatchObject([{ summary: { trips } }]);
    expect(await read(`/api/tours/${tour.id}/summary`)).toMatchObject({ trips: { ...trips, planned: 2 } });
    await tenant.key.patch(pathOfPassenger(departed, guest), { status: 'boarded' }).expect(404);
  });

  it('is in the overview what conflicts, and who has no driver within a week', async () => {
    const attention = async (kind: string): Promise<Json[]> =>
      (await read('/api/overview')).attention.filter((item: Json) => item.kind === kind && item.eventId === event.id);
    const { body: driver } = await tenant.key.post(`/api/events/${event.id}/team`, { name: 'Karl' }).expect(201);
    const first = await planTrip(tenant.key, coach, { departsAt: inHours(28), driverTeamMemberId: driver.id });
    expect(await attention('driver_missing')).toEqual([]);
    expect(await attention('trip_conflict')).toEqual([]);
    const second = await planTrip(tenant.key, coach, { departsAt: inHours(29) });
    await planTrip(tenant.key, coach, { departsAt: inHours(8 * 24) });
    expect(await attention('driver_missing')).toMatchObject([{ count: 1, name: 'Salzburg' }]);
    expect(await attention('trip_conflict')).toMatchObject([{ count: 2 }]);
    await tenant.key.delete(`/api/events/${event.id}/team/${driver.id}`).expect(204);
    expect(await attention('driver_missing')).toMatchObject([{ count: 2 }]);
    for (const { id } of [first, second]) await tenant.key.delete(`/api/trips/${id}`).expect(204);
    expect(await attention('driver_missing')).toEqual([]);
  });

  it('is in the calendar of the event when they go, and nobody who is on them', async () => {
    await seat(tenant.key, await invite(tenant.key, event, { name: 'Ada Lovelace' }), coach);
    const trip = await planTrip(tenant.key, coach, {
      arrivesAt: '2027-05-14T13:00:00Z',
      stops: [{ name: 'Station', address: 'Square 1' }],
    });
    await planTrip(tenant.key, coach, { direction: 'return', departsAt: '2027-05-14T22:00:00Z' });
    const { text } = await tenant.key.get(`/api/events/${event.id}/calendar.ics`).expect(200);
    const entry = text.split('BEGIN:VEVENT').find((part) => part.includes(trip.id))!;
    expect(entry).toContain('SUMMARY:A bus\\, outbound: Salzburg\r\n');
    expect(entry).toContain('DTSTART:20270514T120000Z\r\nDTEND:20270514T130000Z\r\nLOCATION:Station\\, Square 1\r\n');
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(3);
    expect(text).toContain('DTEND:20270515T000000Z');
    expect(text).not.toContain('Lovelace');
  });

  it('is for the guest where they get on, with what, and when', async () => {
    const guest = await seat(tenant.key, await invite(tenant.key, event), coach);
    const stops = [{ name: 'Station', address: 'Square 1', departsAt: '2027-05-14T12:15:00Z' }];
    const trip = await planTrip(tenant.key, coach, { stops });
    const back = await planTrip(tenant.key, coach, { direction: 'return', departsAt: '2027-05-14T22:00:00Z' });
    const gone = await planTrip(tenant.key, coach, { direction: 'shuttle' });
    await tenant.key.patch(`/api/trips/${gone.id}`, { status: 'cancelled' }).expect(200);
    await tenant.key.patch(pathOfPassenger(trip, guest), { stopId: trip.stops[0].id }).expect(200);
    const { body } = await tenant.key.get(rsvpPathOf(guest)).expect(200);
    const vehicle = { name: 'A bus', plateNumber: null };
    const stop = { name: 'Station', address: 'Square 1', departsAt: '2027-05-14T12:15:00.000Z' };
    expect(body.trips).toEqual([
      { tripId: trip.id, direction: 'outbound', departsAt: '2027-05-14T12:00:00.000Z', vehicle, stop },
      { tripId: back.id, direction: 'return', departsAt: '2027-05-14T22:00:00.000Z', vehicle, stop: null },
    ]);
    const page = await tenant.key
      .get(rsvpPathOf(guest))
      .set('Accept', 'text/html')
      .set('Accept-Language', 'de')
      .expect(200);
    expect(page.text).toContain('Ihre Fahrt');
    expect(page.text).toContain('Station, Square 1');
    const answered = await tenant.key.post(rsvpPathOf(guest), { rsvp: 'declined' }).expect(200);
    expect(answered.body.trips).toEqual([]);
  });

  it('is in all that is known of a guest', async () => {
    const guest = await seat(tenant.key, await invite(tenant.key, event), coach);
    const trip = await planTrip(tenant.key, coach);
    await tenant.key.patch(pathOfPassenger(trip, guest), { status: 'boarded' }).expect(200);
    const { body } = await tenant.session.get(`/api/guests/${guest.guestId}/personal-data`).expect(200);
    const section = body.sections.find(({ name }: Json) => name === 'trips');
    expect(section.records).toMatchObject([{ id: trip.id, event: 'Salzburg', vehicle: 'A bus', status: 'boarded' }]);
  });

  it('is nothing to keys of other scopes', async () => {
    const trip = await planTrip(tenant.key, coach);
    const guest = await invite(tenant.key, event);
    const { body } = await tenant.session
      .post('/api/api-keys', { name: 'Guests', scopes: ['guests:write', 'events:read'] })
      .expect(201);
    const headers = { Authorization: `Bearer ${body.key}` };
    const summary = await tenant.key.get(`/api/events/${event.id}/summary`).set(headers).expect(200);
    expect(summary.body.trips).toBe(null);
    const refused = await tenant.key
      .patch(pathOfPassenger(trip, guest), { status: 'boarded' })
      .set(headers)
      .expect(403);
    expect(refused.body).toMatchObject({ code: 'out_of_scope', params: { scope: 'vehicles:write' } });
    await tenant.key.get(pathOfGuest(guest)).set(headers).expect(200);
  });
});
