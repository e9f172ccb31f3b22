import { auditOf } from '../support/audit';
import { registerTenant } from '../support/builders';
import { Client, type Json } from '../support/client';
import { useTenant, useTestApp } from '../support/fixtures';
import { findingsIn } from '../support/forgotten';
import { assignVehicle, invite, inviteMany, newEvent, pathOfGuest, rsvpPathOf, seat } from '../support/guests';
import { expectProblem } from '../support/problem';

const HOUR_MS = 60 * 60 * 1000;
const UNKNOWN = '019a0000-0000-7000-8000-000000000000';

const service = useTestApp();
const tenant = useTenant(service);
let anybody: Client;

beforeAll(() => {
  anybody = new Client(service.url);
});

const inHours = (hours: number) => new Date(service.clock.now().getTime() + hours * HOUR_MS).toISOString();
const shown = async (guest: Json): Promise<Json> => (await tenant.key.get(pathOfGuest(guest)).expect(200)).body;
const answer = (guest: Json, body: Record<string, unknown>) => anybody.post(rsvpPathOf(guest), body);
const invitation = async (guest: Json): Promise<Json> => (await anybody.get(rsvpPathOf(guest)).expect(200)).body;
const fieldsIn = ({ body }: { body: Json }): string[] => body.errors.map(({ field, code }: Json) => `${field} ${code}`);
const newParty = async (event: Json, guests: readonly Json[], name = 'Family Lovelace'): Promise<Json> => {
  const party = { name, eventGuestIds: guests.map(({ id }) => id) };
  return (await tenant.key.post(`/api/events/${event.id}/parties`, party).expect(201)).body;
};
const batch = async (event: Json, items: readonly object[]): Promise<Json> =>
  (await tenant.key.post(`/api/events/${event.id}/guests/batch`, { items }).expect(200)).body;

describe('companions', () => {
  it('have names and what they eat, at most as many as the guest brings', async () => {
    const guest = await invite(tenant.key, await newEvent(tenant.key));
    const companions = [{ name: ' Byron ', dietary: 'No nuts' }, { name: 'Anne' }];
    const { body } = await tenant.key.patch(pathOfGuest(guest), { plusOnes: 2, companions }).expect(200);
    const kept = [
      { name: 'Byron', dietary: 'No nuts' },
      { name: 'Anne', dietary: null },
    ];
    expect(body.companions).toEqual(kept);
    expect(await shown(guest)).toEqual(body);
    for (const path of [pathOfGuest(guest), rsvpPathOf(guest)]) {
      const send = (fields: Record<string, unknown>) =>
        path === pathOfGuest(guest)
          ? tenant.key.patch(path, fields)
          : anybody.post(path, { rsvp: 'accepted', ...fields });
      const tooMany = await send({ plusOnes: 1, companions });
      expectProblem(tooMany, 400, 'validation_failed');
      expect(fieldsIn(tooMany)).toEqual(['companions too_many_values']);
      expect(fieldsIn(await send({ companions: [...companions, { name: 'Third' }] }))).toEqual([
        'companions too_many_values',
      ]);
      const wrong = await send({ companions: [{ dietary: 'x'.repeat(1001) }, { name: '  ', age: 3 }] });
      expect(fieldsIn(wrong).sort()).toEqual([
        'companions.0.dietary too_long',
        'companions.0.name required',
        'companions.1.age unknown_field',
        'companions.1.name too_short',
      ]);
      for (const companions of [{}, 'Byron', [null], [['Byron']]])
        expect(fieldsIn(await send({ companions }))).toEqual(['companions wrong_type']);
    }
    expect((await shown(guest)).companions).toEqual(kept);
  });

  it('are cut from the end when the guest brings fewer, and gone when they decline', async () => {
    const guest = await invite(tenant.key, await newEvent(tenant.key));
    const companions = ['A', 'B', 'C'].map((name) => ({ name, dietary: null }));
    await answer(guest, { rsvp: 'accepted', plusOnes: 3, companions }).expect(200);
    const { body } = await answer(guest, { rsvp: 'accepted', plusOnes: 2 }).expect(200);
    expect(body.companions.map(({ name }: Json) => name)).toEqual(['A', 'B']);
    await tenant.key.patch(pathOfGuest(guest), { plusOnes: 1 }).expect(200);
    expect((await invitation(guest)).companions).toEqual([{ name: 'A', dietary: null }]);
    const declined = await answer(guest, { rsvp: 'declined', companions }).expect(200);
    expect(declined.body).toMatchObject({ plusOnes: 0, companions: [] });
  });

  it('come by batches, by the same rule', async () => {
    const event = await newEvent(tenant.key);
    const [one, two] = await inviteMany(tenant.key, event, 2);
    const { results } = await batch(event, [
      { guestId: one!.guestId, plusOnes: 1, companions: [{ name: 'Byron', dietary: ' ' }] },
      { guestId: two!.guestId, companions: [{ name: 'Byron' }] },
      { guestId: two!.guestId, plusOnes: 1, companions: [{ name: '' }] },
    ]);
    expect(results.map(({ status, errors }: Json) => [status, ...fieldsIn({ body: { errors } })])).toEqual([
      ['updated'],
      ['error', 'companions too_many_values'],
      ['error', 'companions.0.name too_short'],
    ]);
    expect((await shown(one!)).companions).toEqual([{ name: 'Byron', dietary: null }]);
  });
});

