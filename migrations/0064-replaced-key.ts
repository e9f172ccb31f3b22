import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Since when secrets may be encrypted with a key of before. */
export class ReplacedKey1700000000064 implements MigrationInterface {
  name = 'ReplacedKey1700000000064';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE installation ADD COLUMN key_replaced_at timestamptz(3)');
    // It is not known of those of before: the next start counts what is left, and forgets it where nothing is.
    await runner.query(`SELECT set_config('app.unscoped', 'a replacement of the key is looked for', true)`);
    await runner.query('UPDATE installation SET key_replaced_at = now()');
    await runner.query(`SELECT set_config('app.unscoped', '', true)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE installation DROP COLUMN key_replaced_at');
  }
}
