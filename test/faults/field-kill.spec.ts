import { auditOf } from '../support/audit';
import { registerTenant, type Tenant } from '../support/builders';
import { type Client, type Json } from '../support/client';
import { createTestDatabase } from '../support/database';
import { newLink, phoneWith, scanOf, send, tokenOf } from '../support/field';
import { invite, newEvent } from '../support/guests';
import { Opened } from '../support/mail-queue';
import { ProductProcess } from '../support/process';
import { lockWaits, whileLocked } from '../support/sql';

const ENCRYPTION_KEY = Buffer.alloc(32, 7).toString('base64');

const onLinux = process.platform === 'linux' ? describe : describe.skip;

onLinux('scans at the door', () => {
  const opened = new Opened();
  afterEach(() => opened.close());

  /** Two replicas on one database, and an event with a link and guests, in the order of their ids. */
  const twoReplicas = async (count: number) => {
    const database = await createTestDatabase();
    opened.add({ close: () => database.drop() });
    const replica = async () => {
      const product = await ProductProcess.launch({ DATABASE_URL: database.url, ENCRYPTION_KEY });
      opened.add({ close: () => product.cleanUp() });
      return { product, url: await product.url() };
    };
    const [first, second] = [await replica(), await replica()];
    const tenant = await registerTenant(second.url);
    const event = await newEvent(tenant.key);
    const link = await newLink(tenant.key, event);
    const guests: Json[] = [];
    for (let index = 0; index < count; index++) guests.push(await invite(tenant.key, event));
    guests.sort((a, b) => (a.id < b.id ? -1 : 1));
    const phoneOn = (url: string): Client => phoneWith({ ...link, url: `${url}/field#${tokenOf(link)}` });
    return { database, first, second, tenant, event, link, guests, phoneOn };
  };
  const checkedIn = async ({ key }: Tenant, event: Json): Promise<Json[]> =>
    (await key.get(`/api/events/${event.id}/guests?checkedIn=true&limit=100`).expect(200)).body.data;

  it('count once when the service is killed amid a batch that the phone then sends to another one', async () => {
    const { database, first, second, tenant, event, guests, phoneOn } = await twoReplicas(6);
    const scans = guests.map((guest) => scanOf(guest));
    const fourth = 'SELECT 1 FROM event_guests WHERE id = $1 FOR UPDATE';
    await whileLocked(database.url, [fourth, guests[3]!.id], async () => {
      const lost = send(phoneOn(first.url), ...scans).catch((error: unknown) => error);
      await lockWaits(database.url);
      await first.product.end('SIGKILL');
      expect(await lost).toBeInstanceOf(Error);
    });
    // What was before it was done, and nothing of what came after.
    expect((await checkedIn(tenant, event)).map(({ id }) => id).sort()).toEqual(guests.slice(0, 3).map(({ id }) => id));

    const results = await send(phoneOn(second.url), ...scans);
    expect(results.map(({ status }) => status)).toEqual(guests.map(() => 'ok'));
    expect(await send(phoneOn(second.url), ...scans)).toEqual(results);
    expect(await checkedIn(tenant, event)).toHaveLength(guests.length);
    for (const { id } of guests) {
      const actions = (await auditOf(database.url, id)).map(({ action }) => action);
      expect(actions.filter((action) => action === 'event_guest.checked_in')).toHaveLength(1);
    }
  }, 180_000);

  it('of two phones that never met agree, whichever service hears of them first', async () => {
    const { first, second, tenant, event, link, guests, phoneOn } = await twoReplicas(8);
    const made = Date.parse(link.createdAt);
    const at = (ms: number) => new Date(made + ms).toISOString();
    // Each guest came in at one door, and at every second one somebody took it back at the other: before, or after it.
    const here = guests.map((guest, index) => scanOf(guest, { occurredAt: at(10 + index) }));
    const there = guests.flatMap((guest, index) => [
      scanOf(guest, { occurredAt: at(40 + index) }),
      ...(index % 2 === 0 ? [scanOf(guest, { action: 'undo', occurredAt: at(index % 4 === 0 ? 30 : 90) })] : []),
    ]);
    await Promise.all([
      send(phoneOn(first.url), ...here.toReversed()),
      send(phoneOn(second.url), ...there),
      send(phoneOn(second.url), ...here),
    ]);
    const lists = await Promise.all(
      [first, second].map(async ({ url }) => (await phoneOn(url).get('/api/field/guests').expect(200)).body.data),
    );
    expect(lists[0]).toEqual(lists[1]);
    const expected = guests.map(({ id }, index) => {
      if (index % 2 === 1) return [id, at(10 + index)];
      return [id, index % 4 === 0 ? at(40 + index) : null];
    });
    const state = new Map(lists[0].map(({ eventGuestId, checkedInAt }: Json) => [eventGuestId, checkedInAt]));
    expect([...state].sort()).toEqual(expected.sort());
    expect(await checkedIn(tenant, event)).toHaveLength(6);
  }, 180_000);
});
