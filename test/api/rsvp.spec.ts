import * as fc from 'fast-check';
import { auditOf } from '../support/audit';
import { registerTenant } from '../support/builders';
import { Client, type Json } from '../support/client';
import { useFollowedEvents, useTenant, useTestApp } from '../support/fixtures';
import { assignVehicle, invite, inviteMany, newEvent, pathOfGuest, rsvpPathOf, seat } from '../support/guests';
import { outbox, outboxOf } from '../support/outbox';
import { patiently } from '../support/patiently';
import { expectProblem } from '../support/problem';
import { sql } from '../support/sql';

const DAY_MS = 24 * 60 * 60 * 1000;

const service = useTestApp();
useFollowedEvents(service);
const tenant = useTenant(service);
let anybody: Client;

beforeAll(async () => {
  anybody = new Client(service.url);
});

const inDays = (days: number) => new Date(service.clock.now().getTime() + days * DAY_MS).toISOString();
const shown = async (guest: Json): Promise<Json> => (await tenant.key.get(pathOfGuest(guest)).expect(200)).body;
const answer = (guest: Json, body: Record<string, unknown>) => anybody.post(rsvpPathOf(guest), body);

describe("a guest's link", () => {
  it('shows the invitation without signing in, and nothing else', async () => {
    const event = await newEvent(tenant.key, {
      name: 'Vienna',
      description: 'Not for guests',
      notes: 'Not for guests',
      startsAt: inDays(1),
      endsAt: inDays(2),
      timezone: 'Europe/Vienna',
      venue: { name: 'Musikverein', city: 'Vienna' },
      capacity: 10,
    });
    const guest = await invite(tenant.key, event, { name: 'Ada', email: 'ada@example.com', notes: 'Not for guests' });
    await tenant.key.patch(pathOfGuest(guest), { notes: 'Not for guests', plusOnes: 1 }).expect(200);
    const { body } = await anybody.get(rsvpPathOf(guest)).expect(200);
    expect(body).toEqual({
      organization: { name: tenant.organization.name },
      event: {
        name: 'Vienna',
        status: 'draft',
        startsAt: event.startsAt,
        endsAt: event.endsAt,
        timezone: 'Europe/Vienna',
        venue: event.venue,
        rsvpDeadline: null,
        questions: [],
      },
      guest: { eventGuestId: guest.id, name: 'Ada' },
      rsvp: 'pending',
      plusOnes: 1,
      maxPlusOnes: 5,
      companions: [],
      answers: {},
      note: null,
      trips: [],
      waitlist: null,
      party: null,
    });
  });

  it('is a page in a browser, and JSON for everybody else', async () => {
    const path = rsvpPathOf(await invite(tenant.key, await newEvent(tenant.key)));
    const typeFor = async (accept: string): Promise<string> => {
      const { headers } = await anybody.with({ Accept: accept }).get(path).expect(200);
      expect(headers['vary']).toContain('Accept');
      return headers['content-type']!;
    };
    expect(await typeFor('text/html,application/xhtml+xml,*/*;q=0.8')).toBe('text/html; charset=utf-8');
    for (const accept of ['*/*', 'application/json'])
      expect(await typeFor(accept)).toBe('application/json; charset=utf-8');
  });

  it('is the only one: any other token gets the same 404', async () => {
    const guest = await invite(tenant.key, await newEvent(tenant.key));
    const token = rsvpPathOf(guest).split('/').pop()!;
    const strangers = await invite(tenant.key, await newEvent(tenant.key));
    const other = rsvpPathOf(strangers).split('/').pop()!;
    const caller = anybody.with({ 'X-Request-Id': 'the-same' });
    const expected = (await caller.get('/api/rsvp/nonsense').expect(404)).text;
    const tokens = [
      token.slice(1),
      `${token}A`,
      `${token}=`,
      `${token}%20`,
      token.toLowerCase() === token ? token.toUpperCase() : token.toLowerCase(),
      // The ids of one guest with the signature of another.
      token.slice(0, 43) + other.slice(43),
      other.slice(0, 43) + token.slice(43),
      'A'.repeat(64),
      'x'.repeat(3000),
      guest.id,
    ];
    for (const wrong of tokens) {
      const path = `/api/rsvp/${wrong}`;
      expect([wrong, (await caller.get(path)).text]).toEqual([wrong, expected]);
      expect([wrong, (await caller.post(path, { rsvp: 'accepted' })).text]).toEqual([wrong, expected]);
    }
    expect((await shown(guest)).rsvp).toBe('pending');
  });

  it('has one spelling: with any other character it leads nowhere', async () => {
    const path = rsvpPathOf(await invite(tenant.key, await newEvent(tenant.key)));
    const start = '/api/rsvp/'.length;
    const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+~.';
    await fc.assert(
      fc.asyncProperty(fc.nat(63), fc.constantFrom(...characters), async (place, character) => {
        const at = start + place;
        fc.pre(path[at] !== character);
        await anybody.get(path.slice(0, at) + character + path.slice(at + 1)).expect(404);
      }),
      { numRuns: 60 },
    );
  });

  it('leads nowhere once the guest is off the event, or the event or the guest is deleted', async () => {
    const gone: ((guest: Json) => string)[] = [
      pathOfGuest,
      ({ eventId }) => `/api/events/${eventId}`,
      ({ guestId }) => `/api/guests/${guestId}`,
    ];
    for (const path of gone) {
      const guest = await invite(tenant.key, await newEvent(tenant.key));
      await anybody.get(rsvpPathOf(guest)).expect(200);
      await tenant.key.delete(path(guest)).expect(204);
      expectProblem(await anybody.get(rsvpPathOf(guest)), 404, 'not_found');
      expectProblem(await answer(guest, { rsvp: 'accepted' }), 404, 'not_found');
    }
  });

  it.each([`status = 'suspended'`, 'deleted_at = now()'])(
    'leads nowhere while the organization has %s',
    async (change) => {
      const closed = await registerTenant(service.url);
      const guest = await invite(closed.key, await newEvent(closed.key));
      await sql(service.databaseUrl, `UPDATE organizations SET ${change} WHERE id = $1`, [closed.organization.id]);
      expectProblem(await anybody.get(rsvpPathOf(guest)), 404, 'not_found');
      expectProblem(await answer(guest, { rsvp: 'accepted' }), 404, 'not_found');
    },
  );

  it('is not in the log, the audit log or the outbox', async () => {
    const guest = await invite(tenant.key, await newEvent(tenant.key));
    await answer(guest, { rsvp: 'accepted' }).expect(200);
    await anybody.get(rsvpPathOf(guest)).expect(200);
    const token = rsvpPathOf(guest).split('/').pop()!;
    expect(service.log.some((line) => line.includes('/api/rsvp/:token'))).toBe(true);
    expect(service.log.filter((line) => line.includes(token))).toEqual([]);
    const records = [
      (await outbox(service.databaseUrl)).map(({ body }) => body as string),
      (await sql(service.databaseUrl, 'SELECT changes::text AS text FROM audit_records')).map(
        ({ text }) => text as string,
      ),
    ].flat();
    expect(records.filter((text) => text.includes('/api/rsvp/'))).toEqual([]);
  });
});

