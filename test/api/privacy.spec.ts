import { SchedulerRegistry } from '@nestjs/schedule';
import { auditOf } from '../support/audit';
import { registerTenant, type Tenant } from '../support/builders';
import type { Json } from '../support/client';
import { useOwnTestApp } from '../support/fixtures';
import { newEvent } from '../support/guests';
import { runJob } from '../support/jobs';
import { joinWith, narrowedKey } from '../support/members';
import { expectProblem } from '../support/problem';
import { daysAgo, eventOver, guestOn, keepGuests, reportOf, RETENTION_JOB } from '../support/retention';

const service = useOwnTestApp();
let tenant: Tenant;
// A round of the timetable would erase who is looked at.
beforeAll(() => service.app.get(SchedulerRegistry).deleteInterval(RETENTION_JOB));
beforeEach(async () => (tenant = await registerTenant(service.url)));
afterEach(() => service.clock.release());

const DAYS = 'retention.guestDaysAfterLastEvent';
const settings = async (): Promise<Json> => (await tenant.key.get('/api/settings').expect(200)).body;
const set = (guestDaysAfterLastEvent: unknown) =>
  tenant.key.patch('/api/settings', { retention: { guestDaysAfterLastEvent } });
const due = async (query = ''): Promise<Json> =>
  (await tenant.key.get(`/api/privacy/due-guests${query}`).expect(200)).body;
const namesOf = (page: Json): string[] => page.data.map(({ name }: Json) => name);

describe('the retention', () => {
  it('is never at first, is set, kept and lifted, and leaves a record', async () => {
    expect((await settings()).retention).toEqual({ guestDaysAfterLastEvent: null });
    for (const days of [30, 3650]) {
      expect((await set(days).expect(200)).body.retention).toEqual({ guestDaysAfterLastEvent: days });
      await tenant.key.patch('/api/settings', { locale: days === 30 ? 'fr' : 'de', retention: {} }).expect(200);
      expect((await settings()).retention).toEqual({ guestDaysAfterLastEvent: days });
    }
    expect((await set(null).expect(200)).body.retention).toEqual({ guestDaysAfterLastEvent: null });
    const records = await auditOf(service.databaseUrl, tenant.organization.id);
    expect(records.find(({ changes }) => 'retention' in changes)).toMatchObject({
      action: 'settings.updated',
      actor_id: tenant.apiKey.id,
      changes: { retention: { before: { guestDaysAfterLastEvent: null }, after: { guestDaysAfterLastEvent: 30 } } },
    });
  });

  it.each<[what: string, value: unknown, field: string]>([
    ['29 days', { guestDaysAfterLastEvent: 29 }, DAYS],
    ['3651 days', { guestDaysAfterLastEvent: 3651 }, DAYS],
    ['half a day', { guestDaysAfterLastEvent: 30.5 }, DAYS],
    ['a text', { guestDaysAfterLastEvent: '365' }, DAYS],
    ['null for all of it', null, 'retention'],
    ['a number alone', 365, 'retention'],
    ['an unknown field', { userDays: 30 }, 'retention.userDays'],
  ])('refuses %s and names the field', async (_what, retention, field) => {
    const response = await tenant.key.patch('/api/settings', { retention });
    expectProblem(response, 400, 'validation_failed');
    expect(response.body.errors.map((error: Json) => error.field)).toEqual([field]);
  });

  it('changes only in the version that If-Match names', async () => {
    const { headers } = await tenant.key.get('/api/settings');
    const guarded = tenant.key.with({ 'If-Match': headers['etag']! });
    await guarded.patch('/api/settings', { retention: { guestDaysAfterLastEvent: 60 } }).expect(200);
    await guarded.patch('/api/settings', { retention: { guestDaysAfterLastEvent: 90 } }).expect(412);
    expect((await settings()).retention.guestDaysAfterLastEvent).toBe(60);
  });

  it('is set by those alone who may change settings and erase personal data', async () => {
    const body = { retention: { guestDaysAfterLastEvent: 30 } };
    const setter = await joinWith(service, tenant, ['settings.update']);
    expectProblem(await setter.session.patch('/api/settings', body), 403, 'forbidden');
    // The rest is theirs to change, and so is what changes nothing.
    await setter.session.patch('/api/settings', { locale: 'fr', retention: {} }).expect(200);
    await setter.session.patch('/api/settings', { retention: { guestDaysAfterLastEvent: null } }).expect(200);
    const eraser = await joinWith(service, tenant, ['personalData.erase']);
    expectProblem(await eraser.session.patch('/api/settings', body), 403, 'forbidden');
    const narrow = await narrowedKey(tenant.session, ['settings.update']);
    expectProblem(await narrow.patch('/api/settings', body), 403, 'forbidden');
    expect((await settings()).retention).toEqual({ guestDaysAfterLastEvent: null });
    const both = await joinWith(service, tenant, ['settings.update', 'personalData.erase']);
    await both.session.patch('/api/settings', body).expect(200);
  });
});

