import ICAL from 'ical.js';
import { Client, sessionCookieOf, type Json } from '../support/client';
import { useOwnTestApp, useSuperAdmin, useTenant, useTestApp } from '../support/fixtures';
import { joinAs } from '../support/members';
import { signIn, standIn } from '../support/people';
import { sql } from '../support/sql';

const UNKNOWN = '019a0000-0000-7000-8000-000000000000';
const TIMES = { startsAt: '2027-05-14T17:30:00.000Z', endsAt: '2027-05-14T22:00:00.000Z', timezone: 'Europe/Vienna' };

/** The entries of a calendar by their names, as an independent reader takes them. */
function entriesOf(text: string): Map<string, Json> {
  const calendar = ICAL.Component.fromString(text);
  const zones = new Map(
    calendar
      .getAllSubcomponents('vtimezone')
      .map((zone) => [String(zone.getFirstPropertyValue('tzid')), new ICAL.Timezone(zone)]),
  );
  const instant = (event: Json, name: string) => {
    const time = event.getFirstPropertyValue(name);
    if (time === null) return null;
    time.zone = zones.get(event.getFirstProperty(name).getFirstParameter('tzid')) ?? time.zone;
    return time.toJSDate().toISOString();
  };
  return new Map(
    calendar.getAllSubcomponents('vevent').map((event) => [
      String(event.getFirstPropertyValue('summary')),
      {
        status: event.getFirstPropertyValue('status'),
        description: event.getFirstPropertyValue('description'),
        startsAt: instant(event, 'dtstart'),
        endsAt: instant(event, 'dtend'),
      },
    ]),
  );
}

