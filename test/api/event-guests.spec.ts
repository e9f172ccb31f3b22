import { auditOf } from '../support/audit';
import { unique } from '../support/builders';
import type { Json } from '../support/client';
import { useFollowedEvents, useTenant, useTestApp } from '../support/fixtures';
import { assignVehicle, invite, inviteMany, newEvent, pathOfGuest, seat } from '../support/guests';
import { outboxOf } from '../support/outbox';
import { patiently } from '../support/patiently';
import { expectProblem } from '../support/problem';
import { sql } from '../support/sql';

const UNKNOWN_ID = '019a1b2c-3d4e-7f50-8a61-b2c3d4e5f607';

const service = useTestApp();
useFollowedEvents(service);
const tenant = useTenant(service);
const stranger = useTenant(service);

const newGuest = async (fields: Record<string, unknown> = {}, owner = tenant): Promise<Json> =>
  (await owner.key.post('/api/guests', { name: unique('Guest'), ...fields }).expect(201)).body;
const typesOf = async (id: string): Promise<string[]> =>
  (await outboxOf(service.databaseUrl, id)).map(({ type }) => type);
const actionsOf = async (id: string): Promise<string[]> =>
  (await auditOf(service.databaseUrl, id)).map(({ action }) => action);
const withoutLink = ({ rsvpUrl: _rsvpUrl, passUrl: _passUrl, ...rest }: Json): Json => rest;

