import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['tours', 'events', 'vehicles', 'expenses'];

/** The ids that tours, events, vehicles and expenses have in other systems. Guests have had theirs before. */
export class ExternalIds1700000000019 implements MigrationInterface {
  name = 'ExternalIds1700000000019';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await runner.query(`ALTER TABLE ${table} ADD COLUMN external_id text`);
      // Without the rows that have none, so that they cost nothing.
      await runner.query(
        `CREATE UNIQUE INDEX IF NOT EXISTS ${table}_external_id ON ${table} (organization_id, external_id)
         WHERE external_id IS NOT NULL`,
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`ALTER TABLE ${table} DROP COLUMN external_id`);
  }
}
