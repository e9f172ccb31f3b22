import { randomUUID } from 'node:crypto';
import { auditOf } from '../support/audit';
import type { Client, Json } from '../support/client';
import { newLink, phoneWith, scanOf, send } from '../support/field';
import { useFollowedEvents, useTenant, useTestApp } from '../support/fixtures';
import { assignVehicle, invite, newEvent, pathOfGuest } from '../support/guests';
import { outboxOf } from '../support/outbox';

const DAY_MS = 24 * 3_600_000;

describe('scans at the door', () => {
  const service = useTestApp();
  useFollowedEvents(service);
  const tenant = useTenant(service);
  const stranger = useTenant(service);
  let event: Json;
  let link: Json;
  let phone: Client;

  beforeAll(async () => {
    event = await newEvent(tenant.key);
    link = await newLink(tenant.key, event);
    phone = phoneWith(link);
  });

  // Scans from before the first link are too old, and moments in the future count as now: tests tell a story in an hour that
  // has passed since the link was made.
  beforeAll(() => service.clock.advance(3_600_000));

  /** A moment of that hour. */
  const at = (minute: number): string => new Date(Date.parse(link.createdAt) + minute * 60_000).toISOString();
  const read = async (guest: Json): Promise<Json> => (await tenant.key.get(pathOfGuest(guest)).expect(200)).body;
  const typesOf = async ({ id }: Json): Promise<string[]> =>
    (await outboxOf(service.databaseUrl, id)).map(({ type }) => type);

  it('check a guest in, with the time at which it happened', async () => {
    const guest = await invite(tenant.key, event);
    const scan = scanOf(guest, { occurredAt: at(10) });
    expect(await send(phone, scan)).toEqual([
      {
        nonce: scan['nonce'],
        status: 'ok',
        reason: null,
        eventGuestId: guest.id,
        name: guest.guest.name,
        people: 1,
        at: at(10),
        where: null,
        vehicle: null,
      },
    ]);
    expect((await read(guest)).checkedInAt).toBe(at(10));
    expect(await typesOf(guest)).toEqual(['event_guest.added', 'guest.checked_in']);
    const [recorded] = (await auditOf(service.databaseUrl, guest.id)).slice(-1);
    expect(recorded).toMatchObject({
      action: 'event_guest.checked_in',
      actor_type: 'accessLink',
      actor_id: link.id,
      actor_name: 'West door',
      changes: { checkedInAt: { before: null, after: at(10) }, occurredAt: { before: null, after: at(10) } },
    });
    const [sent] = (await outboxOf(service.databaseUrl, guest.id)).slice(-1);
    expect(sent!.actor).toEqual({ type: 'accessLink', id: link.id, name: 'West door' });
  });

  it('take a code however it is typed, or the guest’s id', async () => {
    const guest = await invite(tenant.key, event);
    const typed = `te:${guest.code.slice(0, 5).toLowerCase()}-${guest.code.slice(5)} `;
    const results = await send(
      phone,
      scanOf(guest, { code: typed }),
      scanOf(guest, { code: undefined, eventGuestId: guest.id }),
    );
    expect(results.map(({ status, eventGuestId }) => [status, eventGuestId])).toEqual([
      ['ok', guest.id],
      ['duplicate', guest.id],
    ]);
  });

  it('count by when they occurred, whatever order they arrive in', async () => {
    const guest = await invite(tenant.key, event);
    const other = phoneWith(link);
    const [later] = await send(phone, scanOf(guest, { occurredAt: at(20) }));
    const [earlier] = await send(other, scanOf(guest, { occurredAt: at(10) }));
    expect([later, earlier]).toMatchObject([
      { status: 'ok', at: at(20) },
      { status: 'ok', at: at(10) },
    ]);
    const [again] = await send(phone, scanOf(guest, { occurredAt: at(30) }));
    expect(again).toMatchObject({ status: 'duplicate', reason: null, at: at(10) });
    expect((await read(guest)).checkedInAt).toBe(at(10));
    // It takes back what happened before it and nothing after: the guest is in since they came again.
    const [undone] = await send(other, scanOf(guest, { action: 'undo', occurredAt: at(15) }));
    expect(undone).toMatchObject({ status: 'ok', at: at(15) });
    expect((await read(guest)).checkedInAt).toBe(at(20));
    const [nothing] = await send(other, scanOf(guest, { action: 'undo', occurredAt: at(12) }));
    expect(nothing).toMatchObject({ status: 'duplicate', at: null });
    await send(phone, scanOf(guest, { action: 'undo', occurredAt: at(40) }));
    expect((await read(guest)).checkedInAt).toBeNull();
    const [annulled] = await send(phone, scanOf(guest, { occurredAt: at(39) }));
    expect(annulled).toMatchObject({ status: 'duplicate', at: null });
    expect(await typesOf(guest)).toEqual([
      'event_guest.added',
      'guest.checked_in',
      'guest.checked_in',
      'guest.checked_in',
      'guest.check_in_undone',
    ]);
  });

  it('agree with what is done in the dashboard meanwhile', async () => {
    const guest = await invite(tenant.key, event);
    await tenant.key.post(`${pathOfGuest(guest)}/check-in`, { occurredAt: at(20) }).expect(200);
    expect(await send(phone, scanOf(guest, { occurredAt: at(10) }))).toMatchObject([{ status: 'ok', at: at(10) }]);
    await tenant.key.delete(`${pathOfGuest(guest)}/check-in?occurredAt=${at(15)}`).expect(204);
    expect((await read(guest)).checkedInAt).toBe(at(20));
    await tenant.key.delete(`${pathOfGuest(guest)}/check-in?occurredAt=${at(30)}`).expect(204);
    // The phone had no network: it happened before it was taken back.
    expect(await send(phone, scanOf(guest, { occurredAt: at(25) }))).toMatchObject([{ status: 'duplicate', at: null }]);
    expect((await read(guest)).checkedInAt).toBeNull();
    const items = [{ guestId: guest.guestId, checkedIn: true }];
    await tenant.key.post(`/api/events/${event.id}/guests/batch`, { items }).expect(200);
    const { checkedInAt } = await read(guest);
    expect(await send(phone, scanOf(guest, { occurredAt: at(45) }))).toMatchObject([{ status: 'ok', at: at(45) }]);
    expect(await send(phone, scanOf(guest, { action: 'undo', occurredAt: at(50) }))).toMatchObject([{ status: 'ok' }]);
    expect((await read(guest)).checkedInAt).toBe(checkedInAt);
  });

  it('have the same result again, and change nothing', async () => {
    const guest = await invite(tenant.key, event);
    const scans = [scanOf(guest), scanOf(guest, { code: 'NO SUCH ONE' }), scanOf(guest)];
    const first = await send(phone, ...scans, scans[0]!);
    expect(first.map(({ status }) => status)).toEqual(['ok', 'rejected', 'duplicate', 'ok']);
    await tenant.key.delete(`${pathOfGuest(guest)}/check-in`).expect(204);
    expect(await send(phoneWith(link), ...scans, scans[0]!)).toEqual(first);
    expect((await read(guest)).checkedInAt).toBeNull();
    const { data, total } = (await tenant.key.get(`/api/access-links/${link.id}/scans`).expect(200)).body;
    expect(data.filter(({ nonce }: Json) => scans.some((scan) => scan['nonce'] === nonce))).toHaveLength(3);
    expect(total).toBeGreaterThan(3);
  });

  it('have one result when many requests bring them at once', async () => {
    const guests = await Promise.all(Array.from({ length: 3 }, () => invite(tenant.key, event)));
    const scans = guests.map((guest) => scanOf(guest));
    const replies = await Promise.all(Array.from({ length: 8 }, () => send(phoneWith(link), ...scans)));
    for (const reply of replies) expect(reply).toEqual(replies[0]);
    expect(replies[0]!.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok']);
    for (const guest of guests) expect(await typesOf(guest)).toEqual(['event_guest.added', 'guest.checked_in']);
  });

  it('of two guests under one nonce count once, whoever is first', async () => {
    const [ada, grace] = [await invite(tenant.key, event), await invite(tenant.key, event)];
    const nonce = randomUUID();
    const replies = await Promise.all(
      [ada, grace, ada, grace].map((guest) => send(phoneWith(link), scanOf(guest, { nonce }))),
    );
    for (const reply of replies) expect(reply).toEqual(replies[0]);
    const came = [await read(ada), await read(grace)].filter(({ checkedInAt }) => checkedInAt !== null);
    expect(came.map(({ id }) => id)).toEqual([replies[0]![0]!.eventGuestId]);
  });

  it('under a nonce that stands for another scan have the result of that one', async () => {
    const [ada, grace] = [await invite(tenant.key, event), await invite(tenant.key, event)];
    const first = scanOf(ada, { occurredAt: at(10) });
    const sent = await send(phone, first);
    const others = [{ code: grace.code }, { action: 'undo' }, { occurredAt: at(5) }, { code: 'NO SUCH ONE' }];
    for (const other of others) expect(await send(phoneWith(link), { ...first, ...other })).toEqual(sent);
    expect((await read(ada)).checkedInAt).toBe(at(10));
    expect((await read(grace)).checkedInAt).toBeNull();
  });

  it('are up to 500 at once, with a result each, in their order', async () => {
    const guest = await invite(tenant.key, event);
    const many = Array.from({ length: 499 }, (_, index) => scanOf(guest, { code: `NOBODY ${index}` }));
    const scans = [...many.slice(0, 250), scanOf(guest, { occurredAt: at(10) }), ...many.slice(250)];
    const results = await send(phone, ...scans);
    expect(results.map(({ nonce }) => nonce)).toEqual(scans.map(({ nonce }) => nonce));
    const counted = results.flatMap(({ status }, index) => (status === 'ok' ? [index] : []));
    expect(counted).toEqual([250]);
  });

  it('of somebody who is in say when and where they came, whoever has their pass now', async () => {
    const [ada, grace] = [await invite(tenant.key, event), await invite(tenant.key, event)];
    const east = await newLink(tenant.key, event, { name: 'East door' });
    const shown = async () =>
      (await phone.get('/api/field/guests').expect(200)).body.data
        .filter(({ eventGuestId }: Json) => [ada.id, grace.id].includes(eventGuestId))
        .map(({ eventGuestId, checkedInAt, checkedInWhere }: Json) => [eventGuestId, checkedInAt, checkedInWhere]);
    const copied = [ada, grace].map((guest) => scanOf(guest, { occurredAt: at(20) }));
    expect(await send(phone, scanOf(ada, { occurredAt: at(10) }))).toMatchObject([{ status: 'ok', where: null }]);
    await tenant.key.post(`${pathOfGuest(grace)}/check-in`, { occurredAt: at(11) }).expect(200);
    const expected = [
      { status: 'duplicate', at: at(10), where: 'West door' },
      { status: 'duplicate', at: at(11), where: null },
    ];
    expect(await send(phoneWith(east), ...copied)).toMatchObject(expected);
    expect(await send(phoneWith(east), ...copied)).toMatchObject(expected);
    const { data } = (await tenant.key.get(`/api/access-links/${east.id}/scans`).expect(200)).body;
    const row = (guest: Json) => data.find(({ eventGuestId }: Json) => eventGuestId === guest.id);
    expect([row(ada), row(grace)]).toMatchObject(expected);
    expect((await shown()).sort()).toEqual(
      [
        [ada.id, at(10), 'West door'],
        [grace.id, at(11), null],
      ].sort(),
    );
    // What counts now was a duplicate itself when it came.
    await send(phone, scanOf(ada, { action: 'undo', occurredAt: at(15) }));
    expect((await shown()).sort()).toEqual(
      [
        [ada.id, at(20), 'East door'],
        [grace.id, at(11), null],
      ].sort(),
    );
    await tenant.key.patch(`/api/access-links/${east.id}`, { name: 'North door' }).expect(200);
    expect(await send(phone, scanOf(ada, { occurredAt: at(30) }))).toMatchObject([
      { status: 'duplicate', at: at(20), where: 'North door' },
    ]);
  });

  it('in the future happened now', async () => {
    const guest = await invite(tenant.key, event);
    const [result] = await send(phone, scanOf(guest, { occurredAt: '2999-01-01T00:00:00.000Z' }));
    expect(Math.abs(Date.parse(result!.at) - service.clock.now().getTime())).toBeLessThan(60_000);
  });

  it('are listed with the refused ones', async () => {
    const own = await newEvent(tenant.key);
    const door = await newLink(tenant.key, own);
    const guest = await invite(tenant.key, own);
    const occurredAt = service.clock.now().toISOString();
    const [good, bad] = [scanOf(guest, { occurredAt }), scanOf(guest, { occurredAt, code: '0000000000' })];
    const named = phoneWith(door, { 'X-TE-Device': 'phone-1' });
    await send(named, good, bad);
    const list = async (query = ''): Promise<Json[]> =>
      (await tenant.key.get(`/api/access-links/${door.id}/scans${query}`).expect(200)).body.data;
    expect(await list('?status=ok')).toEqual([
      {
        id: expect.any(String),
        nonce: good['nonce'],
        device: 'phone-1',
        action: 'check_in',
        status: 'ok',
        reason: null,
        eventGuestId: guest.id,
        name: guest.guest.name,
        at: occurredAt,
        where: null,
        occurredAt,
        receivedAt: expect.any(String),
      },
    ]);
    expect(await list('?status=rejected')).toMatchObject([
      { nonce: bad['nonce'], reason: 'unknown_code', eventGuestId: null, name: null },
    ]);
    expect(await list()).toHaveLength(2);
    const { body } = await tenant.key.get(`/api/access-links/${door.id}`).expect(200);
    expect(body).toMatchObject({ scans: 1, rejected: 1, devices: 1 });
  });

  describe('are refused', () => {
    const refusal = async (scan: Record<string, unknown>, from = phone): Promise<Json> => (await send(from, scan))[0]!;

    it('with a code that is unknown, of another organization or misspelt, all the same', async () => {
      const foreign = await invite(stranger.key, await newEvent(stranger.key));
      const guest = await invite(tenant.key, event);
      const misspelt = guest.code.slice(0, 9) + (guest.code.endsWith('0') ? '1' : '0');
      const scans = [foreign.code, misspelt, 'x', ''].map((code) => scanOf(guest, { code }));
      scans.push(scanOf(guest, { code: undefined, eventGuestId: foreign.id }));
      scans.push(scanOf(guest, { code: undefined, eventGuestId: 'nonsense' }));
      for (const [index, result] of (await send(phone, ...scans)).entries()) {
        expect(result).toEqual({
          nonce: scans[index]!['nonce'],
          status: 'rejected',
          reason: 'unknown_code',
          eventGuestId: null,
          name: null,
          people: null,
          at: null,
          where: null,
          vehicle: null,
        });
      }
    });

    it('of a guest of another event', async () => {
      const elsewhere = await invite(tenant.key, await newEvent(tenant.key));
      expect(await refusal(scanOf(elsewhere))).toMatchObject({ reason: 'wrong_event', name: null, at: null });
    });

    it('of a guest who declined, by name', async () => {
      const guest = await invite(tenant.key, event);
      await tenant.key.patch(pathOfGuest(guest), { rsvp: 'declined' }).expect(200);
      expect(await refusal(scanOf(guest))).toMatchObject({
        status: 'rejected',
        reason: 'declined',
        eventGuestId: guest.id,
        name: guest.guest.name,
        at: null,
      });
      expect((await read(guest)).checkedInAt).toBeNull();
    });

    it('of a guest who was erased, without a name, also in an earlier result', async () => {
      const guest = await invite(tenant.key, event);
      const before = scanOf(guest);
      expect(await refusal(before)).toMatchObject({ status: 'ok', name: guest.guest.name });
      await tenant.session.post(`/api/guests/${guest.guestId}/erase`, { force: true }).expect(200);
      expect(await refusal(before)).toMatchObject({ status: 'ok', name: null });
      // The event is not over: the guest is taken off it, and their code means nobody.
      expect(await refusal(scanOf(guest))).toMatchObject({ reason: 'unknown_code', name: null });
    });

    it('of a guest who was erased when the event was over, whose seat stays', async () => {
      const hoursAgo = (hours: number) => new Date(service.clock.now().getTime() - hours * 3_600_000).toISOString();
      const over = await newEvent(tenant.key, { startsAt: hoursAgo(4), endsAt: hoursAgo(1) });
      const door = phoneWith(await newLink(tenant.key, over));
      const guest = await invite(tenant.key, over);
      await tenant.session.post(`/api/guests/${guest.guestId}/erase`).expect(200);
      const scan = scanOf(guest, { occurredAt: service.clock.now().toISOString() });
      expect(await refusal(scan, door)).toMatchObject({
        status: 'rejected',
        reason: 'erased',
        name: null,
        people: null,
      });
    });

    it('of a cancelled event', async () => {
      const cancelled = await newEvent(tenant.key);
      const door = phoneWith(await newLink(tenant.key, cancelled));
      const guest = await invite(tenant.key, cancelled);
      await tenant.key.patch(`/api/events/${cancelled.id}`, { status: 'cancelled' }).expect(200);
      expect(await refusal(scanOf(guest), door)).toMatchObject({ reason: 'event_cancelled' });
    });

    it.each(['board', 'alight', 'no_show'])('for what is done on a bus: %s', async (action) => {
      const guest = await invite(tenant.key, event);
      expect(await refusal(scanOf(guest, { action }))).toMatchObject({ reason: 'wrong_action' });
    });

    it('when they are older than the first link, or than 7 days', async () => {
      const own = await newEvent(tenant.key, { startsAt: new Date(Date.now() + 20 * DAY_MS).toISOString() });
      const first = await newLink(tenant.key, own);
      const door = phoneWith(first);
      const guest = await invite(tenant.key, own);
      const occurring = (moment: number) => scanOf(guest, { occurredAt: new Date(moment).toISOString() });
      const made = Date.parse(first.createdAt);
      expect(await refusal(occurring(made - 1), door)).toMatchObject({ reason: 'too_old' });
      service.clock.advance(8 * DAY_MS);
      expect(await refusal(occurring(made), door)).toMatchObject({ reason: 'too_old' });
      expect(await refusal(occurring(made + 2 * DAY_MS), door)).toMatchObject({ status: 'ok' });
      service.clock.advance(-8 * DAY_MS);
    });
  });

  it.each([
    [[], 'scans', 'out_of_range'],
    [Array.from({ length: 501 }, () => ({})), 'scans', 'out_of_range'],
    [
      [{ nonce: 'x', code: 'y', action: 'check_in', occurredAt: '2027-05-14T18:00:00Z' }],
      'scans.0.nonce',
      'invalid_format',
    ],
    [[{ nonce: randomUUID(), action: 'check_in', occurredAt: '2027-05-14T18:00:00Z' }], 'scans.0.code', 'required'],
    [
      [{ nonce: randomUUID(), code: 'y', action: 'enter', occurredAt: '2027-05-14T18:00:00Z' }],
      'scans.0.action',
      'not_allowed',
    ],
    [
      [{ nonce: randomUUID(), code: 'y', action: 'check_in', occurredAt: 'now' }],
      'scans.0.occurredAt',
      'invalid_timestamp',
    ],
    [
      [{ nonce: randomUUID(), code: 'y', action: 'check_in', occurredAt: '2027-05-14T18:00:00Z', x: 1 }],
      'scans.0.x',
      'unknown_field',
    ],
    [['x'], 'scans.0', 'wrong_type'],
  ])('that are none are named: %#', async (scans, field, code) => {
    const { errors } = (await phone.post('/api/field/scans', { scans }).expect(400)).body;
    expect(errors[0]).toMatchObject({ field, code });
  });
});

describe('the guests on a phone', () => {
  const service = useTestApp();
  const tenant = useTenant(service);

  it('are all of the event by name, with nothing to reach them by, and compressed', async () => {
    const event = await newEvent(tenant.key);
    const phone = phoneWith(await newLink(tenant.key, event));
    const grace = await invite(tenant.key, event, { name: 'Grace', email: 'grace@example.com', dietary: 'Vegan' });
    const ada = await invite(tenant.key, event, { name: 'Ada', phone: '+4366012345678', notes: 'A friend' });
    await tenant.key.patch(pathOfGuest(grace), { rsvp: 'declined' }).expect(200);
    await tenant.key.patch(pathOfGuest(ada), { rsvp: 'accepted', plusOnes: 2, notes: 'Shy' }).expect(200);
    const response = await phone.get('/api/field/guests').set('Accept-Encoding', 'gzip').expect(200);
    expect(response.headers['content-encoding']).toBe('gzip');
    const shown = (guest: Json, fields: object) => ({
      eventGuestId: guest.id,
      code: guest.code,
      name: guest.guest.name,
      people: 1,
      companions: [],
      party: null,
      rsvp: 'pending',
      vehicle: null,
      tripStatus: null,
      stop: null,
      checkedInAt: null,
      checkedInWhere: null,
      alert: null,
      ...fields,
    });
    expect(response.body).toEqual({
      data: [shown(ada, { rsvp: 'accepted', people: 3 }), shown(grace, { rsvp: 'declined', alert: 'declined' })],
    });
  });

  it('say who comes with whom, and who waits for a place', async () => {
    const event = await newEvent(tenant.key, { capacity: 3, waitlist: 'manual' });
    const phone = phoneWith(await newLink(tenant.key, event));
    const ada = await invite(tenant.key, event, { name: 'Ada' });
    const byron = await invite(tenant.key, event, { name: 'Byron' });
    const grace = await invite(tenant.key, event, { name: 'Grace' });
    const companions = [{ name: 'Zoe', dietary: 'Vegan' }, { name: 'Anne' }];
    await tenant.key.patch(pathOfGuest(ada), { rsvp: 'accepted', plusOnes: 2, companions }).expect(200);
    const eventGuestIds = [ada.id, byron.id];
    const made = await tenant.key.post(`/api/events/${event.id}/parties`, { name: 'Lovelaces', eventGuestIds });
    await tenant.key.post(`/api/events/${event.id}/waitlist`, { eventGuestId: grace.id }).expect(201);
    const party = { id: made.body.id, name: 'Lovelaces' };
    expect((await phone.get('/api/field/guests').expect(200)).body.data).toMatchObject([
      { name: 'Ada', companions: ['Zoe', 'Anne'], party, alert: null },
      { name: 'Byron', companions: [], party, alert: null },
      { name: 'Grace', companions: [], party: null, alert: 'waiting' },
    ]);
  });

  it('are sent again after whatever changes them, and after nothing else', async () => {
    const event = await newEvent(tenant.key);
    const phone = phoneWith(await newLink(tenant.key, event));
    const guest = await invite(tenant.key, event);
    const { id: vehicleAssignmentId, vehicleId } = await assignVehicle(tenant.key, event, 4);
    const path = pathOfGuest(guest);
    let tag = (await phone.get('/api/field/guests').expect(200)).headers['etag']!;
    const ask = () => phone.with({ 'If-None-Match': tag }).get('/api/field/guests');
    const changes = [
      () => tenant.key.patch(`/api/guests/${guest.guestId}`, { name: 'Ada King' }),
      () => tenant.key.patch(path, { rsvp: 'accepted', plusOnes: 1 }),
      () => tenant.key.patch(path, { companions: [{ name: 'Zoe' }] }),
      () => tenant.key.post(`${path}/vehicle`, { vehicleAssignmentId }),
      () => tenant.key.patch(`/api/vehicles/${vehicleId}`, { plateNumber: 'W-1234' }),
      () => tenant.key.post(`${path}/check-in`),
      () => tenant.key.patch(`/api/events/${event.id}`, { status: 'cancelled' }),
    ];
    for (const change of changes) {
      await ask().expect(304);
      expect((await change()).status).toBeLessThan(300);
      const { headers } = await ask().expect(200);
      expect(headers['etag']).not.toBe(tag);
      tag = headers['etag']!;
      await ask().expect(304);
      // Something happens, but not to them: read again, they are the same.
      await newEvent(tenant.key);
      expect((await ask().expect(304)).headers['etag']).toBe(tag);
    }
  });

  it('are not sent again while nothing has changed', async () => {
    const event = await newEvent(tenant.key);
    const phone = phoneWith(await newLink(tenant.key, event));
    const guest = await invite(tenant.key, event);
    const { etag } = (await phone.get('/api/field/guests').expect(200)).headers as { etag: string };
    const known = phone.with({ 'If-None-Match': etag });
    expect((await known.get('/api/field/guests').expect(304)).text).toBe('');
    await send(phone, scanOf(guest));
    const fresh = await known.get('/api/field/guests').expect(200);
    expect(fresh.body.data[0].checkedInAt).toEqual(expect.any(String));
    await tenant.session.post(`/api/guests/${guest.guestId}/erase`, { force: true }).expect(200);
    const erased = await phone.with({ 'If-None-Match': fresh.headers['etag']! }).get('/api/field/guests').expect(200);
    expect(erased.body.data).toEqual([]);
  });
});