describe('putting guests on an event', () => {
  it('takes somebody who is known, and shows the person with the answer', async () => {
    const event = await newEvent(tenant.key);
    const guest = await newGuest({
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      phone: '+4930123456',
      company: 'Analytical Engines',
      tags: ['vip'],
      dietary: 'Vegetarian',
      externalId: 'crm-1815',
      notes: 'Not shown here.',
    });
    const { body, headers } = await tenant.key
      .post(`/api/events/${event.id}/guests`, { guestId: guest.id })
      .expect(201);
    expect(body).toEqual({
      id: expect.any(String),
      eventId: event.id,
      guestId: guest.id,
      guest: {
        id: guest.id,
        externalId: 'crm-1815',
        name: 'Ada Lovelace',
        email: 'ada@example.com',
        phone: '+4930123456',
        company: 'Analytical Engines',
        tags: ['vip'],
        dietary: 'Vegetarian',
        erasedAt: null,
      },
      rsvp: 'pending',
      plusOnes: 0,
      maxPlusOnes: null,
      companions: [],
      answers: {},
      party: null,
      vehicleAssignmentId: null,
      checkedInAt: null,
      waitlist: null,
      notes: null,
      rsvpUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/api\/rsvp\/[A-Za-z0-9_-]{64}$/),
      passUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/rsvp\/[A-Za-z0-9_-]{64}\/pass$/),
      code: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{10}$/),
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedAt: body.createdAt,
    });
    const read = await tenant.key.get(pathOfGuest(body)).expect(200);
    expect([read.body, read.headers['etag']]).toEqual([body, headers['etag']]);
  });

  it('takes somebody new, who is a guest of the organization from then on', async () => {
    const event = await newEvent(tenant.key);
    const added = await invite(tenant.key, event, { name: 'Grace Hopper', email: 'grace@example.com' });
    const { body } = await tenant.key.get(`/api/guests/${added.guestId}`).expect(200);
    expect(body).toMatchObject({ name: 'Grace Hopper', email: 'grace@example.com' });
  });

  it('takes many at once, in the order in which they are named', async () => {
    const event = await newEvent(tenant.key);
    const guestIds = [(await newGuest()).id, (await newGuest()).id, (await newGuest()).id].reverse();
    const { body } = await tenant.key.post(`/api/events/${event.id}/guests`, { guestIds }).expect(201);
    expect(Object.keys(body)).toEqual(['data']);
    expect(body.data.map((added: Json) => added.guestId)).toEqual(guestIds);
    for (const added of body.data) {
      expect(await typesOf(added.id)).toEqual(['event_guest.added']);
      expect(await actionsOf(added.id)).toEqual(['event_guest.added']);
    }
  });

  it('takes all of many, or none', async () => {
    const event = await newEvent(tenant.key);
    const [known, present] = [await newGuest(), await newGuest()];
    const path = `/api/events/${event.id}/guests`;
    await tenant.key.post(path, { guestId: present.id }).expect(201);
    for (const id of [UNKNOWN_ID, 'nonsense', '', (await newGuest({}, stranger)).id]) {
      expectProblem(await tenant.key.post(path, { guestIds: [known.id, id] }), 404, 'not_found');
      expectProblem(await tenant.key.post(path, { guestId: id }), 404, 'not_found');
    }
    const answer = await tenant.key.post(path, { guestIds: [known.id, present.id] });
    expectProblem(answer, 409, 'already_invited');
    expect(answer.body.detail).toContain(present.id);
    expect(answer.body.detail).not.toContain(known.id);
    expectProblem(await tenant.key.post(path, { guestId: present.id }), 409, 'already_invited');
    expect((await tenant.key.get(path).expect(200)).body.total).toBe(1);
  });

  it('puts nobody on an event twice, however many ask at once', async () => {
    const event = await newEvent(tenant.key);
    const { id } = await newGuest();
    const path = `/api/events/${event.id}/guests`;
    const answers = await Promise.all(Array.from({ length: 10 }, () => tenant.key.post(path, { guestId: id })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(409)]);
  });

  it.each([
    ['two ways of naming a guest', { guestId: UNKNOWN_ID, guestIds: [UNKNOWN_ID] }, ['guestId', 'guestIds']],
    ['a known guest with the fields of a new one', { guestId: UNKNOWN_ID, name: 'Ada' }, ['guestId', 'name']],
    ['nobody', {}, ['guestId', 'guestIds', 'from', 'name']],
    ['a known guest and everybody with a tag', { guestId: UNKNOWN_ID, from: { tag: 'vip' } }, ['guestId', 'from']],
    ['everybody and a new one', { name: 'Ada', from: { all: true } }, ['from', 'name']],
    ['two places to take guests from', { from: { tag: 'vip', all: true } }, ['from.tag', 'from.all']],
    ['no place to take guests from', { from: {} }, ['from']],
    ['a place that is none', { from: 'everywhere' }, ['from']],
    ['all of nobody', { from: { all: false } }, ['from.all']],
    ['an empty tag', { from: { tag: ' ' } }, ['from.tag']],
    ['an unknown place', { from: { tourId: UNKNOWN_ID } }, ['from.tourId', 'from']],
    ['a new guest without a name', { email: 'ada@example.com' }, ['name']],
    ['a new guest with an address that is none', { name: 'Ada', email: 'nowhere' }, ['email']],
    ['no guests', { guestIds: [] }, ['guestIds']],
    ['a guest named twice', { guestIds: [UNKNOWN_ID, UNKNOWN_ID] }, ['guestIds']],
    ['guests that are no text', { guestIds: [1] }, ['guestIds']],
    ['a thousand and one guests', { guestIds: Array.from({ length: 1001 }, (_, i) => `${i}`) }, ['guestIds']],
    ['an unknown field', { guestId: UNKNOWN_ID, rsvp: 'accepted' }, ['rsvp']],
  ])('refuses %s and names the fields', async (_what, body, fields) => {
    const event = await newEvent(tenant.key);
    const answer = await tenant.key.post(`/api/events/${event.id}/guests`, body);
    expectProblem(answer, 400, 'validation_failed');
    expect(answer.body.errors.map((error: Json) => error.field)).toEqual(fields);
  });

  it('is refused for an event that is not there, or not theirs', async () => {
    const { id } = await newGuest();
    const theirs = await newEvent(stranger.key);
    for (const event of [UNKNOWN_ID, 'nonsense', theirs.id])
      expectProblem(await tenant.key.post(`/api/events/${event}/guests`, { guestId: id }), 404, 'not_found');
  });

  it('leaves records without the link', async () => {
    const event = await newEvent(tenant.key);
    const added = await invite(tenant.key, event);
    const [notice] = await outboxOf(service.databaseUrl, added.id);
    expect(notice).toMatchObject({ type: 'event_guest.added', data: withoutLink(added) });
    expect(Object.keys(notice!.data)).not.toContain('rsvpUrl');
    expect(Object.keys(notice!.data)).not.toContain('passUrl');
    const [record] = await auditOf(service.databaseUrl, added.id);
    expect(record).toMatchObject({ target_type: 'event_guest', changes: { rsvp: { before: null, after: 'pending' } } });
    expect(JSON.stringify(record)).not.toContain('/api/rsvp/');
  });
});

