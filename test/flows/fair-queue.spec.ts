import * as fc from 'fast-check';
import { Client, type Json } from '../support/client';
import { useTenant, useTestApp } from '../support/fixtures';
import { inviteMany, newEvent, pathOfGuest, rsvpPathOf } from '../support/guests';
import { patiently } from '../support/patiently';

const service = useTestApp();
const tenant = useTenant(service);
let anybody: Client;

beforeAll(() => {
  anybody = new Client(service.url);
});

const answer = (guest: Json, rsvp: string, plusOnes = 0) =>
  patiently(service, () => anybody.post(rsvpPathOf(guest), { rsvp, plusOnes }));

interface State {
  readonly capacity: number | null;
  /** People with a place. */
  readonly people: number;
  /** Those who wait, in order: the guest and how many people they are. */
  readonly waiting: readonly (readonly [id: string, people: number])[];
}

async function stateOf({ id }: Json): Promise<State> {
  const [event, summary, waiting] = await Promise.all([
    tenant.key.get(`/api/events/${id}`).expect(200),
    tenant.key.get(`/api/events/${id}/summary`).expect(200),
    tenant.key.get(`/api/events/${id}/waitlist?limit=100`).expect(200),
  ]);
  return {
    capacity: event.body.capacity,
    people: summary.body.people,
    waiting: waiting.body.data.map(({ eventGuestId, people }: Json) => [eventGuestId, people]),
  };
}

/** No place is free while somebody fits. That there are never more people than places depends on how it came to that. */
function expectNobodyForgotten({ capacity, people, waiting }: State): void {
  const free = capacity === null ? Infinity : capacity - people;
  for (const [, group] of waiting) expect(group).toBeGreaterThan(free);
}

describe('a hundred requests at once at an automatic waiting list', () => {
  it('give places to no more people than there are, and leave none free while somebody fits', async () => {
    const event = await newEvent(tenant.key, { capacity: 40, waitlist: 'automatic' });
    const guests = await inviteMany(tenant.key, event, 100);
    const answers = await Promise.all(guests.map((guest, index) => answer(guest, 'accepted', index % 4)));
    expect(answers.map(({ status }) => status)).toEqual(guests.map(() => 200));
    const filled = await stateOf(event);
    expect(filled.people).toBeLessThanOrEqual(40);
    expectNobodyForgotten(filled);
    // Positions count up without a gap.
    const { data } = (await tenant.key.get(`/api/events/${event.id}/waitlist?limit=100`).expect(200)).body;
    expect(data.map(({ position }: Json) => position)).toEqual(data.map((_entry: Json, index: number) => index + 1));
    // Half of those who have a place give it back, while others ask for fewer and the event grows.
    const placed: Json[] = (await tenant.key.get(`/api/events/${event.id}/guests?rsvp=accepted&limit=100`)).body.data;
    const [, , ...last] = guests;
    const changes = [
      ...placed.filter((_guest, index) => index % 2 === 0).map((guest) => answer(guest, 'declined')),
      ...last.slice(-20).map((guest) => answer(guest, 'accepted', 0)),
      patiently(service, () => tenant.key.patch(`/api/events/${event.id}`, { capacity: 43 })),
    ];
    for (const { status } of await Promise.all(changes)) expect(status).toBe(200);
    const settled = await stateOf(event);
    expect(settled.people).toBeLessThanOrEqual(43);
    expectNobodyForgotten(settled);
  });

  it('end without a deadlock when guests are deleted, erased, added and removed meanwhile', async () => {
    const events = [
      await newEvent(tenant.key, { capacity: 6, waitlist: 'automatic' }),
      await newEvent(tenant.key, { capacity: 6, waitlist: 'automatic' }),
    ] as const;
    const places = await inviteMany(tenant.key, events[0], 30);
    const others: Json[] = (
      await tenant.key
        .post(`/api/events/${events[1].id}/guests`, { guestIds: places.map(({ guestId }) => guestId).reverse() })
        .expect(201)
    ).body.data;
    for (const guest of [...places, ...others]) await answer(guest, 'accepted');
    const late = (await tenant.key.post('/api/guests', { name: 'Late' }).expect(201)).body;
    const requests = places.map((guest, index) => {
      const path = `/api/guests/${guest.guestId}`;
      if (index % 5 === 0) return () => tenant.session.delete(path);
      if (index % 5 === 1) return () => tenant.session.post(`${path}/erase`, { force: true });
      if (index % 5 === 2) return () => tenant.key.delete(pathOfGuest(others[index]!));
      if (index % 5 === 3) return () => anybody.post(rsvpPathOf(guest), { rsvp: 'declined' });
      return () => tenant.key.post(`/api/events/${events[1].id}/guests`, { guestId: late.id });
    });
    const statuses = (await Promise.all(requests.map((request) => patiently(service, request)))).map(
      ({ status }) => status,
    );
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    for (const event of events) {
      const state = await stateOf(event);
      expect(state.people).toBeLessThanOrEqual(6);
      expectNobodyForgotten(state);
    }
  });
});

/** What is said of the guest of a number, by themselves or by a planner. */
interface Answering {
  readonly kind: 'answer' | 'patch';
  readonly guest: number;
  readonly rsvp: string;
  readonly plusOnes: number;
}

interface Listing {
  readonly kind: 'takeOff' | 'put';
  readonly guest: number;
}

