import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Since when an operator has been acting as a user. */
export class Operators1700000000024 implements MigrationInterface {
  name = 'Operators1700000000024';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sessions ADD COLUMN impersonating_since timestamptz(3)');
    // A session that acts already was last changed when it began to.
    await runner.query('UPDATE sessions SET impersonating_since = updated_at WHERE impersonator_id IS NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sessions DROP COLUMN impersonating_since');
  }
}