describe("an event's guests", () => {
  let event: Json;

  beforeAll(async () => {
    event = await newEvent(tenant.key);
    await invite(tenant.key, event, { name: 'Zoë', email: 'zoe@example.com', company: 'Initech' });
    const ada = await invite(tenant.key, event, { name: 'Ada', email: 'ada@example.org' });
    const bob = await invite(tenant.key, event, { name: 'Bob 100%' });
    await tenant.key.patch(pathOfGuest(ada), { rsvp: 'accepted' }).expect(200);
    await tenant.key.post(`${pathOfGuest(bob)}/check-in`).expect(200);
  });

  const names = async (query: string): Promise<string[]> => {
    const { body } = await tenant.key.get(`/api/events/${event.id}/guests${query}`).expect(200);
    expect(body.total).toBe(body.data.length);
    return body.data.map(({ guest }: Json) => guest.name);
  };

  it('are listed as they were added, or by name', async () => {
    expect(await names('')).toEqual(['Zoë', 'Ada', 'Bob 100%']);
    expect(await names('?sortDir=desc')).toEqual(['Bob 100%', 'Ada', 'Zoë']);
    expect(await names('?sortBy=name')).toEqual(['Ada', 'Bob 100%', 'Zoë']);
  });

  it('are found by answer, check-in and part of a name, address or company', async () => {
    expect(await names('?rsvp=accepted')).toEqual(['Ada']);
    expect(await names('?rsvp=declined')).toEqual([]);
    expect(await names('?checkedIn=true')).toEqual(['Bob 100%']);
    expect(await names('?checkedIn=false')).toEqual(['Zoë', 'Ada']);
    expect(await names('?q=EXAMPLE.com')).toEqual(['Zoë']);
    expect(await names('?q=initech')).toEqual(['Zoë']);
    expect(await names('?q=zoe')).toEqual(['Zoë']);
    expect(await names('?q=0%25')).toEqual(['Bob 100%']);
    expect(await names('?q=a&rsvp=pending&checkedIn=false')).toEqual(['Zoë']);
  });

  it.each([
    'checkedIn=1',
    'checkedIn=',
    'checkedIn=TRUE',
    'checkedIn=true&checkedIn=true',
    'waiting=1',
    'rsvp=maybe',
    'sortBy=rsvp',
  ])('are not listed by %s', async (query) => {
    const answer = await tenant.key.get(`/api/events/${event.id}/guests?${query}`);
    expectProblem(answer, 400, 'validation_failed');
    expect(answer.body.errors.map((error: Json) => error.field)).toEqual([query.split('=')[0]]);
  });

  it('are nobody of an event that is not there', async () => {
    const empty = await newEvent(tenant.key);
    expect((await tenant.key.get(`/api/events/${empty.id}/guests`).expect(200)).body.data).toEqual([]);
    await tenant.key.get(`/api/events/${UNKNOWN_ID}/guests`).expect(404);
    await stranger.key.get(`/api/events/${event.id}/guests`).expect(404);
  });

  it('are found under their own event only', async () => {
    const other = await newEvent(tenant.key);
    const guest = await invite(tenant.key, event);
    const path = pathOfGuest({ ...guest, eventId: other.id });
    await tenant.key.get(path).expect(404);
    await tenant.key.patch(path, { notes: 'x' }).expect(404);
    await tenant.key.post(`${path}/check-in`).expect(404);
    await tenant.key.delete(`${path}/check-in`).expect(404);
    await tenant.key.delete(path).expect(404);
    await tenant.key.delete(pathOfGuest(guest)).expect(204);
  });
});