const QUESTIONS = [
  { label: 'Starter?', kind: 'choice', options: ['Soup', 'Salad'], required: true },
  { label: 'Days?', kind: 'choices', options: ['Friday', 'Saturday', 'Sunday'] },
  { label: 'Need a bed?', kind: 'yes_no' },
  { label: 'هل لديك حساسية؟', kind: 'text' },
];

async function asked(fields: Record<string, unknown> = {}) {
  const event = await newEvent(tenant.key, { questions: QUESTIONS, ...fields });
  const [starter, days, bed, allergies] = event.questions.map(({ id }: Json) => id) as string[];
  return { event, starter: starter!, days: days!, bed: bed!, allergies: allergies! };
}

describe('questions', () => {
  it('belong to an event, keep their ids, and are refused where they make no sense', async () => {
    const { event } = await asked();
    expect(event.questions).toEqual(
      QUESTIONS.map((question) => ({ options: [], required: false, ...question, id: expect.any(String) })),
    );
    const path = `/api/events/${event.id}`;
    const [first, second] = event.questions;
    const questions = [{ ...second, label: 'Which days?' }, { label: 'New?', kind: 'text' }, first];
    const { body } = await tenant.key.patch(path, { questions }).expect(200);
    expect(body.questions.map(({ id }: Json) => id)).toEqual([second.id, expect.any(String), first.id]);
    expect((await tenant.key.get(path).expect(200)).body).toEqual(body);
    const wrong = (wanted: object[]) => tenant.key.patch(path, { questions: wanted });
    const options = Array.from({ length: 500 }, (_, index) => `Option ${index}`);
    const bad = await wrong([
      { label: 'x', kind: 'choice' },
      { label: 'x', kind: 'text', options: ['a'] },
      { label: 'x'.repeat(201), kind: 'number' },
      { label: 'x', kind: 'choices', options },
      { label: 'x', kind: 'choices', options: ['a', 'a'] },
    ]);
    expectProblem(bad, 400, 'validation_failed');
    expect(fieldsIn(bad).sort()).toEqual([
      'questions.2.kind not_allowed',
      'questions.2.label too_long',
      'questions.3.options too_long',
      'questions.4.options duplicate',
    ]);
    expect(
      fieldsIn(
        await wrong([
          { label: 'x', kind: 'choice' },
          { label: 'x', kind: 'text', options: ['a'] },
        ]),
      ),
    ).toEqual(['questions.0.options required', 'questions.1.options not_combinable']);
    expect(fieldsIn(await wrong(Array.from({ length: 21 }, () => ({ label: 'x', kind: 'text' }))))).toEqual([
      'questions too_many_values',
    ]);
    expect(fieldsIn(await wrong([first, first]))).toEqual(['questions.1.id duplicate']);
    const unknown = await wrong([first, { id: UNKNOWN, label: 'x', kind: 'text' }]);
    expectProblem(unknown, 404, 'not_found');
    expect(fieldsIn(unknown)).toEqual(['questions.1.id not_found']);
    const { event: another } = await asked();
    expectProblem(await wrong([another.questions[0]]), 404, 'not_found');
    expect((await tenant.key.get(path).expect(200)).body).toEqual(body);
  });

  it('are answered by each kind, merged, and taken back by null', async () => {
    const { event, starter, days, bed, allergies } = await asked();
    const guest = await invite(tenant.key, event);
    expect((await invitation(guest)).event.questions).toEqual(event.questions);
    await answer(guest, { rsvp: 'accepted', answers: { [starter]: 'Soup', [allergies]: ' نعم ' } }).expect(200);
    await tenant.key.patch(pathOfGuest(guest), { answers: { [days]: ['Sunday'], [bed]: false } }).expect(200);
    await batch(event, [{ guestId: guest.guestId, answers: { [starter]: 'Salad', [allergies]: null } }]);
    const answers = { [starter]: 'Salad', [days]: ['Sunday'], [bed]: false };
    expect((await shown(guest)).answers).toEqual(answers);
    expect((await invitation(guest)).answers).toEqual(answers);
    const { body } = await tenant.key
      .patch(pathOfGuest(guest), { answers: { [days]: [], [starter]: null } })
      .expect(200);
    expect(body.answers).toEqual({ [bed]: false });
  });

  it('take no answer of a wrong kind, whoever gives it', async () => {
    const { event, starter, days, bed, allergies } = await asked();
    const guest = await invite(tenant.key, event);
    const answers = {
      [starter]: 'Fish',
      [days]: ['Friday', 'Monday'],
      [bed]: 'yes',
      [allergies]: 'x'.repeat(2001),
      [UNKNOWN]: true,
      nonsense: null,
    };
    const expected = [
      `answers.${starter} not_allowed`,
      `answers.${days} not_allowed`,
      `answers.${bed} wrong_type`,
      `answers.${allergies} too_long`,
      `answers.${UNKNOWN} unknown_field`,
      'answers.nonsense unknown_field',
    ].sort();
    for (const response of [
      await answer(guest, { rsvp: 'accepted', answers }),
      await tenant.key.patch(pathOfGuest(guest), { answers }),
    ]) {
      expectProblem(response, 400, 'validation_failed');
      expect(fieldsIn(response).sort()).toEqual(expected);
    }
    const { results } = await batch(event, [{ guestId: guest.guestId, answers }]);
    expect(fieldsIn({ body: results[0] }).sort()).toEqual(expected);
    for (const wrong of [
      { [starter]: ['Soup'] },
      { [days]: 'Friday' },
      { [days]: ['Friday', 'Friday'] },
      { [bed]: 1 },
      { [allergies]: { deep: [] } },
    ])
      expectProblem(await answer(guest, { rsvp: 'tentative', answers: wrong }), 400, 'validation_failed');
    for (const wrong of [[], 'Soup', null])
      expect(fieldsIn(await tenant.key.patch(pathOfGuest(guest), { answers: wrong }))).toEqual(['answers wrong_type']);
    expect((await shown(guest)).answers).toEqual({});
  });

  it('that are required hold back an acceptance by link alone', async () => {
    const { event, starter } = await asked();
    const guest = await invite(tenant.key, event);
    const missing = await answer(guest, { rsvp: 'accepted' });
    expectProblem(missing, 400, 'validation_failed');
    expect(fieldsIn(missing)).toEqual([`answers.${starter} required`]);
    expect(fieldsIn(await answer(guest, { rsvp: 'accepted', answers: { [starter]: null } }))).toEqual([
      `answers.${starter} required`,
    ]);
    await answer(guest, { rsvp: 'tentative' }).expect(200);
    await tenant.key.patch(pathOfGuest(guest), { rsvp: 'accepted' }).expect(200);
    await answer(guest, { rsvp: 'declined' }).expect(200);
    await answer(guest, { rsvp: 'accepted', answers: { [starter]: 'Soup' } }).expect(200);
  });

  it('that were changed in between take what still fits, and keep what was chosen', async () => {
    const { event, starter, days } = await asked();
    const [early, other] = await inviteMany(tenant.key, event, 2);
    await answer(early!, { rsvp: 'accepted', answers: { [starter]: 'Soup', [days]: ['Friday'] } }).expect(200);
    const path = `/api/events/${event.id}`;
    const [first, second] = event.questions;
    const questions = [{ ...first, options: ['Salad', 'Cheese'] }, second];
    await tenant.key.patch(path, { questions }).expect(200);
    expect((await shown(early!)).answers).toEqual({ [starter]: 'Soup', [days]: ['Friday'] });
    await answer(early!, { rsvp: 'accepted', answers: { [starter]: 'Soup' } }).expect(200);
    expect(fieldsIn(await answer(other!, { rsvp: 'accepted', answers: { [starter]: 'Soup' } }))).toEqual([
      `answers.${starter} not_allowed`,
    ]);
    const inUse = await tenant.key.patch(path, { questions: [{ ...first, kind: 'text', options: [] }, second] });
    expectProblem(inUse, 409, 'question_in_use');
    await tenant.key.patch(path, { questions: [second] }).expect(200);
    expect((await shown(early!)).answers).toEqual({ [days]: ['Friday'] });
    expect(fieldsIn(await answer(other!, { rsvp: 'accepted', answers: { [starter]: 'Salad' } }))).toEqual([
      `answers.${starter} unknown_field`,
    ]);
    await tenant.key.patch(path, { questions: [] }).expect(200);
    expect((await shown(early!)).answers).toEqual({});
  });

  it('go along with a copy of the event, as questions of its own', async () => {
    const { event } = await asked({ startsAt: inHours(48), rsvpDeadline: inHours(24) });
    const copy = { startsAt: new Date(Date.parse(event.startsAt) + 24 * HOUR_MS).toISOString() };
    const { body } = await tenant.key.post(`/api/events/${event.id}/duplicate`, copy).expect(201);
    const without = (questions: Json[]) => questions.map(({ id: _id, ...question }) => question);
    expect(without(body.questions)).toEqual(without(event.questions));
    expect(body.questions[0].id).not.toBe(event.questions[0].id);
    expect(body.rsvpDeadline).toBe(new Date(Date.parse(event.rsvpDeadline) + 24 * HOUR_MS).toISOString());
  });
});

