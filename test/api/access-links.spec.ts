import { randomUUID } from 'node:crypto';
import { auditOf } from '../support/audit';
import { Client, type Json } from '../support/client';
import { newLink, phoneWith, scanOf, send, tokenOf } from '../support/field';
import { useFollowedEvents, useTenant, useTestApp } from '../support/fixtures';
import { invite, newEvent } from '../support/guests';
import { outboxOf } from '../support/outbox';

const UNKNOWN_ID = '019a1b2c-3d4e-7f50-8a61-b2c3d4e5f607';
const HOUR_MS = 3_600_000;

describe('an access link', () => {
  const service = useTestApp();
  useFollowedEvents(service);
  const tenant = useTenant(service);
  const stranger = useTenant(service);
  let event: Json;

  beforeAll(async () => {
    event = await newEvent(tenant.key);
  });

  const pathOf = ({ id }: Json) => `/api/access-links/${id}`;
  /** From one moment on, so that the same hours are the same time. */
  const begun = Date.now();
  const inHours = (hours: number) => new Date(begun + hours * HOUR_MS).toISOString();

  describe('when it is made', () => {
    it('shows its token once, behind the hash of a link, with a QR code', async () => {
      const { url, qrSvg, ...link } = await newLink(tenant.key, event);
      expect(url).toMatch(/^http:\/\/[^#]+\/field#tef_[A-Za-z0-9_-]{66}$/);
      expect(qrSvg).toContain('<svg');
      expect(link).toEqual({
        id: expect.any(String),
        name: 'West door',
        kind: 'door',
        eventId: event.id,
        tripId: null,
        hasPin: false,
        expiresAt: expect.any(String),
        revokedAt: null,
        lastSeenAt: null,
        devices: 0,
        scans: 0,
        rejected: 0,
        createdBy: tenant.user.id,
        createdByName: tenant.user.name,
        createdAt: expect.any(String),
        updatedAt: link.createdAt,
      });
      expect((await tenant.key.get(pathOf(link)).expect(200)).body).toEqual(link);
      const { body } = await tenant.key.get(`/api/events/${event.id}/access-links`).expect(200);
      expect(body.data[0]).toEqual({ ...link, etag: expect.any(String) });
    });

    it('has no token in the audit log, in events and in a replayed response', async () => {
      const body = { name: 'A door', kind: 'door', pin: '2580' };
      const keyed = tenant.key.with({ 'Idempotency-Key': randomUUID() });
      const { body: link } = await keyed.post(`/api/events/${event.id}/access-links`, body).expect(201);
      const token = tokenOf(link);
      const replay = await keyed.post(`/api/events/${event.id}/access-links`, body).expect(201);
      expect(replay.body).toEqual({ ...link, url: null, qrSvg: null });
      const recorded = [await auditOf(service.databaseUrl, link.id), await outboxOf(service.databaseUrl, link.id)];
      expect(recorded.map((records) => records.length)).toEqual([1, 1]);
      expect(JSON.stringify(recorded)).not.toContain(token);
      expect(JSON.stringify(recorded)).not.toContain('25801379');
    });

    it('ends by default some hours after the event', async () => {
      const ending = async (fields: object) =>
        (await newLink(tenant.key, await newEvent(tenant.key, { ...fields }))).expiresAt;
      expect(await ending({ startsAt: inHours(10), endsAt: inHours(20) })).toBe(inHours(32));
      expect(await ending({ startsAt: inHours(10) })).toBe(inHours(34));
      const withoutDates = Date.parse(await ending({}));
      expect(Math.abs(withoutDates - Date.parse(inHours(12)))).toBeLessThan(HOUR_MS / 2);
    });

    it('ends at most 30 days later than that, and not in the past', async () => {
      const dated = await newEvent(tenant.key, { startsAt: inHours(10), endsAt: inHours(20) });
      const create = (expiresAt: string) =>
        tenant.key.post(`/api/events/${dated.id}/access-links`, { name: 'A door', kind: 'door', expiresAt });
      const latest = inHours(32 + 30 * 24);
      expect((await create(latest).expect(201)).body.expiresAt).toBe(latest);
      const tooLate = await create(new Date(Date.parse(latest) + 1).toISOString()).expect(400);
      expect(tooLate.body.errors).toMatchObject([
        { field: 'expiresAt', code: 'out_of_range', params: { max: latest } },
      ]);
      expect((await create(inHours(-1)).expect(400)).body.errors).toMatchObject([
        { field: 'expiresAt', code: 'in_the_past' },
      ]);
    });

    it.each([
      [{ kind: 'door' }, 'name', 'required'],
      [{ name: ' ', kind: 'door' }, 'name', 'too_short'],
      [{ name: 'A door' }, 'kind', 'required'],
      [{ name: 'A door', kind: 'window' }, 'kind', 'not_allowed'],
      [{ name: 'A door', kind: 'trip' }, 'tripId', 'required'],
      [{ name: 'A door', kind: 'door', tripId: UNKNOWN_ID }, 'tripId', 'not_combinable'],
      [{ name: 'A door', kind: 'door', pin: '123' }, 'pin', 'invalid_format'],
      [{ name: 'A door', kind: 'door', pin: '123456789' }, 'pin', 'invalid_format'],
      [{ name: 'A door', kind: 'door', pin: '12a4' }, 'pin', 'invalid_format'],
      [{ name: 'A door', kind: 'door', pin: 1234 }, 'pin', 'wrong_type'],
    ])('is refused as %j', async (body, field, code) => {
      const { errors } = (await tenant.key.post(`/api/events/${event.id}/access-links`, body).expect(400)).body;
      expect(errors).toMatchObject([{ field, code }]);
    });

    it('names its trip where that is unknown', async () => {
      const body = { name: 'A bus', kind: 'trip', tripId: UNKNOWN_ID };
      const problem = (await tenant.key.post(`/api/events/${event.id}/access-links`, body).expect(404)).body;
      expect(problem.errors).toEqual([expect.objectContaining({ field: 'tripId', code: 'not_found' })]);
    });

    it('is one of at most 100 that open the event, exactly', async () => {
      const crowded = await newEvent(tenant.key);
      for (let made = 0; made < 98; made++) await newLink(tenant.key, crowded);
      const revoked = await newLink(tenant.key, crowded);
      await tenant.key.delete(pathOf(revoked)).expect(204);
      const create = () => tenant.key.post(`/api/events/${crowded.id}/access-links`, { name: 'A door', kind: 'door' });
      const replies = await Promise.all(Array.from({ length: 6 }, create));
      expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409, 409]);
      expect(replies.find(({ status }) => status === 409)!.body.code).toBe('limit_reached');
    });
  });

  it('is another organization’s nobody knows, and takes the permission', async () => {
    const link = await newLink(tenant.key, event);
    for (const path of [pathOf(link), `${pathOf(link)}/scans`, `/api/events/${event.id}/access-links`])
      await stranger.key.get(path).expect(404);
    await stranger.key.patch(pathOf(link), { name: 'Mine' }).expect(404);
    await stranger.key.delete(pathOf(link)).expect(404);
  });

  it('gets another name and end', async () => {
    const link = await newLink(tenant.key, event);
    const { body } = await tenant.key.patch(pathOf(link), { name: 'East door', expiresAt: inHours(3) }).expect(200);
    expect(body).toMatchObject({ id: link.id, name: 'East door', expiresAt: inHours(3) });
    await tenant.key.patch(pathOf(link), { kind: 'trip' }).expect(400);
    const [, updated] = await outboxOf(service.databaseUrl, link.id);
    expect(updated).toMatchObject({ type: 'access_link.updated', data: { name: 'East door' } });
  });

  it('keeps its ETag while phones use it, and If-Match guards it', async () => {
    const link = await newLink(tenant.key, event);
    const { etag } = (await tenant.key.get(pathOf(link)).expect(200)).headers as { etag: string };
    await phoneWith(link).get('/api/field').expect(200);
    const seen = await tenant.key.get(pathOf(link)).expect(200);
    expect(seen.body).toMatchObject({ devices: 1, lastSeenAt: expect.any(String) });
    expect(seen.headers['etag']).toBe(etag);
    await tenant.key.with({ 'If-Match': '"other"' }).patch(pathOf(link), { name: 'New' }).expect(412);
    await tenant.key.with({ 'If-Match': etag }).patch(pathOf(link), { name: 'New' }).expect(200);
    await tenant.key.with({ 'If-Match': etag }).delete(pathOf(link)).expect(412);
  });

  it('is revoked at once, once, and stays listed with its scans', async () => {
    const link = await newLink(tenant.key, event);
    const phone = phoneWith(link);
    const guest = await invite(tenant.key, event);
    await send(phone, scanOf(guest), scanOf(guest, { code: 'NONSENSE' }));
    await tenant.key.delete(pathOf(link)).expect(204);
    expect((await phone.get('/api/field').expect(401)).body.code).toBe('unauthenticated');
    await tenant.key.delete(pathOf(link)).expect(404);
    const { body } = await tenant.key.get(pathOf(link)).expect(200);
    expect(body).toMatchObject({ revokedAt: expect.any(String), scans: 1, rejected: 1, devices: 1 });
    expect((await tenant.key.patch(pathOf(link), { name: 'New' }).expect(409)).body.code).toBe('access_link_revoked');
    const { data } = (await tenant.key.get(`${pathOf(link)}/scans`).expect(200)).body;
    expect(data).toHaveLength(2);
    expect((await outboxOf(service.databaseUrl, link.id)).map(({ type }) => type)).toEqual([
      'access_link.created',
      'access_link.revoked',
    ]);
  });

  describe('as a credential', () => {
    let link: Json;

    beforeAll(async () => {
      link = await newLink(tenant.key, event);
    });

    it('opens /api/field, and nothing else', async () => {
      const phone = phoneWith(link);
      const { body } = await phone.get('/api/field').expect(200);
      expect(body).toEqual({
        link: { name: 'West door', kind: 'door', expiresAt: link.expiresAt },
        organization: { name: tenant.organization.name, logo: null },
        event: {
          id: event.id,
          name: event.name,
          status: 'draft',
          startsAt: null,
          endsAt: null,
          timezone: event.timezone,
          venue: null,
        },
        trip: null,
        serverTime: expect.any(String),
      });
      for (const path of ['/api/events', `/api/events/${event.id}`, pathOf(link), '/api/users/me', '/api/auth/session'])
        expect((await phone.get(path).expect(401)).body.code).toBe('unauthenticated');
      await phone.post('/api/guests', { name: 'Somebody' }).expect(401);
    });

    it('is the only one there: keys and sessions get 403', async () => {
      for (const caller of [tenant.key, tenant.session]) {
        for (const path of ['/api/field', '/api/field/guests'])
          expect((await caller.with({ 'X-TE-Device': 'phone' }).get(path).expect(403)).body.code).toBe('forbidden');
        await caller.post('/api/field/scans', { scans: [] }).expect(403);
      }
      await new Client(service.url).get('/api/field').expect(401);
    });

    it('needs the name of the phone', async () => {
      const headers = { Authorization: `Bearer ${tokenOf(link)}` };
      const nameless = await new Client(service.url, headers).get('/api/field').expect(400);
      expect(nameless.body.errors).toMatchObject([{ field: 'X-TE-Device', code: 'required' }]);
      await phoneWith(link, { 'X-TE-Device': 'x'.repeat(65) })
        .get('/api/field')
        .expect(400);
      await phoneWith(link, { 'X-TE-Device': 'x'.repeat(64) })
        .get('/api/field')
        .expect(200);
    });

    it.each(['tef_', 'tef_x', `tef_${'A'.repeat(22)}_${'A'.repeat(43)}`])('is not %s', async (token) => {
      await phoneWith(link, { Authorization: `Bearer ${token}` })
        .get('/api/field')
        .expect(401);
    });

    it('ends when it expires, with its event, and while the organization is suspended', async () => {
      const own = await newEvent(tenant.key);
      const [expiring, deleted] = [
        await newLink(tenant.key, own, { expiresAt: inHours(1) }),
        await newLink(tenant.key, own),
      ];
      const [first, second] = [phoneWith(expiring), phoneWith(deleted)];
      await first.get('/api/field').expect(200);
      service.clock.advance(2 * HOUR_MS);
      await first.get('/api/field').expect(401);
      await second.get('/api/field').expect(200);
      await tenant.key.delete(`/api/events/${own.id}`).expect(204);
      await second.get('/api/field').expect(401);
    });
  });

  describe('with a PIN', () => {
    it('needs it on each request', async () => {
      const link = await newLink(tenant.key, event, { pin: '2580' });
      expect(link.hasPin).toBe(true);
      const phone = phoneWith(link);
      expect((await phone.get('/api/field').expect(401)).body.code).toBe('pin_required');
      expect((await phone.with({ 'X-TE-Pin': '0000' }).get('/api/field').expect(401)).body.code).toBe('pin_wrong');
      await phone.with({ 'X-TE-Pin': '2580' }).get('/api/field').expect(200);
      expect((await phone.get('/api/field').expect(401)).body.code).toBe('pin_required');
    });

    it('takes none for a while after five wrong ones, whatever the phone, but lets go on who got in', async () => {
      const link = await newLink(tenant.key, event, { pin: '2580' });
      const inside = phoneWith(link, { 'X-TE-Pin': '2580' });
      await inside.get('/api/field').expect(200);
      const guesses = await Promise.all(
        Array.from({ length: 12 }, (_, pin) => phoneWith(link, { 'X-TE-Pin': `${1000 + pin}` }).get('/api/field')),
      );
      expect(guesses.map(({ status }) => status).sort()).toEqual([
        ...Array<number>(5).fill(401),
        ...Array<number>(7).fill(429),
      ]);
      expect(Number(guesses.find(({ status }) => status === 429)!.headers['retry-after'])).toBeGreaterThan(800);
      const late = phoneWith(link, { 'X-TE-Pin': '2580' });
      expect((await late.get('/api/field').expect(429)).body.code).toBe('rate_limited');
      await inside.get('/api/field').expect(200);
      service.clock.advance(15 * 60_000);
      await late.get('/api/field').expect(200);
    });
  });
});
