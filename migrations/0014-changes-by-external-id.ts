import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Changes say what another system called their target, also after it is gone. Older records say nothing of it. */
export class ChangesByExternalId1700000000014 implements MigrationInterface {
  name = 'ChangesByExternalId1700000000014';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE audit_records ADD COLUMN IF NOT EXISTS target_external_id text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE audit_records DROP COLUMN IF EXISTS target_external_id');
  }
}
