import { registerTenant, unique, type Tenant } from '../support/builders';
import { Chance } from '../support/chance';
import { Client, type Json } from '../support/client';
import { followRules } from '../support/due-messages';
import { useOwnTestApp } from '../support/fixtures';
import { rsvpPathOf } from '../support/guests';
import { recipientsOf } from '../support/notifications';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const ROUNDS = 16;
const RULES: readonly Json[] = [
  { name: 'Two days before', trigger: 'before_start', offsetMinutes: 2 * 24 * 60 },
  { name: 'Late reminder', trigger: 'before_start', offsetMinutes: 24 * 60, late: 'send' },
  { name: 'In the morning', trigger: 'before_start', offsetMinutes: 90, window: { from: '08:00', to: '12:00' } },
  { name: 'Thanks', trigger: 'after_end', offsetMinutes: 60, rsvp: ['accepted'] },
  { name: 'Please answer', trigger: 'no_answer', offsetMinutes: 3 * 24 * 60 },
  { name: 'Moved', trigger: 'moved' },
  { name: 'Moved, by day', trigger: 'moved', window: { from: '09:00', to: '18:00' } },
  { name: 'Cancelled', trigger: 'cancelled' },
  { name: 'Promoted', trigger: 'promoted' },
];

const app = useOwnTestApp({ MAIL_DAILY_LIMIT_UNCONFIRMED: '0' });
let tenant: Tenant;
let anybody: Client;
beforeEach(async () => {
  app.clock.stopAt('2027-03-01T10:00:00.000Z');
  tenant = await registerTenant(app.url);
  anybody = new Client(app.url);
});
afterEach(() => app.clock.release());

const at = (ms: number) => new Date(app.clock.now().getTime() + ms).toISOString();
const made = async (path: string, body: Json): Promise<Json> => (await tenant.key.post(path, body).expect(201)).body;
const newRule = (path: string, fields: Json) =>
  made(`${path}/message-rules`, {
    channel: 'email',
    subject: '{{event.name}}',
    body: 'Hello {{guest.name}}',
    ...fields,
  });
const newEvent = (fields: Json = {}) =>
  made('/api/events', { name: 'Salzburg', status: 'confirmed', timezone: 'Europe/Vienna', ...fields });
const preview = async ({ id }: Json, change: Json): Promise<Json> =>
  (await tenant.key.post(`/api/events/${id}/preview`, change).expect(200)).body;
const messagesIn = async (event: Json, change: Json): Promise<Json[]> => {
  const { valid, messages } = await preview(event, change);
  expect(valid).toBe(true);
  return messages;
};
const change = async ({ id }: Json, changes: Json): Promise<Json> =>
  (await tenant.key.patch(`/api/events/${id}`, changes).expect(200)).body;
const invite = ({ id }: Json, name: string, fields: Json = {}) =>
  made(`/api/events/${id}/guests`, { name, email: `${unique('guest')}@example.com`, ...fields });

