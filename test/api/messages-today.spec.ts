import { registerTenant, unique, type Tenant } from '../support/builders';
import { Client, type Json } from '../support/client';
import { followRules, sendScheduled } from '../support/due-messages';
import { useOwnTestApp } from '../support/fixtures';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const app = useOwnTestApp();
let tenant: Tenant;
beforeEach(async () => {
  // Ten in the evening in Auckland: two hours are left of the day there, and fifteen by UTC.
  app.clock.stopAt('2027-03-01T09:00:00.000Z');
  tenant = await registerTenant(app.url, { timezone: 'Pacific/Auckland' });
});
afterEach(() => app.clock.release());

const ahead = (ms: number) => new Date(app.clock.now().getTime() + ms).toISOString();
const made = async (path: string, body: Json): Promise<Json> => (await tenant.key.post(path, body).expect(201)).body;
const eventAhead = (ms: number, fields: Json = {}) =>
  made('/api/events', { name: 'Salzburg', status: 'confirmed', timezone: 'UTC', startsAt: ahead(ms), ...fields });
const invite = ({ id }: Json, fields: Json = {}) =>
  made(`/api/events/${id}/guests`, { name: 'Ada', email: `${unique('guest')}@example.com`, ...fields });
const ruleOf = ({ id }: Json, fields: Json = {}, of = 'events') =>
  made(`/api/${of}/${id}/message-rules`, {
    name: 'Reminder',
    trigger: 'before_start',
    offsetMinutes: 24 * 60,
    channel: 'email',
    subject: 'Soon',
    body: 'Hello {{guest.name}}',
    ...fields,
  });
const schedule = async (fields: Json): Promise<Json> =>
  (await tenant.key.post('/api/notifications/bulk', { channel: 'email', ...fields }).expect(202)).body;
const read = async (caller: Client = tenant.key): Promise<Json> =>
  (await caller.get('/api/overview').expect(200)).body.messagesToday;
const linesOf = async (): Promise<[string, number][]> =>
  (await read()).data.map(({ at, recipients }: Json) => [at, recipients]);

describe('the messages of today', () => {
  it('are what is scheduled and what rules send until midnight in the zone of the organization', async () => {
    const tour = await made('/api/tours', { name: 'Alpine' });
    const today = await eventAhead(DAY_MS + HOUR_MS, { tourId: tour.id });
    await eventAhead(DAY_MS + 2 * HOUR_MS, { name: 'Tomorrow', tourId: tour.id });
    await eventAhead(DAY_MS + HOUR_MS, { name: 'Draft', tourId: tour.id, status: 'draft' });
    await invite(today);
    await invite(today, { email: null });
    const rule = await ruleOf(tour, {}, 'tours');
    await ruleOf(today, { name: 'Paused', active: false });
    const texts = { subject: 'Bring a coat', body: 'It is cold.', eventId: today.id };
    const scheduled = await schedule({ ...texts, sendAt: ahead(HOUR_MS / 2) });
    await schedule({ ...texts, sendAt: ahead(2 * HOUR_MS) });
    const event = { id: today.id, name: 'Salzburg', timezone: 'UTC' };
    expect(await read()).toEqual({
      count: 2,
      data: [
        {
          at: ahead(HOUR_MS / 2),
          name: 'Bring a coat',
          channel: 'email',
          notificationId: scheduled.id,
          ruleId: null,
          event,
          recipients: 1,
        },
        {
          at: ahead(HOUR_MS),
          name: 'Reminder',
          channel: 'email',
          notificationId: null,
          ruleId: rule.id,
          event,
          recipients: 1,
        },
      ],
    });
  });

  it('are gone once they are sent', async () => {
    const event = await eventAhead(DAY_MS + HOUR_MS);
    await invite(event);
    await ruleOf(event);
    await schedule({ eventId: event.id, subject: 'Later', body: 'A body.', sendAt: ahead(HOUR_MS) });
    expect((await read()).count).toBe(2);
    app.clock.advance(HOUR_MS + 1);
    await Promise.all([sendScheduled(app), followRules(app)]);
    expect(await read()).toEqual({ count: 0, data: [] });
  });

  it('are one of a rule and an event, however many guests it asks at times of their own', async () => {
    const event = await eventAhead(9 * DAY_MS);
    await invite(event);
    app.clock.advance(10 * MINUTE_MS);
    await invite(event);
    app.clock.advance(90 * MINUTE_MS);
    // Asked an hour after: that is tomorrow.
    await invite(event);
    await ruleOf(event, { trigger: 'no_answer', offsetMinutes: 101 });
    expect(await linesOf()).toEqual([[ahead(MINUTE_MS), 2]]);
  });

  it('are those of changes, too', async () => {
    const event = await eventAhead(9 * DAY_MS);
    await invite(event);
    await ruleOf(event, { trigger: 'moved', offsetMinutes: null });
    await tenant.key.patch(`/api/events/${event.id}`, { startsAt: ahead(8 * DAY_MS) }).expect(200);
    expect(await linesOf()).toEqual([[ahead(5 * MINUTE_MS), 1]]);
  });

  it('wait for their window, which may open tomorrow', async () => {
    const event = await eventAhead(DAY_MS + MINUTE_MS);
    await invite(event);
    await ruleOf(event, { window: { from: '10:00', to: '20:00' } });
    expect(await linesOf()).toEqual([[ahead(HOUR_MS), 1]]);
    const later = await eventAhead(DAY_MS + MINUTE_MS);
    await ruleOf(later, { window: { from: '11:00', to: '20:00' } });
    expect((await read()).count).toBe(1);
  });

  it('are counted exactly, and the first ten are listed', async () => {
    const event = await eventAhead(DAY_MS + HOUR_MS);
    for (let rule = 0; rule < 7; rule++) await ruleOf(event, { offsetMinutes: 24 * 60 + rule });
    for (let minute = 1; minute <= 6; minute++)
      await schedule({ eventId: event.id, subject: 'Later', body: 'A body.', sendAt: ahead(minute * MINUTE_MS) });
    const { count, data } = await read();
    expect(count).toBe(13);
    expect(data.map(({ at }: Json) => at)).toEqual([
      ...[1, 2, 3, 4, 5, 6].map((minute) => ahead(minute * MINUTE_MS)),
      ...[6, 5, 4, 3].map((minute) => ahead(HOUR_MS - minute * MINUTE_MS)),
    ]);
  });

  it('go to the addresses that were named, of which no event is said', async () => {
    const email = { to: ['a@example.com', 'b@example.com'], subject: 'Later', body: 'A body.', sendAt: ahead(HOUR_MS) };
    await tenant.key.post('/api/notifications/email', email).expect(202);
    expect((await read()).data).toMatchObject([{ name: 'Later', event: null, recipients: 2 }]);
  });

  it('are seen by those who may see them elsewhere, and by nobody of another organization', async () => {
    const event = await eventAhead(DAY_MS + HOUR_MS);
    await ruleOf(event);
    await schedule({ eventId: event.id, subject: 'Later', body: 'A body.', sendAt: ahead(HOUR_MS) });
    const narrow = (await tenant.session.post('/api/api-keys', { name: 'Narrow', permissions: [] }).expect(201)).body;
    const key = new Client(app.url, { Authorization: `Bearer ${narrow.key}` });
    expect((await read(key)).data).toMatchObject([{ ruleId: null }]);
    expect((await read(tenant.session)).count).toBe(2);
    expect((await read((await registerTenant(app.url)).key)).count).toBe(0);
  });
});
