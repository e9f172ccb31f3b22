import { Client as Connection } from 'pg';
import { Chance } from '../support/chance';
import type { Json } from '../support/client';
import { useTenant, useTestApp } from '../support/fixtures';
import { expectProblem } from '../support/problem';
import { sql } from '../support/sql';

const UNKNOWN = '019a0000-0000-7000-8000-000000000000';
const HOUR_MS = 60 * 60 * 1000;

describe('the preview of an event’s change', () => {
  const service = useTestApp();
  const tenant = useTenant(service);
  const stranger = useTenant(service);

  const made = async (path: string, body: Record<string, unknown>): Promise<Json> =>
    (await tenant.key.post(path, body).expect(201)).body;
  const plan = (body: Record<string, unknown> = {}) =>
    made('/api/events', {
      name: 'Salzburg',
      status: 'confirmed',
      startsAt: '2027-05-14T17:00:00.000Z',
      endsAt: '2027-05-14T20:00:00.000Z',
      ...body,
    });
  const preview = async (event: Json, change: Record<string, unknown>): Promise<Json> =>
    (await tenant.key.post(`/api/events/${event.id}/preview`, change).expect(200)).body;
  const read = (event: Json) => tenant.key.get(`/api/events/${event.id}`).expect(200);
  const conflictsOf = async (event: Json): Promise<Json[]> =>
    (await tenant.key.get(`/api/conflicts?limit=100&eventId=${event.id}`).expect(200)).body.data;
  const tripsOf = async (event: Json): Promise<Json[]> =>
    (await tenant.key.get(`/api/events/${event.id}/trips?limit=100`).expect(200)).body.data;

  it('says what would change, and changes nothing', async () => {
    const event = await plan();
    await made(`/api/events/${event.id}/guests`, { name: 'Pending' });
    const guest = await made(`/api/events/${event.id}/guests`, { name: 'Answered' });
    await tenant.key.patch(`/api/events/${event.id}/guests/${guest.id}`, { rsvp: 'declined' }).expect(200);
    const before = await read(event);
    const records = () =>
      sql(
        service.databaseUrl,
        'SELECT (SELECT count(*) FROM audit_records WHERE organization_id = $1) AS audit, (SELECT count(*) FROM outbox_events WHERE organization_id = $1) AS outbox',
        [tenant.organization.id],
      );
    const recorded = await records();
    const response = await preview(event, {
      name: 'Linz',
      startsAt: '2027-05-14T18:00:00.000Z',
      venue: { city: 'Linz' },
    });
    expect(response).toEqual({
      valid: true,
      errors: [],
      changes: {
        name: { before: 'Salzburg', after: 'Linz' },
        startsAt: { before: event.startsAt, after: '2027-05-14T18:00:00.000Z' },
        venue: { before: null, after: expect.objectContaining({ city: 'Linz' }) },
      },
      conflicts: { added: [], removed: [] },
      guests: { answered: 1, total: 2 },
      trips: [],
      messages: [],
      etag: before.headers['etag'],
    });
    const after = await read(event);
    expect([after.body, after.headers['etag']]).toEqual([before.body, before.headers['etag']]);
    expect(await records()).toEqual(recorded);
    // What it says of the version is what the change can be made of.
    await tenant.key.with({ 'If-Match': response.etag }).patch(`/api/events/${event.id}`, { name: 'Linz' }).expect(200);
  });

  it('changes nothing with an Idempotency-Key either', async () => {
    const event = await plan();
    const keyed = tenant.key.with({ 'Idempotency-Key': `preview-${event.id}` });
    const first = (await keyed.post(`/api/events/${event.id}/preview`, { name: 'Linz' }).expect(200)).body;
    expect(first.changes).toEqual({ name: { before: 'Salzburg', after: 'Linz' } });
    expect((await read(event)).body.name).toBe('Salzburg');
  });

  it('says which conflicts and trips it brings', async () => {
    const coach = await made('/api/vehicles', { name: 'Coach', capacity: 50 });
    const event = await plan({ startsAt: '2027-06-14T17:00:00.000Z', endsAt: '2027-06-14T20:00:00.000Z' });
    const other = await plan({ startsAt: '2027-06-15T17:00:00.000Z', endsAt: '2027-06-15T20:00:00.000Z' });
    const assignment = await made(`/api/events/${event.id}/vehicles`, { vehicleId: coach.id });
    await made(`/api/events/${other.id}/vehicles`, { vehicleId: coach.id });
    const trip = await made(`/api/events/${event.id}/trips`, {
      vehicleAssignmentId: assignment.id,
      departsAt: '2027-06-14T15:00:00.000Z',
    });
    const change = { startsAt: '2027-06-15T17:00:00.000Z', endsAt: '2027-06-15T20:00:00.000Z' };
    const stays = await preview(event, change);
    expect(stays.conflicts).toMatchObject({
      added: [{ kind: 'vehicle', subject: { id: coach.id }, from: change.startsAt, to: change.endsAt }],
      removed: [],
    });
    expect(stays.trips).toEqual([
      { id: trip.id, departsAt: { before: trip.departsAt, after: trip.departsAt }, conflicts: [] },
    ]);
    const moves = await preview(event, { ...change, moveTrips: true });
    expect(moves.trips).toMatchObject([{ departsAt: { before: trip.departsAt, after: '2027-06-15T15:00:00.000Z' } }]);

    await tenant.key.patch(`/api/events/${event.id}`, { ...change, moveTrips: true }).expect(200);
    expect((await preview(event, { status: 'cancelled' })).conflicts).toMatchObject({
      added: [],
      removed: [{ kind: 'vehicle' }],
    });
  });

  it.each<[string, Record<string, unknown>, unknown[]]>([
    [
      'wrong and unknown fields',
      { name: '', capacity: 'many', colour: 1 },
      [{ field: 'colour', code: 'unknown_field' }, { field: 'name' }, { field: 'capacity', code: 'wrong_type' }],
    ],
    [
      'an end before the start',
      { endsAt: '2027-05-14T16:00:00.000Z' },
      [{ field: 'endsAt', code: 'ends_before_start' }],
    ],
    ['an unknown tour', { tourId: UNKNOWN }, [{ field: 'tourId', code: 'not_found' }]],
    ['a text that cannot be stored', { name: 'Salz\u0000burg' }, [{ field: 'name' }]],
    ['a name of the language', JSON.parse('{"__proto__": {}}') as Record<string, unknown>, [{ field: '__proto__' }]],
  ])('names what the change would be refused for: %s', async (_what, change, errors) => {
    const event = await plan();
    const response = await preview(event, change);
    expect(response).toMatchObject({ valid: false, errors, changes: {}, conflicts: { added: [], removed: [] } });
    const refused = await tenant.key.patch(`/api/events/${event.id}`, change);
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(response.errors.map(({ field, code }: Json) => [field, code])).toEqual(
      refused.body.errors.map(({ field, code }: Json) => [field, code]),
    );
  });

  it('says so where it is another version, or an externalId that is taken', async () => {
    const event = await plan();
    await plan({ externalId: `taken-${event.id}` });
    expect((await preview(event, { externalId: `taken-${event.id}` })).errors).toMatchObject([
      { field: null, code: 'external_id_taken' },
    ]);
    const old = tenant.key.with({ 'If-Match': '"old"' });
    const { body } = await old.post(`/api/events/${event.id}/preview`, { name: 'Linz' }).expect(200);
    expect(body).toMatchObject({ valid: false, errors: [{ field: null, code: 'precondition_failed' }] });
  });

  it('is 400 for what is no JSON alone, and 404 for an event that is not there', async () => {
    const event = await plan();
    await tenant.key
      .post(`/api/events/${event.id}/preview`)
      .set('Content-Type', 'application/json')
      .send('{')
      .expect(400);
    await stranger.key.post(`/api/events/${event.id}/preview`, { name: '' }).expect(404);
    for (const id of [UNKNOWN, 'malformed']) await tenant.key.post(`/api/events/${id}/preview`, {}).expect(404);
  });

  it('gives up after three seconds, and leaves the event as it is', async () => {
    const event = await plan();
    const connection = new Connection(service.databaseUrl);
    await connection.connect();
    try {
      await connection.query('BEGIN');
      await connection.query('SELECT FROM events WHERE organization_id = $1 AND id = $2 FOR UPDATE', [
        tenant.organization.id,
        event.id,
      ]);
      const response = await tenant.key.post(`/api/events/${event.id}/preview`, { name: 'Linz' });
      expectProblem(response, 503, 'unavailable');
    } finally {
      await connection.end();
    }
    expect((await read(event)).body).toEqual(event);
    // The limit was the preview's alone: whoever has the connection next waits as long as ever.
    expect((await preview(event, { name: 'Linz' })).valid).toBe(true);
  });

  it('is what happens, for whatever changes', async () => {
    const chance = new Chance(47);
    const coaches = [
      await made('/api/vehicles', { name: 'One', capacity: 9 }),
      await made('/api/vehicles', { name: 'Two', capacity: 9 }),
    ];
    const tour = await made('/api/tours', { name: 'Autumn', startDate: '2028-09-02', endDate: '2028-09-03' });
    const day = Date.parse('2028-09-01T00:00:00.000Z');
    const moment = () => new Date(day + chance.upTo(72) * HOUR_MS).toISOString();
    const guests: Json[] = [];
    const events: Json[] = [];
    for (let i = 0; i < 8; i++) {
      const startsAt = moment();
      const endsAt = chance.is(0.3) ? null : new Date(Date.parse(startsAt) + chance.upTo(20) * HOUR_MS).toISOString();
      const tourId = chance.is(0.5) ? tour.id : null;
      const event = await plan({ name: `Event ${i}`, startsAt, endsAt, tourId, timezone: 'Europe/Vienna' });
      const vehicleId = chance.of(coaches).id;
      const assignment = await made(`/api/events/${event.id}/vehicles`, { vehicleId });
      if (chance.is(0.6)) {
        const departsAt = new Date(Date.parse(startsAt) - HOUR_MS).toISOString();
        await made(`/api/events/${event.id}/trips`, { vehicleAssignmentId: assignment.id, departsAt });
      }
      const guest = guests[0] === undefined ? { name: 'Grace' } : { guestId: guests[0].guestId };
      guests.push(await made(`/api/events/${event.id}/guests`, guest));
      await tenant.key
        .patch(`/api/events/${event.id}/guests/${guests.at(-1)!.id}`, { rsvp: 'accepted', plusOnes: 2 })
        .expect(200);
      await made(`/api/events/${event.id}/team`, { name: 'Kim', email: 'kim@example.com' });
      events.push(event);
    }
    const changeOf = (): Record<string, unknown> => ({
      ...(chance.is(0.6) && { startsAt: chance.is(0.1) ? null : moment() }),
      ...(chance.is(0.5) && { endsAt: chance.is(0.2) ? null : moment() }),
      ...(chance.is(0.2) && { status: chance.of(['draft', 'confirmed', 'cancelled', 'lost']) }),
      ...(chance.is(0.2) && { tourId: chance.of([tour.id, null, UNKNOWN]) }),
      ...(chance.is(0.2) && { capacity: chance.of([2, 3, null, 0]) }),
      ...(chance.is(0.4) && { moveTrips: chance.is(0.7) }),
    });
    const outcomes = new Set<boolean>();
    for (let i = 0; i < 40; i++) {
      const event = chance.of(events);
      const change = changeOf();
      const said = await preview(event, change);
      const [before, conflicts] = [(await read(event)).body, await conflictsOf(event)];
      const response = await tenant.key.patch(`/api/events/${event.id}`, change);
      outcomes.add(said.valid);
      expect([change, said.valid]).toEqual([change, response.status === 200]);
      const [after, conflictsAfter] = [(await read(event)).body, await conflictsOf(event)];
      const changed = Object.fromEntries(
        Object.keys(after)
          .filter((field) => !['updatedAt', 'tourName'].includes(field))
          .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
          .map((field) => [field, { before: before[field], after: after[field] }]),
      );
      expect(said.changes).toEqual(changed);
      const keyOf = ({ kind, subject, events: both }: Json) =>
        JSON.stringify([kind, subject.id, both.map(({ id }: Json) => id).sort()]);
      const keys = (list: Json[], others: Json[]) =>
        list
          .map(keyOf)
          .filter((key) => !others.map(keyOf).includes(key))
          .sort();
      expect(said.conflicts.added.map(keyOf).sort()).toEqual(keys(conflictsAfter, conflicts));
      expect(said.conflicts.removed.map(keyOf).sort()).toEqual(keys(conflicts, conflictsAfter));
      expect(said.trips.map(({ id, departsAt }: Json) => [id, departsAt.after])).toEqual(
        (await tripsOf(event)).sort((a, b) => (a.id < b.id ? -1 : 1)).map(({ id, departsAt }) => [id, departsAt]),
      );
    }
    expect([...outcomes].sort()).toEqual([false, true]);
  });
});
