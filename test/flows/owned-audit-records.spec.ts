import { NIL_ID } from '../../src/kernel/ids';
import { createDataSource } from '../../src/platform/database/data-source';
import { migrate } from '../../src/platform/database/migrate';
import { OwnedAuditRecords1700000000052 as Owned } from '../../migrations/0052-owned-audit-records';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { sql } from '../support/sql';

const INSERT = `INSERT INTO audit_records (id, organization_id, action, occurred_at, actor_type, target_type, target_id, changes)
  SELECT gen_random_uuid(), CASE n % 2 WHEN 0 THEN '10000000-0000-7000-8000-000000000000'::uuid END, 'tour.created',
    now() + n * interval '1 day', 'system', 'tour', 'x', '{}' FROM generate_series(1, $1::int) AS n`;

describe('audit records of the platform', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  const owners = () =>
    sql(database.url, 'SELECT organization_id AS id, count(*)::int FROM audit_records GROUP BY 1 ORDER BY 1');

  it('get an organization when the version before had none for them, which may go on writing', async () => {
    const undone = await undo(database.url);
    await sql(database.url, INSERT, [10_000]);
    expect(await migrate(database.url)).toHaveLength(undone);
    const whole = [
      { id: NIL_ID, count: 5_000 },
      { id: '10000000-0000-7000-8000-000000000000', count: 5_000 },
    ];
    expect(await owners()).toEqual(whole);
    await sql(database.url, INSERT, [2]);
    expect(await owners()).toEqual(whole.map(({ id, count }) => ({ id, count: count + 1 })));
    await expect(sql(database.url, 'DELETE FROM audit_records')).rejects.toThrow('append-only');
  });

  it('can be without one again after the way back', async () => {
    await sql(database.url, INSERT, [10]);
    await undo(database.url);
    expect((await owners()).map(({ id }) => id)).toEqual(['10000000-0000-7000-8000-000000000000', null]);
  });
});

/** Undoes the migration, after those that came later. @returns how many */
async function undo(url: string): Promise<number> {
  const dataSource = createDataSource(url, null, 1);
  await dataSource.initialize();
  const names = dataSource.migrations.map(({ name }) => name!);
  const count = names.length - names.indexOf(new Owned().name);
  for (let undone = 0; undone < count; undone++) await dataSource.undoLastMigration({ transaction: 'each' });
  await dataSource.destroy();
  return count;
}