describe('a deadline', () => {
  it('closes the answers of guests, but not of planners, and lets those who accepted decline', async () => {
    const event = await newEvent(tenant.key, { rsvpDeadline: inHours(1) });
    const [accepted, pending, declined] = await inviteMany(tenant.key, event, 3);
    await answer(accepted!, { rsvp: 'accepted', plusOnes: 1 }).expect(200);
    await answer(declined!, { rsvp: 'declined' }).expect(200);
    expect((await invitation(pending!)).event.rsvpDeadline).toBe(event.rsvpDeadline);
    const { body } = await tenant.key.patch(`/api/events/${event.id}`, { rsvpDeadline: inHours(-1) }).expect(200);
    expect(body.rsvpDeadline < inHours(0)).toBe(true);
    for (const [guest, rsvp] of [
      [pending, 'accepted'],
      [pending, 'declined'],
      [accepted, 'accepted'],
      [accepted, 'tentative'],
      [declined, 'accepted'],
    ] as const)
      expectProblem(await answer(guest!, { rsvp }), 409, 'rsvp_closed');
    expectProblem(await answer(accepted!, { rsvp: 'accepted', plusOnes: 0 }), 409, 'rsvp_closed');
    await tenant.key.patch(pathOfGuest(pending!), { rsvp: 'accepted' }).expect(200);
    await answer(accepted!, { rsvp: 'declined', note: 'Ill' }).expect(200);
    expect(await shown(accepted!)).toMatchObject({ rsvp: 'declined', plusOnes: 0, notes: 'Ill' });
    expectProblem(await answer(accepted!, { rsvp: 'accepted' }), 409, 'rsvp_closed');
    await tenant.key.patch(`/api/events/${event.id}`, { rsvpDeadline: null }).expect(200);
    await answer(accepted!, { rsvp: 'accepted' }).expect(200);
  });
});

