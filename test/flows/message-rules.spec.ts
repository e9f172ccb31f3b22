import { startTestApp, type TestApp } from '../support/app';
import { registerTenant, unique, type Tenant } from '../support/builders';
import { entryOf } from '../support/calendar-entries';
import { Client, type Json } from '../support/client';
import { followRules } from '../support/due-messages';
import { useOwnTestApp } from '../support/fixtures';
import { rsvpPathOf } from '../support/guests';
import { mailOf, recipientsOf, unsubscribePathIn, whenDone } from '../support/notifications';
import { expectProblem } from '../support/problem';
import { sql } from '../support/sql';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const MERGED_MS = 5 * MINUTE_MS + 1_000;
const DAILY = 20;
const env = { MAIL_DAILY_LIMIT_UNCONFIRMED: String(DAILY), WHATSAPP_TOKEN: '' };

const app = useOwnTestApp(env);
let tenant: Tenant;
beforeEach(async () => {
  app.clock.stopAt('2027-03-01T10:00:00.000Z');
  tenant = await registerTenant(app.url);
});
afterEach(() => app.clock.release());

const at = (ms: number) => new Date(app.clock.now().getTime() + ms).toISOString();
const made = async (path: string, body: Json): Promise<Json> => (await tenant.key.post(path, body).expect(201)).body;
const newEvent = (fields: Json = {}) =>
  made('/api/events', {
    name: 'Salzburg',
    status: 'confirmed',
    timezone: 'Europe/Vienna',
    startsAt: at(4 * DAY_MS),
    endsAt: at(4 * DAY_MS + 3 * HOUR_MS),
    ...fields,
  });
const change = async ({ id }: Json, changes: Json): Promise<Json> =>
  (await tenant.key.patch(`/api/events/${id}`, changes).expect(200)).body;
const invite = ({ id }: Json, name: string, fields: Json = {}) =>
  made(`/api/events/${id}/guests`, { name, email: `${unique('guest')}@example.com`, ...fields });
const answer = ({ id }: Json, guest: Json, rsvp: string) =>
  tenant.key.patch(`/api/events/${id}/guests/${guest.id}`, { rsvp }).expect(200);
const newRule = ({ id }: Json, fields: Json = {}) =>
  made(`/api/events/${id}/message-rules`, {
    name: 'Reminder',
    trigger: 'before_start',
    offsetMinutes: 2 * 24 * 60,
    channel: 'email',
    subject: '{{event.name}}',
    body: 'Hello {{guest.name}}, {{event.startsAt}}',
    ...fields,
  });
const passes = async (ms: number): Promise<void> => {
  app.clock.advance(ms);
  await followRules(app);
};
/** The messages that a rule has sent, oldest first. */
const sentBy = async ({ id }: Json): Promise<Json[]> => {
  const { body } = await tenant.key.get('/api/notifications?limit=100').expect(200);
  return body.data.filter(({ ruleId }: Json) => ruleId === id).reverse();
};
/** Whom a rule has written to, message by message. */
const readersOf = async (rule: Json): Promise<string[][]> =>
  Promise.all(
    (await sentBy(rule)).map(async (message) =>
      (await recipientsOf(tenant.key, message)).map(({ guestName }) => guestName as string).sort(),
    ),
  );
const upcomingOf = async ({ id }: Json): Promise<Json[]> =>
  (await tenant.key.get(`/api/message-rules/${id}/upcoming`).expect(200)).body.data;

