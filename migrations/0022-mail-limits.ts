import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, tenantTable } from '../src/platform/tenancy/schema';

/** Counts of the recipients of e-mail by day, and limits that operators set for an organization. */
export class MailLimits1700000000022 implements MigrationInterface {
  name = 'MailLimits1700000000022';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE organizations ADD COLUMN mail_daily_limit integer, ADD COLUMN rate_limit integer');
    await runner.query(`
      CREATE TABLE mail_days (
        organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
        day date NOT NULL,
        recipients integer NOT NULL,
        PRIMARY KEY (organization_id, day)
      )`);
    await runner.query('CREATE INDEX mail_days_by_recipients ON mail_days (day, recipients)');
    await tenantTable(runner, 'mail_days');
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['mail_days']);
    await runner.query('ALTER TABLE organizations DROP COLUMN mail_daily_limit, DROP COLUMN rate_limit');
  }
}
