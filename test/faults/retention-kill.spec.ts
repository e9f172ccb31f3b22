import { registerTenant } from '../support/builders';
import type { Json } from '../support/client';
import { createTestDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { Opened } from '../support/mail-queue';
import { ProductProcess, QUICK_TIMETABLE } from '../support/process';
import { erasedOf, eventOver, guestOn, keepGuests, reportOf, RETENTION_JOB } from '../support/retention';
import { lockWaits, sql, whileLocked } from '../support/sql';

const GUESTS = 7;
const MIDDLE = 3;

describe('a replica that is killed while it erases who is due', () => {
  const opened = new Opened();
  afterEach(() => opened.close());

  it('leaves the rest to the next one, which erases nobody twice', async () => {
    const database = await createTestDatabase();
    opened.add({ close: () => database.drop() });
    const replica = async () => {
      const env = {
        DATABASE_URL: database.url,
        ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
        RATE_LIMIT: '1000000',
      };
      const product = await ProductProcess.launch(env, QUICK_TIMETABLE);
      opened.add({ close: () => product.cleanUp() });
      return { product, url: await product.url() };
    };
    // Nobody is due until all guests are there.
    const first = await replica();
    const tenant = await registerTenant(first.url);
    const past = await eventOver(tenant, 100);
    const guests: Json[] = [];
    for (let made = 0; made < GUESTS; made++) guests.push(await guestOn(tenant, [past]));
    guests.sort((a, b) => (a['id'] < b['id'] ? -1 : 1));
    const erasures = async (): Promise<number> =>
      (
        await sql(
          database.url,
          `SELECT target_id FROM audit_records WHERE action = 'guest.erased' AND organization_id = $1`,
          [tenant.organization['id']],
        )
      ).length;
    await whileLocked(
      database.url,
      ['SELECT FROM guests WHERE id = $1 FOR UPDATE', guests[MIDDLE]!['id']],
      async () => {
        await keepGuests(tenant, 30);
        await sql(database.url, `UPDATE jobs SET next_run_at = now() WHERE name = $1`, [RETENTION_JOB]);
        await eventually('a round in its middle', async () => (await erasures()) === MIDDLE);
        await lockWaits(database.url);
        expect(await first.product.end('SIGKILL')).toBeNull();
      },
    );
    expect(await erasures()).toBe(MIDDLE);
    await sql(database.url, `UPDATE jobs SET locked_until = now() WHERE name = $1`, [RETENTION_JOB]);

    const second = await replica();
    const there = { ...tenant, key: tenant.key.at(second.url) };
    expect(await reportOf(there)).toMatchObject({ due: GUESTS - MIDDLE, erasedTotal: MIDDLE, lastRunAt: null });
    await eventually('the end of the next round', async () => (await reportOf(there))['lastRunAt'] !== null);
    expect(await erasedOf(there, guests)).toEqual(guests.map(() => true));
    expect(await erasures()).toBe(GUESTS);
    expect(await reportOf(there)).toMatchObject({ due: 0, erasedTotal: GUESTS });
  }, 300_000);
});
