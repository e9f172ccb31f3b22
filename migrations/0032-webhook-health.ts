import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, tenantTable } from '../src/platform/tenancy/schema';

/** How endpoints fare, by the hour; recoveries under way; and an organization's inbox for tests. */
export class WebhookHealth1700000000032 implements MigrationInterface {
  name = 'WebhookHealth1700000000032';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE webhook_endpoints
        ADD COLUMN auto_disable boolean NOT NULL DEFAULT false,
        ADD COLUMN test_inbox boolean NOT NULL DEFAULT false`);
    await runner.query(
      `CREATE INDEX webhook_endpoints_auto_disabled ON webhook_endpoints (organization_id, id)
       WHERE auto_disable AND status = 'enabled' AND deleted_at IS NULL`,
    );

    // Counted in the statement that records attempts, one row per endpoint for a whole batch of them.
    await runner.query(`
      CREATE TABLE webhook_hours (
        organization_id uuid NOT NULL,
        webhook_id uuid NOT NULL,
        hour timestamptz(3) NOT NULL,
        delivered integer NOT NULL,
        failed integer NOT NULL,
        retried integer NOT NULL,
        last_success_at timestamptz(3),
        failing_since timestamptz(3),
        PRIMARY KEY (organization_id, webhook_id, hour),
        FOREIGN KEY (organization_id, webhook_id) REFERENCES webhook_endpoints ON DELETE CASCADE
      ) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02)`);
    await runner.query('CREATE INDEX webhook_hours_by_age ON webhook_hours (hour)');
    await tenantTable(runner, 'webhook_hours');

    await runner.query(`
      CREATE TABLE webhook_recoveries (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        webhook_id uuid NOT NULL,
        status text NOT NULL CHECK (status IN ('failed', 'delivered')),
        until timestamptz(3) NOT NULL,
        after_created_at timestamptz(3) NOT NULL,
        after_id uuid NOT NULL,
        created_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, id),
        FOREIGN KEY (organization_id, webhook_id) REFERENCES webhook_endpoints ON DELETE CASCADE
      )`);
    await runner.query(
      'CREATE INDEX webhook_recoveries_by_webhook ON webhook_recoveries (organization_id, webhook_id)',
    );
    await tenantTable(runner, 'webhook_recoveries');

    await runner.query(`
      CREATE TABLE webhook_inboxes (
        organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
        id uuid NOT NULL,
        token text NOT NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, id),
        CONSTRAINT webhook_inboxes_one UNIQUE (organization_id)
      )`);
    await tenantTable(runner, 'webhook_inboxes');
    await runner.query(`
      CREATE TABLE webhook_inbox_requests (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        inbox_id uuid NOT NULL,
        headers json NOT NULL,
        body text NOT NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, id),
        FOREIGN KEY (organization_id, inbox_id) REFERENCES webhook_inboxes ON DELETE CASCADE
      )`);
    await runner.query(
      'CREATE INDEX webhook_inbox_requests_by_inbox ON webhook_inbox_requests (organization_id, inbox_id, id)',
    );
    await runner.query(
      'CREATE INDEX webhook_inbox_requests_by_time ON webhook_inbox_requests (organization_id, created_at)',
    );
    await runner.query('CREATE INDEX webhook_inbox_requests_by_age ON webhook_inbox_requests (created_at)');
    await tenantTable(runner, 'webhook_inbox_requests');
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['webhook_inbox_requests', 'webhook_inboxes', 'webhook_recoveries', 'webhook_hours']);
    await runner.query('DROP INDEX webhook_endpoints_auto_disabled');
    await runner.query('ALTER TABLE webhook_endpoints DROP COLUMN auto_disable, DROP COLUMN test_inbox');
  }
}