describe('parties', () => {
  it('hold guests of an event together, each in one at most', async () => {
    const event = await newEvent(tenant.key);
    const guests = await inviteMany(tenant.key, event, 4);
    const [a, b, c, d] = guests.map(({ id }) => id) as string[];
    const party = await newParty(event, guests.slice(0, 2));
    expect(party).toEqual({
      id: expect.any(String),
      eventId: event.id,
      name: 'Family Lovelace',
      eventGuestIds: [a, b],
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect((await shown(guests[0]!)).party).toEqual({ id: party.id, name: 'Family Lovelace' });
    const path = `/api/parties/${party.id}`;
    expect((await tenant.key.get(path).expect(200)).body).toEqual(party);
    const list = await tenant.key.get(`/api/events/${event.id}/guests?partyId=${party.id}`).expect(200);
    expect(list.body.data.map(({ id }: Json) => id)).toEqual([a, b]);
    for (const nobody of [UNKNOWN, 'nonsense'])
      expect((await tenant.key.get(`/api/events/${event.id}/guests?partyId=${nobody}`).expect(200)).body.total).toBe(0);
    const taken = await tenant.key.post(`/api/events/${event.id}/parties`, { name: 'Others', eventGuestIds: [b, c] });
    expectProblem(taken, 409, 'already_in_party');
    const second = await newParty(event, guests.slice(2), 'Others');
    expectProblem(await tenant.key.patch(path, { eventGuestIds: [a, c] }), 409, 'already_in_party');
    await tenant.key.delete(`/api/parties/${second.id}`).expect(204);
    const { body } = await tenant.key.patch(path, { name: 'Family Byron', eventGuestIds: [c, a] }).expect(200);
    expect(body).toMatchObject({ name: 'Family Byron', eventGuestIds: [a, c] });
    expect((await shown(guests[1]!)).party).toBeNull();
    const { body: all } = await tenant.key.get(`/api/events/${event.id}/parties`).expect(200);
    expect(all).toMatchObject({ total: 1, data: [{ id: party.id, etag: expect.any(String) }] });
    await tenant.key.delete(path).expect(204);
    await tenant.key.delete(path).expect(404);
    expect((await shown(guests[0]!)).party).toBeNull();
    expect(d).toBeDefined();
    const actions = (await auditOf(service.databaseUrl, party.id)).map(({ action }) => action);
    expect(actions).toEqual(['party.created', 'party.updated', 'party.deleted']);
  });

  it('take two different guests of the event at least, and none of another', async () => {
    const event = await newEvent(tenant.key);
    const [one, two] = await inviteMany(tenant.key, event, 2);
    const elsewhere = await invite(tenant.key, await newEvent(tenant.key));
    const path = `/api/events/${event.id}/parties`;
    const make = (eventGuestIds: unknown) => tenant.key.post(path, { name: 'A party', eventGuestIds });
    for (const [ids, code] of [
      [[], 'out_of_range'],
      [[one!.id], 'out_of_range'],
      [[one!.id, one!.id], 'duplicate'],
      ['x', 'wrong_type'],
      [Array.from({ length: 51 }, () => UNKNOWN), 'out_of_range'],
    ] as const)
      expect(fieldsIn(await make(ids))).toEqual([`eventGuestIds ${code}`]);
    const unknown = await make([one!.id, elsewhere.id, 'nonsense']);
    expectProblem(unknown, 404, 'not_found');
    expect(fieldsIn(unknown)).toEqual(['eventGuestIds.1 not_found', 'eventGuestIds.2 not_found']);
    expectProblem(
      await tenant.key.post(`/api/events/${UNKNOWN}/parties`, { name: 'x', eventGuestIds: [one!.id, two!.id] }),
      404,
      'not_found',
    );
    const other = await registerTenant(service.url);
    const party = await newParty(event, [one!, two!]);
    for (const path of [`/api/parties/${party.id}`, `/api/events/${event.id}/parties`])
      expectProblem(await other.key.get(path), 404, 'not_found');
    expectProblem(await other.key.patch(`/api/parties/${party.id}`, { name: 'x' }), 404, 'not_found');
    expectProblem(await other.key.delete(`/api/parties/${party.id}`), 404, 'not_found');
  });

  it('stay with whoever is left when others leave the event', async () => {
    const event = await newEvent(tenant.key);
    const guests = await inviteMany(tenant.key, event, 2);
    const party = await newParty(event, guests);
    await tenant.key.delete(pathOfGuest(guests[0]!)).expect(204);
    const { body } = await tenant.key.get(`/api/parties/${party.id}`).expect(200);
    expect(body.eventGuestIds).toEqual([guests[1]!.id]);
  });

  it('take a guest once when two requests want them at once', async () => {
    const event = await newEvent(tenant.key);
    const [one, two, three] = await inviteMany(tenant.key, event, 3);
    const make = (guests: Json[]) =>
      tenant.key.post(`/api/events/${event.id}/parties`, {
        name: 'A party',
        eventGuestIds: guests.map(({ id }) => id),
      });
    const responses = await Promise.all([make([one!, two!]), make([three!, two!])]);
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409]);
  });
});

