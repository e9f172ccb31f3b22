import type { Response } from 'supertest';
import type { Client, Json } from '../support/client';
import { newLink, phoneWith, scanOf } from '../support/field';
import { useFollowedEvents, useSuperAdmin, useTenant, useTestApp } from '../support/fixtures';
import { assignVehicle, inviteMany, newEvent, rsvpPathOf, seat } from '../support/guests';
import { outboxOf } from '../support/outbox';
import { patiently } from '../support/patiently';
import { newMember } from '../support/people';
import { sql } from '../support/sql';
import { passengersOf, pathOfPassenger, planTrip } from '../support/trips';

/** Boarded before, at the same moment as, and after the suspension. */
const [BEFORE, MEANWHILE, AFTER] = [9, 30, 9];

describe('an organization that is suspended while people board', () => {
  const service = useTestApp();
  useFollowedEvents(service);
  const tenant = useTenant(service);
  const operator = useSuperAdmin(service);

  const setStatus = async (status: string) => {
    const path = `/api/organizations/${tenant.organization.id}`;
    expect((await patiently(service, () => operator.session.patch(path, { status }))).status).toBe(200);
  };

  it('boards those who were counted before, nobody half, and goes on where it was', async () => {
    const dispatcher = await newMember(service.url, service.databaseUrl, tenant.organization);
    const event = await newEvent(tenant.key, { startsAt: new Date(Date.now() + 3_600_000).toISOString() });
    const coach = await assignVehicle(tenant.key, event, BEFORE + MEANWHILE + AFTER);
    const guests = await inviteMany(tenant.key, event, BEFORE + MEANWHILE + AFTER);
    for (const guest of guests) await seat(tenant.key, guest, coach);
    const trip = await planTrip(tenant.key, coach);
    const phone = phoneWith(await newLink(tenant.key, event, { kind: 'trip', tripId: trip.id }));
    // A dispatcher at the dashboard, a partner's program, and the driver's phone.
    const boardBy = (caller: Client, guest: Json) =>
      patiently(service, () => caller.patch(pathOfPassenger(trip, guest), { status: 'boarded' }));
    const doors = [
      (guest: Json) => boardBy(dispatcher.session, guest),
      (guest: Json) => boardBy(dispatcher.key, guest),
      (guest: Json) =>
        patiently(service, () => phone.post('/api/field/scans', { scans: [scanOf(guest, { action: 'board' })] })),
    ];
    const boardAll = (some: readonly Json[]): Promise<Response[]> =>
      Promise.all(some.map((guest, index) => doors[index % doors.length]!(guest)));
    const boardedBy = (responses: readonly Response[], some: readonly Json[]) =>
      some.filter((_, index) => responses[index]!.status === 200).map(({ id }) => id as string);
    const [first, meanwhile, last] = [
      guests.slice(0, BEFORE),
      guests.slice(BEFORE, BEFORE + MEANWHILE),
      guests.slice(-AFTER),
    ];

    const before = await boardAll(first);
    expect(before.map(({ status }) => status)).toEqual(first.map(() => 200));
    const [during] = await Promise.all([boardAll(meanwhile), setStatus('suspended')]);
    const after = await boardAll(last);
    const refused = [
      [403, 'organization_suspended'],
      [401, 'unauthenticated'],
      [401, 'unauthenticated'],
    ];
    const outcomeOf = ({ status, body }: Response) => (status === 200 ? [200] : [status, body.code]);
    expect(after.map(outcomeOf)).toEqual(last.map((_, index) => refused[index % doors.length]));
    during.forEach((response, index) =>
      expect([[200], refused[index % doors.length]]).toContainEqual(outcomeOf(response)),
    );
    await tenant.key.get(rsvpPathOf(first[0]!)).expect(404);

    await setStatus('active');
    const boarded = [...boardedBy(before, first), ...boardedBy(during, meanwhile)].sort();
    const rows = await passengersOf(tenant.key, trip);
    expect(rows).toHaveLength(guests.length);
    expect(
      rows
        .filter(({ status }) => status === 'boarded')
        .map(({ eventGuestId }) => eventGuestId)
        .sort(),
    ).toEqual(boarded);
    const figuresOf = async () => (await tenant.key.get(`/api/trips/${trip.id}`).expect(200)).body;
    const expected = guests.length - boarded.length;
    const figures = { expected, boarded: boarded.length, noShow: 0, alighted: 0 };
    expect(await figuresOf()).toMatchObject({ status: 'boarding', passengers: figures });
    await expectRecordedOnce(trip, boarded);

    const rest = guests.filter(({ id }) => !boarded.includes(id));
    const resumed = await boardAll(rest);
    expect(resumed.map(({ status }) => status)).toEqual(rest.map(() => 200));
    expect((await tenant.key.post(`/api/trips/${trip.id}/depart`, {}).expect(200)).body).toMatchObject({
      status: 'departed',
      passengers: { expected: 0, boarded: guests.length, noShow: 0, alighted: 0 },
    });
    await expectRecordedOnce(trip, guests.map(({ id }) => id).sort());
  });

  /** Whoever boarded is once in the audit log and once in the outbox, and nobody else is. */
  async function expectRecordedOnce(trip: Json, boarded: readonly string[]): Promise<void> {
    const events = await outboxOf(service.databaseUrl, trip.id);
    const published = events.filter(({ type }) => type === 'passenger.updated');
    expect(published.map(({ data }) => data.eventGuestId).sort()).toEqual(boarded);
    expect(events.filter(({ type }) => type === 'trip.updated')).toHaveLength(1);
    const records = await sql(
      service.databaseUrl,
      `SELECT target_id FROM audit_records WHERE organization_id = $1 AND action = 'passenger.updated'`,
      [tenant.organization.id],
    );
    expect(records.map(({ target_id: id }) => id).sort()).toEqual(boarded);
  }
});
