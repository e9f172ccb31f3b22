import { EVENT_TYPES } from '../../src/modules/reach/webhooks/event-types';
import { CHANGE_TYPES } from '../../src/modules/insight/changes/change-types';
import { registerTenant, type Tenant } from '../support/builders';
import { ChangesReader } from '../support/changes';
import { Client, type Json } from '../support/client';
import { useTestApp } from '../support/fixtures';
import { joinWith, narrowedKey } from '../support/members';
import { expectProblem } from '../support/problem';

const DAY_MS = 24 * 3_600_000;

describe('changes', () => {
  const service = useTestApp();
  let tenant: Tenant;

  beforeEach(async () => {
    tenant = await registerTenant(service.url);
  });
  afterEach(() => service.clock.release());

  const made = async (path: string, body: Json): Promise<Json> =>
    (await tenant.session.post(path, body).expect(201)).body;

  it('begin now, and name what changed, who did it and where it belongs', async () => {
    await made('/api/tours', { name: 'Before' });
    const reader = await ChangesReader.begin(tenant.key);
    const tour = await made('/api/tours', { name: 'A tour' });
    const event = await made('/api/events', { name: 'An event', tourId: tour.id });
    const expense = await made(`/api/events/${event.id}/expenses`, { category: 'transport', amount: '10.00' });
    await tenant.key.patch(`/api/expenses/${expense.id}`, { amount: '12.50', description: 'Bus' }).expect(200);
    const guest = await made(`/api/events/${event.id}/guests`, { name: 'A guest' });
    await tenant.session.patch(`/api/events/${event.id}/guests/${guest.id}`, { rsvp: 'accepted' }).expect(200);
    await tenant.session.post(`/api/events/${event.id}/guests/${guest.id}/check-in`).expect(200);
    await made(`/api/events/${event.id}/team`, { name: 'A driver' });
    await tenant.session.patch('/api/settings', { locale: 'de' }).expect(200);

    const changes = await reader.got(10);
    expect(reader.types).toEqual([
      ...['tour.created', 'event.created', 'expense.created', 'expense.updated', 'guest.created'],
      ...['event_guest.added', 'guest.rsvp', 'guest.checked_in', 'team_member.added', 'settings.updated'],
    ]);
    expect(changes[3]).toEqual({
      cursor: expect.stringMatching(/^[A-Za-z0-9_-]{48}$/),
      id: expect.any(String),
      type: 'expense.updated',
      occurredAt: expect.stringMatching(/Z$/),
      actor: { type: 'apiKey', id: tenant.apiKey.id, name: 'Integration' },
      target: { type: 'expense', id: expense.id, externalId: null },
      eventId: event.id,
      tourId: tour.id,
      changed: ['amount', 'description'],
    });
    expect(changes[0]).toMatchObject({ actor: { type: 'user', id: tenant.user.id }, eventId: null, tourId: tour.id });
    expect(changes[1]).toMatchObject({ eventId: event.id, tourId: tour.id });
    expect(changes[4]).toMatchObject({ eventId: null, tourId: null });
    for (const change of changes.slice(5, 9)) expect(change).toMatchObject({ eventId: event.id, tourId: tour.id });
  });

  it('say when a notification is completed, once', async () => {
    const reader = await ChangesReader.begin(tenant.key, '&types=notification.completed');
    const to = ['one@example.com', 'two@example.com'];
    const { body } = await tenant.session
      .post('/api/notifications/email', { to, subject: 'News', body: 'Hello' })
      .expect(202);
    expect(await reader.got(1)).toMatchObject([
      {
        actor: { type: 'system', id: null },
        target: { type: 'notification', id: body.id },
        changed: ['status', 'sent'],
      },
    ]);
    const event = await made('/api/events', { name: 'An event' });
    const guest = await made(`/api/events/${event.id}/guests`, { name: 'Without an address' });
    const unreachable = { guestIds: [guest.guestId], subject: 'News', body: 'Hello' };
    const { id } = (await tenant.session.post('/api/notifications/email', unreachable).expect(202)).body;
    await reader.got(2);
    expect(reader.changes.map(({ target }) => target.id)).toEqual([body.id, id]);
  });

  it('are filtered by type, event and tour, also after what they name is gone', async () => {
    const tour = await made('/api/tours', { name: 'A tour' });
    const others = await made('/api/tours', { name: 'Another' });
    const [ofTour, ofEvent, ofTypes] = await Promise.all([
      ChangesReader.begin(tenant.key, `&tourId=${tour.id}`),
      ChangesReader.begin(tenant.key),
      ChangesReader.begin(tenant.key, '&types=expense.created,event.deleted'),
    ]);
    const event = await made('/api/events', { name: 'An event', tourId: tour.id });
    await made('/api/events', { name: 'Elsewhere', tourId: others.id });
    const expense = await made(`/api/events/${event.id}/expenses`, { category: 'transport', amount: '10.00' });
    await tenant.key.delete(`/api/events/${event.id}`).expect(204);
    expect(await ofTypes.got(2)).toMatchObject([{ type: 'expense.created', target: { id: expense.id } }, {}]);
    expect(await ofTour.got(3)).toMatchObject([
      { type: 'event.created' },
      { type: 'expense.created', tourId: tour.id },
      { type: 'event.deleted', tourId: tour.id },
    ]);
    await ofEvent.got(4);
    const first = ofEvent.changes[0].cursor;
    const { body } = await tenant.key.get(`/api/changes?after=${first}&eventId=${event.id}`).expect(200);
    expect(body.data.map(({ type }: Json) => type)).toEqual(['expense.created', 'event.deleted']);
    const unknown = await tenant.key.get(`/api/changes?after=${first}&eventId=unknown`).expect(200);
    expect(unknown.body).toMatchObject({ data: [], hasMore: false });
    expectProblem(await tenant.key.get('/api/changes?types=tour.exploded'), 400, 'validation_failed');
  });

  it('are read in pages, none missing and none twice', async () => {
    const reader = await ChangesReader.begin(tenant.key);
    for (let n = 0; n < 12; n++) await made('/api/vehicles', { name: `Coach ${n}`, capacity: 10 });
    const all = await reader.got(12);
    const start = all[1].cursor;
    const page = await tenant.key.get(`/api/changes?after=${start}&limit=4`).expect(200);
    expect(page.body.data).toEqual(all.slice(2, 6));
    expect(page.body).toMatchObject({ hasMore: true, next: all[5].cursor });
    const rest = await tenant.key.get(`/api/changes?after=${page.body.next}&limit=1000`).expect(200);
    expect(rest.body).toMatchObject({ data: all.slice(6), hasMore: false });
    const exact = await tenant.key.get(`/api/changes?after=${start}&limit=10`).expect(200);
    expect(exact.body).toMatchObject({ hasMore: false });
    expect(exact.body.data).toHaveLength(10);
    expectProblem(await tenant.key.get('/api/changes?limit=0'), 400, 'validation_failed');
  });

  it('of members, roles, keys, webhooks and billing are for those who may read these', async () => {
    const member = await joinWith(service, tenant, []);
    const reader = await joinWith(service, tenant, ['roles.read', 'webhooks.read']);
    const narrowed = await narrowedKey(tenant.session, ['apiKeys.read']);
    const readers = await Promise.all(
      [tenant.key, member.session, reader.session, narrowed].map((client: Client) => ChangesReader.begin(client)),
    );
    const role = await made('/api/organizations/roles', { name: 'A role', permissions: [] });
    await tenant.session.patch(`/api/organizations/roles/${role.id}`, { description: 'What it is for' }).expect(200);
    await made('/api/api-keys', { name: 'A key' });
    await made('/api/webhooks', { url: 'http://127.0.0.1:9/', eventTypes: ['tour.created'] });
    await made('/api/organizations/invitations', { email: 'somebody@example.com', role: 'Member' });
    await made('/api/tours', { name: 'For all' });
    await readers[0]!.got(6);
    expect(readers[0]!.types).toEqual([
      ...['role.created', 'role.updated', 'api_key.created', 'webhook.created', 'invitation.created', 'tour.created'],
    ]);
    await Promise.all(readers.map((one) => one.read()));
    expect(readers.slice(1).map(({ types }) => types)).toEqual([
      ['tour.created'],
      ['role.created', 'role.updated', 'webhook.created', 'tour.created'],
      ['api_key.created', 'tour.created'],
    ]);
    expect(JSON.stringify(readers[0]!.changes)).not.toContain('somebody@example.com');
  });

  it('go on from cursors of this organization alone, which nobody else can make', async () => {
    const other = await registerTenant(service.url);
    const { next } = (await tenant.key.get('/api/changes').expect(200)).body;
    const flipped = (at: number) => next.slice(0, at) + (next[at] === 'A' ? 'B' : 'A') + next.slice(at + 1);
    for (const after of [flipped(0), flipped(20), flipped(47), next.slice(1), `${next}AAAA`, '42']) {
      const response = await tenant.key.get(`/api/changes?after=${after}`);
      expectProblem(response, 400, 'validation_failed');
      expect(response.body.errors).toMatchObject([{ field: 'after', code: 'invalid_cursor' }]);
    }
    expectProblem(await other.key.get(`/api/changes?after=${next}`), 400, 'validation_failed');
    const headers = { Accept: 'text/event-stream', 'Last-Event-ID': next };
    const stream = await other.key.with(headers).get('/api/changes/stream');
    expectProblem(stream, 400, 'validation_failed');
    expect(stream.body.errors).toMatchObject([{ field: 'Last-Event-ID', code: 'invalid_cursor' }]);
  });

  it('can be read for 30 days, and a cursor lasts as long as somebody asks within that time', async () => {
    const reader = await ChangesReader.begin(tenant.key);
    await made('/api/tours', { name: 'A tour' });
    const [{ cursor }] = (await reader.got(1)) as [Json];
    const { next } = (await tenant.key.get(`/api/changes?after=${cursor}`).expect(200)).body;
    service.clock.advance(29 * DAY_MS);
    const later = (await tenant.key.get(`/api/changes?after=${next}`).expect(200)).body;
    expect(later).toMatchObject({ data: [], hasMore: false });
    service.clock.advance(2 * DAY_MS);
    const session = await tenant.key.get(`/api/changes?after=${cursor}`);
    expectProblem(session, 410, 'cursor_expired');
    expectProblem(await tenant.key.get(`/api/changes?after=${next}`), 410, 'cursor_expired');
    await tenant.key.get(`/api/changes?after=${later.next}`).expect(200);
  });

  it('have every type that webhooks have', () => {
    expect(EVENT_TYPES.words().filter((type) => !CHANGE_TYPES.words().includes(type))).toEqual([]);
  });
});
