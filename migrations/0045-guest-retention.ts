import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, tenantTable } from '../src/platform/tenancy/schema';

/** Organizations can have guests erased some days after their last event; what is due is found by index. */
export class GuestRetention1700000000045 implements MigrationInterface {
  name = 'GuestRetention1700000000045';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE organization_settings ADD COLUMN guest_days_after_last_event integer
        CHECK (guest_days_after_last_event BETWEEN 30 AND 3650)`);
    // Few organizations among many: the daily job reads no others.
    await runner.query(`
      CREATE INDEX organization_settings_retention ON organization_settings (organization_id)
        WHERE guest_days_after_last_event IS NOT NULL`);
    // Without those who were erased, who become most of all guests over the years.
    await runner.query(`
      CREATE INDEX guests_kept ON guests (organization_id, id) INCLUDE (created_at) WHERE erased_at IS NULL`);
    await runner.query(`
      CREATE TABLE retention_runs (
        organization_id uuid PRIMARY KEY REFERENCES organizations ON DELETE CASCADE,
        last_run_at timestamptz(3) NOT NULL
      )`);
    await tenantTable(runner, 'retention_runs');
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['retention_runs']);
    await runner.query('DROP INDEX guests_kept');
    await runner.query('DROP INDEX organization_settings_retention');
    await runner.query('ALTER TABLE organization_settings DROP COLUMN guest_days_after_last_event');
  }
}
