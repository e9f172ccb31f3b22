import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantTable, platformTable, dropTables } from '../src/platform/tenancy/schema';

/** Organizations and the people in them, credentials, and the tables that every change needs. */
export class Foundation1700000000001 implements MigrationInterface {
  name = 'Foundation1700000000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE organizations (
        id uuid PRIMARY KEY,
        name text NOT NULL,
        slug text NOT NULL UNIQUE,
        search text COLLATE "C" NOT NULL,
        logo text,
        timezone text NOT NULL,
        currency text NOT NULL,
        status text NOT NULL CHECK (status IN ('active', 'suspended')),
        plan_id uuid,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        deleted_at timestamptz(3)
      )`);
    await tenantTable(runner, 'organizations', { organizationColumn: 'id' });

    await runner.query(`
      CREATE TABLE organization_settings (
        organization_id uuid PRIMARY KEY REFERENCES organizations ON DELETE CASCADE,
        locale text NOT NULL,
        expense_categories text[] NOT NULL,
        sender_name text,
        sender_reply_to text,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL
      )`);
    await tenantTable(runner, 'organization_settings');

    await runner.query(`
      CREATE TABLE users (
        id uuid PRIMARY KEY,
        name text NOT NULL,
        email text NOT NULL,
        email_key text NOT NULL CONSTRAINT users_email_unique UNIQUE,
        search text COLLATE "C" NOT NULL,
        phone text,
        email_proven_at timestamptz(3),
        password_hash text NOT NULL,
        status text NOT NULL CHECK (status IN ('active', 'suspended')),
        super_admin boolean NOT NULL,
        last_sign_in_at timestamptz(3),
        last_organization_id uuid REFERENCES organizations ON DELETE SET NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL
      )`);
    await runner.query(
      `CREATE INDEX users_by_last_organization ON users (last_organization_id) WHERE last_organization_id IS NOT NULL`,
    );
    await platformTable(runner, 'users');

    await runner.query(`
      CREATE TABLE memberships (
        organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
        id uuid NOT NULL,
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        role text NOT NULL,
        joined_at timestamptz(3) NOT NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, id),
        CONSTRAINT memberships_user_unique UNIQUE (organization_id, user_id)
      )`);
    await runner.query(`CREATE INDEX memberships_by_user ON memberships (user_id)`);
    await tenantTable(runner, 'memberships');

    await runner.query(`
      CREATE TABLE roles (
        organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
        id uuid NOT NULL,
        name text NOT NULL,
        name_key text NOT NULL,
        search text COLLATE "C" NOT NULL,
        description text,
        permissions text[] NOT NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, id),
        CONSTRAINT roles_name_unique UNIQUE (organization_id, name),
        CONSTRAINT roles_name_key_unique UNIQUE (organization_id, name_key)
      )`);
    await tenantTable(runner, 'roles');

    await runner.query(`
      CREATE TABLE sessions (
        id uuid PRIMARY KEY,
        token_hash bytea NOT NULL UNIQUE,
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
        impersonator_id uuid REFERENCES users ON DELETE CASCADE,
        ip text,
        user_agent text,
        last_seen_at timestamptz(3) NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL
      )`);
    await runner.query(`CREATE INDEX sessions_by_user ON sessions (user_id)`);
    await runner.query(`CREATE INDEX sessions_by_organization ON sessions (organization_id)`);
    await runner.query(
      `CREATE INDEX sessions_by_impersonator ON sessions (impersonator_id) WHERE impersonator_id IS NOT NULL`,
    );
    await runner.query(`CREATE INDEX sessions_by_expiry ON sessions (expires_at)`);
    await platformTable(runner, 'sessions');

    await runner.query(`
      CREATE TABLE sign_in_failures (
        attempt_hash bytea PRIMARY KEY,
        failures integer NOT NULL,
        window_ends_at timestamptz(3) NOT NULL
      )`);
    await runner.query(`CREATE INDEX sign_in_failures_by_end ON sign_in_failures (window_ends_at)`);
    await platformTable(runner, 'sign_in_failures');

    await runner.query(`
      CREATE TABLE api_keys (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        user_id uuid NOT NULL,
        name text NOT NULL,
        prefix text NOT NULL,
        secret_hash bytea NOT NULL CONSTRAINT api_keys_secret_unique UNIQUE,
        permissions text[],
        super_admin boolean NOT NULL,
        expires_at timestamptz(3),
        last_used_at timestamptz(3),
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, id),
        FOREIGN KEY (organization_id) REFERENCES organizations ON DELETE CASCADE,
        FOREIGN KEY (user_id) REFERENCES users ON DELETE CASCADE
      )`);
    await runner.query(`CREATE INDEX api_keys_by_user ON api_keys (user_id)`);
    await tenantTable(runner, 'api_keys');

    await runner.query(`
      CREATE TABLE audit_records (
        id uuid NOT NULL,
        organization_id uuid,
        action text NOT NULL,
        occurred_at timestamptz(3) NOT NULL,
        actor_type text NOT NULL CHECK (actor_type IN ('user', 'apiKey', 'system')),
        actor_id uuid,
        actor_name text,
        impersonator_id uuid,
        impersonator_email text,
        target_type text NOT NULL,
        target_id text NOT NULL,
        changes json NOT NULL,
        ip text,
        user_agent text,
        request_id text,
        PRIMARY KEY (id, occurred_at)
      ) PARTITION BY RANGE (occurred_at)`);
    await runner.query(`CREATE INDEX audit_records_by_time ON audit_records (organization_id, occurred_at, id)`);
    await runner.query(
      `CREATE INDEX audit_records_by_target ON audit_records (organization_id, target_id, occurred_at, id)`,
    );
    await runner.query(`CREATE INDEX audit_records_all_by_time ON audit_records (occurred_at, id)`);
    await tenantTable(runner, 'audit_records');

    // Records without an organization have the nil UUID as their chain, so that it can be part of a primary key.
    await runner.query(`
      CREATE TABLE audit_seals (
        organization_id uuid NOT NULL,
        position bigint NOT NULL,
        audit_record_id uuid NOT NULL UNIQUE,
        hash bytea NOT NULL,
        sealed_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, position)
      )`);
    await tenantTable(runner, 'audit_seals');
    await runner.query(`
      CREATE TABLE audit_unsealed (
        organization_id uuid NOT NULL,
        audit_record_id uuid NOT NULL,
        PRIMARY KEY (organization_id, audit_record_id)
      )`);
    await tenantTable(runner, 'audit_unsealed');
    await runner.query(`
      CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END $$`);
    for (const table of ['audit_records', 'audit_seals']) {
      await runner.query(
        `CREATE TRIGGER ${table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`,
      );
    }
    await auditPartitions(runner);

    // Only events that somebody receives; whoever passes them on deletes them.
    await runner.query(`
      CREATE TABLE outbox_events (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        type text NOT NULL,
        body text NOT NULL,
        created_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, id)
      )`);
    await tenantTable(runner, 'outbox_events');

    // Keys for routes of the platform have the nil UUID as their organization, so that it can be part of the primary
    // key.
    await runner.query(`
      CREATE TABLE idempotency_keys (
        organization_id uuid NOT NULL,
        principal text NOT NULL,
        route text NOT NULL,
        key text NOT NULL,
        fingerprint bytea NOT NULL,
        status integer NOT NULL,
        body bytea,
        created_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, principal, route, key)
      )`);
    await runner.query(`CREATE INDEX idempotency_keys_by_time ON idempotency_keys (created_at)`);
    await tenantTable(runner, 'idempotency_keys');

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
      CREATE TABLE installation (
        id boolean PRIMARY KEY CHECK (id),
        encryption_key_check bytea NOT NULL,
        created_at timestamptz(3) NOT NULL
      )`);
    await platformTable(runner, 'installation');
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, [
      'installation',
      'platform_settings',
      'jobs',
      'idempotency_keys',
      'outbox_events',
      'audit_unsealed',
      'audit_seals',
      'audit_records',
      'api_keys',
      'sign_in_failures',
      'sessions',
      'roles',
      'memberships',
      'users',
      'organization_settings',
      'organizations',
    ]);
    await runner.query('DROP SCHEMA audit_years CASCADE');
    await runner.query('DROP FUNCTION refuse_change()');
  }
}

