import { startTestApp, type TestApp } from '../support/app';
import { registerTenant, type Tenant } from '../support/builders';
import { entriesOf, entryOf } from '../support/calendar-entries';
import { Client, type Json } from '../support/client';
import { followRules } from '../support/due-messages';
import { MailServer, type ReceivedMail } from '../support/mail';
import { whenDone } from '../support/notifications';
import { Opened } from '../support/mail-queue';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const MERGED_MS = 5 * MINUTE_MS + 1_000;
const ADA = 'ada@example.com';

describe('a tour of six events, in German', () => {
  const opened = new Opened();
  let server: MailServer;
  let app: TestApp;
  let tenant: Tenant;
  let events: Json[];
  let tourId: string;

  const made = async (path: string, body: Json): Promise<Json> => (await tenant.key.post(path, body).expect(201)).body;
  const at = (ms: number) => new Date(Date.parse('2027-03-01T10:00:00.000Z') + ms).toISOString();
  /** Lets it become that time, and all that is due then go out. */
  const becomes = async (ms: number): Promise<void> => {
    app.clock.stopAt(at(ms));
    await followRules(app);
    const { body } = await tenant.key.get('/api/notifications?limit=100').expect(200);
    for (const message of body.data) await whenDone(tenant.key, message);
  };
  /** What has come since this was asked last. */
  const mail = (): ReceivedMail[] => server.received.splice(0);
  const subjects = () => mail().map(({ headers }) => headers['subject']);

  beforeAll(async () => {
    server = opened.add(await MailServer.start());
    app = opened.add(await startTestApp({ SMTP_URL: server.url, MAIL_FROM: 'Tours <tours@example.com>' }));
    app.clock.stopAt(at(0));
    tenant = await registerTenant(app.url, { organizationName: 'Kammerorchester', timezone: 'Europe/Vienna' });
    await tenant.session.patch('/api/settings', { locale: 'de' }).expect(200);
    const tour = await made('/api/tours', { name: 'Alpenfrühling' });
    const guest = await made('/api/guests', { name: 'Ada Byron', email: ADA });
    const coach = await made('/api/vehicles', { name: 'Reisebus', capacity: 49 });
    events = [];
    for (let day = 4; day < 10; day++) {
      const startsAt = at(day * DAY_MS + 8.5 * HOUR_MS);
      const times = { startsAt, endsAt: at(day * DAY_MS + 11 * HOUR_MS), timezone: 'Europe/Vienna' };
      const event = await made('/api/events', {
        name: `Abend ${day - 3}`,
        tourId: tour.id,
        status: 'confirmed',
        ...times,
      });
      const place = await made(`/api/events/${event.id}/guests`, { guestId: guest.id });
      await tenant.key.patch(`/api/events/${event.id}/guests/${place.id}`, { rsvp: 'accepted' }).expect(200);
      const { id } = await made(`/api/events/${event.id}/vehicles`, { vehicleId: coach.id });
      await made(`/api/events/${event.id}/trips`, {
        vehicleAssignmentId: id,
        departsAt: at(day * DAY_MS + 6 * HOUR_MS),
      });
      events.push(event);
    }
    const rules = [
      { name: 'Erinnerung', trigger: 'before_start', offsetMinutes: 2 * 24 * 60, rsvp: ['accepted'] },
      { name: 'Verlegt', trigger: 'moved' },
      { name: 'Abgesagt', trigger: 'cancelled' },
    ];
    for (const rule of rules)
      await made(`/api/tours/${tour.id}/message-rules`, {
        ...rule,
        channel: 'email',
        subject: `${rule.name}: {{event.name}}`,
        body: 'Guten Tag {{guest.name}},\n\nBeginn: {{event.startsAt}}.',
      });
    tourId = tour.id;
  });
  afterAll(() => opened.close());

  it('is reminded of, moved with its coach, cancelled in part, and followed by calendars', async () => {
    const feed = (await tenant.session.post('/api/calendar-feeds', { kind: 'tour', tourId }).expect(201)).body;
    const readFeed = async () => {
      const { text } = await new Client(app.url).get(new URL(feed.url).pathname).expect(200);
      return new Map(entriesOf(text).map((entry) => [entry.summary, entry]));
    };
    const [, , third, fourth, fifth] = events as [Json, Json, Json, Json, Json, Json];
    const subscribedAt = await readFeed();
    for (const event of events)
      expect(subscribedAt.get(event.name)).toMatchObject({ uid: event.id, start: event.startsAt, status: 'CONFIRMED' });

    // Two days before the first.
    await becomes(2 * DAY_MS + 8.5 * HOUR_MS - MINUTE_MS);
    expect(mail()).toEqual([]);
    await becomes(2 * DAY_MS + 8.5 * HOUR_MS);
    const [reminder, ...others] = mail();
    expect(others).toEqual([]);
    expect(reminder!.headers).toMatchObject({ subject: 'Erinnerung: Abend 1', to: expect.stringContaining(ADA) });
    expect(reminder!.text).toContain('Guten Tag Ada Byron');
    expect(reminder!.text).toMatch(/Beginn: Freitag, 5\. März 2027 um 19:30 MEZ/);
    expect(reminder!.text).toContain('Keine E-Mails mehr von diesem Absender');
    expect(reminder!.html).toContain('lang="de"');
    expect(reminder!.calendar).toBeNull();

    // The third goes to the day of the fourth: what that changes is said before, and happens.
    const change = { startsAt: fourth.startsAt, endsAt: fourth.endsAt, moveTrips: true };
    const { body: preview } = await tenant.key.post(`/api/events/${third.id}/preview`, change).expect(200);
    expect(preview).toMatchObject({ valid: true, guests: { answered: 1, total: 1 }, conflicts: { removed: [] } });
    expect(preview.conflicts.added.map(({ kind }: Json) => kind).sort()).toEqual(
      expect.arrayContaining(['guest', 'vehicle']),
    );
    expect(preview.trips).toMatchObject([{ departsAt: { after: at(7 * DAY_MS + 6 * HOUR_MS) } }]);
    expect(preview.messages).toMatchObject([
      { name: 'Verlegt', recipients: 1 },
      { name: 'Erinnerung', recipients: 1, at: at(5 * DAY_MS + 8.5 * HOUR_MS) },
    ]);
    const sequenceOf = async ({ id }: Json) =>
      entriesOf((await tenant.key.get(`/api/events/${id}/calendar.ics`).expect(200)).text).find(
        ({ uid }) => uid === id,
      )!.sequence;
    const before = await sequenceOf(third);
    await tenant.key.patch(`/api/events/${third.id}`, change).expect(200);
    await becomes(2 * DAY_MS + 8.5 * HOUR_MS + MERGED_MS);
    const [moved, ...more] = mail();
    expect(more).toEqual([]);
    expect(moved!.headers['subject']).toBe('Verlegt: Abend 3');
    expect(moved!.text).toMatch(/Beginn: Montag, 8\. März 2027 um 19:30 MEZ/);
    const request = entryOf(moved!.calendar!);
    expect(request).toMatchObject({
      ...{ method: 'REQUEST', uid: third.id, start: fourth.startsAt, status: 'CONFIRMED' },
      attendee: `mailto:${ADA}`,
    });
    expect(request.sequence).toBeGreaterThan(before);
    expect((await readFeed()).get('Abend 3')).toMatchObject({ uid: third.id, start: fourth.startsAt });

    const { text } = await tenant.key.get(`/api/events/${third.id}/calendar.ics`).expect(200);
    expect(entriesOf(text).map(({ summary }) => summary)).toContain('Reisebus, Hinfahrt: Abend 3');

    // The fifth is cancelled.
    await tenant.key.patch(`/api/events/${fifth.id}`, { status: 'cancelled' }).expect(200);
    await becomes(2 * DAY_MS + 9 * HOUR_MS);
    const [cancelled, ...none] = mail();
    expect(none).toEqual([]);
    expect(cancelled!.headers['subject']).toBe('Abgesagt: Abend 5');
    expect(entryOf(cancelled!.calendar!)).toMatchObject({ method: 'CANCEL', uid: fifth.id, status: 'CANCELLED' });
    expect((await readFeed()).get('Abend 5')).toMatchObject({ status: 'CANCELLED' });

    // Everybody is reminded of the others once, of the third by its new day.
    await becomes(3 * DAY_MS + 8.5 * HOUR_MS);
    expect(subjects()).toEqual(['Erinnerung: Abend 2']);
    await becomes(4 * DAY_MS + 8.5 * HOUR_MS);
    expect(subjects()).toEqual([]);
    await becomes(5 * DAY_MS + 8.5 * HOUR_MS);
    expect(subjects().sort()).toEqual(['Erinnerung: Abend 3', 'Erinnerung: Abend 4']);
    for (const day of [6, 7, 8]) await becomes(day * DAY_MS + 8.5 * HOUR_MS);
    expect(subjects()).toEqual(['Erinnerung: Abend 6']);
  });
});
