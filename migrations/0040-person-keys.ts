import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, tenantTable } from '../src/platform/tenancy/schema';

/** The audit log keeps personal values encrypted, under a key for each person. */
export class PersonKeys1700000000040 implements MigrationInterface {
  name = 'PersonKeys1700000000040';

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
    await tenantTable(runner, 'person_keys');
    await runner.query('ALTER TABLE audit_records ADD COLUMN personal_of uuid, ADD COLUMN personal text');
    // Since when the log has no plain personal values; null in a database of before, until its first start.
    await runner.query('ALTER TABLE installation ADD COLUMN log_encrypted_at timestamptz(3)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE installation DROP COLUMN log_encrypted_at');
    await runner.query('ALTER TABLE audit_records DROP COLUMN personal_of, DROP COLUMN personal');
    await dropTables(runner, ['person_keys']);
  }
}
