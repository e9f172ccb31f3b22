import { DAY_MS } from '../../src/kernel/durations';
import { auditOf } from '../support/audit';
import { Client, type Json } from '../support/client';
import { eventually } from '../support/eventually';
import { useFollowedEvents, useTenant, useTestApp } from '../support/fixtures';
import { assignVehicle, invite, newEvent, pathOfGuest, rsvpPathOf, seat } from '../support/guests';
import { readMailFiles } from '../support/mail';
import { outboxOf } from '../support/outbox';
import { expectProblem } from '../support/problem';

const service = useTestApp();
useFollowedEvents(service);
const tenant = useTenant(service);
let anybody: Client;

beforeAll(() => {
  anybody = new Client(service.url);
});

const answer = (guest: Json, body: Record<string, unknown> = { rsvp: 'accepted' }) =>
  anybody.post(rsvpPathOf(guest), body);
const accepts = async (guest: Json, plusOnes = 0): Promise<Json> =>
  (await answer(guest, { rsvp: 'accepted', plusOnes }).expect(200)).body;
const shown = async (guest: Json): Promise<Json> => (await tenant.key.get(pathOfGuest(guest)).expect(200)).body;
const rsvpOf = async (guest: Json): Promise<string> => (await shown(guest)).rsvp;
const listOf = async ({ id }: Json): Promise<Json[]> =>
  (await tenant.key.get(`/api/events/${id}/waitlist`).expect(200)).body.data;
const orderOf = async (event: Json): Promise<[string, number, number][]> =>
  (await listOf(event)).map(({ name, position, people }) => [name, position, people]);
const promote = (event: Json, guest: Json) => tenant.key.post(`/api/events/${event.id}/waitlist/${guest.id}/promote`);
const change = (event: Json, fields: Record<string, unknown>) =>
  tenant.key.patch(`/api/events/${event.id}`, fields).expect(200);
const typesOf = async (guest: Json): Promise<string[]> =>
  (await outboxOf(service.databaseUrl, guest.id)).map(({ type }) => type);

/** An event of so many places, all of which one guest has taken, and others who have been invited. */
async function fullEvent(
  fields: Record<string, unknown>,
  names: readonly string[],
): Promise<{ event: Json; first: Json; others: Json[] }> {
  const event = await newEvent(tenant.key, { capacity: 2, ...fields });
  const first = await invite(tenant.key, event, { name: 'First' });
  await accepts(first, event.capacity - 1);
  const others: Json[] = [];
  for (const name of names) others.push(await invite(tenant.key, event, { name }));
  return { event, first, others };
}

describe('an event', () => {
  it('has no waiting list unless it says so, and everything is as before', async () => {
    const { event, others } = await fullEvent({}, ['Ada']);
    expect(event.waitlist).toBe('off');
    const [ada] = others as [Json];
    expectProblem(await answer(ada), 409, 'event_full');
    expect(await shown(ada)).toMatchObject({ rsvp: 'pending', waitlist: null });
    expect(await listOf(event)).toEqual([]);
    expectProblem(
      await tenant.key.post(`/api/events/${event.id}/waitlist`, { eventGuestId: ada.id }),
      409,
      'waitlist_off',
    );
    expectProblem(await tenant.key.patch(`/api/events/${event.id}`, { waitlist: 'maybe' }), 400, 'validation_failed');
  });

  it('asks nobody for an answer who waits for a place', async () => {
    const { event, others } = await fullEvent(
      { waitlist: 'manual', status: 'confirmed', startsAt: new Date(Date.now() + 5 * DAY_MS).toISOString() },
      ['Ada', 'Ben'],
    );
    await accepts(others[0]!);
    const summary = (await tenant.key.get(`/api/events/${event.id}/summary`).expect(200)).body;
    expect(summary).toMatchObject({ rsvp: { pending: 2 }, waiting: 1 });
    const { attention } = (await tenant.key.get('/api/overview').expect(200)).body;
    expect(attention).toContainEqual(expect.objectContaining({ kind: 'answers_missing', eventId: event.id, count: 1 }));
    const message = { channel: 'email', eventId: event.id, subject: 'Please answer', body: '{{rsvpUrl}}' };
    const remind = await tenant.key.post('/api/notifications/bulk', { ...message, rsvp: 'pending' }).expect(202);
    expect(remind.body.total).toBe(1);
    const toAll = await tenant.key.post('/api/notifications/bulk', message).expect(202);
    expect(toAll.body.total).toBe(3);
    const named = async (query: string) => {
      const { data } = (await tenant.key.get(`/api/events/${event.id}/guests?sortBy=name&${query}`).expect(200)).body;
      return data.map(({ guest }: Json) => guest.name);
    };
    expect(await named('rsvp=pending&waiting=false')).toEqual(['Ben']);
    expect(await named('waiting=true')).toEqual(['Ada']);
    expect(await named('waiting=false')).toEqual(['Ben', 'First']);
  });

  it('keeps its waiting list as long as somebody is on it', async () => {
    const { event, others } = await fullEvent({ waitlist: 'manual' }, ['Ada']);
    await accepts(others[0]!);
    expectProblem(await tenant.key.patch(`/api/events/${event.id}`, { waitlist: 'off' }), 409, 'waitlist_in_use');
    await change(event, { name: 'Renamed' });
    await tenant.key.delete(`/api/events/${event.id}/waitlist/${others[0]!.id}`).expect(204);
    await change(event, { waitlist: 'off' });
  });
});