describe('a rule before the start', () => {
  it('writes once to those who are due, and to nobody who was added after its moment', async () => {
    const event = await newEvent();
    await invite(event, 'Ada');
    await answer(event, await invite(event, 'Declined'), 'declined');
    const rule = await newRule(event);
    expect(await upcomingOf(rule)).toEqual([
      { eventId: event.id, eventName: 'Salzburg', at: at(2 * DAY_MS), recipients: 1 },
    ]);
    await passes(2 * DAY_MS - MINUTE_MS);
    expect(await readersOf(rule)).toEqual([]);
    await invite(event, 'Bob');
    await passes(MINUTE_MS);
    expect(await readersOf(rule)).toEqual([['Ada', 'Bob']]);
    await invite(event, 'Too late');
    await passes(HOUR_MS);
    expect(await readersOf(rule)).toEqual([['Ada', 'Bob']]);
    expect(await upcomingOf(rule)).toEqual([]);
    const [message] = await sentBy(rule);
    await whenDone(tenant.key, message!);
    expect((await mailOf(app, message!)).map(({ headers }) => headers['subject'])).toEqual(['Salzburg', 'Salzburg']);
  });

  it('writes to those with the answers that it names, as they are then', async () => {
    const event = await newEvent();
    const ada = await invite(event, 'Ada');
    const bob = await invite(event, 'Bob');
    const rule = await newRule(event, { rsvp: ['accepted'] });
    await answer(event, ada, 'accepted');
    await answer(event, bob, 'accepted');
    await answer(event, bob, 'tentative');
    await passes(2 * DAY_MS);
    expect(await readersOf(rule)).toEqual([['Ada']]);
  });

  it('skips what was past when it was made, or sends that and to who is added later', async () => {
    const event = await newEvent({ startsAt: at(DAY_MS), endsAt: null });
    await invite(event, 'Ada');
    const skipping = await newRule(event);
    const sending = await newRule(event, { late: 'send' });
    await passes(0);
    expect(await readersOf(skipping)).toEqual([]);
    expect(await readersOf(sending)).toEqual([['Ada']]);
    await passes(HOUR_MS);
    await invite(event, 'Bob');
    await passes(0);
    expect(await readersOf(sending)).toEqual([['Ada'], ['Bob']]);
    expect(await readersOf(skipping)).toEqual([]);
    await passes(DAY_MS);
    await invite(event, 'After the start');
    await passes(0);
    expect(await readersOf(sending)).toEqual([['Ada'], ['Bob']]);
  });

  it('follows an event that is moved, unless it has written already', async () => {
    const event = await newEvent();
    await invite(event, 'Ada');
    const rule = await newRule(event);
    await change(event, { startsAt: at(6 * DAY_MS), endsAt: null });
    await passes(2 * DAY_MS);
    expect(await readersOf(rule)).toEqual([]);
    await passes(2 * DAY_MS);
    expect(await readersOf(rule)).toEqual([['Ada']]);
    await invite(event, 'Bob');
    await change(event, { startsAt: at(9 * DAY_MS) });
    await passes(7 * DAY_MS);
    expect(await readersOf(rule)).toEqual([['Ada'], ['Bob']]);
  });

  it('skips a moment that a change makes past, of the event or of the rule', async () => {
    const event = await newEvent();
    await invite(event, 'Ada');
    const rule = await newRule(event);
    const sending = await newRule(event, { late: 'send' });
    await change(event, { startsAt: at(DAY_MS), endsAt: null });
    await passes(MINUTE_MS);
    expect(await readersOf(rule)).toEqual([]);
    expect(await readersOf(sending)).toEqual([]);
    const other = await newEvent();
    await invite(other, 'Bob');
    const changed = await newRule(other);
    await tenant.key.patch(`/api/message-rules/${changed.id}`, { offsetMinutes: 5 * 24 * 60 }).expect(200);
    await passes(MINUTE_MS);
    expect(await readersOf(changed)).toEqual([]);
  });

  it('writes nothing for a draft, and begins when the event is confirmed', async () => {
    const event = await newEvent({ status: 'draft' });
    await invite(event, 'Ada');
    const rule = await newRule(event);
    await passes(2 * DAY_MS);
    expect(await readersOf(rule)).toEqual([]);
    await change(event, { status: 'confirmed' });
    await passes(MINUTE_MS);
    expect(await readersOf(rule)).toEqual([]);
    await change(event, { startsAt: at(3 * DAY_MS), endsAt: null });
    await passes(DAY_MS);
    expect(await readersOf(rule)).toEqual([['Ada']]);
  });

  it('waits for its window, in the zone of the event, but never past the start', async () => {
    // 10:00 in UTC is 11:00 in Vienna.
    const event = await newEvent();
    await invite(event, 'Ada');
    const evening = await newRule(event, { window: { from: '20:00', to: '21:00' } });
    expect((await upcomingOf(evening))[0]).toMatchObject({ at: '2027-03-03T19:00:00.000Z' });
    await passes(2 * DAY_MS + 8 * HOUR_MS);
    expect(await readersOf(evening)).toEqual([]);
    await passes(HOUR_MS);
    expect(await readersOf(evening)).toEqual([['Ada']]);
    const soon = await newEvent({ startsAt: at(2 * HOUR_MS), endsAt: null });
    await invite(soon, 'Bob');
    const night = await newRule(soon, { offsetMinutes: 60, window: { from: '03:00', to: '04:00' } });
    expect((await upcomingOf(night))[0]).toMatchObject({ at: soon.startsAt });
    await passes(2 * HOUR_MS);
    expect(await readersOf(night)).toEqual([['Bob']]);
  });

  it('waits for an event that has no start', async () => {
    const event = await newEvent({ startsAt: null, endsAt: null });
    await invite(event, 'Ada');
    const rule = await newRule(event);
    await passes(DAY_MS);
    expect(await upcomingOf(rule)).toEqual([]);
    await change(event, { startsAt: at(3 * DAY_MS) });
    await passes(DAY_MS);
    expect(await readersOf(rule)).toEqual([['Ada']]);
  });

  it('writes nothing while it is not active', async () => {
    const event = await newEvent();
    await invite(event, 'Ada');
    const rule = await newRule(event, { active: false });
    await passes(2 * DAY_MS);
    await tenant.key.patch(`/api/message-rules/${rule.id}`, { active: true }).expect(200);
    await passes(MINUTE_MS);
    expect(await readersOf(rule)).toEqual([]);
  });

  it('is claimed once by two replicas', async () => {
    const event = await newEvent();
    const names = ['Ada', 'Bob', 'Cleo', 'Dora', 'Emil'];
    for (const name of names) await invite(event, name);
    const rule = await newRule(event);
    const replica: TestApp = await startTestApp({ ...env, DATABASE_URL: app.databaseUrl });
    try {
      app.clock.advance(2 * DAY_MS);
      replica.clock.stopAt(app.clock.now().toISOString());
      await Promise.all([followRules(app), followRules(replica), followRules(app), followRules(replica)]);
      await followRules(replica);
      expect(await readersOf(rule)).toEqual([names]);
    } finally {
      await replica.close();
    }
  });

  it('goes on the next day where the limit of the day is reached, if that is before the start', async () => {
    const guests = Array.from({ length: DAILY + 2 }, (_, index) => ({
      name: `Guest ${index}`,
      email: `${unique('g')}@example.com`,
    }));
    const eventOf = async (startsAt: string) => {
      const event = await newEvent({ startsAt, endsAt: null });
      for (const guest of guests) await made(`/api/events/${event.id}/guests`, guest);
      return event;
    };
    const rule = await newRule(await eventOf(at(2 * DAY_MS)), { late: 'send' });
    await passes(0);
    const [message] = await sentBy(rule);
    expect(message).toMatchObject({ total: DAILY + 2, failed: 0, failureReason: null });
    const late = await newRule(await eventOf(at(2 * HOUR_MS)), { late: 'send' });
    await passes(0);
    const [other] = await sentBy(late);
    expect(other).toMatchObject({ status: 'failed', failed: DAILY + 2, failureReason: 'mail_limit_reached' });
  });

  it('writes to nobody who has unsubscribed, and waits while the organization is suspended', async () => {
    const event = await newEvent();
    const ada = await invite(event, 'Ada');
    await invite(event, 'Bob');
    const first = await newRule(event, { offsetMinutes: 3 * 24 * 60 });
    const rule = await newRule(event);
    await passes(DAY_MS);
    const [message] = await sentBy(first);
    await whenDone(tenant.key, message!);
    const mails = await mailOf(app, message!);
    const toAda = mails.find(({ headers }) => headers['to']!.includes(ada.guest.email))!;
    await tenant.key.post(unsubscribePathIn(toAda)).expect(200);
    const suspend = (status: string) =>
      sql(app.databaseUrl, 'UPDATE organizations SET status = $2 WHERE id = $1', [tenant.organization.id, status]);
    await suspend('suspended');
    await passes(DAY_MS);
    await suspend('active');
    expect(await readersOf(rule)).toEqual([]);
    await passes(6 * MINUTE_MS);
    const [reminder] = await sentBy(rule);
    expect(await recipientsOf(tenant.key, reminder!, 'status=failed')).toMatchObject([
      { guestName: 'Ada', error: 'unsubscribed' },
    ]);
  });
});