describe('the messages in a preview', () => {
  const STARTS = { startsAt: '2027-03-05T10:00:00.000Z', endsAt: null };

  it('are those of rules about the change, when they go out and to how many', async () => {
    const event = await newEvent(STARTS);
    await invite(event, 'Ada');
    await invite(event, 'No address', { email: null });
    const declined = await invite(event, 'Declined');
    await tenant.key.patch(`/api/events/${event.id}/guests/${declined.id}`, { rsvp: 'declined' }).expect(200);
    const path = `/api/events/${event.id}`;
    const moved = await newRule(path, { name: 'Moved', trigger: 'moved' });
    await newRule(path, { name: 'Not active', trigger: 'moved', active: false });
    await newRule(path, { name: 'Cancelled', trigger: 'cancelled' });
    const said = { ruleId: moved.id, name: 'Moved', recipients: 1, at: at(5 * MINUTE_MS) };
    expect(await messagesIn(event, { startsAt: '2027-03-06T10:00:00.000Z' })).toEqual([said]);
    expect(await messagesIn(event, { name: 'Renamed' })).toEqual([]);
    expect((await preview(event, { startsAt: 'tomorrow' })).messages).toEqual([]);
    expect((await tenant.key.get(`/api/message-rules/${moved.id}/upcoming`).expect(200)).body.data).toEqual([]);

    // A change that joins one of before goes out with that; moved back, there is nothing to say.
    await change(event, { startsAt: '2027-03-06T10:00:00.000Z' });
    app.clock.advance(2 * MINUTE_MS);
    expect(await messagesIn(event, { startsAt: '2027-03-07T10:00:00.000Z' })).toEqual([said]);
    expect(await messagesIn(event, { startsAt: STARTS.startsAt })).toEqual([]);
    expect(await messagesIn(event, { status: 'cancelled' })).toMatchObject([
      { name: 'Cancelled', at: at(5 * MINUTE_MS) },
    ]);
  });

  it('are reminders that then go out at another time, of the tour too', async () => {
    const tour = await made('/api/tours', { name: 'Alpine Spring' });
    const reminder = await newRule(`/api/tours/${tour.id}`, {
      name: 'Reminder',
      trigger: 'before_start',
      offsetMinutes: 60,
    });
    const event = await newEvent(STARTS);
    await invite(event, 'Ada');
    expect(await messagesIn(event, { tourId: tour.id })).toEqual([
      { ruleId: reminder.id, name: 'Reminder', recipients: 1, at: '2027-03-05T09:00:00.000Z' },
    ]);
    await change(event, { tourId: tour.id });
    expect(await messagesIn(event, { startsAt: '2027-03-06T10:00:00.000Z' })).toMatchObject([
      { name: 'Reminder', at: '2027-03-06T09:00:00.000Z' },
    ]);
    expect(await messagesIn(event, { status: 'draft' })).toEqual([]);
  });

  it('are those to guests who get a place by the change', async () => {
    const event = await newEvent({ ...STARTS, capacity: 1, waitlist: 'automatic' });
    for (const name of ['Ada', 'Bob', 'Cleo'])
      await anybody.post(rsvpPathOf(await invite(event, name)), { rsvp: 'accepted' }).expect(200);
    await newRule(`/api/events/${event.id}`, { name: 'Promoted', trigger: 'promoted' });
    expect(await messagesIn(event, { capacity: 3 })).toMatchObject([{ name: 'Promoted', recipients: 2 }]);
    expect(await messagesIn(event, { capacity: 2 })).toMatchObject([{ name: 'Promoted', recipients: 1 }]);
  });

  it('are what goes out because of the change, whatever it is', async () => {
    const chance = new Chance(17);
    const kinds = new Set<string>();
    for (let round = 0; round < ROUNDS; round++) {
      app.clock.stopAt(new Date(Date.parse('2027-03-20T10:00:00.000Z') + round * 61 * HOUR_MS).toISOString());
      tenant = await registerTenant(app.url);
      const fields = fieldsOf(chance);
      const guests = Array.from({ length: chance.upTo(4) }, () => chance.of(['accepted', 'pending', 'waiting']));
      const rules = chance.shuffled(RULES).slice(0, 5);
      // Two events alike, of which one is changed: what is sent of it alone is sent because of the change.
      const [event, twin] = [await plan(fields, guests, rules), await plan(fields, guests, rules)];
      app.clock.advance(chance.upTo(3) * 7 * HOUR_MS);
      await followRules(app);
      const before = await sentOf(event);
      const changes = changesOf(chance);
      const said = await preview(event, changes);
      const response = await tenant.key.patch(`/api/events/${event.id}`, changes);
      expect([changes, said.valid]).toEqual([changes, response.status === 200]);
      await letTimePass(event, twin, said.messages);
      const [sent, sentAnyway] = [await sentOf(event), await sentOf(twin)];
      const anyway = [...before, ...sentAnyway].map(withoutCount);
      const because = sent.filter((message) => !anyway.includes(withoutCount(message)));
      const expected = said.messages.map(
        ({ name, recipients, at: when }: Json) => `${name} to ${recipients} at ${when}`,
      );
      expect([changes, fields, expected.sort()]).toEqual([changes, fields, because]);
      for (const { name } of said.messages) kinds.add(name);
    }
    expect(kinds.size).toBeGreaterThan(5);
  }, 240_000);

  /** Lets rules work at every time at which something is to go out, and long after. */
  async function letTimePass(event: Json, twin: Json, messages: readonly Json[]): Promise<void> {
    for (;;) {
      const coming = [
        ...(await upcomingOf(event)),
        ...(await upcomingOf(twin)),
        ...messages.map((message) => message.at),
      ];
      const now = app.clock.now().toISOString();
      await followRules(app);
      const [next] = coming.filter((when) => when > now).sort();
      if (next === undefined) break;
      app.clock.stopAt(next);
    }
    for (let day = 0; day < 3; day++) {
      app.clock.advance(40 * DAY_MS);
      await followRules(app);
    }
  }

  async function upcomingOf(event: Json): Promise<string[]> {
    const { body } = await tenant.key.get(`/api/events/${event.id}/message-rules?limit=100`).expect(200);
    const lists = await Promise.all(
      body.data.map(({ id }: Json) => tenant.key.get(`/api/message-rules/${id}/upcoming`).expect(200)),
    );
    return lists.flatMap((list) => list.body.data.map((message: Json) => message.at as string));
  }

  /** What rules have sent about an event, as texts that can be compared. */
  async function sentOf(event: Json): Promise<string[]> {
    const rules = await tenant.key.get(`/api/events/${event.id}/message-rules?limit=100`).expect(200);
    const names = new Map<string, string>(rules.body.data.map(({ id, name }: Json) => [id, name]));
    const { body } = await tenant.key.get(`/api/notifications?limit=100&eventId=${event.id}`).expect(200);
    const texts = body.data
      .filter(({ ruleId }: Json) => names.has(ruleId))
      .map(async (message: Json) => {
        const readers = (await recipientsOf(tenant.key, message)).filter(({ address }) => address !== null);
        return { text: `${names.get(message.ruleId)} to ${readers.length} at ${message.createdAt}`, readers };
      });
    const sent: { text: string; readers: Json[] }[] = await Promise.all(texts);
    return sent
      .filter(({ readers }) => readers.length > 0)
      .map(({ text }) => text)
      .sort();
  }

  async function plan(fields: Json, guests: readonly string[], rules: readonly Json[]): Promise<Json> {
    const event = await newEvent(fields);
    for (const [index, guest] of guests.entries()) {
      const invited = await invite(event, `Guest ${index}`, index === 3 ? { email: null } : {});
      if (guest === 'pending') continue;
      const path = `/api/events/${event.id}/guests/${invited.id}`;
      const answer = await tenant.key.patch(path, { rsvp: 'accepted' });
      if (answer.status === 409 && fields.waitlist !== 'off')
        await tenant.key.post(`/api/events/${event.id}/waitlist`, { eventGuestId: invited.id }).expect(201);
    }
    for (const rule of rules) await newRule(`/api/events/${event.id}`, rule);
    return event;
  }
});

