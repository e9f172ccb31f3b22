import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, platformTable, tenantTable } from '../src/platform/tenancy/schema';

/** What every part needs: the installation, its processes and jobs, events on their way out, and stored responses. */
export class Foundation1700000000001 implements MigrationInterface {
  name = 'Foundation1700000000001';

  async up(runner: QueryRunner): Promise<void> {
    await this.platform(runner);

    // Only events that somebody receives; whoever passes them on deletes them.
    await runner.query(`
      CREATE TABLE outbox_events (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        type text NOT NULL,
        body text NOT NULL,
        full_body text,
        people uuid[] NOT NULL,
        personal text,
        created_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, id)
      )`);
    await tenantTable(runner, 'outbox_events');

    await this.storedResponses(runner);
  }

  private async platform(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE installation (
        id boolean PRIMARY KEY CHECK (id),
        encryption_key_check bytea NOT NULL,
        key_replaced_at timestamptz(3),
        created_at timestamptz(3) NOT NULL
      )`);
    await platformTable(runner, 'installation');

    // The default plan is a reference from the migration on that makes the plans.
    await runner.query(`
      CREATE TABLE platform_settings (
        id uuid PRIMARY KEY,
        referral_reward_amount numeric(19, 4) NOT NULL,
        referral_reward_currency text NOT NULL,
        default_plan_id uuid,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL
      )`);
    await runner.query(`
      INSERT INTO platform_settings (id, referral_reward_amount, referral_reward_currency, created_at, updated_at)
      VALUES ('00000000-0000-7000-8000-000000000001', 0, 'USD', now(), now())`);
    await platformTable(runner, 'platform_settings');

    await runner.query(`
      CREATE TABLE jobs (
        name text PRIMARY KEY,
        next_run_at timestamptz(3) NOT NULL,
        locked_by text,
        locked_until timestamptz(3),
        last_started_at timestamptz(3),
        last_finished_at timestamptz(3),
        last_error text
      )`);
    await platformTable(runner, 'jobs');

    await runner.query(`
      CREATE TABLE replicas (
        id uuid PRIMARY KEY,
        host text NOT NULL,
        pid integer NOT NULL,
        version text NOT NULL,
        started_at timestamptz(3) NOT NULL,
        last_seen_at timestamptz(3) NOT NULL
      )`);
    await platformTable(runner, 'replicas');

    await runner.query(`
      CREATE TABLE health_samples (
        at timestamptz(3) PRIMARY KEY,
        figures jsonb NOT NULL
      )`);
    await platformTable(runner, 'health_samples');
  }

  private async storedResponses(runner: QueryRunner): Promise<void> {
    // Keys for routes of the platform have the nil UUID as their organization, so that it can be part of the primary
    // key.
    await runner.query(`
      CREATE TABLE idempotency_keys (
        organization_id uuid NOT NULL,
        principal text NOT NULL,
        route text NOT NULL,
        key text NOT NULL,
        id uuid NOT NULL,
        fingerprint bytea NOT NULL,
        status integer NOT NULL,
        body bytea,
        forgotten boolean NOT NULL DEFAULT false,
        created_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, principal, route, key),
        CONSTRAINT idempotency_keys_id UNIQUE (organization_id, id)
      )`);
    await runner.query('CREATE INDEX idempotency_keys_by_time ON idempotency_keys (created_at)');
    await tenantTable(runner, 'idempotency_keys');

    // Whom stored responses mention, so that those of a person are found without opening any.
    await runner.query(`
      CREATE TABLE idempotency_mentions (
        organization_id uuid NOT NULL,
        response_id uuid NOT NULL,
        mention_id uuid NOT NULL,
        PRIMARY KEY (organization_id, response_id, mention_id),
        CONSTRAINT idempotency_mentions_response FOREIGN KEY (organization_id, response_id)
          REFERENCES idempotency_keys (organization_id, id) ON DELETE CASCADE
      )`);
    await runner.query(
      'CREATE INDEX idempotency_mentions_by_mention ON idempotency_mentions (organization_id, mention_id)',
    );
    await tenantTable(runner, 'idempotency_mentions');
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, [
      'idempotency_mentions',
      'idempotency_keys',
      'outbox_events',
      'health_samples',
      'replicas',
      'jobs',
      'platform_settings',
      'installation',
    ]);
  }
}