describe.each(['manual', 'automatic'])('a waiting list that is %s', (waitlist) => {
  it('takes whoever accepts when no place is left, and says where they stand', async () => {
    const { event, others } = await fullEvent({ waitlist }, ['Ada', 'Ben']);
    const [ada, ben] = others as [Json, Json];
    const first = await accepts(ada, 1);
    expect(first).toMatchObject({ rsvp: 'pending', plusOnes: 1, waitlist: { position: 1, people: 2 } });
    expect(await accepts(ben)).toMatchObject({ rsvp: 'pending', waitlist: { position: 2, people: 1 } });
    // The same answer again changes nothing.
    expect(await accepts(ada, 1)).toEqual(first);
    expect((await anybody.get(rsvpPathOf(ada)).expect(200)).body).toEqual(first);
    expect((await shown(ada)).waitlist).toEqual(first.waitlist);
    const entry = { eventGuestId: ada.id, name: 'Ada', rsvp: 'pending', ...first.waitlist, party: null };
    expect((await listOf(event))[0]).toEqual(entry);
    const listed: Json[] = (await tenant.key.get(`/api/events/${event.id}/guests`).expect(200)).body.data;
    expect(listed.map(({ waitlist: standing }) => standing?.position ?? null)).toEqual([null, 1, 2]);
    const ofAda: Json[] = (await tenant.key.get(`/api/guests/${ada.guestId}/events`).expect(200)).body.data;
    expect(ofAda.map(({ waitlist: standing }) => standing)).toEqual([first.waitlist]);
    expect(await typesOf(ada)).toEqual(['event_guest.added', 'guest.waitlisted']);
    const [record] = (await auditOf(service.databaseUrl, ada.id)).filter(
      ({ action }) => action === 'event_guest.waitlisted',
    );
    expect(Object.keys(record!['changes']).sort()).toEqual(['plusOnes', 'waitlist']);
  });

  it('is left by a guest who answers otherwise', async () => {
    const { event, others } = await fullEvent({ waitlist }, ['Ada', 'Ben', 'Cid']);
    for (const guest of others) await accepts(guest);
    const [ada, ben] = others as [Json, Json];
    expect((await answer(ada, { rsvp: 'declined' }).expect(200)).body).toMatchObject({
      rsvp: 'declined',
      waitlist: null,
    });
    await answer(ben, { rsvp: 'tentative' }).expect(200);
    expect(await orderOf(event)).toEqual([['Cid', 1, 1]]);
    // They come last when they think better of it.
    expect(await accepts(ada)).toMatchObject({ rsvp: 'pending', waitlist: { position: 2 } });
    expect(await accepts(ben)).toMatchObject({ rsvp: 'pending', waitlist: { position: 3 } });
    await tenant.key.patch(pathOfGuest(ada), { rsvp: 'declined' }).expect(200);
    await tenant.key
      .post(`/api/events/${event.id}/guests/batch`, { items: [{ guestId: ben.guestId, rsvp: 'tentative' }] })
      .expect(200);
    expect(await orderOf(event)).toEqual([['Cid', 1, 1]]);
  });

  it('starts again for whoever asks for more, and not for whoever asks for fewer', async () => {
    const { event, others } = await fullEvent({ waitlist, capacity: 3 }, ['Ada', 'Ben', 'Cid']);
    const [ada, ben, cid] = others as [Json, Json, Json];
    const first = await accepts(ada, 4);
    await accepts(ben, 1);
    service.clock.advance(60_000);
    expect(await accepts(ada, 3)).toMatchObject({ waitlist: { ...first.waitlist, people: 4 } });
    const again = await accepts(ada, 4);
    expect(again.waitlist).toMatchObject({ position: 2, people: 5 });
    expect(Date.parse(again.waitlist.since)).toBeGreaterThan(Date.parse(first.waitlist.since));
    await accepts(cid);
    await tenant.key.patch(pathOfGuest(ben), { plusOnes: 2 }).expect(200);
    expect(await orderOf(event)).toEqual([
      ['Ada', 1, 5],
      ['Cid', 2, 1],
      ['Ben', 3, 3],
    ]);
    await tenant.key
      .post(`/api/events/${event.id}/guests/batch`, { items: [{ guestId: ada.guestId, plusOnes: 5 }] })
      .expect(200);
    expect((await orderOf(event)).map(([name]) => name)).toEqual(['Cid', 'Ben', 'Ada']);
  });

  it('leaves their place to those who have one and ask for more than fits', async () => {
    const { first } = await fullEvent({ waitlist }, []);
    expectProblem(await answer(first, { rsvp: 'accepted', plusOnes: 2 }), 409, 'event_full');
    expect(await shown(first)).toMatchObject({ rsvp: 'accepted', plusOnes: 1, waitlist: null });
  });

  it('gives a place to nobody who brings more people than their vehicle has seats for', async () => {
    const event = await newEvent(tenant.key, { capacity: 9, waitlist });
    const bus = await assignVehicle(tenant.key, event, 3);
    const [ada, ben] = [await invite(tenant.key, event), await invite(tenant.key, event)];
    for (const guest of [ada, ben]) await seat(tenant.key, guest, bus);
    expectProblem(await answer(ada, { rsvp: 'accepted', plusOnes: 2 }), 409, 'over_capacity');
    expect(await shown(ada)).toMatchObject({ rsvp: 'pending', plusOnes: 0, waitlist: null });
    await accepts(ada, 1);
    expectProblem(await answer(ben, { rsvp: 'accepted', plusOnes: 1 }), 409, 'over_capacity');
    await accepts(ben);
    expect(await shown(ben)).toMatchObject({ rsvp: 'accepted', vehicleAssignmentId: bus.id });
  });

  it('does not stop planners, and holds nobody beyond the places', async () => {
    const { event, others } = await fullEvent({ waitlist }, ['Ada']);
    const [ada] = others as [Json];
    expectProblem(await tenant.key.patch(pathOfGuest(ada), { rsvp: 'accepted' }), 409, 'event_full');
    await accepts(ada);
    expectProblem(await tenant.key.patch(pathOfGuest(ada), { rsvp: 'accepted' }), 409, 'event_full');
    expectProblem(await promote(event, ada), 409, 'event_full');
    expect(await rsvpOf(ada)).toBe('pending');
  });

  it('takes guests whom planners put on it', async () => {
    const { event, first, others } = await fullEvent({ waitlist }, ['Ada', 'Ben']);
    const [ada, ben] = others as [Json, Json];
    const path = `/api/events/${event.id}/waitlist`;
    await answer(ben, { rsvp: 'declined' }).expect(200);
    const { body } = await tenant.key.post(path, { eventGuestId: ada.id }).expect(201);
    expect(body).toMatchObject({ eventGuestId: ada.id, name: 'Ada', position: 1, people: 1, rsvp: 'pending' });
    expect((await tenant.key.post(path, { eventGuestId: ada.id }).expect(200)).body).toEqual(body);
    expect((await tenant.key.post(path, { eventGuestId: ben.id }).expect(201)).body.position).toBe(2);
    expect(await rsvpOf(ben)).toBe('pending');
    expectProblem(await tenant.key.post(path, { eventGuestId: first.id }), 409, 'already_accepted');
    const elsewhere = await invite(tenant.key, await newEvent(tenant.key));
    for (const eventGuestId of [elsewhere.id, 'nonsense', ada.guestId]) {
      const unknown = await tenant.key.post(path, { eventGuestId });
      expectProblem(unknown, 404, 'not_found');
      expect(unknown.body.errors).toEqual([expect.objectContaining({ field: 'eventGuestId' })]);
    }
    expectProblem(await tenant.key.post(path, {}), 400, 'validation_failed');
    expectProblem(await tenant.key.post('/api/events/nonsense/waitlist', { eventGuestId: ada.id }), 404, 'not_found');
    expectProblem(await tenant.key.get('/api/events/nonsense/waitlist'), 404, 'not_found');
  });

  it('is left by those whom planners take off, once', async () => {
    const { event, first, others } = await fullEvent({ waitlist }, ['Ada', 'Ben']);
    const [ada, ben] = others as [Json, Json];
    await accepts(ada);
    await accepts(ben);
    const path = `/api/events/${event.id}/waitlist/${ada.id}`;
    await tenant.key.delete(path).expect(204);
    expect(await shown(ada)).toMatchObject({ rsvp: 'pending', waitlist: null });
    expect(await orderOf(event)).toEqual([['Ben', 1, 1]]);
    expectProblem(await tenant.key.delete(path), 404, 'not_found');
    expectProblem(await promote(event, ada), 404, 'not_found');
    expectProblem(await promote(event, first), 404, 'not_found');
    expectProblem(await promote(await newEvent(tenant.key), ben), 404, 'not_found');
    expect(await typesOf(ada)).toEqual(['event_guest.added', 'guest.waitlisted', 'event_guest.updated']);
    const gone = pathOfGuest(ben);
    await tenant.key.delete(gone).expect(204);
    expect(await listOf(event)).toEqual([]);
  });

  it('is given in pages', async () => {
    const { event, others } = await fullEvent({ waitlist }, ['Ada', 'Ben', 'Cid']);
    for (const guest of others) await accepts(guest);
    const { body } = await tenant.key.get(`/api/events/${event.id}/waitlist?limit=2&page=2`).expect(200);
    expect(body).toMatchObject({ total: 3, page: 2, limit: 2, totalPages: 2 });
    expect(body.data.map(({ name, position }: Json) => [name, position])).toEqual([['Cid', 3]]);
  });
});

