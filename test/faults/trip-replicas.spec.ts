import { registerTenant } from '../support/builders';
import { createTestDatabase } from '../support/database';
import { assignVehicle, inviteMany, newEvent } from '../support/guests';
import { Opened } from '../support/mail-queue';
import { patiently } from '../support/patiently';
import { ProductProcess } from '../support/process';
import { askByEveryDoor, passengersOf, planTrip } from '../support/trips';

const ENCRYPTION_KEY = Buffer.alloc(32, 7).toString('base64');
const PLACES = 20;

const onLinux = process.platform === 'linux' ? describe : describe.skip;

onLinux('the places on a trip', () => {
  const opened = new Opened();
  afterEach(() => opened.close());

  it('are never more than there are when two services are asked at once, by every door', async () => {
    const database = await createTestDatabase();
    opened.add({ close: () => database.drop() });
    const replica = async () => {
      const product = await ProductProcess.launch({ DATABASE_URL: database.url, ENCRYPTION_KEY, RATE_LIMIT: '1000' });
      opened.add({ close: () => product.cleanUp() });
      return { product, url: await product.url() };
    };
    const replicas = [await replica(), await replica()];
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
});
