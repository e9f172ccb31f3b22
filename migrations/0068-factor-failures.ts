import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, platformTable } from '../src/platform/tenancy/schema';

const TABLES = ['factor_failures'];

/** How often showing a second factor of an account has failed. */
export class FactorFailures1700000000068 implements MigrationInterface {
  name = 'FactorFailures1700000000068';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE factor_failures (
        user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
        failures integer NOT NULL,
        window_ends_at timestamptz(3) NOT NULL,
        in_a_row integer NOT NULL
      )`);
    for (const table of TABLES) await platformTable(runner, table);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, TABLES);
  }
}