describe('a party at the door', () => {
  it('is let in at once, or those of it who have come, without who declined', async () => {
    const event = await newEvent(tenant.key);
    const guests = await inviteMany(tenant.key, event, 4);
    const party = await newParty(event, guests);
    const path = `/api/events/${event.id}/parties/${party.id}/check-in`;
    await tenant.key.patch(pathOfGuest(guests[3]!), { rsvp: 'declined' }).expect(200);
    const idsIn = ({ body }: { body: Json }) => body.data.map(({ id }: Json) => id);
    const first = await tenant.key.post(path, { eventGuestIds: [guests[1]!.id] }).expect(200);
    expect(idsIn(first)).toEqual([guests[1]!.id]);
    const all = await tenant.key.post(path).expect(200);
    expect(idsIn(all)).toEqual(guests.slice(0, 3).map(({ id }) => id));
    expect(all.body.data[1].checkedInAt).toBe(first.body.data[0].checkedInAt);
    expect((await shown(guests[3]!)).checkedInAt).toBeNull();
    const stranger = await invite(tenant.key, event);
    const unknown = await tenant.key.post(path, { eventGuestIds: [guests[0]!.id, stranger.id] });
    expectProblem(unknown, 404, 'not_found');
    expect(fieldsIn(unknown)).toEqual(['eventGuestIds.1 not_found']);
    const other = await newEvent(tenant.key);
    expectProblem(await tenant.key.post(`/api/events/${other.id}/parties/${party.id}/check-in`), 404, 'not_found');
  });
});

