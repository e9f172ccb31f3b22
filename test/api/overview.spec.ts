import { emailFrom, whenDone } from '../support/notifications';
import { Client, type Json } from '../support/client';
import { useTenant, useTestApp } from '../support/fixtures';
import { joinAs } from '../support/members';
import { deliveryIn } from '../support/receiver';
import { sql } from '../support/sql';

const HOUR = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();

describe('the overview', () => {
  const service = useTestApp();
  const tenant = useTenant(service);
  const stranger = useTenant(service);

  const make = async (path: string, body: Json): Promise<Json> => (await tenant.key.post(path, body).expect(201)).body;
  const read = async (caller: Client = tenant.session): Promise<Json> =>
    (await caller.get('/api/overview').expect(200)).body;
  const attention = async (kind: string, caller?: Client): Promise<Json[]> =>
    (await read(caller)).attention.filter((item: Json) => item.kind === kind);
  const about = (kind: string, count: number, subject: Json = {}) => ({
    ...{ kind, count, eventId: null, tourId: null, webhookId: null, name: null },
    ...subject,
  });

  it('shows the next ten events that are not over, the soonest first, with their figures', async () => {
    const running = await make('/api/events', { name: 'Running', startsAt: inHours(-100), endsAt: inHours(1) });
    const begun = await make('/api/events', { name: 'Begun', startsAt: inHours(-2) });
    for (const past of [
      { startsAt: inHours(-30) },
      { startsAt: inHours(-3), endsAt: inHours(-1) },
      { startsAt: inHours(5), status: 'cancelled' },
      { startsAt: inHours(5), status: 'completed' },
      {},
    ])
      await make('/api/events', { name: 'Not upcoming', ...past });
    const next: Json[] = [];
    for (let i = 1; i <= 9; i++) next.push(await make('/api/events', { name: `No. ${i}`, startsAt: inHours(i) }));
    const { upcoming } = await read();
    expect(upcoming.map((row: Json) => row.eventId)).toEqual([running, begun, ...next.slice(0, 8)].map(({ id }) => id));
    const { event, budget, tourId, venue, assignedVehicles, firstCallTime, ...summary } = upcoming[0];
    expect({ budget, tourId, venue, assignedVehicles, firstCallTime }).toEqual({
      ...{ budget: null, tourId: null, venue: null, assignedVehicles: [], firstCallTime: null },
    });
    expect(event).toMatchObject({ id: running.id, name: 'Running', startsAt: running.startsAt });
    expect(summary).toEqual((await tenant.key.get(`/api/events/${running.id}/summary`).expect(200)).body);
  });

  it('says of the next events where they are, how full their vehicles are, and when the first are called', async () => {
    const tour = await make('/api/tours', { name: 'Alpine', currency: 'EUR' });
    const venue = { name: 'Konzerthaus', city: 'Vienna' };
    const event = await make('/api/events', { name: 'Concert', tourId: tour.id, startsAt: inHours(5), venue });
    const assign = async (name: string) => {
      const vehicle = await make('/api/vehicles', { name, capacity: 9 });
      return make(`/api/events/${event.id}/vehicles`, { vehicleId: vehicle.id });
    };
    await assign('Minibus');
    const coach = await assign('Coach');
    const [early, late] = [inHours(2), inHours(3)];
    for (const callTime of [late, early, null]) await make(`/api/events/${event.id}/team`, { name: 'Karl', callTime });
    const guest = await make(`/api/events/${event.id}/guests`, { name: 'Comes with two' });
    const changes = { rsvp: 'accepted', plusOnes: 2 };
    await tenant.key.patch(`/api/events/${event.id}/guests/${guest.id}`, changes).expect(200);
    const seat = { vehicleAssignmentId: coach.id };
    await tenant.key.post(`/api/events/${event.id}/guests/${guest.id}/vehicle`, seat).expect(200);
    expect((await read()).upcoming.find(({ eventId }: Json) => eventId === event.id)).toMatchObject({
      tourId: tour.id,
      venue,
      firstCallTime: early,
      assignedVehicles: [
        { vehicleAssignmentId: coach.id, name: 'Coach', capacity: 9, seatsUsed: 3 },
        { name: 'Minibus', capacity: 9, seatsUsed: 0 },
      ],
    });
  });

  it('names events whose guests have not answered or have no seat, and vehicles needed twice, urgent first', async () => {
    const when = { startsAt: inHours(1), endsAt: inHours(2) };
    const event = await make('/api/events', { name: 'Concert', ...when });
    const other = await make('/api/events', { name: 'Dinner', ...when });
    const vehicle = await make('/api/vehicles', { name: 'Bus', capacity: 9 });
    for (const { id } of [event, other]) {
      await make(`/api/events/${id}/guests`, { name: 'Has not answered' });
      const place = await make(`/api/events/${id}/guests`, { name: 'Comes with two' });
      await tenant.key.patch(`/api/events/${id}/guests/${place.id}`, { rsvp: 'accepted', plusOnes: 2 }).expect(200);
    }
    expect(await attention('guests_without_seat')).toEqual([]);
    for (const { id } of [event, other]) await make(`/api/events/${id}/vehicles`, { vehicleId: vehicle.id });
    const both = (kind: string, count: number) => [
      about(kind, count, { eventId: event.id, name: 'Concert' }),
      about(kind, count, { eventId: other.id, name: 'Dinner' }),
    ];
    const ofEvents = (await read()).attention.filter((item: Json) => item.eventId !== null);
    expect(ofEvents).toEqual([
      ...both('vehicle_conflict', 1),
      ...both('guests_without_seat', 3),
      ...both('answers_missing', 1),
    ]);
  });

  it('names tours that cost more than their budget, in its currency', async () => {
    const tour = await make('/api/tours', { name: 'Alpine', budget: '100.00', currency: 'EUR' });
    const event = await make('/api/events', { name: 'On tour', tourId: tour.id, startsAt: inHours(-3) });
    const { upcoming } = await read();
    const { budget } = upcoming.find(({ eventId }: Json) => eventId === event.id);
    expect(budget).toEqual({ amount: '100.00', currency: 'EUR' });
    const spend = (amount: string, currency: string) =>
      make(`/api/events/${event.id}/expenses`, { category: 'venue', amount, currency });
    await spend('100.00', 'EUR');
    await spend('500.00', 'USD');
    expect(await attention('over_budget')).toEqual([]);
    await spend('0.01', 'EUR');
    expect(await attention('over_budget')).toEqual([about('over_budget', 1, { tourId: tour.id, name: 'Alpine' })]);
  });

  it('names failing endpoints to those who may read them, until a delivery succeeds', async () => {
    const url = 'http://127.0.0.1:9/';
    const webhook = await make('/api/webhooks', { url, eventTypes: ['webhook.test'] });
    const delivery = (await tenant.key.post(`/api/webhooks/${webhook.id}/test`).expect(202)).body;
    const set = (columns: string) =>
      sql(service.databaseUrl, `UPDATE webhook_deliveries SET ${columns} WHERE id = $1`, [delivery.id]);
    await deliveryIn(tenant.key, webhook.id, delivery.id, { attempts: 1 });
    await sql(service.databaseUrl, 'DELETE FROM webhook_queue');
    await set('failed_at = now(), delivered_at = NULL, due_at = NULL');
    expect(await attention('webhook_failing')).toEqual([
      about('webhook_failing', 1, { webhookId: webhook.id, name: url }),
    ]);
    const member = await joinAs(service, tenant, 'Member');
    expect(await attention('webhook_failing', member.session)).toEqual([]);
    await set('failed_at = NULL, delivered_at = now()');
    expect(await attention('webhook_failing')).toEqual([]);
  });

  it('counts recipients whom messages did not reach', async () => {
    const notification = await whenDone(tenant.session, await emailFrom(tenant.session, ['somebody@example.com']));
    expect(await attention('notification_failed')).toEqual([]);
    const failed = 'UPDATE notifications SET failed = 3 WHERE id = $1';
    await sql(service.databaseUrl, failed, [notification.id]);
    expect(await attention('notification_failed')).toEqual([about('notification_failed', 3)]);
  });

  it('counts invoices that are due for those who may read them', async () => {
    const [plan] = await sql(
      service.databaseUrl,
      `INSERT INTO plans (id, name, name_key, monthly_price, yearly_price, currency, features, active, created_at, updated_at)
       VALUES (gen_random_uuid(), 'A plan', 'a plan', 10, 100, 'EUR', '{}', true, now(), now()) RETURNING id`,
    );
    await tenant.session.put('/api/billing/subscription', { planId: plan.id, interval: 'monthly' }).expect(200);
    expect(await attention('invoice_due')).toEqual([about('invoice_due', 1)]);
    const member = await joinAs(service, tenant, 'Member');
    expect(await attention('invoice_due', member.session)).toEqual([]);
  });

  it('reminds people, not keys, of an address to confirm', async () => {
    expect(await attention('email_unconfirmed')).toEqual([about('email_unconfirmed', 1)]);
    expect(await attention('email_unconfirmed', tenant.key)).toEqual([]);
    await sql(service.databaseUrl, 'UPDATE users SET email_proven_at = now() WHERE id = $1', [tenant.user.id]);
    expect(await attention('email_unconfirmed')).toEqual([]);
  });

  it('counts the records of the organization alone, and members for those who may read them', async () => {
    const { counts } = await read();
    const total = async (path: string) => (await tenant.key.get(path).expect(200)).body.total;
    expect(counts).toEqual({
      tours: await total('/api/tours'),
      events: await total('/api/events'),
      guests: await total('/api/guests'),
      vehicles: await total('/api/vehicles'),
      members: await total('/api/organizations/members'),
    });
    const narrowed = (await tenant.session.post('/api/api-keys', { name: 'Narrow', permissions: [] }).expect(201)).body;
    const key = new Client(service.url, { Authorization: `Bearer ${narrowed.key}` });
    const seen = await read(key);
    expect(seen.counts.members).toBeNull();
    expect(seen.attention.map((item: Json) => item.kind)).not.toContain('invoice_due');
    const theirs = await read(stranger.key);
    expect(theirs).toEqual({
      upcoming: [],
      attention: [],
      messagesToday: { count: 0, data: [] },
      counts: { tours: 0, events: 0, guests: 0, vehicles: 0, members: 1 },
    });
  });
});
