import { Client, type Json } from '../support/client';
import { useTenant, useTestApp } from '../support/fixtures';
import { joinAs } from '../support/members';

const UNKNOWN = '019a0000-0000-7000-8000-000000000000';

describe('conflicts', () => {
  const service = useTestApp();
  const tenant = useTenant(service);
  const stranger = useTenant(service);
  let day = 0;
  /** Another day for each test, so that none meets the events of another. */
  let at: (time: string) => string;
  beforeEach(() => {
    const date = new Date(Date.UTC(2032, 0, 1 + 3 * day++)).toISOString().slice(0, 10);
    at = (time) => `${date}T${time}:00.000Z`;
  });

  const made = async (path: string, body: Record<string, unknown>): Promise<Json> =>
    (await tenant.key.post(path, body).expect(201)).body;
  const plan = (name: string, from: string, to: string | null, body: Record<string, unknown> = {}) =>
    made('/api/events', { name, status: 'confirmed', startsAt: at(from), endsAt: to && at(to), ...body });
  const vehicle = () => made('/api/vehicles', { name: 'Coach', capacity: 50 });
  const assign = (event: Json, coach: Json) => made(`/api/events/${event.id}/vehicles`, { vehicleId: coach.id });
  const invite = async (event: Json, body: Record<string, unknown>, rsvp = 'accepted'): Promise<Json> => {
    const guest = await made(`/api/events/${event.id}/guests`, body);
    await tenant.key.patch(`/api/events/${event.id}/guests/${guest.id}`, { rsvp }).expect(200);
    return guest;
  };
  const list = async (query: string): Promise<Json> =>
    (await tenant.key.get(`/api/conflicts?limit=100&${query}`).expect(200)).body;
  const of = async (event: Json, query = ''): Promise<Json[]> => (await list(`eventId=${event.id}&${query}`)).data;
  const brief = ({ id, name, startsAt, endsAt }: Json) => ({ id, name, startsAt, endsAt });
  const referenceTo = ({ kind, subject, events }: Json) => ({
    kind,
    subjectId: subject.id,
    eventIds: events.map(({ id }: Json) => id),
  });
  const acknowledge = (conflict: Json, note?: string) =>
    tenant.key.post('/api/conflicts/acknowledge', { ...referenceTo(conflict), ...(note && { note }) });
  const reopen = (conflict: Json, by: Client = tenant.key) => {
    const { kind, subjectId, eventIds } = referenceTo(conflict);
    return by.delete(`/api/conflicts/acknowledge?kind=${kind}&subjectId=${subjectId}&eventIds=${eventIds.join()}`);
  };

  /** Two events with one coach. */
  async function clash(): Promise<{ first: Json; second: Json; coach: Json; conflict: Json }> {
    const coach = await vehicle();
    const first = await plan('Matinée', '10:00', '13:00');
    const second = await plan('Lunch', '12:00', '14:00');
    for (const event of [second, first]) await assign(event, coach);
    const [conflict] = await of(first);
    return { first, second, coach, conflict };
  }

  it('are found where two events need a vehicle at once', async () => {
    const { first, second, coach, conflict } = await clash();
    expect(conflict).toEqual({
      kind: 'vehicle',
      severity: 'error',
      subject: { type: 'vehicle', id: coach.id, name: 'Coach' },
      events: [brief(first), brief(second)],
      from: second.startsAt,
      to: first.endsAt,
      acknowledged: null,
    });
    expect(await of(second)).toEqual([conflict]);
    // The same as the assignments say.
    const { data } = (await tenant.key.get(`/api/events/${first.id}/vehicles`).expect(200)).body as Json;
    expect(data[0].conflicts).toMatchObject([{ eventId: second.id }]);
  });

  it.each([
    ['overlap', '10:00', '12:00', '11:00', '13:00', 1],
    ['touch', '10:00', '12:00', '12:00', '13:00', 0],
    ['lie within one another', '10:00', '16:00', '11:00', '12:00', 1],
    ['last two hours without an end, and overlap', '10:00', null, '11:59', '13:00', 1],
    ['last two hours without an end, and touch', '10:00', null, '12:00', '13:00', 0],
    ['last two hours without an end, both', '10:00', null, '11:59', null, 1],
    ['are one moment', '10:00', '10:00', '10:00', '10:00', 1],
    ['are a moment at the start of the other', '10:00', '10:00', '10:00', '12:00', 0],
    ['are a moment within the other', '11:00', '11:00', '10:00', '12:00', 1],
  ] as const)('are told from the rest: events that %s', async (_what, from, to, otherFrom, otherTo, count) => {
    const coach = await vehicle();
    const first = await plan('One', from, to);
    const second = await plan('Other', otherFrom, otherTo);
    for (const event of [first, second]) await assign(event, coach);
    expect(await of(first)).toHaveLength(count);
    const { data } = (await tenant.key.get(`/api/events/${first.id}/vehicles`).expect(200)).body as Json;
    expect(data[0].conflicts).toHaveLength(count);
    const { conflicts } = (await tenant.key.get(`/api/events/${second.id}/summary`).expect(200)).body;
    expect(conflicts).toBe(count);
  });

  it('are pairs: three events that overlap make three', async () => {
    const coach = await vehicle();
    const events = [
      await plan('A', '10:00', '13:00'),
      await plan('B', '11:00', '14:00'),
      await plan('C', '12:00', '15:00'),
    ];
    for (const event of events) await assign(event, coach);
    const found = (await list(`from=${at('09:00')}&to=${at('16:00')}`)).data;
    expect(found.map((conflict: Json) => conflict.events.map(({ name }: Json) => name).join(''))).toEqual([
      'AB',
      'AC',
      'BC',
    ]);
    expect(await of(events[1]!)).toHaveLength(2);
  });

  it('are found across a long event that others end within', async () => {
    const coach = await vehicle();
    const long = await plan('Long', '08:00', '20:00');
    const short = await plan('Short', '09:00', '10:00');
    const late = await plan('Late', '19:00', '21:00');
    for (const event of [short, late, long]) await assign(event, coach);
    expect((await of(long)).map(({ events }) => events[1].name)).toEqual(['Short', 'Late']);
    expect(await of(late)).toHaveLength(1);
  });

  it('leave cancelled events and events without a start out', async () => {
    const { first, second, coach } = await clash();
    await assign(await made('/api/events', { name: 'Some day' }), coach);
    await tenant.key.patch(`/api/events/${second.id}`, { status: 'cancelled' }).expect(200);
    expect(await of(first)).toEqual([]);
    expect(await of(second)).toEqual([]);
  });

  it('are found where a user is on two teams', async () => {
    const member = await joinAs(service, tenant, 'Member');
    const [first, second, declined] = [
      await plan('One', '10:00', '12:00'),
      await plan('Other', '11:00', '13:00'),
      await plan('Not there', '11:00', '13:00'),
    ];
    for (const event of [first, second]) await made(`/api/events/${event.id}/team`, { userId: member.user.id });
    await made(`/api/events/${declined.id}/team`, { userId: member.user.id, status: 'declined' });
    expect(await of(first)).toMatchObject([
      {
        kind: 'team_member',
        severity: 'warning',
        subject: { type: 'user', id: member.user.id, name: member.user.name },
        events: [{ id: first.id }, { id: second.id }],
      },
    ]);
  });

  it('are found where a contact is: whoever has the same address or number', async () => {
    const [first, second, third] = [
      await plan('One', '10:00', '13:00'),
      await plan('Other', '11:00', '13:00'),
      await plan('Third', '12:00', '13:00'),
    ];
    const entry = await made(`/api/events/${first.id}/team`, {
      name: 'Kim',
      email: 'Kim@example.com',
      phone: '+436601234567',
    });
    await made(`/api/events/${second.id}/team`, { name: 'Kim again', email: 'kim@EXAMPLE.com' });
    await made(`/api/events/${second.id}/team`, { name: 'Somebody else', email: 'else@example.com' });
    await made(`/api/events/${third.id}/team`, { name: 'By number', phone: '+436601234567' });
    const found = await of(first);
    expect(found).toMatchObject([
      { kind: 'team_member', subject: { type: 'contact', id: entry.id, name: 'Kim' }, events: [{}, { id: second.id }] },
      { kind: 'team_member', subject: { type: 'contact', id: entry.id, name: 'Kim' }, events: [{}, { id: third.id }] },
    ]);
    expect(found).toHaveLength(2);
  });

  it('are found where a guest has accepted both', async () => {
    const [first, second, third] = [
      await plan('One', '10:00', '12:00'),
      await plan('Other', '11:00', '13:00'),
      await plan('Third', '11:00', '13:00'),
    ];
    const { guestId } = await invite(first, { name: 'Grace' });
    await invite(second, { guestId });
    await invite(third, { guestId }, 'tentative');
    expect(await of(first)).toMatchObject([
      { kind: 'guest', severity: 'warning', subject: { type: 'guest', id: guestId, name: 'Grace' } },
    ]);
    // A key that may not read guests is not told their names.
    const body = { name: 'Planner', scopes: ['events:read'] };
    const { key } = (await tenant.session.post('/api/api-keys', body).expect(201)).body as Json;
    const planner = new Client(service.url, { Authorization: `Bearer ${key}` });
    const seen = (await planner.get(`/api/conflicts?eventId=${first.id}`).expect(200)).body;
    expect(seen.data[0].subject).toEqual({ type: 'guest', id: guestId, name: null });
  });

  it('are found where a driver or a vehicle has two trips, of one event too', async () => {
    const event = await plan('Far away', '18:00', '20:00');
    const other = await plan('Further', '21:00', '22:00');
    const coach = await vehicle();
    const [first, second] = [await assign(event, coach), await assign(event, await vehicle())];
    const third = await assign(other, await vehicle());
    const drive = async (of: Json, driver: Record<string, unknown>) =>
      made(`/api/events/${of.id}/team`, { role: 'Driver', ...driver });
    const ada = await drive(event, { name: 'Ada', email: 'ada@example.com' });
    const again = await drive(other, { name: 'Ada again', email: 'ADA@example.com' });
    const ride = (of: Json, assignment: Json, from: string, to: string | null, driver: Json | null = null) =>
      made(`/api/events/${of.id}/trips`, {
        vehicleAssignmentId: assignment.id,
        departsAt: at(from),
        arrivesAt: to && at(to),
        driverTeamMemberId: driver && driver.id,
      });
    await ride(event, first, '06:00', '08:00', ada);
    await ride(event, second, '07:00', '09:00', ada);
    await ride(other, third, '07:30', null, again);
    await ride(event, first, '07:59', '08:30');
    await ride(event, first, '08:30', '09:00');
    const found = (await of(event)).map(({ kind, severity, subject, events, from, to }) => [
      kind,
      severity,
      subject.id,
      events.map(({ id }: Json) => id),
      from,
      to,
    ]);
    expect(found).toEqual([
      ['driver', 'error', ada.id, [event.id], at('07:00'), at('08:00')],
      ['driver', 'error', ada.id, [event.id, other.id], at('07:30'), at('09:00')],
      ['vehicle', 'error', coach.id, [event.id], at('07:59'), at('08:00')],
    ]);
  });

  it('of trips come back when the time of one changes', async () => {
    const event = await plan('Far away', '18:00', '20:00');
    const assignment = await assign(event, await vehicle());
    const ride = (from: string) =>
      made(`/api/events/${event.id}/trips`, { vehicleAssignmentId: assignment.id, departsAt: at(from) });
    await ride('06:00');
    const trip = await ride('07:00');
    const [conflict] = await of(event);
    await acknowledge(conflict).expect(200);
    await tenant.key.patch(`/api/trips/${trip.id}`, { notes: 'By night' }).expect(200);
    expect(await of(event)).toEqual([]);
    await tenant.key.patch(`/api/trips/${trip.id}`, { departsAt: at('07:30') }).expect(200);
    expect(await of(event)).toMatchObject([{ kind: 'vehicle', from: at('07:30'), acknowledged: null }]);
  });

  it('are found where an event does not lie within the days of its tour, in the event’s own zone', async () => {
    const date = at('00:00').slice(0, 10);
    const tour = await made('/api/tours', { name: 'One day', startDate: date, endDate: date });
    const zone = { tourId: tour.id, timezone: 'Europe/Vienna' };
    const within = await plan('Within', '06:00', '23:00', zone);
    const late = await plan('Late', '20:00', '23:30', zone);
    const early = await made('/api/events', {
      ...zone,
      name: 'Early',
      startsAt: new Date(Date.parse(at('00:00')) - 90 * 60_000).toISOString(),
    });
    expect(await of(within)).toEqual([]);
    expect(await of(late)).toEqual([
      {
        kind: 'outside_tour',
        severity: 'warning',
        subject: { type: 'tour', id: tour.id, name: 'One day' },
        events: [brief(late)],
        from: late.startsAt,
        to: late.endsAt,
        acknowledged: null,
      },
    ]);
    expect(await of(early)).toMatchObject([{ kind: 'outside_tour', to: at('00:30') }]);
    expect((await list(`tourId=${tour.id}`)).data.map(({ events }: Json) => events[0].name)).toEqual(['Early', 'Late']);
    await tenant.key.patch(`/api/tours/${tour.id}`, { startDate: null, endDate: null }).expect(200);
    expect((await list(`tourId=${tour.id}`)).total).toBe(0);
  });

  it('are found where more accepted than may come', async () => {
    const event = await plan('Full', '10:00', '12:00');
    const { id } = await invite(event, { name: 'Grace' });
    await tenant.key.patch(`/api/events/${event.id}/guests/${id}`, { plusOnes: 2 }).expect(200);
    await tenant.key.patch(`/api/events/${event.id}`, { capacity: 3 }).expect(200);
    expect(await of(event)).toEqual([]);
    await tenant.key.patch(`/api/events/${event.id}`, { capacity: 2 }).expect(200);
    expect(await of(event)).toMatchObject([
      { kind: 'over_capacity', severity: 'error', subject: { type: 'event', id: event.id, name: 'Full' } },
    ]);
    await tenant.key.patch(`/api/events/${event.id}`, { startsAt: null, endsAt: null }).expect(200);
    expect(await of(event)).toMatchObject([{ kind: 'over_capacity', from: null, to: null }]);
  });

  it('are filtered by overlap, kind and tour, and paged', async () => {
    const tour = await made('/api/tours', { name: 'A tour' });
    const { first, second } = await clash();
    await tenant.key.patch(`/api/events/${second.id}`, { tourId: tour.id }).expect(200);
    const { guestId } = await invite(first, { name: 'Grace' });
    await invite(second, { guestId });
    const kinds = async (query: string) => (await list(query)).data.map(({ kind }: Json) => kind);
    const both = ['guest', 'vehicle'];
    const during = (from: string, to: string) => `from=${at(from)}&to=${at(to)}`;
    // They overlap from 12:00 to 13:00.
    expect(await kinds(during('12:30', '12:40'))).toEqual(both);
    expect(await kinds(during('10:00', '12:00'))).toEqual(both);
    expect(await kinds(during('10:00', '11:59'))).toEqual([]);
    expect(await kinds(during('13:00', '14:00'))).toEqual([]);
    expect(await kinds(`${during('09:00', '15:00')}&kind=guest`)).toEqual(['guest']);
    expect(await kinds(`${during('09:00', '15:00')}&kind=guest,vehicle`)).toEqual(both);
    expect(await kinds(`tourId=${tour.id}`)).toEqual(both);
    for (const id of [UNKNOWN, 'malformed', stranger.organization.id])
      for (const field of ['eventId', 'tourId']) expect(await kinds(`${field}=${id}`)).toEqual([]);

    const pages = await Promise.all(
      [1, 2, 3].map((page) => tenant.key.get(`/api/conflicts?tourId=${tour.id}&limit=1&page=${page}`).expect(200)),
    );
    expect(pages.map(({ body }) => [body.data.map(({ kind }: Json) => kind), body.total, body.totalPages])).toEqual([
      [['guest'], 2, 2],
      [['vehicle'], 2, 2],
      [[], 2, 2],
    ]);
  });

  it.each([
    ['kind=coach', 'kind', 'not_allowed'],
    ['from=yesterday', 'from', 'invalid_timestamp'],
    ['from=2027-02-02&to=2027-01-01', 'to', 'ends_before_start'],
    ['acknowledged=maybe', 'acknowledged', 'wrong_type'],
    ['page=0', 'page', 'out_of_range'],
    ['severity=error', 'severity', 'unknown_field'],
  ])('are not listed by %s', async (query, field, code) => {
    const { body } = await tenant.key.get(`/api/conflicts?${query}`).expect(400);
    expect(body.errors).toMatchObject([{ field, code }]);
  });

  it('are seen by nobody else', async () => {
    const { first, conflict } = await clash();
    expect((await stranger.key.get(`/api/conflicts?eventId=${first.id}`).expect(200)).body.total).toBe(0);
    await stranger.key.post('/api/conflicts/acknowledge', referenceTo(conflict)).expect(404);
    await acknowledge(conflict).expect(200);
    await reopen(conflict, stranger.key).expect(404);
  });

  describe('that somebody acknowledges', () => {
    it('are listed apart, with who knows of them', async () => {
      const { first, conflict } = await clash();
      const { body } = await acknowledge(conflict, 'The second driver takes over.').expect(200);
      expect(body).toEqual({
        ...conflict,
        acknowledged: { note: 'The second driver takes over.', byName: tenant.user.name, at: expect.any(String) },
      });
      expect(await of(first)).toEqual([]);
      expect(await of(first, 'acknowledged=true')).toEqual([body]);
      expect(await of(first, 'acknowledged=false')).toEqual([]);

      const changed = (await acknowledge(conflict, 'Solved.').expect(200)).body;
      expect(changed.acknowledged.note).toBe('Solved.');
      expect((await acknowledge(conflict, 'Solved.').expect(200)).body).toEqual(changed);

      await reopen(conflict).expect(204);
      expect(await of(first)).toEqual([conflict]);
      await reopen(conflict).expect(404);
    });

    it('leave records in the audit log', async () => {
      const { conflict } = await clash();
      await acknowledge(conflict, 'Known').expect(200);
      await reopen(conflict).expect(204);
      const logs = (await tenant.session.get('/api/audit-logs?targetType=conflict&limit=2').expect(200)).body.data;
      expect(logs).toMatchObject([
        { action: 'conflict.reopened', actor: { id: tenant.apiKey.id } },
        { action: 'conflict.acknowledged', changes: { note: { before: null, after: 'Known' } } },
      ]);
      expect(logs[0].target.id).toBe(logs[1].target.id);
    });

    it.each([
      ['an event moves', () => ({ startsAt: at('10:30') })],
      ['an event ends later', () => ({ endsAt: at('13:30') })],
    ])('come back when %s', async (_what, change) => {
      const { first, conflict } = await clash();
      await acknowledge(conflict).expect(200);
      await tenant.key.patch(`/api/events/${first.id}`, { name: 'Renamed' }).expect(200);
      expect(await of(first)).toEqual([]);
      await tenant.key.patch(`/api/events/${first.id}`, change()).expect(200);
      expect(await of(first)).toMatchObject([{ kind: 'vehicle', acknowledged: null }]);
      const logs = (await tenant.session.get('/api/audit-logs?targetType=conflict&limit=1').expect(200)).body.data;
      expect(logs).toMatchObject([{ action: 'conflict.reopened' }]);
    });

    it('come back when the days of the tour change', async () => {
      const date = at('00:00').slice(0, 10);
      const tour = await made('/api/tours', { name: 'Over', endDate: date });
      const event = await made('/api/events', { name: 'Late', tourId: tour.id, startsAt: at('23:00') });
      const [conflict] = await of(event);
      await acknowledge(conflict).expect(200);
      expect(await of(event)).toEqual([]);
      await tenant.key.patch(`/api/tours/${tour.id}`, { startDate: date }).expect(200);
      expect(await of(event)).toEqual([conflict]);
    });

    it('are conflicts that there are', async () => {
      const { first, second, coach } = await clash();
      const body = { kind: 'vehicle', subjectId: coach.id, eventIds: [second.id, first.id] };
      const refused = async (changes: Record<string, unknown>, status: number) =>
        (await tenant.key.post('/api/conflicts/acknowledge', { ...body, ...changes }).expect(status)).body.errors;
      expect(await refused({ eventIds: [first.id, UNKNOWN] }, 404)).toMatchObject([
        { field: 'eventIds.1', code: 'not_found' },
      ]);
      expect(await refused({ eventIds: ['malformed', first.id] }, 404)).toMatchObject([{ field: 'eventIds.0' }]);
      expect(await refused({ subjectId: UNKNOWN }, 404)).toBeUndefined();
      expect(await refused({ kind: 'guest' }, 404)).toBeUndefined();
      expect(await refused({ eventIds: [first.id] }, 404)).toBeUndefined();
      expect(await refused({ eventIds: [] }, 400)).toMatchObject([{ field: 'eventIds', code: 'out_of_range' }]);
      expect(await refused({ kind: 'coach', note: 'x'.repeat(1001) }, 400)).toMatchObject([
        { field: 'note', code: 'too_long' },
        { field: 'kind', code: 'not_allowed' },
      ]);
      await tenant.key.post('/api/conflicts/acknowledge', body).expect(200);
    });

    it('are acknowledged once by two at once', async () => {
      const { first, conflict } = await clash();
      const responses = await Promise.all(Array.from({ length: 6 }, () => acknowledge(conflict, 'Both know')));
      expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200));
      expect(await of(first, 'acknowledged=true')).toHaveLength(1);
      const undone = await Promise.all(Array.from({ length: 4 }, () => reopen(conflict)));
      expect(undone.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404]);
    });
  });
});
