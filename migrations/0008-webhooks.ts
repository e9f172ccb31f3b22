import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, tenantTable } from '../src/platform/tenancy/schema';

/** Endpoints of organizations, deliveries to them with all attempts, the queue of deliveries, and leases of senders. */
export class Webhooks1700000000008 implements MigrationInterface {
  name = 'Webhooks1700000000008';

  async up(runner: QueryRunner): Promise<void> {
    // A deleted endpoint stays, hidden, while its deliveries are deleted in small steps. Whether its last attempt was
    // slow is stored for the other replicas, and for the next start.
    await runner.query(`
      CREATE TABLE webhook_endpoints (
        organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
        id uuid NOT NULL,
        url text NOT NULL,
        description text,
        event_types text[] NOT NULL,
        status text NOT NULL CHECK (status IN ('enabled', 'disabled')),
        secret bytea NOT NULL,
        secret_prefix text NOT NULL,
        next_secret bytea,
        next_secret_prefix text,
        next_secret_from timestamptz(3),
        slow boolean NOT NULL DEFAULT false,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        deleted_at timestamptz(3),
        PRIMARY KEY (organization_id, id)
      )`);
    await runner.query(
      `CREATE INDEX webhook_endpoints_deleted ON webhook_endpoints (deleted_at) WHERE deleted_at IS NOT NULL`,
    );
    await tenantTable(runner, 'webhook_endpoints');

    // due_at, leased_at and leased_until are times of the database's clock, which all replicas share. They are not
    // rounded, so that what is due now is not due half a millisecond later. The log holds attempts as the API shows
    // them: they are only read with their delivery, and rows of their own would cost more to write than all the rest.
    // Most deliveries are written twice: when made and when delivered. The second time changes no indexed column and,
    // unless the answer is long, fits into the page, so that no index is touched (a heap-only tuple).
    await runner.query(`
      CREATE TABLE webhook_deliveries (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        webhook_id uuid NOT NULL,
        event_id uuid NOT NULL,
        event_type text NOT NULL,
        attempts integer NOT NULL,
        next_kind text NOT NULL CHECK (next_kind IN ('scheduled', 'manual')),
        due_at timestamptz,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        delivered_at timestamptz(3),
        failed_at timestamptz(3),
        attempt_log json[] NOT NULL DEFAULT '{}',
        PRIMARY KEY (organization_id, id),
        FOREIGN KEY (organization_id, webhook_id) REFERENCES webhook_endpoints ON DELETE CASCADE,
        FOREIGN KEY (organization_id, event_id) REFERENCES outbox_events,
        CHECK (delivered_at IS NULL OR failed_at IS NULL)
      ) WITH (fillfactor = 40, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02)`);
    await runner.query(
      `CREATE INDEX webhook_deliveries_by_webhook ON webhook_deliveries (organization_id, webhook_id, created_at, id)`,
    );
    // In a long list people look for failures.
    await runner.query(
      `CREATE INDEX webhook_deliveries_failed ON webhook_deliveries (organization_id, webhook_id, created_at, id)
       WHERE failed_at IS NOT NULL`,
    );
    await runner.query(`CREATE INDEX webhook_deliveries_by_event ON webhook_deliveries (organization_id, event_id)`);
    // These two serve retention.
    await runner.query(
      `CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (created_at) WHERE failed_at IS NULL`,
    );
    await runner.query(
      `CREATE INDEX webhook_deliveries_by_failure ON webhook_deliveries (failed_at) WHERE failed_at IS NOT NULL`,
    );
    await tenantTable(runner, 'webhook_deliveries');

    // A delivery that is neither delivered nor failed has a row in one of the next two tables: in the queue while it
    // waits, in the leases while it is sent. Their narrow rows come and go, so that a claim need not write the delivery
    // or pass completed ones. They have no foreign keys, which would double the cost: a claim skips a delivery that is
    // gone, a lease of one runs out, and rows of an endpoint that is gone are deleted later.
    await runner.query(`
      CREATE TABLE webhook_queue (
        organization_id uuid NOT NULL,
        webhook_id uuid NOT NULL,
        due_at timestamptz NOT NULL,
        delivery_id uuid NOT NULL,
        PRIMARY KEY (organization_id, webhook_id, due_at, delivery_id)
      )`);
    await tenantTable(runner, 'webhook_queue');
    await runner.query(`
      CREATE TABLE webhook_leases (
        organization_id uuid NOT NULL,
        webhook_id uuid NOT NULL,
        delivery_id uuid NOT NULL,
        token uuid NOT NULL,
        leased_at timestamptz NOT NULL,
        leased_until timestamptz NOT NULL,
        PRIMARY KEY (organization_id, webhook_id, delivery_id)
      )`);
    await tenantTable(runner, 'webhook_leases');
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['webhook_leases', 'webhook_queue', 'webhook_deliveries', 'webhook_endpoints']);
  }
}
