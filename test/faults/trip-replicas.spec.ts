import { auditOf } from '../support/audit';
import { registerTenant } from '../support/builders';
import { createTestDatabase } from '../support/database';
import { assignVehicle, inviteMany, newEvent, seat } from '../support/guests';
import { Opened } from '../support/mail-queue';
import { patiently } from '../support/patiently';
import { ProductProcess } from '../support/process';
import { lockWaits, whileLocked } from '../support/sql';
import { askByEveryDoor, passengersOf, pathOfPassenger, planTrip } from '../support/trips';

const ENCRYPTION_KEY = Buffer.alloc(32, 7).toString('base64');
const PLACES = 20;

const onLinux = process.platform === 'linux' ? describe : describe.skip;

onLinux('the places on a trip', () => {
  const opened = new Opened();
  afterEach(() => opened.close());

  const twoReplicas = async () => {
    const database = await createTestDatabase();
    opened.add({ close: () => database.drop() });
    const replica = async () => {
      const product = await ProductProcess.launch({ DATABASE_URL: database.url, ENCRYPTION_KEY, RATE_LIMIT: '1000' });
      opened.add({ close: () => product.cleanUp() });
      return { product, url: await product.url() };
    };
    return { database, replicas: [await replica(), await replica()] as const };
  };

  it('are never more than there are when two services are asked at once, by every door', async () => {
    const { replicas } = await twoReplicas();
    const [first, second] = replicas.map(({ url }) => url);
    const { key } = await registerTenant(first!);
    const event = await newEvent(key);
    const coach = await assignVehicle(key, event, PLACES);
    const guests = await inviteMany(key, event, 60);
    const trip = await planTrip(key, coach);
    const callers = [key, key.at(second!)];
    // Guests of each kind of request are on both.
    const asked = askByEveryDoor(guests, { trip, coach }, (index) => callers[index % callers.length]!);
    const responses = await Promise.all(asked.map((ask) => patiently({ log: [] }, ask)));
    expect(replicas.flatMap(({ product }) => product.linesWith('deadlock detected'))).toEqual([]);
    for (const { status } of responses) expect([200, 201, 404, 409]).toContain(status);
    for (const caller of callers) {
      const { passengers } = (await caller.get(`/api/trips/${trip.id}`).expect(200)).body;
      expect(passengers.expected + passengers.boarded).toBe(PLACES);
      const rows = await passengersOf(caller, trip);
      expect(rows.reduce((sum, row) => sum + row.people, 0)).toBe(PLACES);
    }
  }, 180_000);

  it('are as before when the service is killed while a trip departs, and another one lets it depart', async () => {
    const { database, replicas } = await twoReplicas();
    const [first, second] = replicas;
    const { key } = await registerTenant(second.url);
    const event = await newEvent(key);
    const coach = await assignVehicle(key, event, PLACES);
    const guests = await inviteMany(key, event, 6);
    for (const guest of guests) await seat(key, guest, coach);
    const trip = await planTrip(key, coach);
    await key.patch(pathOfPassenger(trip, guests[0]!), { status: 'boarded' }).expect(200);
    const statuses = async () => (await passengersOf(key, trip)).map(({ status }) => status).sort();
    const before = (await key.get(`/api/trips/${trip.id}`).expect(200)).body;
    const depart = (url: string) => key.at(url).post(`/api/trips/${trip.id}/depart`, { force: true });

    // Of who has boarded; the others get theirs by the departure.
    const passenger = 'SELECT 1 FROM trip_passengers WHERE trip_id = $1 FOR UPDATE';
    await whileLocked(database.url, [passenger, trip.id], async () => {
      const lost = depart(first.url).then(
        () => null,
        (error: unknown) => error,
      );
      await lockWaits(database.url);
      await first.product.end('SIGKILL');
      expect(await lost).toBeInstanceOf(Error);
    });
    expect((await key.get(`/api/trips/${trip.id}`).expect(200)).body).toEqual(before);
    expect(await statuses()).toEqual(['boarded', ...Array<string>(5).fill('expected')]);

    const { body } = await depart(second.url).expect(200);
    expect(body).toMatchObject({ status: 'departed', passengers: { boarded: 1, noShow: 5, expected: 0 } });
    expect(await statuses()).toEqual(['boarded', ...Array<string>(5).fill('no_show')]);
    const actions = (await auditOf(database.url, trip.id)).map(({ action }) => action);
    expect(actions.filter((action) => action === 'trip.departed')).toHaveLength(1);
  }, 180_000);
});