describe('changing a guest of an event', () => {
  it('changes what is named, clears with null and leaves the rest alone', async () => {
    const guest = await invite(tenant.key, await newEvent(tenant.key));
    const path = pathOfGuest(guest);
    const { body } = await tenant.key
      .patch(path, { rsvp: 'accepted', plusOnes: 2, notes: ' With the band ' })
      .expect(200);
    expect(body).toEqual({
      ...guest,
      rsvp: 'accepted',
      plusOnes: 2,
      notes: 'With the band',
      updatedAt: body.updatedAt,
    });
    expect((await tenant.key.patch(path, { notes: null }).expect(200)).body).toMatchObject({
      rsvp: 'accepted',
      plusOnes: 2,
      notes: null,
    });
  });

  it('records an event for an answer that changed, and another for what else did', async () => {
    const guest = await invite(tenant.key, await newEvent(tenant.key));
    const path = pathOfGuest(guest);
    await tenant.key.patch(path, { notes: 'Only for us' }).expect(200);
    expect(await typesOf(guest.id)).toEqual(['event_guest.added', 'event_guest.updated']);
    const { body } = await tenant.key.patch(path, { rsvp: 'tentative' }).expect(200);
    await tenant.key.patch(path, { plusOnes: 1 }).expect(200);
    const updated = 'event_guest.updated';
    expect(await typesOf(guest.id)).toEqual(['event_guest.added', updated, 'guest.rsvp', 'guest.rsvp']);
    expect((await outboxOf(service.databaseUrl, guest.id))[2]!.data).toEqual(withoutLink(body));
    const audit = await auditOf(service.databaseUrl, guest.id);
    expect(audit.slice(1).map(({ action, changes }) => [action, changes])).toEqual([
      ['event_guest.updated', { notes: { before: null, after: 'Only for us' } }],
      ['event_guest.updated', { rsvp: { before: 'pending', after: 'tentative' } }],
      ['event_guest.updated', { plusOnes: { before: 0, after: 1 } }],
    ]);
  });

  it.each([
    [{ rsvp: 'maybe' }, 'rsvp'],
    [{ rsvp: null }, 'rsvp'],
    [{ plusOnes: -1 }, 'plusOnes'],
    [{ plusOnes: 101 }, 'plusOnes'],
    [{ plusOnes: 1.5 }, 'plusOnes'],
    [{ plusOnes: '1' }, 'plusOnes'],
    [{ notes: 'x'.repeat(5001) }, 'notes'],
    [{ guestId: UNKNOWN_ID }, 'guestId'],
    [{ vehicleAssignmentId: null }, 'vehicleAssignmentId'],
    [{ checkedInAt: null }, 'checkedInAt'],
  ])('refuses %j and names the field', async (changes, field) => {
    const guest = await invite(tenant.key, await newEvent(tenant.key));
    const answer = await tenant.key.patch(pathOfGuest(guest), changes);
    expectProblem(answer, 400, 'validation_failed');
    expect(answer.body.errors.map((error: Json) => error.field)).toEqual([field]);
  });

  it('lets exactly one of many changes through that were made on the same version', async () => {
    const guest = await invite(tenant.key, await newEvent(tenant.key));
    const tag = (await tenant.key.get(pathOfGuest(guest))).headers['etag']!;
    const match = tenant.key.with({ 'If-Match': tag });
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => match.patch(pathOfGuest(guest), { plusOnes: i + 1 })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(412)]);
    await match.delete(pathOfGuest(guest)).expect(412);
  });

  it('makes whoever declines bring nobody, whatever is sent', async () => {
    const guest = await invite(tenant.key, await newEvent(tenant.key));
    const path = pathOfGuest(guest);
    await tenant.key.patch(path, { rsvp: 'accepted', plusOnes: 3 }).expect(200);
    expect((await tenant.key.patch(path, { rsvp: 'declined' }).expect(200)).body.plusOnes).toBe(0);
    const before = await actionsOf(guest.id);
    expect((await tenant.key.patch(path, { plusOnes: 2 }).expect(200)).body.plusOnes).toBe(0);
    expect(await actionsOf(guest.id)).toEqual(before);
  });
});

