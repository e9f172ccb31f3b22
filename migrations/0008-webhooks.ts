import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, tenantTable } from '../src/platform/tenancy/schema';

/** Endpoints of the organizations' own, what is on its way to them with every attempt that was made, and who sends it. */
export class Webhooks1700000000008 implements MigrationInterface {
  name = 'Webhooks1700000000008';

  async up(runner: QueryRunner): Promise<void> {
    // A deleted endpoint stays, out of sight, until its deliveries are deleted behind it in small steps. Whether the last
    // attempt was slow is known to every replica, and after a start.
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

    // due_at, leased_at and leased_until are the database's own time, by which replicas agree; unrounded, so that what is
    // due now is not due half a millisecond from now. The log holds attempts as they are shown: they are only ever read with
    // their delivery, and rows of their own would cost more to write than all the rest.
    // One that is delivered changes no column of any index and, unless its answer is long, finds room in its page, so that
    // PostgreSQL leaves all the indexes alone (a heap-only tuple): most are written twice, when made and when they have arrived.
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
    // What is wanted of a long list is what went wrong.
    await runner.query(
      `CREATE INDEX webhook_deliveries_failed ON webhook_deliveries (organization_id, webhook_id, created_at, id)
       WHERE failed_at IS NOT NULL`,
    );
    await runner.query(`CREATE INDEX webhook_deliveries_by_event ON webhook_deliveries (organization_id, event_id)`);
    // The two that retention goes by.
    await runner.query(
      `CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (created_at) WHERE failed_at IS NULL`,
    );
    await runner.query(
      `CREATE INDEX webhook_deliveries_by_failure ON webhook_deliveries (failed_at) WHERE failed_at IS NOT NULL`,
    );
    await tenantTable(runner, 'webhook_deliveries');

    // A delivery that is neither delivered nor failed has a row in one of the next two: in the queue while it waits, in the
    // leases while it is sent. Narrow rows that come and go, so that a claim leaves the delivery alone and sees nothing of
    // those that are done with. They refer to nothing, since checking that would cost as much again: a claim of a delivery
    // that is gone finds none, a lease of one runs out, and what stands there for an endpoint that is gone is swept away.
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