/**
 * The partitions of `audit_records`, one for each year. They are in a schema of their own, to which the service's role
 * has no access: it reads and writes them through the partitioned table. Each has that table's policy and trigger as
 * well, which also stop an owner who writes to it directly.
 */
async function auditPartitions(runner: QueryRunner): Promise<void> {
  await runner.query('CREATE SCHEMA audit_years');
  await runner.query(`
    CREATE FUNCTION audit_years.secure(partition regclass) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
      scope record;
    BEGIN
      SELECT pg_get_expr(polqual, polrelid) AS visible, pg_get_expr(polwithcheck, polrelid) AS allowed INTO STRICT scope
      FROM pg_policy WHERE polrelid = 'audit_records'::regclass;
      EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', partition);
      EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', partition);
      EXECUTE format('CREATE POLICY audit_records_scope ON %s USING (%s) WITH CHECK (%s)', partition, scope.visible,
        scope.allowed);
      EXECUTE format('CREATE TRIGGER audit_records_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %s
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', partition);
    END $$`);
  // Returns the years it could not make, because the default partition has rows of them or is being read for too long.
  await runner.query(`
    CREATE FUNCTION audit_years.make_until(last integer) RETURNS SETOF integer LANGUAGE plpgsql AS $$
    DECLARE
      year integer;
    BEGIN
      PERFORM pg_advisory_xact_lock(hashtextextended('audit-years', 0));
      PERFORM set_config('lock_timeout', '3s', true);
      FOR year IN
        SELECT y FROM generate_series(extract(year FROM now() AT TIME ZONE 'UTC')::integer, last) AS y
        WHERE NOT EXISTS (SELECT FROM pg_class
          WHERE relnamespace = 'audit_years'::regnamespace AND relname = 'audit_records_' || y)
      LOOP
        BEGIN
          EXECUTE format('CREATE TABLE audit_years.audit_records_%s PARTITION OF audit_records FOR VALUES FROM (%L) TO (%L)',
            year, make_timestamptz(year, 1, 1, 0, 0, 0, 'UTC'), make_timestamptz(year + 1, 1, 1, 0, 0, 0, 'UTC'));
          PERFORM audit_years.secure(format('audit_years.audit_records_%s', year)::regclass);
        EXCEPTION WHEN check_violation OR lock_not_available THEN
          RETURN NEXT year;
        END;
      END LOOP;
    END $$`);
  await runner.query('CREATE TABLE audit_years.audit_records_default PARTITION OF audit_records DEFAULT');
  await runner.query(`SELECT audit_years.secure('audit_years.audit_records_default')`);
  await runner.query(`SELECT audit_years.make_until(extract(year FROM now() AT TIME ZONE 'UTC')::integer + 10)`);
}
