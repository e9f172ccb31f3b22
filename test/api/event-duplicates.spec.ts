import { auditOf } from '../support/audit';
import { Client, type Json } from '../support/client';
import { useFollowedEvents, useTenant, useTestApp } from '../support/fixtures';
import { assignVehicle, invite, newEvent, pathOfGuest, seat } from '../support/guests';
import { joinAs } from '../support/members';
import { outboxOf } from '../support/outbox';
import { expectProblem } from '../support/problem';

const UNKNOWN_ID = '019a1b2c-3d4e-7f50-8a61-b2c3d4e5f607';
const STARTS_AT = '2027-06-01T18:00:00.000Z';

const service = useTestApp();
useFollowedEvents(service);
const tenant = useTenant(service);
const stranger = useTenant(service);

const duplicate = ({ id }: Json, body: Json = {}) =>
  tenant.session.post(`/api/events/${id}/duplicate`, { startsAt: STARTS_AT, ...body });
const duplicated = async (event: Json, body: Json = {}): Promise<Json> =>
  (await duplicate(event, body).expect(201)).body;
const listOf = async ({ id }: Json, part: string): Promise<Json[]> =>
  (await tenant.session.get(`/api/events/${id}/${part}?limit=100`).expect(200)).body.data;
const typesOf = async (id: string): Promise<string[]> =>
  (await outboxOf(service.databaseUrl, id)).map(({ type }) => type);
const actionsOf = async (id: string): Promise<string[]> =>
  (await auditOf(service.databaseUrl, id)).map(({ action }) => action);