describe('answering', () => {
  it('takes answer, plus-ones and a note, which planners see', async () => {
    const guest = await invite(tenant.key, await newEvent(tenant.key));
    const { body } = await answer(guest, { rsvp: 'accepted', plusOnes: 2, note: ' Vegetarian ' }).expect(200);
    expect(body).toMatchObject({
      rsvp: 'accepted',
      plusOnes: 2,
      note: 'Vegetarian',
      guest: { name: guest.guest.name },
    });
    expect((await anybody.get(rsvpPathOf(guest)).expect(200)).body).toEqual(body);
    expect(await shown(guest)).toMatchObject({ rsvp: 'accepted', plusOnes: 2, notes: 'Vegetarian' });
  });

  it('lets a guest bring as many as the event says, or the guest, and planners more', async () => {
    const event = await newEvent(tenant.key);
    expect(event.maxPlusOnes).toBe(5);
    const guest = await invite(tenant.key, event, { name: 'Ada' });
    const path = rsvpPathOf(guest);
    const bring = (plusOnes: number) => anybody.post(path, { rsvp: 'accepted', plusOnes });
    const tooMany = async (plusOnes: number, max: number) =>
      expect((await bring(plusOnes).expect(400)).body.errors).toMatchObject([
        { field: 'plusOnes', code: 'out_of_range', params: { min: 0, max } },
      ]);
    expect((await anybody.get(path).expect(200)).body).toMatchObject({ maxPlusOnes: 5 });
    await tooMany(6, 5);
    await bring(5).expect(200);
    await tenant.key.patch(pathOfGuest(guest), { maxPlusOnes: 7 }).expect(200);
    await bring(7).expect(200);
    await tooMany(8, 7);
    expect(
      (await tenant.key.patch(pathOfGuest(guest), { plusOnes: 9, maxPlusOnes: 2 }).expect(200)).body,
    ).toMatchObject({
      plusOnes: 9,
      maxPlusOnes: 2,
    });
    // What planners gave them stays theirs; beyond it is beyond.
    expect((await bring(9).expect(200)).body).toMatchObject({ plusOnes: 9, maxPlusOnes: 2 });
    await tooMany(10, 2);
    await bring(1).expect(200);
    await tooMany(3, 2);

    const open = await newEvent(tenant.key, { maxPlusOnes: null });
    const other = await invite(tenant.key, open, { name: 'Bob' });
    expect((await anybody.post(rsvpPathOf(other), { rsvp: 'accepted', plusOnes: 100 }).expect(200)).body).toMatchObject(
      {
        plusOnes: 100,
        maxPlusOnes: 100,
      },
    );
    await tenant.key.patch(`/api/events/${open.id}`, { maxPlusOnes: 0 }).expect(200);
    expect((await anybody.get(rsvpPathOf(other)).expect(200)).body.maxPlusOnes).toBe(0);
    for (const maxPlusOnes of [-1, 101, 1.5, '5'])
      expectProblem(await tenant.key.patch(`/api/events/${open.id}`, { maxPlusOnes }), 400, 'validation_failed');
  });

  it('leaves what is left out as it is', async () => {
    const guest = await invite(tenant.key, await newEvent(tenant.key));
    await answer(guest, { rsvp: 'accepted', plusOnes: 2, note: 'Vegetarian' }).expect(200);
    const { body } = await answer(guest, { rsvp: 'tentative' }).expect(200);
    expect(body).toMatchObject({ rsvp: 'tentative', plusOnes: 2, note: 'Vegetarian' });
    expect((await answer(guest, { rsvp: 'tentative', note: null }).expect(200)).body.note).toBeNull();
    expect((await shown(guest)).notes).toBeNull();
  });

  it("puts the note at the end of the planners' notes, in the place of the one before", async () => {
    const guest = await invite(tenant.key, await newEvent(tenant.key));
    await tenant.key.patch(pathOfGuest(guest), { notes: 'VIP' }).expect(200);
    await answer(guest, { rsvp: 'accepted', note: 'Late' }).expect(200);
    expect((await shown(guest)).notes).toBe('VIP\n\nLate');
    expect((await answer(guest, { rsvp: 'accepted', note: 'On time' }).expect(200)).body.note).toBe('On time');
    expect((await shown(guest)).notes).toBe('VIP\n\nOn time');
    await tenant.key.patch(pathOfGuest(guest), { notes: 'VIP, comes on time' }).expect(200);
    await answer(guest, { rsvp: 'accepted', note: 'Late' }).expect(200);
    expect((await shown(guest)).notes).toBe('VIP, comes on time\n\nLate');
    await answer(guest, { rsvp: 'accepted', note: '' }).expect(200);
    expect((await shown(guest)).notes).toBe('VIP, comes on time');
    expect((await anybody.get(rsvpPathOf(guest))).body.note).toBeNull();
  });

  it('leaves notes that planners can send back as they read them, however long they are', async () => {
    const guest = await invite(tenant.key, await newEvent(tenant.key));
    const patch = (notes: string) => tenant.key.patch(pathOfGuest(guest), { notes });
    await patch('p'.repeat(5000)).expect(200);
    await answer(guest, { rsvp: 'accepted', note: 'n'.repeat(2000) }).expect(200);
    const { notes } = await shown(guest);
    expect(notes).toHaveLength(7002);
    expect((await patch(notes).expect(200)).body.notes).toBe(notes);
    const shortened = notes.slice(1);
    expect((await patch(shortened).expect(200)).body.notes).toBe(shortened);
    // What they write themselves is still limited.
    for (const wrong of [`p${notes}`, 'p'.repeat(5001), `${'p'.repeat(5001)}\n\n${'n'.repeat(1999)}`]) {
      const refused = await patch(wrong);
      expectProblem(refused, 400, 'validation_failed');
      expect(refused.body.errors).toEqual([expect.objectContaining({ field: 'notes', code: 'too_long' })]);
    }
    await answer(guest, { rsvp: 'accepted', note: null }).expect(200);
    expect((await shown(guest)).notes).toHaveLength(4999);
  });

  it('is recorded as what nobody who is signed in did, and published', async () => {
    const guest = await invite(tenant.key, await newEvent(tenant.key));
    // A credential that comes along is not looked at.
    await tenant.key.post(rsvpPathOf(guest), { rsvp: 'accepted', plusOnes: 1 }).expect(200);
    const [, record, ...more] = await auditOf(service.databaseUrl, guest.id);
    expect(more).toEqual([]);
    expect(record).toMatchObject({
      organization_id: tenant.organization.id,
      action: 'event_guest.answered',
      actor_type: 'system',
      actor_id: null,
      target_type: 'event_guest',
      changes: { rsvp: { before: 'pending', after: 'accepted' }, plusOnes: { before: 0, after: 1 } },
      // It could never be forgotten.
      ip: null,
      user_agent: null,
    });
    const [, notice] = await outboxOf(service.databaseUrl, guest.id);
    const { rsvpUrl: _rsvpUrl, passUrl: _passUrl, ...data } = await shown(guest);
    expect(notice).toMatchObject({ type: 'guest.rsvp', data });
  });

  it('writes nothing when it is the same again', async () => {
    const guest = await invite(tenant.key, await newEvent(tenant.key));
    const first = await answer(guest, { rsvp: 'declined', plusOnes: 4, note: 'Sorry' }).expect(200);
    expect(first.body.plusOnes).toBe(0);
    const before = await shown(guest);
    expect((await answer(guest, { rsvp: 'declined', plusOnes: 4, note: 'Sorry' }).expect(200)).body).toEqual(
      first.body,
    );
    expect(await shown(guest)).toEqual(before);
    expect(await auditOf(service.databaseUrl, guest.id)).toHaveLength(2);
    expect(await outboxOf(service.databaseUrl, guest.id)).toHaveLength(2);
  });

  it('frees the seats in the vehicle when it is no', async () => {
    const event = await newEvent(tenant.key);
    const guest = await invite(tenant.key, event);
    const assignment = await assignVehicle(tenant.key, event, 2);
    await seat(tenant.key, guest, assignment);
    expectProblem(await answer(guest, { rsvp: 'accepted', plusOnes: 2 }), 409, 'over_capacity');
    await answer(guest, { rsvp: 'accepted', plusOnes: 1 }).expect(200);
    await answer(guest, { rsvp: 'declined' }).expect(200);
    expect((await shown(guest)).vehicleAssignmentId).toBeNull();
    const types = (await outboxOf(service.databaseUrl, guest.id)).map(({ type }) => type);
    expect(types.filter((type) => type === 'guest.vehicle_changed')).toHaveLength(2);
    await seat(tenant.key, await invite(tenant.key, event), assignment);
  });

  it.each([
    ['no answer', { plusOnes: 1 }, 'rsvp'],
    ['an answer that is none', { rsvp: 'pending' }, 'rsvp'],
    ['plus-ones below zero', { rsvp: 'accepted', plusOnes: -1 }, 'plusOnes'],
    ['plus-ones beyond a hundred', { rsvp: 'accepted', plusOnes: 101 }, 'plusOnes'],
    ['a note that is too long', { rsvp: 'accepted', note: 'x'.repeat(2001) }, 'note'],
    ['what is not theirs to set', { rsvp: 'accepted', notes: 'x' }, 'notes'],
  ])('refuses %s and names the field', async (_what, body, field) => {
    const guest = await invite(tenant.key, await newEvent(tenant.key));
    const refused = await answer(guest, body);
    expectProblem(refused, 400, 'validation_failed');
    expect(refused.body.errors.map((error: Json) => error.field)).toEqual([field]);
  });

  it('is refused without a word on how many places or seats are free, which planners see', async () => {
    const full = await newEvent(tenant.key, { capacity: 7, maxPlusOnes: null });
    const waiting = await invite(tenant.key, full);
    const refused = await answer(waiting, { rsvp: 'accepted', plusOnes: 8 });
    expectProblem(refused, 409, 'event_full');
    expect(refused.body.detail).not.toMatch(/\d/);
    const toPlanner = await tenant.key.patch(pathOfGuest(waiting), { rsvp: 'accepted', plusOnes: 8 }).expect(409);
    expect(toPlanner.body.detail).toBe('Free places at the event: 7, needed: 9.');
    const event = await newEvent(tenant.key);
    const guest = await invite(tenant.key, event);
    await seat(tenant.key, guest, await assignVehicle(tenant.key, event, 4));
    const cramped = await answer(guest, { rsvp: 'accepted', plusOnes: 5 });
    expectProblem(cramped, 409, 'over_capacity');
    expect(cramped.body.detail).not.toMatch(/\d/);
  });

  it('is refused when the event is cancelled, and when it is completed', async () => {
    const cases: [Record<string, unknown>, string][] = [
      [{ status: 'cancelled', startsAt: inDays(1) }, 'event_cancelled'],
      [{ status: 'completed', startsAt: inDays(1) }, 'event_over'],
    ];
    for (const [fields, code] of cases) {
      const guest = await invite(tenant.key, await newEvent(tenant.key, fields));
      const { body } = await anybody.get(rsvpPathOf(guest)).expect(200);
      expect(body.event.status).toBe(fields['status']);
      expectProblem(await answer(guest, { rsvp: 'accepted' }), 409, code);
      // Planners can still write down what they heard.
      await tenant.key.patch(pathOfGuest(guest), { rsvp: 'accepted' }).expect(200);
    }
    for (const fields of [{}, { startsAt: inDays(-0.5) }, { startsAt: inDays(-3), endsAt: inDays(-1) }]) {
      const guest = await invite(tenant.key, await newEvent(tenant.key, fields));
      await answer(guest, { rsvp: 'accepted' }).expect(200);
    }
  });

  it('never fills an event beyond its capacity, when a hundred answer at once', async () => {
    const event = await newEvent(tenant.key, { capacity: 41 });
    const guests = await inviteMany(tenant.key, event, 100);
    const answers = await Promise.all(
      guests.map((guest) => patiently(service, () => answer(guest, { rsvp: 'accepted', plusOnes: 1 }))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(answers.filter(({ status, body }) => status === 409 && body.code === 'event_full')).toHaveLength(80);
    expect((await tenant.key.get(`/api/events/${event.id}/guests?rsvp=accepted`)).body.total).toBe(20);
  });
});
