import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, tenantTable } from '../src/platform/tenancy/schema';

/** E-mails to be sent, being sent, or sent. */
export class Mail1700000000003 implements MigrationInterface {
  name = 'Mail1700000000003';

  async up(runner: QueryRunner): Promise<void> {
    // due_at and locked_until are times of the database's clock, which all replicas share. They are not rounded, so that
    // what is due now is not due half a millisecond later. The content may have secret links, so the database itself
    // ensures that it is removed when the message is finished. The owners are served round robin: the organizations, and the platform
    // (the nil UUID). A column, because behind row-level security no index with coalesce() is used.
    await runner.query(`
      CREATE TABLE mail_messages (
        id uuid PRIMARY KEY,
        organization_id uuid REFERENCES organizations ON DELETE CASCADE,
        owner_id uuid NOT NULL GENERATED ALWAYS AS (coalesce(organization_id, '00000000-0000-0000-0000-000000000000')) STORED,
        template text NOT NULL,
        to_name text,
        to_address text NOT NULL,
        to_key text NOT NULL,
        content jsonb,
        status text NOT NULL CHECK (status IN ('sent', 'failed', 'queued')),
        attempts integer NOT NULL,
        due_at timestamptz NOT NULL,
        locked_by uuid,
        locked_until timestamptz,
        last_error text,
        created_at timestamptz(3) NOT NULL,
        finished_at timestamptz(3),
        CONSTRAINT mail_messages_content_only_while_queued CHECK ((status = 'queued') = (content IS NOT NULL))
      )`);
    await runner.query(
      `CREATE INDEX mail_messages_due ON mail_messages (owner_id, due_at, id) WHERE status = 'queued'`,
    );
    await runner.query(
      `CREATE INDEX mail_messages_finished ON mail_messages (finished_at) WHERE finished_at IS NOT NULL`,
    );
    // Finds what waits for a mailbox. Its first column serves the constraint that purges organizations.
    await runner.query(`CREATE INDEX mail_messages_by_mailbox ON mail_messages (organization_id, template, to_key)`);
    await tenantTable(runner, 'mail_messages');
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['mail_messages']);
  }
}