/** One of the things that people do. */
type Command = Answering | Listing | { readonly kind: 'capacity'; readonly capacity: number | null };

const isListing = (command: Answering | Listing): command is Listing =>
  command.kind === 'takeOff' || command.kind === 'put';

const guest = fc.nat(7);
const plusOnes = fc.nat(3);
const commands: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ kind: fc.constant('answer' as const), guest, plusOnes, rsvp: fc.constant('accepted') }),
  fc.record({ kind: fc.constant('answer' as const), guest, plusOnes, rsvp: fc.constantFrom('declined', 'tentative') }),
  fc.record({
    kind: fc.constant('patch' as const),
    guest,
    plusOnes,
    rsvp: fc.constantFrom('accepted', 'declined', 'pending'),
  }),
  fc.record({ kind: fc.constant('capacity' as const), capacity: fc.option(fc.integer({ min: 1, max: 9 })) }),
  fc.record({ kind: fc.constantFrom('takeOff' as const, 'put' as const), guest }),
);

/** What an automatic list has to be like, kept without a database: an independent account of the rules. */
class Model {
  readonly guests = Array.from({ length: 8 }, () => ({ rsvp: 'pending', plusOnes: 0 }));
  queue: number[] = [];
  capacity: number | null = 4;

  get people(): number {
    return this.guests.reduce((sum, { rsvp, plusOnes: more }) => sum + (rsvp === 'accepted' ? 1 + more : 0), 0);
  }

  /** @returns whether it is allowed */
  apply(command: Command): boolean {
    if (command.kind === 'capacity') this.capacity = command.capacity;
    else if (isListing(command) ? !this.list(command) : !this.answer(command)) return false;
    this.settle();
    return true;
  }

  private list({ kind, guest: number }: Listing): boolean {
    const place = this.guests[number]!;
    const waits = this.queue.includes(number);
    if (kind === 'takeOff' ? !waits : place.rsvp === 'accepted') return false;
    if (kind === 'takeOff') this.leave(number);
    else if (!waits) this.queue.push(number);
    place.rsvp = 'pending';
    return true;
  }

  private answer({ kind, guest: number, rsvp, plusOnes: more }: Answering): boolean {
    const place = this.guests[number]!;
    const seats = rsvp === 'declined' ? 0 : more;
    const isAccepted = place.rsvp === 'accepted';
    const needs = rsvp === 'accepted' ? 1 + seats : 0;
    const others = this.people - (isAccepted ? 1 + place.plusOnes : 0);
    const fits = this.capacity === null || others + needs <= this.capacity;
    const grows = needs > (isAccepted ? 1 + place.plusOnes : 0);
    if (rsvp === 'accepted' && grows && !fits && (isAccepted || kind === 'patch')) return false;
    const isAskedFor =
      (rsvp === 'accepted' && !isAccepted && !fits) || (rsvp === 'pending' && this.queue.includes(number));
    const asksForMore = seats > place.plusOnes;
    place.plusOnes = seats;
    if (isAskedFor) {
      place.rsvp = 'pending';
      if (asksForMore) this.leave(number);
      if (!this.queue.includes(number)) this.queue.push(number);
    } else {
      place.rsvp = rsvp;
      this.leave(number);
    }
    return true;
  }

  private leave(number: number): void {
    this.queue = this.queue.filter((each) => each !== number);
  }

  private settle(): void {
    for (const number of [...this.queue]) {
      const place = this.guests[number]!;
      if (this.capacity !== null && this.people + 1 + place.plusOnes > this.capacity) continue;
      place.rsvp = 'accepted';
      this.leave(number);
    }
  }
}

it('keeps to the rules through whatever people do, in whatever order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(commands, { minLength: 5, maxLength: 30 }), async (list) => {
      const model = new Model();
      const event = await newEvent(tenant.key, { capacity: model.capacity, waitlist: 'automatic' });
      const places = await inviteMany(tenant.key, event, model.guests.length);
      for (const command of list) {
        const allowed = model.apply(command);
        const { status } = await run(command, event, places);
        expect([command, status < 300]).toEqual([command, allowed]);
        const shown: Json[] = (await tenant.key.get(`/api/events/${event.id}/guests?limit=100`).expect(200)).body.data;
        expect(shown.map(({ rsvp, plusOnes: more }) => ({ rsvp, plusOnes: more }))).toEqual(model.guests);
        const { waiting } = await stateOf(event);
        expect(waiting.map(([id]) => places.findIndex((place) => place.id === id))).toEqual(model.queue);
      }
    }),
    { numRuns: 8 },
  );
});

function run(command: Command, event: Json, places: readonly Json[]) {
  const path = `/api/events/${event.id}`;
  if (command.kind === 'capacity') return tenant.key.patch(path, { capacity: command.capacity });
  const place = places[command.guest]!;
  if (isListing(command))
    return command.kind === 'takeOff'
      ? tenant.key.delete(`${path}/waitlist/${place.id}`)
      : tenant.key.post(`${path}/waitlist`, { eventGuestId: place.id });
  const { rsvp, plusOnes: more } = command;
  if (command.kind === 'patch') return tenant.key.patch(pathOfGuest(place), { rsvp, plusOnes: more });
  return anybody.post(rsvpPathOf(place), { rsvp, plusOnes: more });
}
