import { Client, type Json } from '../support/client';
import { eventually } from '../support/eventually';
import { useTenant, useTestApp } from '../support/fixtures';
import { assignVehicle, invite, newEvent, pathOfGuest, rsvpPathOf, seat } from '../support/guests';
import { lockWaits, whileLocked } from '../support/sql';

const MINUTE_MS = 60_000;

describe('the moment from which a partner asks next', () => {
  const service = useTestApp();
  const tenant = useTenant(service);
  const stranger = useTenant(service);
  let event: Json;

  beforeAll(async () => {
    event = await newEvent(tenant.key);
  });
  afterEach(() => service.clock.release());

  const read = async (path: string, caller = tenant.key): Promise<Json> => (await caller.get(path).expect(200)).body;
  const nextOf = async (path: string, caller = tenant.key): Promise<number> =>
    Date.parse((await read(path, caller)).nextUpdatedSince);

  it('is there in every list that says what has changed since a moment, and at most a minute ago while nothing runs', async () => {
    const guest = await invite(tenant.key, event);
    const assignment = await assignVehicle(tenant.key, event, 5);
    for (const path of [
      '/api/tours',
      '/api/events',
      '/api/guests',
      '/api/vehicles',
      '/api/trips',
      `/api/events/${event.id}/guests`,
      `/api/events/${event.id}/vehicles`,
      `/api/events/${event.id}/expenses`,
      `/api/events/${event.id}/trips`,
      `/api/guests/${guest.guestId}/events`,
      `/api/vehicles/${assignment.vehicleId}/assignments`,
    ]) {
      for (const query of ['', '?cursor=', '?updatedSince=2027-01-01T00:00:00Z', '?page=7']) {
        const now = service.clock.now().getTime();
        // Work of no organization, which may just be running, keeps it back, too.
        await eventually(
          `${path}${query} is up to date`,
          async () => (await nextOf(`${path}${query}`)) >= now - MINUTE_MS,
        );
        expect(await nextOf(`${path}${query}`)).toBeLessThanOrEqual(service.clock.now().getTime());
      }
    }
  });

  it('is before the changes of a transaction that is open, however long it takes, and only in that organization', async () => {
    const guest = await invite(tenant.key, event);
    const assignment = await assignVehicle(tenant.key, event, 5);
    await seat(tenant.key, guest, assignment);
    service.clock.advance(MINUTE_MS);
    const list = `/api/events/${event.id}/guests`;
    const begun = service.clock.now().getTime();
    const text = 'SELECT 1 FROM vehicle_assignments WHERE id = $1 FOR UPDATE';
    const { leaving, next } = await whileLocked(service.databaseUrl, [text, assignment.id], async () => {
      // The guest is written by then, with its time; the commit waits.
      const response = tenant.key.post(`${pathOfGuest(guest)}/vehicle`, { vehicleAssignmentId: null }).expect(200);
      const ends = response.then(({ body }) => body as Json);
      await lockWaits(service.databaseUrl);
      service.clock.advance(10 * MINUTE_MS);
      const now = service.clock.now().getTime();
      await eventually(
        'others are up to date',
        async () => (await nextOf('/api/guests', stranger.key)) > now - MINUTE_MS,
      );
      return { leaving: ends, next: await nextOf(list) };
    });
    const left = await leaving;
    expect(next).toBeLessThan(begun + 1);
    expect(next).toBeLessThanOrEqual(Date.parse(left.updatedAt));
    const changed = await read(`${list}?updatedSince=${new Date(next).toISOString()}`);
    expect(changed.data.map(({ id }: Json) => id)).toContain(guest.id);
    const after = service.clock.now().getTime();
    await eventually('it goes on', async () => (await nextOf(list)) > after - MINUTE_MS);
  });

  it('is that of the first page on every page of a walk', async () => {
    for (const name of ['A', 'B', 'C']) await tenant.key.post('/api/tours', { name }).expect(201);
    const first = await read('/api/tours?cursor=&limit=1');
    const moments = [first.nextUpdatedSince];
    for (let cursor = first.nextCursor; cursor !== null;) {
      service.clock.advance(MINUTE_MS);
      const page = await read(`/api/tours?cursor=${cursor}&limit=1`);
      moments.push(page.nextUpdatedSince);
      cursor = page.nextCursor;
    }
    expect(moments).toEqual(Array(3).fill(first.nextUpdatedSince));
  });

  it('is not needed for seats: whose seats change, that assignment has changed', async () => {
    const guest = await invite(tenant.key, event);
    const [one, two] = [await assignVehicle(tenant.key, event, 5), await assignVehicle(tenant.key, event, 5)];
    const list = `/api/events/${event.id}/vehicles`;
    const changedBy = async (change: () => PromiseLike<unknown>): Promise<string[]> => {
      service.clock.advance(MINUTE_MS);
      const since = service.clock.now().toISOString();
      await change();
      const { data } = await read(`${list}?updatedSince=${since}`);
      return data.map(({ id }: Json) => id).sort();
    };
    const path = pathOfGuest(guest);
    expect(await changedBy(() => seat(tenant.key, guest, one))).toEqual([one.id]);
    expect(await changedBy(() => tenant.key.patch(path, { rsvp: 'accepted', plusOnes: 2 }).expect(200))).toEqual([
      one.id,
    ]);
    expect(await changedBy(() => tenant.key.patch(path, { notes: 'Late.' }).expect(200))).toEqual([]);
    expect(await changedBy(() => tenant.key.post(`${path}/check-in`).expect(200))).toEqual([]);
    expect(await changedBy(() => seat(tenant.key, guest, two))).toEqual([one.id, two.id]);
    const declined = { rsvp: 'declined' };
    expect(await changedBy(() => new Client(service.url).post(rsvpPathOf(guest), declined).expect(200))).toEqual([
      two.id,
    ]);
    await tenant.key.patch(path, { rsvp: 'accepted' }).expect(200);
    await seat(tenant.key, guest, one);
    expect(await changedBy(() => tenant.key.delete(path).expect(204))).toEqual([one.id]);
  });
});