describe('those of a party who ask in one request', () => {
  /** A full event, and a party of three who have been invited to it. */
  async function withParty(fields: Record<string, unknown>) {
    const { event, first, others } = await fullEvent(fields, ['Ada', 'Ben', 'Cid']);
    const eventGuestIds = others.map(({ id }) => id);
    await tenant.key.post(`/api/events/${event.id}/parties`, { name: 'Family', eventGuestIds }).expect(201);
    const [ada, ben, cid] = others as [Json, Json, Json];
    return { event, first, ada, ben, cid };
  }
  const member = ({ id }: Json, rsvp = 'accepted', plusOnes = 0) => ({ eventGuestId: id, rsvp, plusOnes });
  const asks = async (own: Json, members: readonly Json[], fields: Record<string, unknown> = {}): Promise<Json> =>
    (await answer(own, { rsvp: 'accepted', members, ...fields }).expect(200)).body;
  const standingsIn = ({ party }: Json): unknown[] => party.members.map(({ waitlist }: Json) => waitlist);

  it.each(['manual', 'automatic'])('wait together (%s), and each reads where they stand', async (waitlist) => {
    const { event, ada, ben, cid } = await withParty({ waitlist });
    const body = await asks(ada, [member(ben, 'accepted', 1), member(cid)]);
    const together = { position: 1, people: 4, since: body.waitlist.since };
    expect(body).toMatchObject({ rsvp: 'pending', waitlist: together });
    expect(standingsIn(body)).toEqual([together, together, together]);
    expect((await anybody.get(rsvpPathOf(cid)).expect(200)).body.waitlist).toEqual(together);
    expect(await orderOf(event)).toEqual([
      ['Ada', 1, 4],
      ['Ben', 1, 4],
      ['Cid', 1, 4],
    ]);
    for (const guest of [ada, ben, cid])
      expect(await typesOf(guest)).toEqual(['event_guest.added', 'guest.waitlisted']);
    // The same answer again changes nothing.
    service.clock.advance(60_000);
    expect(await asks(ada, [member(ben, 'accepted', 1), member(cid)])).toEqual(body);
    // The next one comes after all of them.
    const next = await invite(tenant.key, event, { name: 'Dan' });
    expect(await accepts(next)).toMatchObject({ waitlist: { position: 2, people: 1 } });
  });

  it('are promoted together, and only when there are places for all of them', async () => {
    const { event, first, ada, ben, cid } = await withParty({ waitlist: 'automatic', capacity: 4 });
    await asks(ada, [member(ben), member(cid, 'declined')]);
    const single = await invite(tenant.key, event, { name: 'Dan' });
    await accepts(single, 1);
    // One place: for neither group.
    await accepts(first, 2);
    expect(await orderOf(event)).toHaveLength(3);
    await accepts(first, 1);
    expect([await rsvpOf(ada), await rsvpOf(ben), await rsvpOf(cid)]).toEqual(['accepted', 'accepted', 'declined']);
    for (const guest of [ada, ben]) expect((await typesOf(guest)).slice(-2)).toEqual(['guest.promoted', 'guest.rsvp']);
    expect(await orderOf(event)).toEqual([['Dan', 1, 2]]);
  });

  it('are all accepted when planners accept one, or none where not all fit', async () => {
    const { event, first, ada, ben, cid } = await withParty({ waitlist: 'manual', capacity: 3 });
    await asks(ada, [member(ben), member(cid)]);
    await accepts(first, 0);
    expectProblem(await promote(event, ben), 409, 'event_full');
    expect(await orderOf(event)).toHaveLength(3);
    await tenant.key.patch(pathOfGuest(first), { rsvp: 'declined' }).expect(200);
    await promote(event, ben).expect(200);
    for (const guest of [ada, ben, cid]) expect(await shown(guest)).toMatchObject({ rsvp: 'accepted', waitlist: null });
  });

  it('get the places that one of them gives back in the same request', async () => {
    const { event, first, ada, ben, cid } = await withParty({ waitlist: 'automatic', capacity: 4 });
    await accepts(first, 1);
    await accepts(ada, 1);
    const body = await asks(ada, [member(ben)], { plusOnes: 0 });
    expect(body).toMatchObject({ rsvp: 'accepted', plusOnes: 0, waitlist: null });
    expect(standingsIn(body)).toEqual([null, null, null]);
    expect(await rsvpOf(ben)).toBe('accepted');
    // Ada keeps her place while Cid waits.
    expect(standingsIn(await asks(ada, [member(cid)]))).toEqual([
      null,
      null,
      { position: 1, people: 1, since: expect.any(String) },
    ]);
    expect(await rsvpOf(ada)).toBe('accepted');
    expect(await orderOf(event)).toEqual([['Cid', 1, 1]]);
  });

  it('get nothing when one of them has a place and asks for more than fits', async () => {
    const { event, first, ada, ben } = await withParty({ waitlist: 'manual', capacity: 3 });
    await accepts(first, 1);
    await accepts(ada);
    const more = { rsvp: 'accepted', plusOnes: 1, members: [member(ben)] };
    expectProblem(await answer(ada, more), 409, 'event_full');
    expect(await shown(ada)).toMatchObject({ rsvp: 'accepted', plusOnes: 0 });
    expect(await shown(ben)).toMatchObject({ rsvp: 'pending', waitlist: null });
    expect(await listOf(event)).toEqual([]);
  });

  it('are one group as soon as they ask together, which counts from then on if it needs more', async () => {
    const { event, ada, ben, cid } = await withParty({ waitlist: 'manual' });
    await accepts(ada);
    const between = await invite(tenant.key, event, { name: 'Dan' });
    await accepts(between);
    await accepts(ben);
    expect((await orderOf(event)).map(([name, position]) => [name, position])).toEqual([
      ['Ada', 1],
      ['Dan', 2],
      ['Ben', 3],
    ]);
    // Two who wait already: they keep the later place.
    await asks(ada, [member(ben)]);
    expect(await orderOf(event)).toEqual([
      ['Dan', 1, 1],
      ['Ada', 2, 2],
      ['Ben', 2, 2],
    ]);
    const last = await invite(tenant.key, event, { name: 'Eve' });
    await accepts(last);
    // With a newcomer they are more, and come last.
    await asks(ben, [member(cid)]);
    expect(await orderOf(event)).toEqual([
      ['Dan', 1, 1],
      ['Eve', 2, 1],
      ['Ada', 3, 3],
      ['Ben', 3, 3],
      ['Cid', 3, 3],
    ]);
  });

  it('go on waiting when one of them declines, and get their places if the rest fits', async () => {
    const { first, ada, ben, cid } = await withParty({ waitlist: 'automatic', capacity: 3 });
    await asks(ada, [member(ben), member(cid)]);
    await accepts(first, 0);
    expect(await rsvpOf(ada)).toBe('pending');
    // Two places are free: enough for two of them, asked for by the one who stays at home.
    await answer(cid, { rsvp: 'declined' }).expect(200);
    expect([await rsvpOf(ada), await rsvpOf(ben), await rsvpOf(cid)]).toEqual(['accepted', 'accepted', 'declined']);
  });

  it('are counted exactly when several of them ask for all at once', async () => {
    const { event, first, ada, ben, cid } = await withParty({ waitlist: 'automatic', capacity: 4 });
    const rivals = [await invite(tenant.key, event), await invite(tenant.key, event)];
    const forAll = (own: Json) =>
      asks(
        own,
        [ada, ben, cid].filter(({ id }) => id !== own.id).map((other) => member(other)),
      );
    await Promise.all([forAll(ada), forAll(cid), ...rivals.map((rival) => accepts(rival)), accepts(first, 1)]);
    const { body } = await tenant.key.get(`/api/events/${event.id}/summary`).expect(200);
    expect(body.people).toBe(4);
    const family = [await rsvpOf(ada), await rsvpOf(ben), await rsvpOf(cid)];
    expect(new Set(family).size).toBe(1);
  });
});

