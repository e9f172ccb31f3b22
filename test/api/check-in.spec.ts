import { auditOf } from '../support/audit';
import type { Json } from '../support/client';
import { useFollowedEvents, useTenant, useTestApp } from '../support/fixtures';
import { invite, newEvent, pathOfGuest } from '../support/guests';
import { outboxOf } from '../support/outbox';
import { whileLocked } from '../support/sql';

const UNKNOWN_ID = '019a1b2c-3d4e-7f50-8a61-b2c3d4e5f607';

describe('checking a guest in', () => {
  const service = useTestApp();
  useFollowedEvents(service);
  const tenant = useTenant(service);
  const stranger = useTenant(service);
  let event: Json;

  beforeAll(async () => {
    event = await newEvent(tenant.key);
  });

  const checkIn = (guest: Json) => tenant.key.post(`${pathOfGuest(guest)}/check-in`);
  const undo = (guest: Json) => tenant.key.delete(`${pathOfGuest(guest)}/check-in`);
  const typesOf = async (id: string): Promise<string[]> =>
    (await outboxOf(service.databaseUrl, id)).map(({ type }) => type);
  const actionsOf = async (id: string): Promise<string[]> =>
    (await auditOf(service.databaseUrl, id)).map(({ action }) => action);

  it('notes when they came, and records an event', async () => {
    const guest = await invite(tenant.key, event);
    const { body } = await checkIn(guest).expect(200);
    expect(body).toEqual({ ...guest, checkedInAt: expect.any(String), updatedAt: body.checkedInAt });
    expect((await tenant.key.get(pathOfGuest(guest)).expect(200)).body).toEqual(body);
    const { rsvpUrl: _rsvpUrl, passUrl: _passUrl, ...shown } = body;
    expect((await outboxOf(service.databaseUrl, guest.id)).at(-1)).toMatchObject({
      type: 'guest.checked_in',
      data: shown,
    });
  });

  it('is the same answer when done twice, or by many at once, and writes nothing more', async () => {
    const guest = await invite(tenant.key, event);
    const answers = await Promise.all(Array.from({ length: 6 }, () => checkIn(guest)));
    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      Array.from({ length: 6 }, () => [200, answers[0]!.body]),
    );
    expect((await checkIn(guest).expect(200)).body).toEqual(answers[0]!.body);
    expect(await typesOf(guest.id)).toEqual(['event_guest.added', 'guest.checked_in']);
    expect(await actionsOf(guest.id)).toEqual(['event_guest.added', 'event_guest.checked_in']);
  });

  it('can be taken back, and twice is the same answer', async () => {
    const guest = await invite(tenant.key, event);
    await undo(guest).expect(204);
    expect(await actionsOf(guest.id)).toEqual(['event_guest.added']);
    const first = (await checkIn(guest).expect(200)).body;
    for (let time = 0; time < 2; time++) expect((await undo(guest).expect(204)).text).toBe('');
    expect((await tenant.key.get(pathOfGuest(guest))).body.checkedInAt).toBeNull();
    expect(await actionsOf(guest.id)).toEqual([
      'event_guest.added',
      'event_guest.checked_in',
      'event_guest.check_in_undone',
    ]);
    expect(await typesOf(guest.id)).toEqual(['event_guest.added', 'guest.checked_in', 'guest.check_in_undone']);
    const [undone] = (await auditOf(service.databaseUrl, guest.id)).slice(-1);
    expect(undone!.changes).toEqual({ checkedInAt: { before: first.checkedInAt, after: null } });
  });

  it('does not wait for whoever has locked the event: nothing is counted at the door', async () => {
    const guest = await invite(tenant.key, event);
    const lock: [string, string] = ['SELECT FROM events WHERE id = $1 FOR NO KEY UPDATE', event.id];
    await whileLocked(service.databaseUrl, lock, async () => {
      await checkIn(guest).expect(200);
      await undo(guest).expect(204);
    });
    const statuses = await Promise.all(Array.from({ length: 5 }, () => checkIn(guest).then(({ status }) => status)));
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
    expect((await actionsOf(guest.id)).filter((action) => action === 'event_guest.checked_in')).toHaveLength(2);
  });

  it('has the time at which they came, where it waited for a connection; the earliest counts', async () => {
    const guest = await invite(tenant.key, event);
    const path = `${pathOfGuest(guest)}/check-in`;
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    const [hour, half] = [ago(60), ago(30)];
    const shown = async () => (await tenant.key.get(pathOfGuest(guest)).expect(200)).body.checkedInAt as string | null;
    await tenant.key.post(path, { occurredAt: half }).expect(200);
    expect(await shown()).toBe(half);
    await tenant.key.post(path, { occurredAt: hour }).expect(200);
    expect(await shown()).toBe(hour);
    await tenant.key.post(path, { occurredAt: half }).expect(200);
    await tenant.key.post(path).expect(200);
    expect(await shown()).toBe(hour);
    // What was taken back before they came says nothing of it.
    await tenant.key.delete(`${path}?occurredAt=${ago(90)}`).expect(204);
    expect(await shown()).toBe(hour);
    // It takes back what came before it. They were checked in again since.
    await tenant.key.delete(`${path}?occurredAt=${ago(10)}`).expect(204);
    expect(Date.parse((await shown())!)).toBeGreaterThan(Date.parse(ago(10)));
    await tenant.key.delete(path).expect(204);
    expect(await shown()).toBeNull();
    const ahead = (await tenant.key.post(path, { occurredAt: ago(-600) }).expect(200)).body;
    expect(ahead.checkedInAt).toBe(ahead.updatedAt);
  });

  it('is refused where it is too long ago', async () => {
    const guest = await invite(tenant.key, event);
    const occurredAt = new Date(Date.now() - 8 * 86_400_000).toISOString();
    const { body } = await tenant.key.post(`${pathOfGuest(guest)}/check-in`, { occurredAt }).expect(400);
    expect(body.errors).toEqual([
      { field: 'occurredAt', code: 'out_of_range', message: 'occurredAt must be at most 7 days ago.' },
    ]);
  });

  it('is taken back only from the version that If-Match names', async () => {
    const guest = await invite(tenant.key, event);
    const { headers } = await checkIn(guest).expect(200);
    const path = `${pathOfGuest(guest)}/check-in`;
    await tenant.key.with({ 'If-Match': '"another"' }).delete(path).expect(412);
    expect((await tenant.key.get(pathOfGuest(guest))).body.checkedInAt).not.toBeNull();
    await tenant.key.with({ 'If-Match': headers['etag']! }).delete(path).expect(204);
    await tenant.key.with({ 'If-Match': headers['etag']! }).delete(path).expect(412);
    const { paths } = (await tenant.key.get('/api/openapi.json').expect(200)).body;
    const { parameters, responses } = paths['/api/events/{eventId}/guests/{eventGuestId}/check-in'].delete;
    expect(parameters).toContainEqual(expect.objectContaining({ in: 'header', name: 'If-Match', required: false }));
    expect(Object.keys(responses)).toContain('412');
  });

  it('is open to whoever comes, whatever they answered', async () => {
    const guest = await invite(tenant.key, event);
    await tenant.key.patch(pathOfGuest(guest), { rsvp: 'declined' }).expect(200);
    expect((await checkIn(guest).expect(200)).body).toMatchObject({
      rsvp: 'declined',
      checkedInAt: expect.any(String),
    });
  });

  it('is refused for a guest or an event that is not there, or not theirs', async () => {
    const guest = await invite(tenant.key, event);
    for (const path of [
      `/api/events/${event.id}/guests/${UNKNOWN_ID}/check-in`,
      `/api/events/${UNKNOWN_ID}/guests/${guest.id}/check-in`,
      `/api/events/nonsense/guests/${guest.id}/check-in`,
    ]) {
      await tenant.key.post(path).expect(404);
      await tenant.key.delete(path).expect(404);
    }
    await stranger.key.post(`${pathOfGuest(guest)}/check-in`).expect(404);
    await stranger.key.delete(`${pathOfGuest(guest)}/check-in`).expect(404);
    expect((await tenant.key.get(pathOfGuest(guest))).body.checkedInAt).toBeNull();
  });
});
