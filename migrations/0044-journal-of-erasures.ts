import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, tenantTable } from '../src/platform/tenancy/schema';

/** Who was erased, by ids alone: each process keeps a copy in a file, which outlives a restored database. */
export class JournalOfErasures1700000000044 implements MigrationInterface {
  name = 'JournalOfErasures1700000000044';

  async up(runner: QueryRunner): Promise<void> {
    // Users belong to no organization: they have the nil UUID, so that it can be part of the primary key.
    await runner.query(`
      CREATE TABLE erasures (
        organization_id uuid NOT NULL,
        person_id uuid NOT NULL,
        kind text NOT NULL CHECK (kind IN ('guest', 'user')),
        erased_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, person_id)
      )`);
    await runner.query('CREATE INDEX erasures_by_time ON erasures (erased_at, person_id)');
    await tenantTable(runner, 'erasures');
    await runner.query(`SELECT set_config('app.unscoped', 'those erased so far are in the journal, too', true)`);
    await runner.query(`
      INSERT INTO erasures (organization_id, person_id, kind, erased_at)
      SELECT organization_id, id, 'guest', erased_at FROM guests WHERE erased_at IS NOT NULL
      UNION ALL SELECT '00000000-0000-0000-0000-000000000000', id, 'user', erased_at FROM users WHERE erased_at IS NOT NULL`);
    await runner.query(`SELECT set_config('app.unscoped', '', true)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['erasures']);
  }
}