describe('the guests who are due', () => {
  it('are those whose last event was over before, the longest time first', async () => {
    const [old, older, recent] = [
      await eventOver(tenant, 100),
      await eventOver(tenant, 200),
      await eventOver(tenant, 29),
    ];
    const open = await newEvent(tenant.key, { startsAt: daysAgo(0), endsAt: daysAgo(-1) });
    const withoutEnd = await newEvent(tenant.key, { startsAt: daysAgo(90) });
    const planned = await newEvent(tenant.key);
    const cancelled = await newEvent(tenant.key, { status: 'cancelled' });
    await guestOn(tenant, [old], 'Old');
    await guestOn(tenant, [older], 'Older');
    await guestOn(tenant, [old, older], 'Both');
    await guestOn(tenant, [withoutEnd], 'Without end');
    await guestOn(tenant, [recent], 'Recent');
    await guestOn(tenant, [older, recent], 'Came again');
    await guestOn(tenant, [older, open], 'On an event');
    await guestOn(tenant, [older, planned], 'On a planned event');
    await guestOn(tenant, [older, cancelled], 'On a cancelled event');
    await guestOn(tenant, [], 'Never on an event');

    expect(await due()).toMatchObject({ data: [], total: 0 });
    const preview = await due('?guestDaysAfterLastEvent=30');
    expect(namesOf(preview)).toEqual(['Older', 'Old', 'Both', 'Without end']);
    expect(preview.data[0]).toEqual({
      id: expect.any(String),
      name: 'Older',
      lastEventAt: older.endsAt,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(preview.data[3].lastEventAt).toBe(new Date(Date.parse(withoutEnd.startsAt) + 86_400_000).toISOString());
    expect(namesOf(await due('?guestDaysAfterLastEvent=150'))).toEqual(['Older']);
    await keepGuests(tenant, 60);
    expect(await due()).toMatchObject({ total: 4 });
    expect(await due('?limit=3&page=2')).toMatchObject({ data: [{ name: 'Without end' }], total: 4, totalPages: 2 });

    // 31 days on, by the clock of the service: the rest too, but for those whose event may still come.
    service.clock.advance(31 * 86_400_000);
    expect(namesOf(await due('?guestDaysAfterLastEvent=30')).sort()).toEqual(
      [
        'Older',
        'Old',
        'Both',
        'Without end',
        'Recent',
        'Came again',
        'On a cancelled event',
        'Never on an event',
      ].sort(),
    );
    expect((await due('?guestDaysAfterLastEvent=30')).data.at(-1)).toMatchObject({
      name: 'Never on an event',
      lastEventAt: null,
    });
    service.clock.advance(2 * 86_400_000);
    expect(namesOf(await due('?guestDaysAfterLastEvent=30'))).toContain('On an event');
  });

  it('are counted by whole days of the time zone of the organization', async () => {
    tenant = await registerTenant(service.url, { timezone: 'Pacific/Auckland' });
    // 14 May, 23:30 there; 30 whole days later 14 June begins.
    const event = await newEvent(tenant.key, { startsAt: '2026-05-14T09:00:00Z', endsAt: '2026-05-14T11:30:00Z' });
    await guestOn(tenant, [event]);
    service.clock.stopAt('2026-06-13T11:59:59.999Z');
    expect((await due('?guestDaysAfterLastEvent=30')).total).toBe(0);
    service.clock.stopAt('2026-06-13T12:00:00.000Z');
    expect((await due('?guestDaysAfterLastEvent=30')).total).toBe(1);
  });

  it.each(['29', '3651', '', '365.0', '-1', 'a', '365&guestDaysAfterLastEvent=30'])(
    'are not shown for %s days',
    async (days) => {
      const response = await tenant.key.get(`/api/privacy/due-guests?guestDaysAfterLastEvent=${days}`);
      expectProblem(response, 400, 'validation_failed');
      expect(response.body.errors.map((error: Json) => error.field)).toEqual(['guestDaysAfterLastEvent']);
    },
  );

  it("are the organization's own", async () => {
    await guestOn(tenant, [await eventOver(tenant, 100)]);
    const stranger = await registerTenant(service.url);
    await keepGuests(stranger, 30);
    expect(await reportOf(stranger)).toMatchObject({ due: 0, oldest: null });
    const { body } = await stranger.key.get('/api/privacy/due-guests').expect(200);
    expect(body.total).toBe(0);
  });
});

describe('the privacy report', () => {
  it('says who is due, who was erased, and when the next round is', async () => {
    const event = await eventOver(tenant, 100);
    const guests = [await guestOn(tenant, [event]), await guestOn(tenant, [event]), await guestOn(tenant, [])];
    expect(await reportOf(tenant)).toEqual({ due: 0, erasedTotal: 0, lastRunAt: null, nextRunAt: null, oldest: null });
    await tenant.key.post(`/api/guests/${guests[2]!['id']}/erase`, {}).expect(200);
    await keepGuests(tenant, 30);
    const before = await reportOf(tenant);
    expect(before).toMatchObject({ due: 2, erasedTotal: 1, lastRunAt: null, oldest: event.endsAt });
    expect(Date.parse(before['nextRunAt'])).toBeGreaterThan(Date.now() - 60_000);

    const begun = Date.now();
    await runJob(service, RETENTION_JOB);
    const after = await reportOf(tenant);
    expect(after).toMatchObject({ due: 0, erasedTotal: 3, oldest: null });
    expect(Date.parse(after['lastRunAt'])).toBeGreaterThanOrEqual(begun);
    expect(Date.parse(after['nextRunAt'])).toBeGreaterThan(begun + 23 * 3_600_000);
    await keepGuests(tenant, null);
    expect(await reportOf(tenant)).toMatchObject({
      due: 0,
      erasedTotal: 3,
      nextRunAt: null,
      lastRunAt: after['lastRunAt'],
    });
  });
});