/** A message that goes to others at the same time is the same. */
function withoutCount(text: string): string {
  return text.replace(/ to \d+ /, ' ');
}

/** What an event is like before it is changed. */
function fieldsOf(chance: Chance): Json {
  const startsAt = chance.is(0.1) ? null : at(chance.upTo(9) * 13 * HOUR_MS + 20 * HOUR_MS);
  return {
    status: chance.is(0.2) ? 'draft' : 'confirmed',
    startsAt,
    endsAt: startsAt === null || chance.is(0.3) ? null : new Date(Date.parse(startsAt) + 3 * HOUR_MS).toISOString(),
    waitlist: chance.of(['off', 'automatic']),
    capacity: chance.of([1, 2, null]),
  };
}

function changesOf(chance: Chance): Json {
  const startsAt = at(chance.upTo(12) * 11 * HOUR_MS);
  return {
    ...(chance.is(0.6) && { startsAt: chance.is(0.1) ? null : startsAt, endsAt: null }),
    ...(chance.is(0.2) && { endsAt: new Date(Date.parse(startsAt) + 5 * HOUR_MS).toISOString() }),
    ...(chance.is(0.3) && { status: chance.of(['draft', 'confirmed', 'cancelled']) }),
    ...(chance.is(0.3) && { capacity: chance.of([3, 4, null]) }),
    ...(chance.is(0.2) && { timezone: chance.of(['Asia/Kathmandu', 'America/New_York']) }),
    ...(chance.is(0.1) && { name: 'Renamed' }),
  };
}
