import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Runs a statement for each part of the log: `%1$s` is its name, in the schema of the parts. */
const eachPart = (statement: string) => `
  DO $$ DECLARE part name; BEGIN
    FOR part IN SELECT c.relname FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid
      WHERE inhparent = 'audit_records'::regclass
    LOOP EXECUTE format('${statement}', part); END LOOP;
  END $$`;

/**
 * The organization is in every key of the audit log, and never null. Quick, whatever the log's size: the indexes are
 * there, and the constraint that was validated spares PostgreSQL to look for nulls.
 */
export class OrganizationInAuditKeys1700000000054 implements MigrationInterface {
  name = 'OrganizationInAuditKeys1700000000054';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE audit_records ALTER organization_id SET NOT NULL');
    await runner.query('ALTER TABLE audit_records DROP CONSTRAINT audit_records_owned');
    await runner.query('ALTER TABLE audit_records DROP CONSTRAINT audit_records_pkey');
    // A part that a start has made since the migration before this one has few records.
    await runner.query(
      eachPart('CREATE UNIQUE INDEX IF NOT EXISTS %1$s_owned ON audit_years.%1$s (id, organization_id, occurred_at)'),
    );
    await runner.query(
      eachPart('ALTER TABLE audit_years.%1$s ADD CONSTRAINT %1$s_pkey PRIMARY KEY USING INDEX %1$s_owned'),
    );
    await runner.query('ALTER TABLE audit_records ADD PRIMARY KEY (id, organization_id, occurred_at)');
    await runner.query(`
      ALTER TABLE audit_seals DROP CONSTRAINT audit_seals_audit_record_id_key,
        ADD CONSTRAINT audit_seals_record_unique UNIQUE USING INDEX audit_seals_owned`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE audit_seals DROP CONSTRAINT audit_seals_record_unique,
        ADD CONSTRAINT audit_seals_audit_record_id_key UNIQUE (audit_record_id)`);
    await runner.query('CREATE UNIQUE INDEX audit_seals_owned ON audit_seals (audit_record_id, organization_id)');
    await runner.query('ALTER TABLE audit_records DROP CONSTRAINT audit_records_pkey');
    await runner.query(
      eachPart('CREATE UNIQUE INDEX %1$s_owned ON audit_years.%1$s (id, organization_id, occurred_at)'),
    );
    await runner.query('ALTER TABLE audit_records ADD PRIMARY KEY (id, occurred_at)');
    await runner.query('ALTER TABLE audit_records ALTER organization_id DROP NOT NULL');
    await runner.query(eachPart('ALTER TABLE audit_years.%1$s ALTER organization_id DROP NOT NULL'));
    await runner.query(
      'ALTER TABLE audit_records ADD CONSTRAINT audit_records_owned CHECK (organization_id IS NOT NULL)',
    );
  }
}
