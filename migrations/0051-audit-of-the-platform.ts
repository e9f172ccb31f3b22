import type { MigrationInterface, QueryRunner } from 'typeorm';
import { NIL_ID } from '../src/kernel/ids';

/**
 * From now on the platform's own audit records have the nil UUID as their organization, as their seals do: a column that
 * is never null can be in every key. Records of before follow in the next migration.
 */
export class AuditOfThePlatform1700000000051 implements MigrationInterface {
  name = 'AuditOfThePlatform1700000000051';

  async up(runner: QueryRunner): Promise<void> {
    // For the version before this one, which writes null. Called for those rows alone.
    await runner.query(`
      CREATE FUNCTION own_platform_record() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.organization_id := '${NIL_ID}';
        RETURN NEW;
      END $$`);
    await runner.query(`
      CREATE TRIGGER audit_records_of_platform BEFORE INSERT ON audit_records FOR EACH ROW
      WHEN (NEW.organization_id IS NULL) EXECUTE FUNCTION own_platform_record()`);
    await runner.query(
      'ALTER TABLE audit_records ADD CONSTRAINT audit_records_owned CHECK (organization_id IS NOT NULL) NOT VALID',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE audit_records DROP CONSTRAINT audit_records_owned');
    await runner.query('DROP TRIGGER audit_records_of_platform ON audit_records');
    await runner.query('DROP FUNCTION own_platform_record()');
  }
}
