import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, tenantTable } from '../src/platform/tenancy/schema';

const TABLES = ['person_keys', 'erasures', 'retention_runs'];

/** Keys of people, under which their values are encrypted; who was erased; and when organizations' guests were last due. */
export class Privacy1700000000012 implements MigrationInterface {
  name = 'Privacy1700000000012';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE person_keys (
        organization_id uuid NOT NULL,
        person_id uuid NOT NULL,
        sealed_key bytea,
        created_at timestamptz(3) NOT NULL,
        erased_at timestamptz(3),
        PRIMARY KEY (organization_id, person_id),
        CHECK ((sealed_key IS NULL) = (erased_at IS NOT NULL))
      )`);
    // By ids alone: each process keeps a copy in a file, which outlives a restored database. Users belong to no
    // organization: they have the nil UUID, so that it can be part of the primary key.
    await runner.query(`
      CREATE TABLE erasures (
        organization_id uuid NOT NULL,
        person_id uuid NOT NULL,
        kind text NOT NULL CHECK (kind IN ('guest', 'user', 'contact')),
        erased_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, person_id)
      )`);
    await runner.query('CREATE INDEX erasures_by_time ON erasures (erased_at, person_id)');
    await runner.query(`
      CREATE TABLE retention_runs (
        organization_id uuid PRIMARY KEY REFERENCES organizations ON DELETE CASCADE,
        last_run_at timestamptz(3) NOT NULL
      )`);
    for (const table of TABLES) await tenantTable(runner, table);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, TABLES);
  }
}
