import { SchedulerRegistry } from '@nestjs/schedule';
import { JobRunner } from '../../src/platform/background/job-runner';
import { startTestApp, type TestApp } from '../support/app';
import { auditOf } from '../support/audit';
import { registerTenant, type Tenant } from '../support/builders';
import type { Json } from '../support/client';
import { useOwnTestApp } from '../support/fixtures';
import { newEvent } from '../support/guests';
import { runJob } from '../support/jobs';
import { eventOver, erasedOf, guestOn, keepGuests, reportOf, RETENTION_JOB } from '../support/retention';
import { lockWaits, sql, whileLocked } from '../support/sql';

describe('the daily erasing of guests who are due', () => {
  const service = useOwnTestApp();
  let tenant: Tenant;
  let past: Json;

  /** Only the rounds of the tests. */
  const stopTimetable = ({ app }: TestApp): void => app.get(SchedulerRegistry).deleteInterval(RETENTION_JOB);
  const startReplica = async (): Promise<TestApp> => {
    const replica = await startTestApp({ DATABASE_URL: service.databaseUrl });
    stopTimetable(replica);
    return replica;
  };
  beforeAll(() => stopTimetable(service));
  beforeEach(async () => {
    tenant = await registerTenant(service.url);
    past = await eventOver(tenant, 100);
  });

  const several = (count: number, of = tenant, event = past): Promise<Json[]> =>
    Promise.all(Array.from({ length: count }, () => guestOn(of, [event])));
  const run = (on = service) => runJob(on, RETENTION_JOB);
  const lastError = async (): Promise<string | null> =>
    (await sql(service.databaseUrl, 'SELECT last_error FROM jobs WHERE name = $1', [RETENTION_JOB]))[0]!['last_error'];
  const erasuresOf = async (guests: readonly Json[]): Promise<Json[]> =>
    (await Promise.all(guests.map(({ id }) => auditOf(service.databaseUrl, id))))
      .flat()
      .filter(({ action }) => action === 'guest.erased');
  const lockGuest = ({ id }: Json): [string, unknown] => ['SELECT FROM guests WHERE id = $1 FOR UPDATE', id];
  /** As when the replica that has it dies. */
  const expireLease = () =>
    sql(service.databaseUrl, `UPDATE jobs SET locked_until = now() - interval '1 second' WHERE name = $1`, [
      RETENTION_JOB,
    ]);

  it('erases them and nobody else, on the record of the service itself', async () => {
    const due = await several(3);
    const kept = [await guestOn(tenant, [past, await newEvent(tenant.key)]), await guestOn(tenant, [])];
    const stranger = await registerTenant(service.url);
    const theirs = await several(1, stranger, await eventOver(stranger, 100));
    await run();
    expect(await erasedOf(tenant, due)).toEqual([false, false, false]);
    await keepGuests(tenant, 30);
    await run();
    expect(await erasedOf(tenant, due)).toEqual([true, true, true]);
    expect(await erasedOf(tenant, kept)).toEqual([false, false]);
    expect(await erasedOf(stranger, theirs)).toEqual([false]);
    const records = await erasuresOf(due);
    expect(records).toHaveLength(3);
    for (const record of records) expect(record).toMatchObject({ actor_type: 'system', actor_id: null, changes: {} });
    await run();
    expect(await erasuresOf(due)).toHaveLength(3);
    expect(await lastError()).toBeNull();
  });

  it('goes through more than a batch of them', async () => {
    await sql(
      service.databaseUrl,
      `INSERT INTO guests (organization_id, id, name, tags, tag_keys, search, created_at, updated_at)
       SELECT $1, gen_random_uuid(), 'Guest', '{}', '{}', 'guest', now() - interval '40 days', now() FROM generate_series(1, 510)`,
      [tenant.organization['id']],
    );
    await keepGuests(tenant, 30);
    expect(await reportOf(tenant)).toMatchObject({ due: 510 });
    await run();
    expect(await reportOf(tenant)).toMatchObject({ due: 0, erasedTotal: 510 });
  });

  it('goes on with others when one organization fails, and with that one the next time', async () => {
    const others = [await registerTenant(service.url), await registerTenant(service.url)];
    const tenants = [tenant, ...others];
    const guests: Json[][] = [];
    for (const each of tenants) {
      guests.push(await several(2, each, await eventOver(each, 100)));
      await keepGuests(each, 30);
    }
    // Whose id is in the middle.
    const broken = tenants.map(({ organization }) => organization['id'] as string).sort()[1]!;
    const isBroken = ({ organization }: Tenant) => organization['id'] === broken;
    await sql(
      service.databaseUrl,
      `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'broken'; END $$;
       CREATE TRIGGER fail BEFORE UPDATE ON guests FOR EACH ROW WHEN (new.organization_id = '${broken}') EXECUTE FUNCTION fail()`,
    );
    await run();
    for (const [index, each] of tenants.entries()) {
      expect(await erasedOf(each, guests[index]!)).toEqual([!isBroken(each), !isBroken(each)]);
      expect((await reportOf(each))['lastRunAt']).toEqual(isBroken(each) ? null : expect.any(String));
    }
    expect(await lastError()).toBe('Organizations whose guests could not all be erased: 1.');
    await sql(service.databaseUrl, 'DROP TRIGGER fail ON guests');
    await run();
    const [at] = tenants.map((each, index) => (isBroken(each) ? index : -1)).filter((index) => index >= 0);
    expect(await erasedOf(tenants[at!]!, guests[at!]!)).toEqual([true, true]);
    expect(await lastError()).toBeNull();
  });

  it('erases each guest once when two replicas are at it', async () => {
    const second = await startReplica();
    try {
      const guests = await several(6);
      await keepGuests(tenant, 30);
      const rounds = await whileLocked(service.databaseUrl, lockGuest(guests[2]!), async () => {
        const first = run();
        await lockWaits(service.databaseUrl);
        await expireLease();
        const other = run(second);
        await lockWaits(service.databaseUrl, 2);
        return [first, other];
      });
      await Promise.all(rounds);
      expect(await erasedOf(tenant, guests)).toEqual(guests.map(() => true));
      expect(await erasuresOf(guests)).toHaveLength(guests.length);
    } finally {
      await second.close();
    }
  });

  it('is continued by another replica where one that stops has ended', async () => {
    const second = await startReplica();
    const guests = await several(6);
    await keepGuests(tenant, 30);
    const ids = guests.map(({ id }) => id as string).sort();
    const middle = guests.find(({ id }) => id === ids[2])!;
    const closing = await whileLocked(service.databaseUrl, lockGuest(middle), async () => {
      const round = run(second);
      await lockWaits(service.databaseUrl);
      await second.app.get(JobRunner).beforeApplicationShutdown();
      return [round];
    });
    await Promise.all(closing);
    await second.close();
    const erased = (await erasedOf(tenant, guests)).filter(Boolean).length;
    expect(erased).toBe(3);
    expect((await reportOf(tenant))['lastRunAt']).toBeNull();
    await run();
    expect(await erasedOf(tenant, guests)).toEqual(guests.map(() => true));
    expect(await erasuresOf(guests)).toHaveLength(guests.length);
  });

  it('keeps a guest who is put on an event at that moment', async () => {
    const [guest] = await several(1);
    const event = await newEvent(tenant.key);
    await keepGuests(tenant, 30);
    const round = await whileLocked(
      service.databaseUrl,
      [
        `INSERT INTO event_guests (organization_id, id, event_id, guest_id, rsvp, plus_ones, created_at, updated_at)
         VALUES ($1, gen_random_uuid(), $2, $3, 'pending', 0, now(), now())`,
        tenant.organization['id'],
        event['id'],
        guest!['id'],
      ],
      async () => {
        const running = run();
        await lockWaits(service.databaseUrl);
        return [running];
      },
    );
    await Promise.all(round);
    expect(await erasedOf(tenant, [guest!])).toEqual([false]);
  });

  it('ends at once when the retention is lifted meanwhile', async () => {
    const guests = await several(4);
    await keepGuests(tenant, 30);
    const ids = guests.map(({ id }) => id as string).sort();
    const first = guests.find(({ id }) => id === ids[0])!;
    const round = await whileLocked(service.databaseUrl, lockGuest(first), async () => {
      const running = run();
      await lockWaits(service.databaseUrl);
      await keepGuests(tenant, null);
      return [running];
    });
    await Promise.all(round);
    expect(await erasedOf(tenant, guests)).toEqual([false, false, false, false]);
    expect(await lastError()).toBeNull();
  });

  it('passes by an organization that was deleted', async () => {
    const guests = await several(1);
    await keepGuests(tenant, 30);
    await sql(service.databaseUrl, 'UPDATE organizations SET deleted_at = now() WHERE id = $1', [
      tenant.organization['id'],
    ]);
    await run();
    expect(await lastError()).toBeNull();
    expect((await erasuresOf(guests)).length).toBe(0);
  });
});