describe('an automatic waiting list', () => {
  it('accepts the oldest whom the places suffice for that become free, and tells them', async () => {
    const { event, first } = await fullEvent({ waitlist: 'automatic', capacity: 3 }, []);
    const family = await invite(tenant.key, event, { name: 'Ada' });
    const couple = await invite(tenant.key, event, { name: 'Ben', email: 'ben-waits@example.com' });
    const single = await invite(tenant.key, event, { name: 'Cid' });
    await accepts(family, 2);
    await accepts(couple, 1);
    await accepts(single);
    // Two places: not enough for the family, which keeps its position.
    await answer(first, { rsvp: 'accepted', plusOnes: 0 }).expect(200);
    expect(await shown(couple)).toMatchObject({ rsvp: 'accepted', plusOnes: 1, waitlist: null });
    expect(await orderOf(event)).toEqual([
      ['Ada', 1, 3],
      ['Cid', 2, 1],
    ]);
    expect(await typesOf(couple)).toEqual(['event_guest.added', 'guest.waitlisted', 'guest.promoted', 'guest.rsvp']);
    const mail = await eventually('a letter', async () =>
      (await readMailFiles(service.dataDir)).find(({ headers }) => headers['to']?.includes('ben-waits@example.com')),
    );
    expect(mail.text).toContain(couple.rsvpUrl);
    expect(mail.headers['subject']).toContain('You have a place');
    const records = (await auditOf(service.databaseUrl, couple.id)).map(({ action, changes }) => [
      action,
      Object.keys(changes),
    ]);
    expect(records.slice(-2)).toEqual([
      ['event_guest.promoted', ['waitlist']],
      ['event_guest.answered', ['rsvp']],
    ]);
  });

  const doors: [string, (stage: { event: Json; first: Json }) => PromiseLike<unknown>][] = [
    ['a guest declines', ({ first }) => answer(first, { rsvp: 'declined' }).expect(200)],
    ['a guest is not sure any more', ({ first }) => answer(first, { rsvp: 'tentative' }).expect(200)],
    ['a guest brings fewer', ({ first }) => answer(first, { rsvp: 'accepted', plusOnes: 0 }).expect(200)],
    [
      'a planner declines for them',
      ({ first }) => tenant.key.patch(pathOfGuest(first), { rsvp: 'declined' }).expect(200),
    ],
    ['a planner writes down fewer', ({ first }) => tenant.key.patch(pathOfGuest(first), { plusOnes: 0 }).expect(200)],
    ['they are taken off the event', ({ first }) => tenant.key.delete(pathOfGuest(first)).expect(204)],
    ['they are deleted', ({ first }) => tenant.key.delete(`/api/guests/${first.guestId}`).expect(204)],
    [
      'they are erased',
      ({ first }) => tenant.session.post(`/api/guests/${first.guestId}/erase`, { force: true }).expect(200),
    ],
    [
      'a batch declines for them',
      ({ event, first }) =>
        tenant.key
          .post(`/api/events/${event.id}/guests/batch`, { items: [{ guestId: first.guestId, rsvp: 'declined' }] })
          .expect(200),
    ],
    ['the event gets a place more', ({ event }) => change(event, { capacity: 3 })],
    ['the event has no limit any more', ({ event }) => change(event, { capacity: null })],
  ];
  it.each(doors)('moves on when %s', async (_what, door) => {
    const { event, first, others } = await fullEvent({ waitlist: 'automatic' }, ['Ada']);
    await accepts(others[0]!);
    await door({ event, first });
    expect(await shown(others[0]!)).toMatchObject({ rsvp: 'accepted', waitlist: null });
    expect(await listOf(event)).toEqual([]);
  });

  it('moves on when the first in line wants fewer places, or stops waiting', async () => {
    const { event, first, others } = await fullEvent({ waitlist: 'automatic', capacity: 3 }, ['Ada', 'Ben']);
    const [ada, ben] = others as [Json, Json];
    await accepts(ada, 2);
    await accepts(ben, 1);
    await accepts(first, 1);
    expect(await orderOf(event)).toHaveLength(2);
    // One place is free, and it is theirs as soon as they ask for no more.
    expect(await accepts(ada, 0)).toMatchObject({ rsvp: 'accepted', plusOnes: 0, waitlist: null });
    await accepts(first, 0);
    await tenant.key.patch(pathOfGuest(ben), { plusOnes: 0 }).expect(200);
    expect(await rsvpOf(ben)).toBe('accepted');
  });

  it('accepts those who wait when it is switched on, or the event takes place again', async () => {
    const { event, first, others } = await fullEvent({ waitlist: 'manual' }, ['Ada', 'Ben']);
    const [ada, ben] = others as [Json, Json];
    await accepts(ada);
    await accepts(ben);
    await accepts(first, 0);
    expect(await rsvpOf(ada)).toBe('pending');
    await change(event, { waitlist: 'automatic' });
    expect(await rsvpOf(ada)).toBe('accepted');
    await change(event, { status: 'cancelled' });
    await tenant.key.patch(pathOfGuest(first), { rsvp: 'declined' }).expect(200);
    expect(await rsvpOf(ben)).toBe('pending');
    await change(event, { status: 'confirmed' });
    expect(await rsvpOf(ben)).toBe('accepted');
  });

  it('accepts a newcomer who fits at once, past those who would need more', async () => {
    const { event, first, others } = await fullEvent({ waitlist: 'automatic', capacity: 3 }, ['Ada', 'Ben', 'Cid']);
    const [ada, ben, cid] = others as [Json, Json, Json];
    await accepts(ada, 2);
    await accepts(first, 1);
    expect(await accepts(ben)).toMatchObject({ rsvp: 'accepted', waitlist: null });
    expect(await typesOf(ben)).toEqual(['event_guest.added', 'guest.rsvp']);
    await accepts(first, 0);
    const { body } = await tenant.key.post(`/api/events/${event.id}/waitlist`, { eventGuestId: cid.id }).expect(201);
    expect(body).toMatchObject({ eventGuestId: cid.id, rsvp: 'accepted', position: null, since: null });
    expect(await orderOf(event)).toEqual([['Ada', 1, 3]]);
  });

  it('takes nobody back when the event gets smaller', async () => {
    const { event, first, others } = await fullEvent({ waitlist: 'automatic', capacity: 4 }, ['Ada']);
    await accepts(others[0]!);
    await change(event, { capacity: 1 });
    expect(await rsvpOf(first)).toBe('accepted');
    await accepts(first, 1);
    expect(await rsvpOf(others[0]!)).toBe('pending');
    await answer(first, { rsvp: 'declined' }).expect(200);
    expect(await rsvpOf(others[0]!)).toBe('accepted');
  });
});

