import { readPassCode } from '../../src/kernel/pass-code';
import { Client, type Json } from '../support/client';
import { useTenant, useTestApp } from '../support/fixtures';
import { assignVehicle, invite, newEvent, pathOfGuest, seat } from '../support/guests';
import { mailOf, whenDone } from '../support/notifications';
import { sql } from '../support/sql';

describe('the pass of a guest', () => {
  const service = useTestApp();
  const tenant = useTenant(service);
  let event: Json;

  beforeAll(async () => {
    event = await newEvent(tenant.key, {
      name: 'Open air',
      startsAt: '2027-05-14T18:00:00Z',
      timezone: 'Europe/Vienna',
      venue: { name: 'The castle' },
    });
  });

  const pass = (guest: Json) => new Client(service.url).get(new URL(guest.passUrl).pathname);
  const page = async (guest: Json, language = 'en'): Promise<string> =>
    (await pass(guest).set('Accept', 'text/html').set('Accept-Language', language).expect(200)).text;

  it('has a code that stays, of its own, whoever puts the guest on the event', async () => {
    const guest = await invite(tenant.key, event);
    const person = (await tenant.key.post('/api/guests', { name: 'Grace' }).expect(201)).body;
    const items = [{ guestId: person.id }];
    await tenant.key.post(`/api/events/${event.id}/guests/batch`, { items }).expect(200);
    await sql(
      service.databaseUrl,
      `INSERT INTO event_guests (organization_id, id, event_id, guest_id, rsvp, plus_ones, created_at, updated_at)
       SELECT organization_id, gen_random_uuid(), $1, id, 'pending', 0, now(), now() FROM guests WHERE organization_id = $2
         AND id NOT IN (SELECT guest_id FROM event_guests WHERE event_id = $1)`,
      [(await newEvent(tenant.key)).id, tenant.organization.id],
    );
    const rows = await sql(service.databaseUrl, 'SELECT code FROM event_guests WHERE organization_id = $1', [
      tenant.organization.id,
    ]);
    const codes = rows.map(({ code }) => code as string);
    expect(codes.length).toBeGreaterThanOrEqual(4);
    expect(codes.map(readPassCode)).toEqual(codes);
    expect(new Set(codes).size).toBe(codes.length);
    const changed = (await tenant.key.patch(pathOfGuest(guest), { rsvp: 'accepted' }).expect(200)).body;
    expect(changed.code).toBe(guest.code);
  });

  it('is found by its code, however that is typed, and by q', async () => {
    const guest = await invite(tenant.key, event);
    await invite(tenant.key, event);
    const typed = `${guest.code.slice(0, 5)}-${guest.code.slice(5)}`.toLowerCase();
    const found = async (query: string): Promise<string[]> =>
      (await tenant.key.get(`/api/events/${event.id}/guests?${query}`).expect(200)).body.data.map(({ id }: Json) => id);
    expect(await found(`code=${typed}`)).toEqual([guest.id]);
    expect(await found(`q=${typed}`)).toEqual([guest.id]);
    expect(await found('code=nonsense')).toEqual([]);
    expect(await found(`code=${guest.code.slice(0, 9)}`)).toEqual([]);
  });

  it('says who, where and when, with the code as QR, in the reader’s language', async () => {
    const guest = await invite(tenant.key, event, { name: 'Ada <Lovelace>' });
    await seat(tenant.key, guest, await assignVehicle(tenant.key, event, 4));
    expect((await pass(guest).expect(200)).body).toMatchObject({
      organization: tenant.organization.name,
      event: { name: 'Open air', status: 'draft', venue: { name: 'The castle' } },
      name: 'Ada <Lovelace>',
      rsvp: 'pending',
      code: guest.code,
      vehicle: { name: 'A bus', plateNumber: null },
      trips: [],
    });
    const shown = await page(guest);
    for (const text of ['Ada &lt;Lovelace&gt;', 'Open air', 'The castle', 'A bus', guest.code, '<svg', '20:00'])
      expect(shown).toContain(text);
    expect(await page(guest, 'de')).toContain('Fahrzeug');
  });

  it('shows the vehicle, stop and departure of a trip', async () => {
    const guest = await invite(tenant.key, event);
    const assignment = await assignVehicle(tenant.key, event, 4);
    await seat(tenant.key, guest, assignment);
    const stops = [{ name: 'Central station', departsAt: '2027-05-14T15:30:00Z' }];
    const trip = (
      await tenant.key
        .post(`/api/events/${event.id}/trips`, {
          vehicleAssignmentId: assignment.id,
          departsAt: '2027-05-14T15:00:00Z',
          stops,
        })
        .expect(201)
    ).body;
    await tenant.key.patch(`/api/trips/${trip.id}/passengers/${guest.id}`, { stopId: trip.stops[0].id }).expect(200);
    const shown = await page(guest);
    expect(shown).toContain('Central station');
    expect(shown).toContain('17:30');
  });

  it('says that the event is cancelled, and leads nowhere once the guest is off it', async () => {
    const own = await newEvent(tenant.key);
    const guest = await invite(tenant.key, own);
    await tenant.key.patch(`/api/events/${own.id}`, { status: 'cancelled' }).expect(200);
    expect(await page(guest)).toContain('This event is cancelled.');
    await tenant.key.delete(pathOfGuest(guest)).expect(204);
    await pass(guest).expect(404);
    await pass(guest).set('Accept', 'text/html').expect(404);
    await new Client(service.url).get('/rsvp/nonsense/pass').expect(404);
  });

  it('is where the page of an invitation leads to that was accepted', async () => {
    const guest = await invite(tenant.key, event);
    const invitation = async (): Promise<string> =>
      (await new Client(service.url).get(new URL(guest.rsvpUrl).pathname).set('Accept', 'text/html').expect(200)).text;
    const link = /<p data-shown-for="rsvp=accepted"([^>]*)>\s*<a class="button" href="([^"]+)"/;
    expect(link.exec(await invitation())?.[1]).toContain('hidden');
    await tenant.key.patch(pathOfGuest(guest), { rsvp: 'accepted' }).expect(200);
    const [, hidden, href] = link.exec(await invitation())!;
    expect(hidden).not.toContain('hidden');
    expect(new URL(href!, guest.rsvpUrl).href).toBe(guest.passUrl);
  });

  it('stands in messages to guests', async () => {
    const own = await newEvent(tenant.key);
    const guest = await invite(tenant.key, own, { email: 'ada@example.com' });
    const sent = await tenant.session
      .post('/api/notifications/bulk', {
        channel: 'email',
        eventId: own.id,
        subject: 'Your pass',
        body: 'Your code is {{guest.code}}.\n\n{{passUrl}}',
      })
      .expect(202);
    const [mail] = await mailOf(service, await whenDone(tenant.session, sent.body));
    expect(mail!.text).toContain(`Your code is ${guest.code}.`);
    expect(mail!.text).toContain(guest.passUrl);
    const elsewhere = await tenant.session.post('/api/notifications/email', {
      to: ['ada@example.com'],
      subject: 'No pass',
      body: '{{passUrl}}',
    });
    expect([elsewhere.status, elsewhere.body.errors[0].code]).toEqual([400, 'unavailable_variable']);
  });
});