describe('a batch', () => {
  it('puts guests into parties by name, and makes those that there are not', async () => {
    const event = await newEvent(tenant.key);
    const guests = await inviteMany(tenant.key, event, 5);
    const known = await newParty(event, guests.slice(3), 'Known');
    const item = (index: number, party: unknown) => ({ guestId: guests[index]!.guestId, party });
    const first = await batch(event, [item(0, 'Family Sørensen'), item(1, ' family sørensen'), item(2, 'KNOWN')]);
    expect(first.results.map(({ status }: Json) => status)).toEqual(['updated', 'updated', 'updated']);
    const { body } = await tenant.key.get(`/api/events/${event.id}/parties`).expect(200);
    expect(body.data.map(({ name, eventGuestIds }: Json) => [name, eventGuestIds.length])).toEqual([
      ['Family Sørensen', 2],
      ['Known', 3],
    ]);
    expect((await shown(guests[2]!)).party).toEqual({ id: known.id, name: 'Known' });
    const again = await batch(event, [item(0, 'Family Sørensen'), item(1, 'Known'), item(2, null), item(3, '')]);
    expect(again.results.map(({ status, errors }: Json) => [status, ...fieldsIn({ body: { errors } })])).toEqual([
      ['unchanged'],
      ['error', 'party already_in_party'],
      ['updated'],
      ['error', 'party too_short'],
    ]);
    expect((await shown(guests[2]!)).party).toBeNull();
    const changes = (await auditOf(service.databaseUrl, known.id)).map(({ action }) => action);
    expect(changes).toEqual(['party.created', 'party.updated', 'party.updated']);
  });
});