describe('a rule for WhatsApp', () => {
  it('is refused where the service is not set up for it', async () => {
    const { id } = await newEvent();
    const rule = { name: 'A', trigger: 'before_start', offsetMinutes: 60, channel: 'whatsapp', template: 't' };
    expectProblem(await tenant.key.post(`/api/events/${id}/message-rules`, rule), 409, 'channel_not_configured');
  });
});

describe('other rules with a moment', () => {
  it('write after the end', async () => {
    const event = await newEvent();
    await invite(event, 'Ada');
    const rule = await newRule(event, { trigger: 'after_end', offsetMinutes: 60 });
    const endless = await newEvent({ endsAt: null });
    await invite(endless, 'Bob');
    const never = await newRule(endless, { trigger: 'after_end', offsetMinutes: 60 });
    await passes(4 * DAY_MS + 3 * HOUR_MS);
    expect(await readersOf(rule)).toEqual([]);
    await passes(HOUR_MS);
    expect(await readersOf(rule)).toEqual([['Ada']]);
    expect(await readersOf(never)).toEqual([]);
  });

  it('write to each guest without an answer, so long after they were put on the event', async () => {
    const event = await newEvent({ startsAt: null, endsAt: null });
    const ada = await invite(event, 'Ada');
    await invite(event, 'Bob');
    const rule = await newRule(event, { trigger: 'no_answer', offsetMinutes: 3 * 24 * 60 });
    await passes(DAY_MS);
    await invite(event, 'Cleo');
    await answer(event, ada, 'tentative');
    expect(await upcomingOf(rule)).toMatchObject([
      { at: at(2 * DAY_MS), recipients: 1 },
      { at: at(3 * DAY_MS), recipients: 1 },
    ]);
    await passes(2 * DAY_MS);
    expect(await readersOf(rule)).toEqual([['Bob']]);
    await passes(DAY_MS);
    expect(await readersOf(rule)).toEqual([['Bob'], ['Cleo']]);
    await passes(10 * DAY_MS);
    expect(await readersOf(rule)).toEqual([['Bob'], ['Cleo']]);
  });

  it('do not ask those again who have answered and wait for a place', async () => {
    const event = await newEvent({ startsAt: at(20 * DAY_MS), endsAt: null, capacity: 1, waitlist: 'manual' });
    await answer(event, await invite(event, 'Ada'), 'accepted');
    const waiting = await invite(event, 'Bob');
    await invite(event, 'Cleo');
    const rules = [
      await newRule(event, { trigger: 'no_answer', offsetMinutes: 3 * 24 * 60 }),
      await newRule(event, { offsetMinutes: 10 * 24 * 60, rsvp: ['pending'] }),
    ];
    await new Client(app.url).post(rsvpPathOf(waiting)).send({ rsvp: 'accepted' }).expect(200);
    expect(await upcomingOf(rules[0]!)).toMatchObject([{ recipients: 1 }]);
    await passes(3 * DAY_MS);
    expect(await readersOf(rules[0]!)).toEqual([['Cleo']]);
    // Of the event itself they hear as before.
    await passes(7 * DAY_MS);
    expect(await readersOf(rules[1]!)).toEqual([['Bob', 'Cleo']]);
  });

  it('ask late where they are told to', async () => {
    const event = await newEvent({ startsAt: at(20 * DAY_MS), endsAt: null });
    await invite(event, 'Ada');
    app.clock.advance(5 * DAY_MS);
    const skipping = await newRule(event, { trigger: 'no_answer', offsetMinutes: 3 * 24 * 60 });
    const sending = await newRule(event, { trigger: 'no_answer', offsetMinutes: 3 * 24 * 60, late: 'send' });
    await passes(0);
    expect(await readersOf(skipping)).toEqual([]);
    expect(await readersOf(sending)).toEqual([['Ada']]);
  });

  it('of a tour are about each of its events', async () => {
    const tour = await made('/api/tours', { name: 'Alpine Spring' });
    const texts = { channel: 'email', subject: '{{event.name}}', body: 'Hello' };
    const rule = await made(`/api/tours/${tour.id}/message-rules`, {
      name: 'Reminder',
      trigger: 'before_start',
      offsetMinutes: 60,
      ...texts,
    });
    await passes(MINUTE_MS);
    const first = await newEvent({ name: 'First', tourId: tour.id, startsAt: at(DAY_MS), endsAt: null });
    const second = await newEvent({ name: 'Second', startsAt: at(2 * DAY_MS), endsAt: null });
    const { guest } = await invite(first, 'Ada');
    await made(`/api/events/${second.id}/guests`, { guestId: guest.id });
    await change(second, { tourId: tour.id });
    await passes(DAY_MS);
    await passes(DAY_MS);
    expect((await sentBy(rule)).map(({ sentSubject }) => sentSubject)).toEqual(['First', 'Second']);
  });
});

