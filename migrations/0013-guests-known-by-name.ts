import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Imports find guests by name who have nothing else to be known by: an index of these alone. */
export class GuestsKnownByName1700000000013 implements MigrationInterface {
  name = 'GuestsKnownByName1700000000013';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX IF NOT EXISTS guests_by_name_alone ON guests (organization_id, id) INCLUDE (search)
       WHERE email_key IS NULL AND external_id IS NULL AND erased_at IS NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS guests_by_name_alone');
  }
}