describe('one who answers for their party', () => {
  async function family(fields: Record<string, unknown> = {}, size = 3) {
    const event = await newEvent(tenant.key, fields);
    const guests = await inviteMany(tenant.key, event, size);
    await newParty(event, guests);
    return { event, guests };
  }

  it('sees all of it, and no other guest', async () => {
    const { event, guests } = await family();
    await inviteMany(tenant.key, event, 1);
    const { guest: own, party } = await invitation(guests[1]!);
    expect(own.eventGuestId).toBe(guests[1]!.id);
    expect(party).toEqual({
      name: 'Family Lovelace',
      members: guests.map(({ id, guest }) => ({
        eventGuestId: id,
        name: guest.name,
        rsvp: 'pending',
        plusOnes: 0,
        maxPlusOnes: 5,
        companions: [],
        answers: {},
        waitlist: null,
      })),
    });
  });

  it('answers for others, each under the rules of their own answer', async () => {
    const { event, starter } = await asked();
    const guests = await inviteMany(tenant.key, event, 2);
    await newParty(event, guests);
    const [own, other] = guests;
    const member = { eventGuestId: other!.id, rsvp: 'accepted', plusOnes: 1, companions: [{ name: 'Child' }] };
    const send = (members: object[]) => answer(own!, { rsvp: 'declined', members });
    expect(fieldsIn(await send([member]))).toEqual([`members.0.answers.${starter} required`]);
    expect(fieldsIn(await send([{ ...member, plusOnes: 6, answers: { [starter]: 'Fish' } }])).sort()).toEqual([
      `members.0.answers.${starter} not_allowed`,
      'members.0.plusOnes out_of_range',
    ]);
    expect(fieldsIn(await send([{ ...member, plusOnes: 0, answers: { [starter]: 'Soup' } }]))).toEqual([
      'members.0.companions too_many_values',
    ]);
    const { body } = await send([{ ...member, answers: { [starter]: 'Soup' } }]).expect(200);
    expect(body).toMatchObject({ rsvp: 'declined', party: { members: [{ rsvp: 'declined' }, { rsvp: 'accepted' }] } });
    expect(await shown(other!)).toMatchObject({
      rsvp: 'accepted',
      plusOnes: 1,
      companions: [{ name: 'Child', dietary: null }],
      answers: { [starter]: 'Soup' },
    });
  });

  it('names members of the party alone, each once, and not themselves', async () => {
    const { event, guests } = await family();
    const stranger = await invite(tenant.key, event);
    const [own, other] = guests;
    const send = (members: unknown) => answer(own!, { rsvp: 'accepted', members });
    const of = ({ id }: Json, rsvp: unknown = 'accepted') => ({ eventGuestId: id, rsvp });
    const unknown = await send([of(other!), of(stranger), { eventGuestId: 'nonsense', rsvp: 'accepted' }]);
    expectProblem(unknown, 404, 'not_found');
    expect(fieldsIn(unknown)).toEqual(['members.1.eventGuestId not_found', 'members.2.eventGuestId not_found']);
    expect(fieldsIn(await send([of(own!)]))).toEqual(['members.0.eventGuestId not_combinable']);
    expect(fieldsIn(await send([of(other!), of(other!)]))).toEqual(['members.1.eventGuestId duplicate']);
    expect(fieldsIn(await send([of(other!, 'pending'), { rsvp: 'accepted', note: 'x' }])).sort()).toEqual([
      'members.0.rsvp not_allowed',
      'members.1.eventGuestId required',
      'members.1.note unknown_field',
    ]);
    expectProblem(await answer(stranger, { rsvp: 'accepted', members: [of(other!)] }), 404, 'not_found');
    for (const guest of [...guests, stranger]) expect((await shown(guest)).rsvp).toBe('pending');
  });

  it('gets all that is asked, or nothing', async () => {
    const { guests } = await family({ capacity: 3 });
    const [own, ...others] = guests;
    const members = others.map(({ id }) => ({ eventGuestId: id, rsvp: 'accepted' }));
    const full = await answer(own!, { rsvp: 'accepted', plusOnes: 1, members });
    expectProblem(full, 409, 'event_full');
    for (const guest of guests) expect((await shown(guest)).rsvp).toBe('pending');
    await answer(own!, { rsvp: 'accepted', members }).expect(200);
    // What one gives up another can have in the same request, in whatever order they stand.
    const swapped = [
      { ...members[0], plusOnes: 1 },
      { ...members[1], rsvp: 'declined' },
    ];
    const { body } = await answer(own!, { rsvp: 'accepted', members: swapped }).expect(200);
    expect(body.party.members.map(({ rsvp, plusOnes }: Json) => [rsvp, plusOnes])).toEqual([
      ['accepted', 0],
      ['accepted', 1],
      ['declined', 0],
    ]);
  });

  it('gets seats for all who sit in one vehicle, or nothing', async () => {
    const { event, guests } = await family();
    const bus = await assignVehicle(tenant.key, event, 4);
    for (const guest of guests) await seat(tenant.key, guest, bus);
    const [own, ...others] = guests;
    const members = others.map(({ id }) => ({ eventGuestId: id, rsvp: 'accepted', plusOnes: 1 }));
    expectProblem(await answer(own!, { rsvp: 'accepted', members }), 409, 'over_capacity');
    await answer(own!, { rsvp: 'declined', members }).expect(200);
    expect((await shown(others[1]!)).vehicleAssignmentId).toBe(bus.id);
  });

  it('can still take back what was accepted after the deadline, and nothing else', async () => {
    const { event, guests } = await family({ rsvpDeadline: inHours(1) }, 2);
    const [own, other] = guests;
    const member = { eventGuestId: other!.id, rsvp: 'accepted', plusOnes: 1 };
    await answer(own!, { rsvp: 'accepted', members: [member] }).expect(200);
    await tenant.key.patch(`/api/events/${event.id}`, { rsvpDeadline: inHours(-1) }).expect(200);
    const more = { ...member, plusOnes: 2 };
    expectProblem(await answer(own!, { rsvp: 'declined', members: [more] }), 409, 'rsvp_closed');
    await answer(own!, { rsvp: 'accepted', members: [{ ...member, rsvp: 'declined' }] }).expect(200);
    expect([(await shown(own!)).rsvp, (await shown(other!)).rsvp]).toEqual(['accepted', 'declined']);
  });

  it('counts exactly when two of them answer for all at once', async () => {
    const { event, guests } = await family({ capacity: 5 }, 4);
    const rival = await invite(tenant.key, event);
    const forAll = (own: Json) =>
      answer(own, {
        rsvp: 'accepted',
        members: guests.filter(({ id }) => id !== own.id).map(({ id }) => ({ eventGuestId: id, rsvp: 'accepted' })),
      });
    const responses = await Promise.all([
      forAll(guests[0]!),
      forAll(guests[3]!),
      answer(rival, { rsvp: 'accepted', plusOnes: 1 }),
    ]);
    const statuses = responses.map(({ status }) => status);
    expect(statuses[0]).toBe(statuses[1]);
    expect(statuses[2]).toBe(statuses[0] === 200 ? 409 : 200);
    const { body } = await tenant.key.get(`/api/events/${event.id}/summary`).expect(200);
    expect(body.people).toBe(statuses[0] === 200 ? 4 : 2);
  });
});

