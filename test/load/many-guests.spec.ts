import type { Json } from '../support/client';
import { useTenant, useTestApp } from '../support/fixtures';
import { inParallel } from '../support/parallel';

const GUESTS = 2_000;
const SEATS_PER_VEHICLE = 80;
/** Of every 83 guests enough come, plus-ones counted, to want 91 seats: the vehicles are full in the end. */
const VEHICLES = 24;

const FIRST_NAMES = ['Ada', 'Grace', 'Zoë', 'Łukasz', 'Søren', 'María', '李', 'Olá', "D'Arcy", 'Jürgen'];
const LAST_NAMES = [
  'Lovelace',
  'Hopper',
  'Müller',
  'Nowak',
  'Ångström',
  'García',
  'de la Cruz',
  'O’Neill',
  'Öztürk',
  'Smith',
];

describe('an event with many guests', () => {
  const service = useTestApp();
  const tenant = useTenant(service);
  let eventId: string;

  beforeAll(async () => {
    // Not over while the guests answer, whenever that is.
    const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString();
    const event = { name: 'Season opening', startsAt: inDays(30), endsAt: inDays(31) };
    eventId = (await tenant.key.post('/api/events', event).expect(201)).body.id;
  });

  it('takes the list as CSV, the responses, the seats all at once, and the manifest adds up', async () => {
    const guests = await bringIn();
    const invited = await invite(guests);
    const parties = await response(invited);
    const assignments = await assignVehicles();
    const seated = await seat(parties, assignments);
    await requireExactSeats(seated, parties, assignments);
    await requireExactManifest(seated, parties, invited);
  }, 600_000);

  /** Imports the list and gives the ids of all guests. */
  async function bringIn(): Promise<string[]> {
    const lines = Array.from({ length: GUESTS }, (_, index) => {
      const name = `${FIRST_NAMES[index % 10]} ${LAST_NAMES[Math.floor(index / 10) % 10]} ${index}`;
      return `"${name}",guest${index}@example.com,,${index % 7 === 0 ? 'vip|press' : ''},ext-${index}`;
    });
    const csv = `\uFEFFname,email,phone,tags,externalId\r\n${lines.join('\r\n')}\r\n`;
    const response = await call('POST', '/api/guests/import', csv, 'text/csv');
    expect(response).toMatchObject({ created: GUESTS, updated: 0, skipped: 0, errors: [] });
    return (await everyRecord('/api/guests')).map(({ id }) => id);
  }

  async function invite(guestIds: string[]): Promise<Json[]> {
    for (let from = 0; from < GUESTS; from += 1_000) {
      await call('POST', `/api/events/${eventId}/guests`, { guestIds: guestIds.slice(from, from + 1_000) });
    }
    const invited = await everyRecord(`/api/events/${eventId}/guests`);
    expect(new Set(invited.map(({ guestId }) => guestId)).size).toBe(GUESTS);
    return invited;
  }

  /** Of ten guests seven accept, every second of them with somebody; gives those who come with how many they are. */
  async function response(invited: Json[]): Promise<Map<string, number>> {
    const parties = new Map<string, number>();
    await inParallel([...invited.entries()], async ([index, { id, rsvpUrl }]) => {
      const rsvp = index % 10 < 7 ? 'accepted' : index % 10 < 9 ? 'declined' : 'tentative';
      const plusOnes = rsvp === 'accepted' && index % 2 === 0 ? 1 : 0;
      const path = new URL(rsvpUrl as string).pathname;
      expect(await call('POST', path, { rsvp, plusOnes })).toMatchObject({ rsvp, plusOnes });
      if (rsvp === 'accepted') parties.set(id, 1 + plusOnes);
    });
    return parties;
  }

  async function assignVehicles(): Promise<Json[]> {
    const assignments: Json[] = [];
    await inParallel([...Array(VEHICLES).keys()], async (index) => {
      const vehicle = await call('POST', '/api/vehicles', { name: `Coach ${index}`, capacity: SEATS_PER_VEHICLE });
      assignments.push(await call('POST', `/api/events/${eventId}/vehicles`, { vehicleId: vehicle.id }));
    });
    return assignments;
  }

  /** Everybody asks for the first vehicles at once, and for the next one when that is full. */
  async function seat(parties: Map<string, number>, assignments: Json[]): Promise<Map<string, string>> {
    const seated = new Map<string, string>();
    let first = 0;
    await inParallel([...parties], async ([id, party]) => {
      for (let index = first; index < assignments.length; index++) {
        const vehicleAssignmentId: string = assignments[index].id;
        const { status, body } = await send('POST', `/api/events/${eventId}/guests/${id}/vehicle`, {
          vehicleAssignmentId,
        });
        if (status === 200) {
          seated.set(id, vehicleAssignmentId);
          return;
        }
        expect([status, body.code]).toEqual([409, 'over_capacity']);
        // One who comes alone and finds no seat proves that the vehicle is full.
        if (party === 1) first = Math.max(first, index + 1);
      }
    });
    return seated;
  }

  async function requireExactSeats(seated: Map<string, string>, parties: Map<string, number>, assignments: Json[]) {
    const shown = await everyRecord(`/api/events/${eventId}/vehicles`);
    expect(shown).toHaveLength(assignments.length);
    for (const { id, capacity, seatsUsed, guestCount } of shown) {
      const inIt = [...seated].filter(([, assignmentId]) => assignmentId === id).map(([guest]) => parties.get(guest)!);
      expect([guestCount, seatsUsed]).toEqual([inIt.length, inIt.reduce((sum, party) => sum + party, 0)]);
      expect(seatsUsed).toBeLessThanOrEqual(capacity);
    }
    // Everybody who comes needs fewer seats than there are; no vehicle was left with room for somebody turned away.
    const wanted = [...parties.values()].reduce((sum, party) => sum + party, 0);
    expect(wanted).toBeGreaterThan(VEHICLES * SEATS_PER_VEHICLE);
    const used = shown.reduce((sum, { seatsUsed }) => sum + (seatsUsed as number), 0);
    expect(used).toBe(VEHICLES * SEATS_PER_VEHICLE);
  }

  async function requireExactManifest(seated: Map<string, string>, parties: Map<string, number>, invited: Json[]) {
    const { body: manifest } = await send('GET', `/api/events/${eventId}/manifest`);
    expect(manifest.vehicles).toHaveLength(VEHICLES);
    const passengers: Json[] = manifest.vehicles.flatMap((vehicle: Json) => vehicle.guests);
    expect(passengers).toHaveLength(seated.size);
    const people = passengers.reduce((sum, guest) => sum + 1 + (guest.plusOnes as number), 0);
    expect(people).toBe([...seated.keys()].reduce((sum, id) => sum + parties.get(id)!, 0));
    const declined = invited.length * 0.2;
    expect(manifest.unseated).toHaveLength(GUESTS - declined - seated.size);
  }

  async function everyRecord(path: string): Promise<Json[]> {
    const records: Json[] = [];
    for (let page = 1, pages = 1; page <= pages; page++) {
      const { body } = await send('GET', `${path}?limit=100&page=${page}`);
      records.push(...body.data);
      pages = body.totalPages;
    }
    return records;
  }

  async function call(method: string, path: string, body: Json, type?: string): Promise<Json> {
    const response = await send(method, path, body, type);
    expect([path, response.status < 300, response.body]).toEqual([path, true, response.body]);
    return response.body;
  }

  async function send(method: string, path: string, body?: Json, type = 'application/json') {
    const response = await fetch(service.url + path, {
      method,
      headers: { Authorization: `Bearer ${tenant.apiKey.key}`, ...(body !== undefined && { 'Content-Type': type }) },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Json };
  }
});
