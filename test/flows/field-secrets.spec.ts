import { randomUUID } from 'node:crypto';
import { Client, type Json } from '../support/client';
import { newLink, phoneWith, scanOf, send, tokenOf } from '../support/field';
import { useFollowedEvents, useOwnTestApp, useTenant } from '../support/fixtures';
import { invite, newEvent, pathOfGuest, rsvpPathOf } from '../support/guests';
import { readMailFiles } from '../support/mail';
import { whenDone } from '../support/notifications';
import { sql } from '../support/sql';

const HOUR_MS = 3_600_000;
/** Eight digits, which no id and no moment has by chance. */
const PIN = '40481516';
const WRONG_PIN = '23426815';
const TOO_SHORT_PIN = '98765432ab';

describe('what opens a door', () => {
  const service = useOwnTestApp({ LOG_LEVEL: 'trace' });
  useFollowedEvents(service);
  const tenant = useTenant(service);
  let event: Json;
  let guest: Json;
  let stranger: Json;
  /** What links and passes open with; the parts of it that are random. */
  const secrets = new Map<string, string>([
    ['the PIN', PIN],
    ['a wrong PIN', WRONG_PIN],
    ['a PIN that is none', TOO_SHORT_PIN],
  ]);
  /** What those were told who got nothing. */
  const refusals: string[] = [];

  const refused = async (response: PromiseLike<Json>, status: number): Promise<void> => {
    const { status: was, text, headers } = await response;
    expect({ was, text }).toMatchObject({ was: status });
    refusals.push(text + JSON.stringify(headers));
  };
  const link = async (name: string, ofEvent: Json, fields: object = {}): Promise<Json> => {
    const made = await newLink(tenant.key, ofEvent, { name, ...fields });
    secrets.set(`the token of ${name}`, tokenOf(made).slice('tef_'.length));
    return made;
  };

  beforeAll(async () => {
    event = await newEvent(tenant.key, { startsAt: new Date(Date.now() + 24 * HOUR_MS).toISOString() });
    guest = await invite(tenant.key, event, { email: 'ada@example.com' });
    await tenant.key.patch(pathOfGuest(guest), { rsvp: 'accepted' }).expect(200);
    stranger = await invite(tenant.key, await newEvent(tenant.key));
    const passes = [guest, stranger];
    for (const [index, { code, passUrl }] of passes.entries()) {
      secrets.set(`the code of pass ${index}`, code);
      secrets.set(`the address of pass ${index}`, new URL(passUrl).pathname.split('/')[2]!);
    }
    await useALink();
    await endLinks();
    await usePasses();
  });

  /** All that phones, and those who guess, do with a link with a PIN until it is revoked. */
  async function useALink(): Promise<void> {
    const path = `/api/events/${event.id}/access-links`;
    const keyed = tenant.key.with({ 'Idempotency-Key': randomUUID() });
    const body = { name: 'the west door', kind: 'door', pin: PIN };
    const west: Json = (await keyed.post(path, body).expect(201)).body;
    secrets.set('the token', tokenOf(west).slice('tef_'.length));
    await keyed.post(path, body).expect(201);
    await refused(tenant.key.post(path, { ...body, pin: TOO_SHORT_PIN }), 400);
    await refused(keyed.post(path, { ...body, pin: WRONG_PIN }), 422);

    const [inside, guessing] = [PIN, WRONG_PIN].map((pin) => phoneWith(west, { 'X-TE-Pin': pin })) as [Client, Client];
    await inside.get('/api/field').expect(200);
    const { etag } = (await inside.get('/api/field/guests').expect(200)).headers as Json;
    await inside.with({ 'If-None-Match': etag }).get('/api/field/guests').expect(304);
    await refused(phoneWith(west).get('/api/field'), 401);
    for (let wrong = 0; wrong < 5; wrong++) await refused(guessing.get('/api/field'), 401);
    await refused(guessing.get('/api/field'), 429);
    await refused(phoneWith(west, { 'X-TE-Device': '' }).get('/api/field'), 400);
    await refused(phoneWith(west, { Authorization: `Bearer ${tokenOf(west).slice(0, -1)}` }).get('/api/field'), 401);
    await refused(inside.get('/api/events'), 401);
    // As somebody does who takes the link apart.
    await refused(inside.get(`/api/field/${tokenOf(west)}`), 404);
    await refused(new Client(service.url).get(`/api/field?token=${tokenOf(west)}&pin=${PIN}`), 401);

    const scan = scanOf(guest);
    const results = await send(
      inside,
      ...[scan, scan, scanOf(guest), scanOf(guest, { action: 'undo' }), scanOf(guest)],
      ...[scanOf(stranger), scanOf(guest, { action: 'board' }), scanOf(guest, { code: tokenOf(west) })],
      scanOf(guest, { occurredAt: '2020-01-01T00:00:00Z' }),
    );
    expect(results.flatMap(({ reason }) => reason ?? [])).toEqual(
      expect.arrayContaining(['wrong_event', 'wrong_action', 'unknown_code', 'too_old']),
    );
    const wrong = { nonce: tokenOf(west), code: 1, action: guest.code, occurredAt: PIN, eventGuestId: WRONG_PIN };
    await refused(inside.post('/api/field/scans', { scans: [wrong] }), 400);
    await tenant.key.patch(`/api/access-links/${west.id}`, { name: 'the east door' }).expect(200);
    await tenant.key.delete(`/api/access-links/${west.id}`).expect(204);
    for (const phone of [inside, guessing, phoneWith(west)]) await refused(phone.get('/api/field'), 401);
  }

  /** Links that nobody revoked, but that open nothing any more. */
  async function endLinks(): Promise<void> {
    const over = await newEvent(tenant.key);
    const inAnHour = new Date(service.clock.now().getTime() + HOUR_MS).toISOString();
    const [expired, deleted, suspended] = [
      await link('an expired door', over, { expiresAt: inAnHour }),
      await link('the door of a deleted event', over),
      await link('a door of a suspended organization', event),
    ];
    service.clock.advance(2 * HOUR_MS);
    await refused(phoneWith(expired).get('/api/field/guests'), 401);
    await tenant.key.delete(`/api/events/${over.id}`).expect(204);
    await refused(phoneWith(deleted).post('/api/field/scans', { scans: [scanOf(guest)] }), 401);
    const setStatus = 'UPDATE organizations SET status = $1 WHERE id = $2';
    await sql(service.databaseUrl, setStatus, ['suspended', tenant.organization.id]);
    await refused(phoneWith(suspended).get('/api/field'), 401);
    await sql(service.databaseUrl, setStatus, ['active', tenant.organization.id]);
  }

  async function usePasses(): Promise<void> {
    const anybody = new Client(service.url);
    const path = new URL(guest.passUrl).pathname;
    expect((await anybody.get(path).set('Accept', 'text/html').expect(200)).text).toContain(guest.code);
    await refused(anybody.get(path.replace('/pass', 'x/pass')), 404);
    await anybody.post(rsvpPathOf(guest), { rsvp: 'accepted' }).expect(200);
    await tenant.key.get(`/api/events/${event.id}/guests?code=${guest.code}`).expect(200);
    await tenant.key.get(`/api/search?q=${guest.code}`).expect(200);
    const message = { channel: 'email', eventId: event.id, subject: 'Your pass', body: 'It is {{guest.code}}.' };
    await whenDone(tenant.session, (await tenant.session.post('/api/notifications/bulk', message).expect(202)).body);
  }

  /** The names of the secrets that texts have. */
  const secretsIn = (texts: readonly string[]): string[] =>
    [...secrets].filter(([, secret]) => texts.some((text) => text.includes(secret))).map(([name]) => name);

  it('is not in the log of the service, however much it says', () => {
    const routes = ['"/api/field"', '"/api/field/scans"', '"/rsvp/:token/pass"'];
    for (const route of routes) expect(service.log.filter((line) => line.includes(route))).not.toEqual([]);
    expect(secretsIn(service.log)).toEqual([]);
  });

  it('is not in what is said to those who are refused', () => {
    expect(refusals.length).toBeGreaterThan(20);
    expect(secretsIn(refusals)).toEqual([]);
  });

  it('is in no table: a code is with its guest, and in what webhooks send of them', async () => {
    const found: Record<string, string[]> = {};
    const tables = await sql(service.databaseUrl, `SELECT tablename FROM pg_tables WHERE schemaname = 'public'`);
    for (const { tablename } of tables) {
      const rows = await sql(service.databaseUrl, `SELECT record::text AS text FROM "${tablename}" record`);
      const names = secretsIn(rows.map(({ text }) => text as string));
      if (names.length > 0) found[tablename] = names.sort();
    }
    const codes = ['the code of pass 0', 'the code of pass 1'];
    expect(found).toEqual({ event_guests: codes, outbox_events: codes });
  });

  it('is not in the audit log', async () => {
    const { data } = (await tenant.session.get('/api/audit-logs?limit=100').expect(200)).body;
    const actions = new Set(data.map(({ action }: Json) => action));
    for (const action of ['access_link.created', 'event_guest.added', 'event_guest.checked_in', 'access_link.revoked'])
      expect(actions).toContain(action);
    expect(secretsIn([JSON.stringify(data)])).toEqual([]);
  });

  it('is in an e-mail where somebody wrote its variable', async () => {
    const mail = (await readMailFiles(service.dataDir)).map(({ text, html }) => text + html);
    expect(mail.filter((text) => text.includes(`It is ${guest.code}.`))).toHaveLength(1);
    expect(secretsIn(mail)).toEqual(['the code of pass 0']);
  });
});