describe("an event's capacity", () => {
  it('counts those who accepted and their plus-ones, and refuses more', async () => {
    const event = await newEvent(tenant.key, { capacity: 4 });
    const [first, second, third] = await inviteMany(tenant.key, event, 3);
    await tenant.key.patch(pathOfGuest(first), { rsvp: 'accepted', plusOnes: 2 }).expect(200);
    expectProblem(await tenant.key.patch(pathOfGuest(second), { rsvp: 'accepted', plusOnes: 1 }), 409, 'event_full');
    await tenant.key.patch(pathOfGuest(second), { rsvp: 'accepted' }).expect(200);
    expectProblem(await tenant.key.patch(pathOfGuest(second), { plusOnes: 1 }), 409, 'event_full');
    // Whoever has not accepted takes no place.
    await tenant.key.patch(pathOfGuest(third), { rsvp: 'tentative', plusOnes: 9 }).expect(200);
    expectProblem(await tenant.key.patch(pathOfGuest(third), { rsvp: 'accepted' }), 409, 'event_full');
    expect((await tenant.key.get(pathOfGuest(third))).body).toMatchObject({ rsvp: 'tentative', plusOnes: 9 });
  });

  it('never rejects whoever declines or comes with fewer, even when it was lowered', async () => {
    const event = await newEvent(tenant.key, { capacity: 6 });
    const [guest, other] = await inviteMany(tenant.key, event, 2);
    await tenant.key.patch(pathOfGuest(guest), { rsvp: 'accepted', plusOnes: 4 }).expect(200);
    await tenant.key.patch(`/api/events/${event.id}`, { capacity: 2 }).expect(200);
    await tenant.key.patch(pathOfGuest(guest), { plusOnes: 3, notes: 'One fewer' }).expect(200);
    await tenant.key.patch(pathOfGuest(guest), { rsvp: 'accepted' }).expect(200);
    expectProblem(await tenant.key.patch(pathOfGuest(other), { rsvp: 'accepted' }), 409, 'event_full');
    await tenant.key.patch(pathOfGuest(guest), { rsvp: 'declined' }).expect(200);
    await tenant.key.patch(pathOfGuest(other), { rsvp: 'accepted', plusOnes: 1 }).expect(200);
  });

  it('is exact when a hundred accept at once', async () => {
    const event = await newEvent(tenant.key, { capacity: 37 });
    const guests = await inviteMany(tenant.key, event, 100);
    const answers = await Promise.all(
      guests.map((guest) => patiently(service, () => tenant.key.patch(pathOfGuest(guest), { rsvp: 'accepted' }))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(37);
    expect(answers.filter(({ status, body }) => status === 409 && body.code === 'event_full')).toHaveLength(63);
    const { body } = await tenant.key.get(`/api/events/${event.id}/guests?rsvp=accepted`).expect(200);
    expect(body.total).toBe(37);
  });
});

describe('a guest with seats in a vehicle', () => {
  it('gives them up by declining', async () => {
    const event = await newEvent(tenant.key);
    const guest = await invite(tenant.key, event);
    const assignment = await assignVehicle(tenant.key, event, 3);
    await seat(tenant.key, guest, assignment);
    const { body } = await tenant.key.patch(pathOfGuest(guest), { rsvp: 'declined' }).expect(200);
    expect(body.vehicleAssignmentId).toBeNull();
    expect((await typesOf(guest.id)).sort()).toEqual([
      'event_guest.added',
      'guest.rsvp',
      'guest.vehicle_changed',
      'guest.vehicle_changed',
    ]);
    expect(await actionsOf(guest.id)).toEqual([
      'event_guest.added',
      'event_guest.vehicle_changed',
      'event_guest.updated',
      'event_guest.vehicle_changed',
    ]);
  });

  it('cannot bring more than the vehicle has seats for', async () => {
    const event = await newEvent(tenant.key);
    const [guest, other] = await inviteMany(tenant.key, event, 2);
    const assignment = await assignVehicle(tenant.key, event, 4);
    for (const each of [guest, other]) await seat(tenant.key, each, assignment);
    await tenant.key.patch(pathOfGuest(guest), { plusOnes: 2 }).expect(200);
    expectProblem(await tenant.key.patch(pathOfGuest(guest), { plusOnes: 3 }), 409, 'over_capacity');
    expectProblem(await tenant.key.patch(pathOfGuest(other), { plusOnes: 1 }), 409, 'over_capacity');
    await tenant.key.patch(pathOfGuest(guest), { plusOnes: 1 }).expect(200);
    await tenant.key.patch(pathOfGuest(other), { plusOnes: 1 }).expect(200);
  });

  it('goes with the event when that is deleted, and so does the vehicle', async () => {
    const event = await newEvent(tenant.key);
    const guest = await invite(tenant.key, event);
    await seat(tenant.key, guest, await assignVehicle(tenant.key, event, 3));
    await tenant.key.delete(`/api/events/${event.id}`).expect(204);
    await tenant.key.get(pathOfGuest(guest)).expect(404);
    await tenant.key.get(`/api/guests/${guest.guestId}`).expect(200);
    for (const table of ['event_guests', 'vehicle_assignments']) {
      expect(await sql(service.databaseUrl, `SELECT id FROM ${table} WHERE event_id = $1`, [event.id])).toEqual([]);
    }
  });
});

describe('taking a guest off an event', () => {
  it('answers 204 without a body, frees the seat, and 404 from then on', async () => {
    const event = await newEvent(tenant.key);
    const guest = await invite(tenant.key, event);
    const assignment = await assignVehicle(tenant.key, event, 1);
    const seated = await seat(tenant.key, guest, assignment);
    expect((await tenant.key.delete(pathOfGuest(guest)).expect(204)).text).toBe('');
    await tenant.key.delete(pathOfGuest(guest)).expect(404);
    await tenant.key.get(pathOfGuest(guest)).expect(404);
    await seat(tenant.key, await invite(tenant.key, event), assignment);
    const notices = await outboxOf(service.databaseUrl, guest.id);
    expect(notices.at(-1)).toMatchObject({ type: 'event_guest.removed', data: withoutLink(seated) });
    expect((await actionsOf(guest.id)).at(-1)).toBe('event_guest.removed');
  });

  it('leaves the person, who can be put on it again', async () => {
    const event = await newEvent(tenant.key);
    const { guestId, ...guest } = await invite(tenant.key, event);
    await tenant.key.delete(pathOfGuest(guest)).expect(204);
    const { body } = await tenant.key.post(`/api/events/${event.id}/guests`, { guestId }).expect(201);
    expect(body.rsvpUrl).not.toBe(guest.rsvpUrl);
  });

  it('is done on all events when the person is deleted, with an event for each', async () => {
    const [first, second] = [await newEvent(tenant.key), await newEvent(tenant.key)];
    const { id: guestId } = await newGuest();
    const added: Json[] = [];
    for (const event of [first, second])
      added.push((await tenant.key.post(`/api/events/${event.id}/guests`, { guestId }).expect(201)).body);
    await tenant.key.delete(`/api/guests/${guestId}`).expect(204);
    for (const guest of added) {
      await tenant.key.get(pathOfGuest(guest)).expect(404);
      const notices = await outboxOf(service.databaseUrl, guest.id);
      expect(notices.at(-1)).toMatchObject({ type: 'event_guest.removed', data: withoutLink(guest) });
      expect((await actionsOf(guest.id)).at(-1)).toBe('event_guest.removed');
    }
  });

  it('never stands in the way of others who change, add and delete at the same moment', async () => {
    const event = await newEvent(tenant.key, { capacity: 30 });
    const guests = await inviteMany(tenant.key, event, 12);
    const answers = await Promise.all(
      guests.flatMap((guest) => [
        patiently(service, () => tenant.key.patch(pathOfGuest(guest), { rsvp: 'accepted' })),
        patiently(service, () => tenant.key.delete(`/api/guests/${guest.guestId}`)),
        patiently(service, () => tenant.key.post(`/api/events/${event.id}/guests`, { guestId: guest.guestId })),
        patiently(service, () => tenant.key.delete(pathOfGuest(guest))),
      ]),
    );
    expect(answers.map(({ status }) => status).filter((status) => ![200, 201, 204, 404, 409].includes(status))).toEqual(
      [],
    );
    expect((await tenant.key.get(`/api/events/${event.id}/guests`).expect(200)).body.total).toBe(0);
  });
});