describe('a waiting list that planners decide about', () => {
  it('accepts nobody automatically, and nobody goes past those who wait', async () => {
    const { event, first, others } = await fullEvent({ waitlist: 'manual', capacity: 3 }, ['Ada', 'Ben']);
    const [ada, ben] = others as [Json, Json];
    await accepts(ada, 2);
    await answer(first, { rsvp: 'accepted', plusOnes: 0 }).expect(200);
    expect(await accepts(ben)).toMatchObject({ rsvp: 'pending', waitlist: { position: 2 } });
    expect(await rsvpOf(ada)).toBe('pending');
    // Planners may: whoever fits.
    expect((await promote(event, ben).expect(200)).body).toMatchObject({
      id: ben.id,
      rsvp: 'accepted',
      waitlist: null,
    });
    expectProblem(await promote(event, ada), 409, 'event_full');
    await tenant.key.delete(pathOfGuest(first)).expect(204);
    expect(await orderOf(event)).toEqual([['Ada', 1, 3]]);
    await change(event, { capacity: 4 });
    await promote(event, ada).expect(200);
    expect(await typesOf(ada)).toEqual(['event_guest.added', 'guest.waitlisted', 'guest.promoted', 'guest.rsvp']);
  });
});

it('says in the overview whom the free places suffice for', async () => {
  const { event, first, others } = await fullEvent({ waitlist: 'manual', capacity: 3 }, ['Ada', 'Ben']);
  const [ada, ben] = others as [Json, Json];
  await accepts(ada, 2);
  await accepts(ben, 1);
  const fits = async (): Promise<Json | undefined> =>
    (await tenant.key.get('/api/overview').expect(200)).body.attention.find(
      ({ kind, eventId }: Json) => kind === 'waitlist_fits' && eventId === event.id,
    );
  expect(await fits()).toBeUndefined();
  await accepts(first, 0);
  expect(await fits()).toMatchObject({ kind: 'waitlist_fits', count: 1, name: event.name });
  // Ben would take both places: for those behind him nothing is left.
  for (const name of ['Cem', 'Dan']) await accepts(await invite(tenant.key, event, { name }));
  expect(await fits()).toMatchObject({ count: 1 });
  await change(event, { capacity: 4 });
  expect(await fits()).toMatchObject({ count: 1 });
  await accepts(ada, 0);
  expect(await fits()).toMatchObject({ count: 2 });
  await change(event, { capacity: null });
  expect(await fits()).toMatchObject({ count: 4 });
  await change(event, { status: 'cancelled' });
  expect(await fits()).toBeUndefined();
});
