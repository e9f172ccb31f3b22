import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, tenantTable } from '../src/platform/tenancy/schema';

/** Endpoints of organizations, deliveries to them, how the endpoints fare, and an inbox for tests. */
export class Webhooks1700000000010 implements MigrationInterface {
  name = 'Webhooks1700000000010';

  async up(runner: QueryRunner): Promise<void> {
    await this.endpoints(runner);
    await this.makersRights(runner);
    await this.deliveries(runner);
    await this.queue(runner);
    await this.health(runner);
    await this.inboxes(runner);
  }

  private async endpoints(runner: QueryRunner): Promise<void> {
    // A deleted endpoint stays, hidden, while its deliveries are deleted in small steps. Whether its last attempt was
    // slow is stored for the other replicas, and for the next start. The tour and the event have no foreign keys: an
    // endpoint for a deleted event still gets event.deleted, and then nothing more.
    await runner.query(`
      CREATE TABLE webhook_endpoints (
        organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
        id uuid NOT NULL,
        url text NOT NULL,
        description text,
        event_types text[] NOT NULL,
        tour_id uuid,
        event_id uuid,
        status text NOT NULL CHECK (status IN ('enabled', 'disabled')),
        headers bytea,
        header_names text[] NOT NULL DEFAULT '{}',
        standard_headers boolean NOT NULL DEFAULT false,
        full_payload boolean NOT NULL DEFAULT false,
        auto_disable boolean NOT NULL DEFAULT false,
        test_inbox boolean NOT NULL DEFAULT false,
        maker_id uuid,
        maker_key_id uuid,
        maker_permissions text[] NOT NULL,
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
      'CREATE INDEX webhook_endpoints_deleted ON webhook_endpoints (deleted_at) WHERE deleted_at IS NOT NULL',
    );
    await runner.query(
      `CREATE INDEX webhook_endpoints_auto_disabled ON webhook_endpoints (organization_id, id)
       WHERE auto_disable AND status = 'enabled' AND deleted_at IS NULL`,
    );
    await tenantTable(runner, 'webhook_endpoints');
  }

  /**
   * What the maker of an endpoint, or the key that made it, may read. Functions and not sub-selects, for the reason that
   * tour_of_event is one: the statement that writes every event keeps its plan.
   */
  private async makersRights(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION webhook_maker_may(organization uuid, maker uuid, permission text, system_roles text[])
      RETURNS boolean LANGUAGE plpgsql STABLE COST 1 AS $$
      BEGIN
        RETURN EXISTS (
          SELECT FROM memberships m LEFT JOIN roles r ON r.organization_id = m.organization_id AND r.name = m.role
          WHERE m.organization_id = organization AND m.user_id = maker AND m.status = 'active'
            AND CASE WHEN r.id IS NULL THEN m.role = ANY (system_roles) ELSE permission = ANY (r.permissions) END);
      END $$`);
    await runner.query(`
      CREATE FUNCTION webhook_key_may(organization uuid, key uuid, permission text)
      RETURNS boolean LANGUAGE plpgsql STABLE COST 1 AS $$
      BEGIN
        RETURN EXISTS (
          SELECT FROM api_keys k
          WHERE k.organization_id = organization AND k.id = key AND (k.expires_at IS NULL OR k.expires_at > now())
            AND permission = ANY (k.permissions));
      END $$`);
  }