describe('a guest who is erased', () => {
  it('leaves no companions, answers or party behind', async () => {
    const { event, starter, allergies } = await asked({ startsAt: inHours(-48), endsAt: inHours(-47) });
    const guests = await inviteMany(tenant.key, event, 2);
    const party = await newParty(event, guests);
    const [gone, left] = guests;
    const said = { plusOnes: 1, companions: [{ name: 'Byron' }], answers: { [starter]: 'Soup', [allergies]: 'Nuts' } };
    await tenant.key.patch(pathOfGuest(gone!), { rsvp: 'accepted', ...said }).expect(200);
    const { text } = await tenant.key.get(`/api/guests/${gone!.guestId}/personal-data`).expect(200);
    for (const word of ['Byron', 'Soup', 'Nuts', 'Family Lovelace']) expect(text).toContain(word);
    await tenant.session.post(`/api/guests/${gone!.guestId}/erase`).expect(200);
    expect(await shown(gone!)).toMatchObject({
      rsvp: 'accepted',
      plusOnes: 1,
      companions: [],
      answers: {},
      party: null,
    });
    expect((await tenant.key.get(`/api/parties/${party.id}`).expect(200)).body.eventGuestIds).toEqual([left!.id]);
    expect((await invitation(left!)).party.members.map(({ eventGuestId }: Json) => eventGuestId)).toEqual([left!.id]);
    expectProblem(await tenant.key.patch(pathOfGuest(gone!), { answers: { [starter]: 'Soup' } }), 409, 'guest_erased');
  });

  it('is the last of a party that goes with them: nothing says any more what it was called', async () => {
    const over = await newEvent(tenant.key, { startsAt: inHours(-48), endsAt: inHours(-47) });
    const guests = await inviteMany(tenant.key, over, 2);
    const party = await newParty(over, guests, 'Zyxfamily Quill');
    const coming = await newEvent(tenant.key);
    const next = await batch(
      coming,
      guests.map(({ guestId }) => ({ guestId, party: 'Zyxfamily Quill again' })),
    );
    const { data } = (await tenant.key.get(`/api/events/${coming.id}/parties`).expect(200)).body;
    const [first, last] = guests;
    await tenant.session.post(`/api/guests/${first!.guestId}/erase`, { force: true }).expect(200);
    expect((await tenant.key.get(`/api/parties/${data[0].id}`).expect(200)).body.eventGuestIds).toEqual([
      next.results[1].id,
    ]);
    await tenant.session.post(`/api/guests/${last!.guestId}/erase`, { force: true }).expect(200);
    for (const { id } of [party, data[0]]) {
      expectProblem(await tenant.key.get(`/api/parties/${id}`), 404, 'not_found');
      const log = await auditOf(service.databaseUrl, id);
      expect(log.at(-1)).toMatchObject({ action: 'party.deleted' });
      expect(JSON.stringify(log)).not.toContain('Zyxfamily');
    }
    expect(await findingsIn(service.databaseUrl, ['zyxfamily'])).toEqual([]);
  });
});