describe('calendar feeds', () => {
  const service = useTestApp();
  const tenant = useTenant(service);
  const stranger = useTenant(service);
  const anybody = () => new Client(service.url);

  const plan = async (name: string, body: Record<string, unknown> = {}): Promise<Json> =>
    (await tenant.key.post('/api/events', { name, status: 'confirmed', ...TIMES, ...body }).expect(201)).body;
  const subscribe = async (body: Record<string, unknown>, by: Client = tenant.session): Promise<Json> =>
    (await by.post('/api/calendar-feeds', body).expect(201)).body;
  const pathOf = ({ url }: Json) => new URL(url).pathname;
  const read = async (feed: Json) => (await anybody().get(pathOf(feed)).expect(200)).text;
  const revokeAll = async (by: Client) => {
    for (const { id } of (await by.get('/api/calendar-feeds?limit=100').expect(200)).body.data)
      await by.delete(`/api/calendar-feeds/${id}`).expect(204);
  };

  beforeEach(() => revokeAll(tenant.session));

  it('show their link once, and are read by it without a credential', async () => {
    const event = await plan('Salzburg');
    const response = await tenant.session.post('/api/calendar-feeds', { kind: 'organization' }).expect(201);
    const { url, ...feed } = response.body as Json;
    expect(feed).toEqual({
      id: expect.any(String),
      kind: 'organization',
      tourId: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(url).toMatch(new RegExp(`^${service.url}/calendar/[\\w-]{43}\\.ics$`));
    const listed = (await tenant.session.get('/api/calendar-feeds').expect(200)).body;
    expect(listed).toMatchObject({ total: 1, data: [feed] });
    expect(JSON.stringify(listed)).not.toContain('calendar/');

    const file = await anybody().get(new URL(url).pathname).expect(200);
    expect(file.headers).toMatchObject({ 'content-type': 'text/calendar; charset=utf-8', 'cache-control': 'no-store' });
    expect(file.text).toContain('\r\nREFRESH-INTERVAL;VALUE=DURATION:PT15M\r\n');
    expect(file.text).toContain(`\r\nUID:${event.id}\r\n`);
    expect(entriesOf(file.text).get('Salzburg')).toMatchObject({
      startsAt: TIMES.startsAt,
      endsAt: TIMES.endsAt,
      status: 'CONFIRMED',
    });
  });

  it('store a hash of the token alone, and never log it', async () => {
    const feed = await subscribe({ kind: 'organization' });
    const token = pathOf(feed).slice('/calendar/'.length, -'.ics'.length);
    await read(feed);
    await anybody().post(pathOf(feed)).expect(405);
    await anybody().get(`/calendar/${token}x.ics`).expect(404);
    const rows = await sql(service.databaseUrl, 'SELECT * FROM calendar_feeds WHERE id = $1', [feed.id]);
    expect(JSON.stringify(rows)).not.toContain(token);
    const logs = (await tenant.session.get('/api/audit-logs?action=calendar_feed.created').expect(200)).body;
    expect(logs.data[0].target).toMatchObject({ type: 'calendar_feed', id: feed.id });
    expect(JSON.stringify(logs)).not.toContain(token);
    expect(service.log.join('\n')).not.toContain(token);
  });

  it('have an ETag, which is answered by 304 until something that they show changes', async () => {
    const event = await plan('Linz');
    const feed = await subscribe({ kind: 'organization' });
    const { etag } = (await anybody().get(pathOf(feed)).expect(200)).headers as Json;
    const known = new Client(service.url, { 'If-None-Match': etag });
    await known.get(pathOf(feed)).expect(304);
    await tenant.key.patch(`/api/events/${event.id}`, { name: 'Linz, moved' }).expect(200);
    const changed = await known.get(pathOf(feed)).expect(200);
    expect(changed.headers['etag']).not.toBe(etag);
    expect(entriesOf(changed.text).has('Linz, moved')).toBe(true);
    await tenant.key.delete(`/api/events/${event.id}`).expect(204);
    expect(entriesOf((await known.get(pathOf(feed)).expect(200)).text).has('Linz, moved')).toBe(false);
  });

  it('of a tour show it and its events alone', async () => {
    const tour = (await tenant.key.post('/api/tours', { name: 'Spring', startDate: '2027-05-01' }).expect(201)).body;
    await plan('On tour', { tourId: tour.id });
    await plan('Elsewhere');
    const entries = entriesOf(await read(await subscribe({ kind: 'tour', tourId: tour.id })));
    expect([...entries.keys()].sort()).toEqual(['On tour', 'Spring']);
  });

  it('of one’s own have the events on whose team one is, with call times', async () => {
    const member = await joinAs(service, tenant, 'Member');
    const others = await plan('Others work there');
    const mine = await plan('I work there', { description: 'Doors open at seven.' });
    const uncalled = await plan('No call');
    const declined = await plan('Declined');
    const onTeam = (event: Json, body: Record<string, unknown>) =>
      tenant.key.post(`/api/events/${event.id}/team`, { userId: member.user.id, ...body }).expect(201);
    await onTeam(mine, { callTime: '2027-05-14T13:00:00.000Z' });
    await onTeam(uncalled, {});
    await onTeam(declined, { status: 'declined' });
    await tenant.key.post(`/api/events/${others.id}/team`, { userId: tenant.user.id }).expect(201);

    const feed = await subscribe({ kind: 'mine' }, member.session);
    const entries = entriesOf(await read(feed));
    expect([...entries.keys()].sort()).toEqual(['Call time: I work there', 'I work there', 'No call']);
    expect(entries.get('Call time: I work there')).toMatchObject({
      startsAt: '2027-05-14T13:00:00.000Z',
      endsAt: TIMES.startsAt,
    });
    expect(entries.get('I work there').description).toMatch(/^Call time: .*3:00\sPM\n\nDoors open at seven\.$/);

    const { etag } = (await anybody().get(pathOf(feed)).expect(200)).headers as Json;
    const team = (await tenant.key.get(`/api/events/${mine.id}/team`).expect(200)).body.data;
    const moved = { callTime: '2027-05-14T14:00:00.000Z' };
    await tenant.key.patch(`/api/events/${mine.id}/team/${team[0].id}`, moved).expect(200);
    const changed = await new Client(service.url, { 'If-None-Match': etag }).get(pathOf(feed)).expect(200);
    expect(entriesOf(changed.text).get('Call time: I work there').startsAt).toBe(moved.callTime);
    await revokeAll(member.session);
  });

  it('of one’s own have the trips that one drives', async () => {
    const event = await plan('Far away');
    const onTeam = { userId: tenant.user.id, role: 'Driver' };
    const driver = (await tenant.key.post(`/api/events/${event.id}/team`, onTeam).expect(201)).body;
    const vehicle = (await tenant.key.post('/api/vehicles', { name: 'Coach 1', capacity: 9 }).expect(201)).body;
    const assignment = (
      await tenant.key.post(`/api/events/${event.id}/vehicles`, { vehicleId: vehicle.id }).expect(201)
    ).body;
    const ride = async (departsAt: string, driverTeamMemberId: string | null): Promise<Json> => {
      const trip = { vehicleAssignmentId: assignment.id, departsAt, driverTeamMemberId };
      return (await tenant.key.post(`/api/events/${event.id}/trips`, trip).expect(201)).body;
    };
    const own = await ride('2027-05-14T12:00:00.000Z', driver.id);
    const others = await ride('2027-05-14T20:00:00.000Z', null);
    const feed = await subscribe({ kind: 'mine' });
    const text = await read(feed);
    expect(text).toContain(`\r\nUID:${own.id}\r\n`);
    expect(text).not.toContain(others.id);
    const { etag } = (await anybody().get(pathOf(feed)).expect(200)).headers as Json;
    const known = new Client(service.url, { 'If-None-Match': etag });
    await known.get(pathOf(feed)).expect(304);
    await tenant.key.patch(`/api/trips/${own.id}`, { status: 'cancelled' }).expect(200);
    const cancelled = await known.get(pathOf(feed)).expect(200);
    expect([...entriesOf(cancelled.text)].find(([name]) => name.startsWith('Coach 1'))?.[1].status).toBe('CANCELLED');
  });

  it('name no guest', async () => {
    const event = await plan('With guests');
    await tenant.key.post(`/api/events/${event.id}/guests`, { name: 'Zyx Unusual' }).expect(201);
    expect(await read(await subscribe({ kind: 'organization' }))).not.toContain('Unusual');
  });

  it('say for 30 days of an event that it is cancelled, whatever changes of it', async () => {
    const event = await plan('Called off');
    await tenant.key.patch(`/api/events/${event.id}`, { status: 'cancelled' }).expect(200);
    const feed = await subscribe({ kind: 'organization' });
    const status = async () => entriesOf(await read(feed)).get('Called off')?.status;
    const cancelledBefore = (days: number) =>
      sql(service.databaseUrl, `UPDATE events SET cancelled_at = now() - $2 * interval '1 day' WHERE id = $1`, [
        event.id,
        days,
      ]);
    expect(await status()).toBe('CANCELLED');
    await cancelledBefore(29);
    expect(await status()).toBe('CANCELLED');
    await cancelledBefore(31);
    await tenant.key.patch(`/api/events/${event.id}`, { notes: 'Refunded' }).expect(200);
    expect(await status()).toBeUndefined();
    await tenant.key.patch(`/api/events/${event.id}`, { status: 'confirmed' }).expect(200);
    expect(await status()).toBe('CONFIRMED');
  });

  it('are seen and revoked by nobody else, and are gone when they are revoked', async () => {
    const member = await joinAs(service, tenant, 'Member');
    const feed = await subscribe({ kind: 'organization' }, member.session);
    expect((await tenant.session.get('/api/calendar-feeds').expect(200)).body.total).toBe(0);
    for (const other of [tenant.session, stranger.session])
      await other.delete(`/api/calendar-feeds/${feed.id}`).expect(404);
    await read(feed);
    await member.session.delete(`/api/calendar-feeds/${feed.id}`).expect(204);
    await anybody().get(pathOf(feed)).expect(404);
    await member.session.delete(`/api/calendar-feeds/${feed.id}`).expect(404);
  });

  it('end with the membership', async () => {
    const member = await joinAs(service, tenant, 'Member');
    const feed = await subscribe({ kind: 'organization' }, member.session);
    await tenant.session.delete(`/api/organizations/members/${member.memberId}`).expect(204);
    await anybody().get(pathOf(feed)).expect(404);
    expect(await sql(service.databaseUrl, 'SELECT id FROM calendar_feeds WHERE id = $1', [feed.id])).toEqual([]);
    const logs = (await tenant.session.get(`/api/audit-logs?targetId=${feed.id}`).expect(200)).body.data;
    expect(logs.map(({ action }: Json) => action)).toEqual(['calendar_feed.revoked', 'calendar_feed.created']);
  });

  it.each([
    ['no kind', {}, [{ field: 'kind', code: 'required' }]],
    ['an unknown kind', { kind: 'week' }, [{ field: 'kind', code: 'not_allowed' }]],
    ['no tour', { kind: 'tour' }, [{ field: 'tourId', code: 'required' }]],
    ['a tour too many', { kind: 'mine', tourId: UNKNOWN }, [{ field: 'tourId', code: 'not_combinable' }]],
  ])('are not made with %s', async (_what, body, errors) => {
    const { body: problem } = await tenant.session.post('/api/calendar-feeds', body).expect(400);
    expect(problem.errors).toMatchObject(errors);
  });

  it.each([UNKNOWN, 'malformed'])('are not made of the tour %s', async (tourId) => {
    const { body } = await tenant.session.post('/api/calendar-feeds', { kind: 'tour', tourId }).expect(404);
    expect(body.errors).toMatchObject([{ field: 'tourId', code: 'not_found' }]);
  });

  it('are at most 20 of a user, also when they are asked for at once', async () => {
    const responses = await Promise.all(
      Array.from({ length: 25 }, () => tenant.session.post('/api/calendar-feeds', { kind: 'mine' })),
    );
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(20);
    expect(statuses.filter((status) => status === 409)).toHaveLength(5);
    expect(responses.find(({ status }) => status === 409)!.body.code).toBe('limit_reached');
  });

  it('are a user’s own: a key of the organization has none', async () => {
    const body = { name: 'Of all', owner: 'organization', permissions: [] };
    const { key } = (await tenant.session.post('/api/api-keys', body).expect(201)).body as Json;
    const organizations = new Client(service.url, { Authorization: `Bearer ${key}` });
    for (const request of [
      organizations.get('/api/calendar-feeds'),
      organizations.post('/api/calendar-feeds', { kind: 'organization' }),
      organizations.delete(`/api/calendar-feeds/${UNKNOWN}`),
    ])
      expect((await request.expect(403)).body.code).toBe('session_required');
    await subscribe({ kind: 'mine' }, tenant.key);
  });

  it('are within the scope of events', async () => {
    const body = { name: 'Reads', scopes: ['events:read'] };
    const { key } = (await tenant.session.post('/api/api-keys', body).expect(201)).body as Json;
    const reader = new Client(service.url, { Authorization: `Bearer ${key}` });
    await reader.get('/api/calendar-feeds').expect(200);
    const { body: problem } = await reader.post('/api/calendar-feeds', { kind: 'mine' }).expect(403);
    expect(problem).toMatchObject({ code: 'out_of_scope', params: { scope: 'events:write' } });
  });

  it('replay without the link', async () => {
    const keyed = tenant.session.with({ 'Idempotency-Key': `feed-${tenant.user.id}` });
    const first = (await keyed.post('/api/calendar-feeds', { kind: 'mine' }).expect(201)).body;
    const again = (await keyed.post('/api/calendar-feeds', { kind: 'mine' }).expect(201)).body;
    expect(again).toEqual({ ...first, url: null });
  });

  it('speak the organization’s language', async () => {
    await tenant.session.patch('/api/settings', { locale: 'de' }).expect(200);
    const event = await plan('Graz');
    const callTime = '2027-05-14T13:00:00.000Z';
    await tenant.key.post(`/api/events/${event.id}/team`, { userId: tenant.user.id, callTime }).expect(201);
    const entries = entriesOf(await read(await subscribe({ kind: 'mine' })));
    expect(entries.get('Graz').description).toBe('Dienstbeginn: 14.05.2027, 15:00');
  });
});

describe('calendar feeds of somebody who is suspended', () => {
  const service = useOwnTestApp();
  const operator = useSuperAdmin(service);
  const tenant = useTenant(service);
  const read = ({ url }: Json) => new Client(service.url).get(new URL(url).pathname);

  it('are not there, and are there again afterwards', async () => {
    const member = await joinAs(service, tenant, 'Member');
    const feed = (await member.session.post('/api/calendar-feeds', { kind: 'organization' }).expect(201)).body;
    const unknown = (await new Client(service.url).get(`/calendar/${'x'.repeat(43)}.ics`).expect(404)).body;
    const setStatus = (path: string, status: string) => operator.session.patch(path, { status }).expect(200);
    for (const [path, from] of [
      [`/api/users/${member.user.id}`, tenant.organization],
      [`/api/organizations/${tenant.organization.id}`, operator.organization],
    ] as const) {
      await standIn(operator.session, from);
      await setStatus(path, 'suspended');
      const { body } = await read(feed).expect(404);
      expect({ ...body, requestId: null }).toEqual({ ...unknown, requestId: null });
      await setStatus(path, 'active');
      await read(feed).expect(200);
    }
  });

  it('are not made or revoked by an operator who acts as the user', async () => {
    const feed = (await tenant.session.post('/api/calendar-feeds', { kind: 'mine' }).expect(201)).body;
    const before = await signIn(service.url, operator);
    const started = await before.post(`/api/users/${tenant.user.id}/impersonate`).expect(200);
    const acting = new Client(service.url, { Cookie: sessionCookieOf(started) });
    for (const request of [
      acting.post('/api/calendar-feeds', { kind: 'mine' }),
      acting.delete(`/api/calendar-feeds/${feed.id}`),
    ])
      expect((await request.expect(403)).body.code).toBe('impersonating');
  });
});
