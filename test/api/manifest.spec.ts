import { parse } from 'csv-parse/sync';
import { registerTenant } from '../support/builders';
import type { Json } from '../support/client';
import { useTenant, useTestApp } from '../support/fixtures';
import { expectProblem } from '../support/problem';
import { sql } from '../support/sql';

/** What whom a guest brings can't eat is on every list that the guest is on. */
const COMPANIONS = [
  { name: 'Leo', dietary: 'No nuts' },
  { name: 'Mia', dietary: null },
];
const UNKNOWN = '019a0000-0000-7000-8000-000000000000';

describe('the manifest of an event', () => {
  const service = useTestApp();
  const tenant = useTenant(service);
  let event: Json;
  let assignments: Record<string, Json>;
  let guests: Record<string, Json>;

  const made = async (path: string, body: Record<string, unknown>): Promise<Json> =>
    (await tenant.key.post(path, body).expect(201)).body;
  const pathOf = (guest: Json) => `/api/events/${guest.eventId}/guests/${guest.id}`;
  const assign = async (to: Json, vehicle: Record<string, unknown>, body: Record<string, unknown> = {}) => {
    const { id } = await made('/api/vehicles', vehicle);
    return made(`/api/events/${to.id}/vehicles`, { vehicleId: id, ...body });
  };
  const invite = async (guest: Record<string, unknown>, changes: Record<string, unknown>, ride?: Json) => {
    const invited = await made(`/api/events/${event.id}/guests`, guest);
    const path = pathOf(invited);
    if (ride) await tenant.key.post(`${path}/vehicle`, { vehicleAssignmentId: ride.id }).expect(200);
    return (await tenant.key.patch(path, changes).expect(200)).body as Json;
  };

  beforeAll(async () => {
    event = await made('/api/events', {
      name: 'Salzburg',
      startsAt: '2027-05-14T18:00:00Z',
      timezone: 'Europe/Vienna',
    });
    const coach = { name: 'coach', type: 'coach', plateNumber: 'W-1', capacity: 48 };
    const van = { name: '=Van', capacity: 8, driverName: 'Karl, "the driver"', driverPhone: '+436601234567' };
    assignments = {
      coach: await assign(event, coach, { capacityOverride: 40, notes: 'Gate 3' }),
      van: await assign(event, van),
      empty: await assign(event, { name: 'Spare', capacity: 4 }),
    };
    const { coach: inCoach, van: inVan } = assignments;
    guests = {
      cara: await invite({ name: 'Cara', dietary: 'Vegan', phone: '+4930123456' }, { plusOnes: 2 }, inCoach),
      ada: await invite({ name: 'Áda' }, { rsvp: 'accepted', notes: 'Line one\nline two' }, inCoach),
      bert: await invite({ name: 'Bert' }, { rsvp: 'tentative' }, inVan),
      zoe: await invite({ name: 'Zoë' }, { rsvp: 'accepted', plusOnes: 3, companions: COMPANIONS }),
      dora: await invite({ name: 'Dora' }, {}),
      gone: await invite({ name: 'Gone' }, { rsvp: 'declined' }, inVan),
    };
    guests.ada = (await tenant.key.post(`${pathOf(guests.ada)}/check-in`).expect(200)).body;
  });

  const shown = (guest: Json) => ({
    eventGuestId: guest.id,
    guestId: guest.guestId,
    name: guest.guest.name,
    phone: guest.guest.phone,
    plusOnes: guest.plusOnes,
    companions: guest.companions,
    rsvp: guest.rsvp,
    company: guest.guest.company,
    erasedAt: null,
    dietary: guest.guest.dietary,
    checkedInAt: guest.checkedInAt,
    notes: guest.notes,
  });

  it('says who sits in which vehicle and who has no seat, by name, without those who declined', async () => {
    const answer = await tenant.key.get(`/api/events/${event.id}/manifest`).expect(200);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.body).toEqual({
      event: {
        id: event.id,
        name: 'Salzburg',
        status: 'draft',
        startsAt: '2027-05-14T18:00:00.000Z',
        endsAt: null,
        timezone: 'Europe/Vienna',
      },
      vehicles: [
        {
          vehicleAssignmentId: assignments.van.id,
          vehicle: { id: assignments.van.vehicleId, name: '=Van', plateNumber: null, type: null },
          driver: { name: 'Karl, "the driver"', phone: '+436601234567' },
          capacity: 8,
          seatsUsed: 1,
          notes: null,
          guests: [shown(guests.bert)],
        },
        {
          vehicleAssignmentId: assignments.coach.id,
          vehicle: { id: assignments.coach.vehicleId, name: 'coach', plateNumber: 'W-1', type: 'coach' },
          driver: { name: null, phone: null },
          capacity: 40,
          seatsUsed: 4,
          notes: 'Gate 3',
          guests: [shown(guests.ada), shown(guests.cara)],
        },
        expect.objectContaining({ vehicleAssignmentId: assignments.empty.id, seatsUsed: 0, guests: [] }),
      ],
      unseated: [shown(guests.dora), shown(guests.zoe)],
    });
  });

  it('names who drives the trips of a vehicle, and its own driver where it has none', async () => {
    const other = await made('/api/events', {
      name: 'Graz',
      startsAt: '2027-06-14T18:00:00Z',
      timezone: 'Europe/Vienna',
    });
    const ride = await assign(other, {
      name: 'Coach 9',
      capacity: 9,
      driverName: 'Karl',
      driverPhone: '+436601111111',
    });
    const driver = async () =>
      (await tenant.key.get(`/api/events/${other.id}/manifest`).expect(200)).body.vehicles[0].driver as Json;
    const hired = (name: string, phone: string) =>
      made(`/api/events/${other.id}/team`, { name, phone, role: 'Driver' });
    const trip = async (driverTeamMemberId: string | null, departsAt: string) =>
      made(`/api/events/${other.id}/trips`, { vehicleAssignmentId: ride.id, departsAt, driverTeamMemberId });
    const mia = await hired('Mia', '+436602222222');
    await trip(null, '2027-06-14T14:00:00Z');
    expect(await driver()).toEqual({ name: 'Karl', phone: '+436601111111' });
    const [there, back] = [
      await trip(mia.id, '2027-06-14T16:00:00Z'),
      await trip((await hired('Noah', '+436603333333')).id, '2027-06-14T22:00:00Z'),
    ];
    expect(await driver()).toEqual({ name: 'Mia, Noah', phone: null });
    await tenant.key.patch(`/api/trips/${back.id}`, { status: 'cancelled' }).expect(200);
    expect(await driver()).toEqual({ name: 'Mia', phone: '+436602222222' });
    // Who is a user has the number of their own profile.
    await tenant.session.patch('/api/users/me', { phone: '+436604444444' }).expect(200);
    const self = await made(`/api/events/${other.id}/team`, { userId: tenant.user.id, role: 'Driver' });
    await tenant.key.patch(`/api/trips/${there.id}`, { driverTeamMemberId: self.id }).expect(200);
    expect(await driver()).toEqual({ name: tenant.user.name, phone: '+436604444444' });
  });

  it('has a line of CSV for each guest and each vehicle without any, safe in a spreadsheet', async () => {
    const answer = await tenant.key.with({ Accept: 'text/csv' }).get(`/api/events/${event.id}/manifest`).expect(200);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toBe('attachment; filename="manifest.csv"');
    expect(answer.headers['vary']).toMatch(/\bAccept\b/);
    const [header, ...lines] = parse(answer.text, { bom: true }) as string[][];
    expect(header).toEqual([
      'vehicle',
      'plateNumber',
      'driver',
      'driverPhone',
      'vehicleNotes',
      'guest',
      'phone',
      'plusOnes',
      'rsvp',
      'dietary',
      'checkedInAt',
      'notes',
      'companions',
    ]);
    const driver = ['Karl, "the driver"', '+436601234567'];
    expect(lines).toEqual([
      ["'=Van", '', ...driver, '', 'Bert', '', '0', 'tentative', '', '', '', ''],
      [
        'coach',
        'W-1',
        '',
        '',
        'Gate 3',
        'Áda',
        '',
        '0',
        'accepted',
        '',
        guests.ada.checkedInAt,
        'Line one\nline two',
        '',
      ],
      ['coach', 'W-1', '', '', 'Gate 3', 'Cara', '+4930123456', '2', 'pending', 'Vegan', '', '', ''],
      ['Spare', '', '', '', '', '', '', '', '', '', '', '', ''],
      ['', '', '', '', '', 'Dora', '', '0', 'pending', '', '', '', ''],
      ['', '', '', '', '', 'Zoë', '', '3', 'accepted', '', '', '', 'Leo (No nuts)|Mia'],
    ]);
  });

  it.each([
    ['*/*', 'application/json'],
    ['application/json', 'application/json'],
    ['text/csv', 'text/csv'],
    ['text/csv; charset=utf-8', 'text/csv'],
    ['text/csv; header=present', 'text/csv'],
    ['text/csv; charset=utf-8; header=present', 'text/csv'],
    ['application/json; charset=utf-8, text/csv;q=0.9', 'application/json'],
    ['text/csv;charset=UTF-8;q=0.5, application/json;q=0.4', 'text/csv'],
    ['text/*', 'text/csv'],
    ['application/json;q=0.2, text/csv', 'text/csv'],
    ['text/csv;q=0.2, application/json;q=0.3', 'application/json'],
    ['text/csv;q=0, */*;q=0.1', 'application/json'],
    ['application/json;q=0, */*;q=0.1', 'text/csv'],
    ['image/png', 'application/json'],
  ])('answers Accept: %s with %s', async (accept, type) => {
    const answer = await tenant.key.with({ Accept: accept }).get(`/api/events/${event.id}/manifest`).expect(200);
    expect(answer.headers['content-type']).toBe(`${type}; charset=utf-8`);
    expect(answer.headers['vary']).toMatch(/\bAccept\b/);
  });

  it('is described like the records that it is made of', async () => {
    const { schemas } = (await tenant.key.get('/api/openapi.json').expect(200)).body.components;
    const same = (shape: string, record: string, fields: string[]) => {
      for (const field of fields) {
        expect([field, schemas[shape].properties[field]]).toEqual([field, schemas[record].properties[field]]);
        expect(schemas[shape].required).toContain(field);
      }
    };
    same('ManifestEvent', 'EventView', ['id', 'name', 'status', 'startsAt', 'endsAt', 'timezone']);
    same('ManifestGuest', 'EventGuestView', ['plusOnes', 'companions', 'rsvp', 'checkedInAt', 'notes']);
  });

  it('is empty for an event without guests and vehicles, in both kinds', async () => {
    const quiet = await made('/api/events', { name: 'Quiet' });
    const { body } = await tenant.key.get(`/api/events/${quiet.id}/manifest`).expect(200);
    expect(body).toMatchObject({ event: { id: quiet.id, startsAt: null }, vehicles: [], unseated: [] });
    const { text } = await tenant.key.with({ Accept: 'text/csv' }).get(`/api/events/${quiet.id}/manifest`).expect(200);
    expect(text.split('\r\n')).toHaveLength(2);
  });

  it('of an event that is not there, or not theirs, is refused in one and the same way', async () => {
    const stranger = await registerTenant(service.url);
    const answers = [];
    for (const [client, id] of [
      [stranger.key, event.id],
      [tenant.key, UNKNOWN],
      [tenant.key, 'nonsense'],
      [tenant.key.with({ Accept: 'text/csv' }), UNKNOWN],
    ] as const) {
      const answer = await client.get(`/api/events/${id}/manifest`).expect(404);
      expect(answer.headers['content-type']).toMatch('application/problem+json');
      answers.push({ ...answer.body, requestId: '' });
    }
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  it('lists 5000 guests in 60 vehicles', async () => {
    const tour = await made('/api/events', { name: 'Stadium' });
    for (let coach = 0; coach < 60; coach++) await assign(tour, { name: `Coach ${coach}`, capacity: 100 });
    const csv = ['name', ...Array.from({ length: 5000 }, (_, index) => `Guest ${String(index).padStart(4, '0')}`)];
    await tenant.key.with({ 'Content-Type': 'text/csv' }).post('/api/guests/import').send(csv.join('\n')).expect(200);
    await sql(
      service.databaseUrl,
      `WITH ride AS (SELECT a.*, row_number() OVER (ORDER BY id) AS number FROM vehicle_assignments a WHERE event_id = $1),
         person AS (SELECT g.*, row_number() OVER (ORDER BY name) AS number FROM guests g WHERE organization_id = $2 AND name LIKE 'Guest %')
       INSERT INTO event_guests (organization_id, id, event_id, guest_id, rsvp, plus_ones, vehicle_assignment_id,
         created_at, updated_at)
       SELECT person.organization_id, gen_random_uuid(), $1, person.id, 'accepted', 0, ride.id, now(), now()
       FROM person LEFT JOIN ride ON ride.number = person.number % 61`,
      [tour.id, tenant.organization.id],
    );
    const path = `/api/events/${tour.id}/manifest`;
    const { body } = await tenant.key.get(path).expect(200);
    expect(body.vehicles).toHaveLength(60);
    const seated = body.vehicles.flatMap((vehicle: Json) => vehicle.guests);
    expect(seated.length + body.unseated.length).toBe(5000);
    const { text } = await tenant.key.with({ Accept: 'text/csv' }).get(path).expect(200);
    expect(text.trimEnd().split('\r\n')).toHaveLength(5001);
  });

  it('of more than 10,000 guests is refused, however it is asked for', async () => {
    const { id } = await made('/api/events', { name: 'Arena' });
    const crowd = ['name', ...Array.from({ length: 10_001 }, (_, index) => `Fan ${index}`)];
    await tenant.key.with({ 'Content-Type': 'text/csv' }).post('/api/guests/import').send(crowd.join('\n')).expect(200);
    await sql(
      service.databaseUrl,
      `INSERT INTO event_guests (organization_id, id, event_id, guest_id, rsvp, plus_ones, created_at, updated_at)
       SELECT organization_id, gen_random_uuid(), $1, id, 'accepted', 0, now(), now() FROM guests WHERE name LIKE 'Fan %'`,
      [id],
    );
    const path = `/api/events/${id}/manifest`;
    expectProblem(await tenant.key.get(path), 409, 'too_many_guests');
    expectProblem(await tenant.key.with({ Accept: 'text/csv' }).get(path), 409, 'too_many_guests');
    const [last] = (await tenant.key.get(`/api/events/${id}/guests?limit=1`).expect(200)).body.data;
    await tenant.key.patch(`/api/events/${id}/guests/${last.id}`, { rsvp: 'declined' }).expect(200);
    expect((await tenant.key.get(path).expect(200)).body.unseated).toHaveLength(10_000);
  });
});