describe('duplicating an event', () => {
  it('makes a draft with the same fields at another time, but of no other system', async () => {
    const tour: Json = (await tenant.session.post('/api/tours', { name: 'A tour' }).expect(201)).body;
    const source = await newEvent(tenant.session, {
      name: 'Vienna',
      tourId: tour.id,
      description: 'Doors open an hour before.',
      status: 'confirmed',
      startsAt: '2027-05-01T19:30:00.000Z',
      endsAt: '2027-05-01T22:45:00.000Z',
      timezone: 'Europe/Vienna',
      venue: { name: 'Konzerthaus', city: 'Vienna', latitude: 48.2, longitude: 16.38 },
      capacity: 350,
      notes: 'Load-in through the south gate.',
      externalId: 'erp-1',
    });
    const { body: event, headers } = await duplicate(source).expect(201);
    expect(event).toEqual({
      ...source,
      id: expect.not.stringMatching(source.id),
      status: 'draft',
      startsAt: STARTS_AT,
      endsAt: '2027-06-01T21:15:00.000Z',
      externalId: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    const read = await tenant.session.get(`/api/events/${event.id}`).expect(200);
    expect(read.body).toEqual(event);
    expect(headers['etag']).toBe(read.headers['etag']);
    expect(await typesOf(event.id)).toEqual(['event.created']);
    expect(await actionsOf(event.id)).toEqual(['event.created']);
    expect((await tenant.session.get(`/api/events/${source.id}`).expect(200)).body).toEqual(source);
    expect((await tenant.session.get('/api/events?q=konzerthaus').expect(200)).body.total).toBe(2);
  });

  it('has its own creator', async () => {
    const source = await newEvent(tenant.session);
    const member = await joinAs(service, tenant, 'Member');
    const { body } = await member.session
      .post(`/api/events/${source.id}/duplicate`, { startsAt: STARTS_AT })
      .expect(201);
    expect(body).toMatchObject({ createdBy: member.user.id, name: source.name });
  });

  it('takes nothing along that is not asked for', async () => {
    const source = await fullEvent();
    const event = await duplicated(source);
    for (const part of ['team', 'vehicles', 'guests']) expect(await listOf(event, part)).toEqual([]);
  });

  it('takes the team along, with call times as long before the start, and nobody confirmed', async () => {
    const source = await newEvent(tenant.session, { startsAt: '2027-05-01T19:30:00Z' });
    const path = `/api/events/${source.id}/team`;
    const member = await joinAs(service, tenant, 'Member');
    const gone = await joinAs(service, tenant, 'Member');
    const contact = { name: 'Grace', email: 'grace@example.com', phone: '+4930123456', role: 'Stage', notes: 'Keys' };
    const callTime = '2027-05-01T07:00:00.000Z';
    await tenant.session.post(path, { ...contact, callTime, status: 'confirmed' }).expect(201);
    await tenant.session.post(path, { userId: member.user.id, role: 'Lead', status: 'declined' }).expect(201);
    await tenant.session.post(path, { userId: gone.user.id }).expect(201);
    const forgotten: Json = (await tenant.session.post(path, { name: 'Forgotten' }).expect(201)).body;
    await tenant.session.post(`${path}/${forgotten.id}/erase`).expect(200);
    await tenant.session.delete(`/api/organizations/members/${gone.memberId}`).expect(204);

    const event = await duplicated(source, { with: ['team'] });
    const team = await listOf(event, 'team');
    expect(team).toMatchObject([
      { ...contact, eventId: event.id, userId: null, callTime: '2027-06-01T05:30:00.000Z', status: 'assigned' },
      { userId: member.user.id, name: member.user.name, role: 'Lead', callTime: null, status: 'assigned' },
    ]);
    for (const { id } of team) {
      expect(await typesOf(id)).toEqual(['team_member.added']);
      expect(await actionsOf(id)).toEqual(['team_member.added']);
    }
  });

  it('takes the vehicles along, except retired ones, with the limits that still fit', async () => {
    const source = await newEvent(tenant.session);
    const [limited, small, retired] = [
      await assignVehicle(tenant.session, source, 50),
      await assignVehicle(tenant.session, source, 50),
      await assignVehicle(tenant.session, source, 50),
    ];
    const notes = 'Leaves from the hotel at 17:30.';
    await tenant.session.patch(`/api/vehicle-assignments/${limited.id}`, { capacityOverride: 40, notes }).expect(200);
    await tenant.session.patch(`/api/vehicle-assignments/${small.id}`, { capacityOverride: 40 }).expect(200);
    await tenant.session.patch(`/api/vehicles/${small.vehicleId}`, { capacity: 30 }).expect(200);
    await tenant.session.patch(`/api/vehicles/${retired.vehicleId}`, { status: 'retired' }).expect(200);

    const event = await duplicated(source, { with: ['vehicles'] });
    const vehicles = await listOf(event, 'vehicles');
    expect(vehicles).toMatchObject([
      { vehicleId: limited.vehicleId, capacityOverride: 40, capacity: 40, seatsUsed: 0, notes },
      { vehicleId: small.vehicleId, capacityOverride: null, capacity: 30, notes: null },
    ]);
    for (const { id } of vehicles) {
      expect(await typesOf(id)).toEqual(['vehicle_assignment.created']);
      expect(await actionsOf(id)).toEqual(['vehicle_assignment.created']);
    }
  });

  it('takes the guests along, who have not answered and have no seats; erased ones stay behind', async () => {
    const source = await fullEvent({ status: 'completed' });
    const forgotten = await invite(tenant.session, source, { name: 'Forgotten' });
    await tenant.session.post(`/api/guests/${forgotten.guestId}/erase`).expect(200);
    const [known] = (await listOf(source, 'guests')).filter(({ rsvp }) => rsvp === 'accepted');

    const event = await duplicated(source, { with: ['guests', 'vehicles'] });
    const guests = await listOf(event, 'guests');
    expect(guests).toMatchObject([
      {
        guestId: known!.guestId,
        rsvp: 'pending',
        plusOnes: 0,
        vehicleAssignmentId: null,
        checkedInAt: null,
        notes: null,
      },
    ]);
    expect(await typesOf(guests[0]!.id)).toEqual(['event_guest.added']);
    expect(await actionsOf(guests[0]!.id)).toEqual(['event_guest.added']);
    expect(await listOf(event, 'vehicles')).toMatchObject([{ guestCount: 0, seatsUsed: 0 }]);
    expect(await listOf(source, 'guests')).toHaveLength(2);
  });

  it('leaves times out where the event has no start to go by', async () => {
    const source = await newEvent(tenant.session, { endsAt: '2027-05-01T22:45:00Z' });
    await tenant.session.post(`/api/events/${source.id}/team`, { name: 'Grace', callTime: STARTS_AT }).expect(201);
    const event = await duplicated(source, { with: ['team'] });
    expect(event).toMatchObject({ startsAt: STARTS_AT, endsAt: null });
    expect(await listOf(event, 'team')).toMatchObject([{ callTime: null }]);
  });

  it.each([
    ['no start', { startsAt: undefined }, ['startsAt']],
    ['a start that is null', { startsAt: null }, ['startsAt']],
    ['a start that is no moment', { startsAt: 'tomorrow' }, ['startsAt']],
    ['an unknown part', { with: ['team', 'expenses'] }, ['with']],
    ['a part named twice', { with: ['team', 'team'] }, ['with']],
    ['a part that is no list', { with: 'team' }, ['with']],
    ['another field', { name: 'Renamed' }, ['name']],
    ['a start so late that the end is of no year', { startsAt: '9999-12-31T23:00:00Z' }, ['startsAt']],
  ])('refuses %s and makes nothing', async (_what, body, fields) => {
    const times = { startsAt: '2027-05-01T19:30:00Z', endsAt: '2027-05-01T22:45:00Z' };
    const name = `Not twice, ${_what}`;
    const source = await newEvent(tenant.session, { ...times, name });
    const response = await duplicate(source, body);
    expectProblem(response, 400, 'validation_failed');
    expect(response.body.errors.map(({ field }: Json) => field)).toEqual(fields);
    const { body: found } = await tenant.session.get(`/api/events?q=${encodeURIComponent(name)}`).expect(200);
    expect(found.total).toBe(1);
  });

  it('makes all of it or nothing: a call time of no year is found late', async () => {
    const source = await newEvent(tenant.session, { name: 'Rolled back', startsAt: '2027-05-01T19:30:00Z' });
    await tenant.session
      .post(`/api/events/${source.id}/team`, { name: 'Grace', callTime: '2027-05-02T19:30:00Z' })
      .expect(201);
    const response = await duplicate(source, { startsAt: '9999-12-31T19:30:00Z', with: ['team'] });
    expectProblem(response, 400, 'validation_failed');
    expect((await tenant.session.get('/api/events?q=rolled').expect(200)).body.total).toBe(1);
  });

  it('is refused for an event that is not there, or not theirs', async () => {
    const theirs = await newEvent(stranger.session);
    for (const id of [UNKNOWN_ID, 'nonsense', theirs.id]) expectProblem(await duplicate({ id }), 404, 'not_found');
  });

  it('takes along only what a key with scopes may change', async () => {
    const source = await fullEvent();
    const scopes = ['events:write', 'vehicles:read', 'guests:write'];
    const { body } = await tenant.session.post('/api/api-keys', { name: 'Narrow', scopes }).expect(201);
    const key = new Client(service.url, { Authorization: `Bearer ${body.key}` });
    const path = `/api/events/${source.id}/duplicate`;
    await key.post(path, { startsAt: STARTS_AT, with: ['team', 'guests'] }).expect(201);
    const response = await key.post(path, { startsAt: STARTS_AT, with: ['vehicles'] });
    expectProblem(response, 403, 'out_of_scope');
    expect(response.body.params).toEqual({ scope: 'vehicles:write' });
  });
});

/** An event with somebody on the team, a vehicle, and a guest who has a seat in it. */
async function fullEvent(fields: Json = {}): Promise<Json> {
  const event = await newEvent(tenant.session, fields);
  await tenant.session.post(`/api/events/${event.id}/team`, { name: 'Grace' }).expect(201);
  const assignment = await assignVehicle(tenant.session, event, 50);
  const guest = await invite(tenant.session, event);
  await tenant.session.patch(pathOfGuest(guest), { rsvp: 'accepted', plusOnes: 1, notes: 'In front' }).expect(200);
  await seat(tenant.session, guest, assignment);
  await tenant.session.post(`${pathOfGuest(guest)}/check-in`).expect(200);
  return event;
}