describe('a rule about changes', () => {
  const CHANGED = { offsetMinutes: null, name: 'News' };

  it('says once that an event was moved, with the entry for the calendar', async () => {
    const event = await newEvent();
    const ada = await invite(event, 'Ada');
    await answer(event, await invite(event, 'Declined'), 'declined');
    const rule = await newRule(event, { ...CHANGED, trigger: 'moved' });
    const before = entryOf((await tenant.key.get(`/api/events/${event.id}/calendar.ics`).expect(200)).text);
    await change(event, { startsAt: at(5 * DAY_MS), endsAt: null });
    app.clock.advance(2 * MINUTE_MS);
    await change(event, { startsAt: at(6 * DAY_MS) });
    expect(await upcomingOf(rule)).toMatchObject([{ at: at(3 * MINUTE_MS), recipients: 1 }]);
    await passes(3 * MINUTE_MS - 1_000);
    expect(await readersOf(rule)).toEqual([]);
    await invite(event, 'Knows nothing else');
    await passes(2_000);
    expect(await readersOf(rule)).toEqual([['Ada']]);
    const entry = await entryIn(rule);
    const moved = await tenant.key.get(`/api/events/${event.id}`).expect(200);
    expect(entry).toMatchObject({
      method: 'REQUEST',
      uid: before.uid,
      start: moved.body.startsAt,
      status: 'CONFIRMED',
    });
    expect(entry.sequence).toBeGreaterThan(before.sequence);
    expect(entry.attendee).toBe(`mailto:${ada.guest.email}`);
    expect(entry.organizer).toMatch(/^mailto:/);
    await change(event, { endsAt: at(9 * DAY_MS) });
    await passes(MERGED_MS);
    expect((await readersOf(rule)).length).toBe(2);
  });

  it('says nothing where all is as before, or where only something else has changed', async () => {
    const event = await newEvent();
    await invite(event, 'Ada');
    const rule = await newRule(event, { ...CHANGED, trigger: 'moved' });
    await change(event, { startsAt: at(5 * DAY_MS), endsAt: null });
    await change(event, { startsAt: event.startsAt, endsAt: event.endsAt });
    await change(event, { name: 'Renamed' });
    await passes(MERGED_MS);
    expect(await readersOf(rule)).toEqual([]);
  });

  it('tells those who wait for a place of a cancelled event, and nobody where no rule does', async () => {
    const rules: Json[] = [];
    for (const hasRule of [false, true]) {
      const event = await newEvent({ capacity: 1, waitlist: 'automatic' });
      const ada = await invite(event, 'Ada');
      await answer(event, ada, 'accepted');
      const waiting = await invite(event, 'Bob');
      await new Client(app.url).post(rsvpPathOf(waiting)).send({ rsvp: 'accepted' }).expect(200);
      if (hasRule) rules.push(await newRule(event, { ...CHANGED, trigger: 'cancelled' }));
      await change(event, { status: 'cancelled' });
      // What becomes free of a cancelled event is nobody's.
      await answer(event, ada, 'tentative');
      const { body } = await tenant.key.get(`/api/events/${event.id}/waitlist`).expect(200);
      expect(body.data).toMatchObject([{ eventGuestId: waiting.id, position: 1 }]);
    }
    await passes(MERGED_MS);
    expect(await readersOf(rules[0]!)).toEqual([['Ada', 'Bob']]);
    expect((await tenant.key.get('/api/notifications').expect(200)).body.total).toBe(1);
  });

  it('says of an event that is moved and then cancelled that it is cancelled', async () => {
    const event = await newEvent();
    await invite(event, 'Ada');
    const moved = await newRule(event, { ...CHANGED, trigger: 'moved' });
    const cancelled = await newRule(event, { ...CHANGED, trigger: 'cancelled' });
    const reminder = await newRule(event);
    await change(event, { startsAt: at(5 * DAY_MS), endsAt: null });
    app.clock.advance(MINUTE_MS);
    await change(event, { status: 'cancelled' });
    await passes(MERGED_MS);
    expect(await readersOf(moved)).toEqual([]);
    expect(await readersOf(cancelled)).toEqual([['Ada']]);
    expect(await entryIn(cancelled)).toMatchObject({ method: 'CANCEL', uid: event.id, status: 'CANCELLED' });
    await passes(4 * DAY_MS);
    expect(await readersOf(reminder)).toEqual([]);
  });

  it('says nothing of a draft', async () => {
    const event = await newEvent({ status: 'draft' });
    await invite(event, 'Ada');
    const moved = await newRule(event, { ...CHANGED, trigger: 'moved' });
    const cancelled = await newRule(event, { ...CHANGED, trigger: 'cancelled' });
    await change(event, { startsAt: at(5 * DAY_MS), endsAt: null });
    await change(event, { status: 'cancelled' });
    await passes(MERGED_MS);
    expect([...(await readersOf(moved)), ...(await readersOf(cancelled))]).toEqual([]);
  });

  it('tells each guest whose seat has changed, in one message', async () => {
    const event = await newEvent();
    const vehicle = await made('/api/vehicles', { name: 'Coach', capacity: 8 });
    const { id: vehicleAssignmentId } = await made(`/api/events/${event.id}/vehicles`, { vehicleId: vehicle.id });
    const [ada, bob, cleo] = [await invite(event, 'Ada'), await invite(event, 'Bob'), await invite(event, 'Cleo')];
    const rule = await newRule(event, { ...CHANGED, trigger: 'seat_changed' });
    const seat = (guest: Json, id: string | null) =>
      tenant.key.post(`/api/events/${event.id}/guests/${guest.id}/vehicle`, { vehicleAssignmentId: id }).expect(200);
    await seat(ada, vehicleAssignmentId);
    await seat(bob, vehicleAssignmentId);
    await seat(cleo, vehicleAssignmentId);
    await seat(cleo, null);
    await passes(MERGED_MS);
    expect(await readersOf(rule)).toEqual([['Ada', 'Bob']]);
    await seat(ada, null);
    await passes(MERGED_MS);
    expect(await readersOf(rule)).toEqual([['Ada', 'Bob'], ['Ada']]);
  });

  it('waits for its window', async () => {
    const event = await newEvent();
    await invite(event, 'Ada');
    const rule = await newRule(event, { ...CHANGED, trigger: 'moved', window: { from: '20:00', to: '21:00' } });
    await change(event, { startsAt: at(5 * DAY_MS), endsAt: null });
    await passes(MERGED_MS);
    expect(await readersOf(rule)).toEqual([]);
    await passes(9 * HOUR_MS);
    expect(await readersOf(rule)).toEqual([['Ada']]);
  });

  it('says what has happened since it was made, and nothing once it is deleted', async () => {
    const event = await newEvent();
    await invite(event, 'Ada');
    await change(event, { startsAt: at(5 * DAY_MS), endsAt: null });
    const rule = await newRule(event, { ...CHANGED, trigger: 'moved' });
    const gone = await newRule(event, { ...CHANGED, trigger: 'cancelled' });
    await change(event, { status: 'cancelled' });
    await tenant.key.delete(`/api/message-rules/${gone.id}`).expect(204);
    await passes(MERGED_MS);
    expect([...(await readersOf(rule)), ...(await readersOf(gone))]).toEqual([]);
  });

  /** The calendar entry in the one message that a rule has sent. */
  async function entryIn(rule: Json) {
    const [message] = await sentBy(rule);
    await whenDone(tenant.key, message!);
    const [mail] = await mailOf(app, message!);
    return entryOf(mail!.calendar!);
  }
});