  private async deliveries(runner: QueryRunner): Promise<void> {
    // due_at, leased_at and leased_until are times of the database's clock, which all replicas share. They are not
    // rounded, so that what is due now is not due half a millisecond later. The log holds attempts as the API shows
    // them: they are only read with their delivery, and rows of their own would cost more to write than all the rest.
    // Most deliveries are written twice: when made and when delivered. The second time changes no indexed column and,
    // unless the response is long, fits into the page, so that no index is touched (a heap-only tuple). That is why an
    // index finds results of the last hours by the time of creation, and only those by their own time that came more than
    // an hour after it: they alone have a delayed_result_at.
    await runner.query(`
      CREATE TABLE webhook_deliveries (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        webhook_id uuid NOT NULL,
        event_id uuid NOT NULL,
        event_type text NOT NULL,
        full_payload boolean NOT NULL DEFAULT false,
        attempts integer NOT NULL,
        next_kind text NOT NULL CHECK (next_kind IN ('scheduled', 'manual')),
        due_at timestamptz,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        delivered_at timestamptz(3),
        failed_at timestamptz(3),
        delayed_result_at timestamptz(3),
        attempt_log json[] NOT NULL DEFAULT '{}',
        PRIMARY KEY (organization_id, id),
        FOREIGN KEY (organization_id, webhook_id) REFERENCES webhook_endpoints ON DELETE CASCADE,
        FOREIGN KEY (organization_id, event_id) REFERENCES outbox_events,
        CHECK (delivered_at IS NULL OR failed_at IS NULL)
      ) WITH (fillfactor = 40, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02)`);
    await runner.query(
      'CREATE INDEX webhook_deliveries_by_webhook ON webhook_deliveries (organization_id, webhook_id, created_at, id)',
    );
    // In a long list people look for failures.
    await runner.query(
      `CREATE INDEX webhook_deliveries_failed ON webhook_deliveries (organization_id, webhook_id, created_at, id)
       WHERE failed_at IS NOT NULL`,
    );
    await runner.query(
      `CREATE INDEX webhook_deliveries_delayed ON webhook_deliveries (organization_id, webhook_id, delayed_result_at)
       WHERE delayed_result_at IS NOT NULL`,
    );
    await runner.query('CREATE INDEX webhook_deliveries_by_event ON webhook_deliveries (organization_id, event_id)');
    // These two serve retention.
    await runner.query(
      'CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (created_at) WHERE failed_at IS NULL',
    );
    await runner.query(
      'CREATE INDEX webhook_deliveries_by_failure ON webhook_deliveries (failed_at) WHERE failed_at IS NOT NULL',
    );
    await tenantTable(runner, 'webhook_deliveries');
  }

  /**
   * A delivery that is neither delivered nor failed has a row in one of these two tables: in the queue while it waits, in
   * the leases while it is sent. Their narrow rows come and go, so that a claim need not write the delivery or pass
   * completed ones. They have no foreign keys, which would double the cost: a claim skips a delivery that is gone, a
   * lease of one runs out, and rows of an endpoint that is gone are deleted later.
   */
  private async queue(runner: QueryRunner): Promise<void> {
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

  private async health(runner: QueryRunner): Promise<void> {
    // What is not counted from the deliveries: they are too many to look through for it. The statement that records
    // results writes it where a success follows a failure, a failure a success, and otherwise once an hour.
    await runner.query(`
      CREATE TABLE webhook_health (
        organization_id uuid NOT NULL,
        webhook_id uuid NOT NULL,
        last_success_at timestamptz(3),
        failing_since timestamptz(3),
        last_failure_at timestamptz(3),
        PRIMARY KEY (organization_id, webhook_id),
        FOREIGN KEY (organization_id, webhook_id) REFERENCES webhook_endpoints ON DELETE CASCADE
      ) WITH (fillfactor = 50)`);
    await tenantTable(runner, 'webhook_health');

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
  }

  private async inboxes(runner: QueryRunner): Promise<void> {
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
        event_id uuid NOT NULL,
        headers json NOT NULL,
        body text NOT NULL,
        people uuid[] NOT NULL,
        personal text,
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
    await dropTables(runner, [
      'webhook_inbox_requests',
      'webhook_inboxes',
      'webhook_recoveries',
      'webhook_health',
      'webhook_leases',
      'webhook_queue',
      'webhook_deliveries',
      'webhook_endpoints',
    ]);
    await runner.query('DROP FUNCTION webhook_key_may(uuid, uuid, text), webhook_maker_may(uuid, uuid, text, text[])');
  }
}
