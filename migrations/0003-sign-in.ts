import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, platformTable, tenantTable } from '../src/platform/tenancy/schema';

/** Sessions and API keys, what limits sign-ins and registrations, and links by e-mail that prove an address. */
export class SignIn1700000000003 implements MigrationInterface {
  name = 'SignIn1700000000003';

  async up(runner: QueryRunner): Promise<void> {
    await this.credentials(runner);
    await this.limits(runner);
    await this.notices(runner);
    await this.links(runner);
  }

  private async credentials(runner: QueryRunner): Promise<void> {
    // impersonator_organization_id is no foreign key: when the impersonation ends it is checked whether the operator can
    // still return there. sso_organization_id is the organization whose provider began the session; null for all other
    // ways in.
    await runner.query(`
      CREATE TABLE sessions (
        id uuid PRIMARY KEY,
        token_hash bytea NOT NULL UNIQUE,
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
        impersonator_id uuid REFERENCES users ON DELETE CASCADE,
        impersonating_since timestamptz(3),
        impersonator_organization_id uuid,
        sso_organization_id uuid,
        own_proof_at timestamptz(3),
        ip text,
        user_agent text,
        authenticated_at timestamptz(3) NOT NULL,
        last_seen_at timestamptz(3) NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL
      )`);
    await runner.query('CREATE INDEX sessions_by_user ON sessions (user_id)');
    await runner.query('CREATE INDEX sessions_by_organization ON sessions (organization_id)');
    await runner.query(
      'CREATE INDEX sessions_by_impersonator ON sessions (impersonator_id) WHERE impersonator_id IS NOT NULL',
    );
    await runner.query('CREATE INDEX sessions_by_expiry ON sessions (expires_at)');
    await platformTable(runner, 'sessions');

    await runner.query(`
      CREATE TABLE api_keys (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        user_id uuid NOT NULL,
        name text NOT NULL,
        prefix text NOT NULL,
        secret_hash bytea NOT NULL CONSTRAINT api_keys_secret_unique UNIQUE,
        permissions text[],
        scopes text[],
        owner text NOT NULL DEFAULT 'user',
        super_admin boolean NOT NULL,
        expires_at timestamptz(3),
        last_used_at timestamptz(3),
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, id),
        FOREIGN KEY (organization_id) REFERENCES organizations ON DELETE CASCADE,
        FOREIGN KEY (user_id) REFERENCES users ON DELETE CASCADE,
        CONSTRAINT api_keys_owner CHECK (
          owner = 'user' OR (owner = 'organization' AND permissions IS NOT NULL AND NOT super_admin)
        )
      )`);
    await runner.query('CREATE INDEX api_keys_by_user ON api_keys (user_id)');
    await tenantTable(runner, 'api_keys');
  }

  private async limits(runner: QueryRunner): Promise<void> {
    // By the hash of the account, a new password clears the failures from all addresses. An address's failures over all
    // accounts belong to none.
    await runner.query(`
      CREATE TABLE sign_in_failures (
        attempt_hash bytea PRIMARY KEY,
        account_hash bytea,
        failures integer NOT NULL,
        locked boolean NOT NULL DEFAULT false,
        window_ends_at timestamptz(3) NOT NULL
      )`);
    await runner.query('CREATE INDEX sign_in_failures_by_account ON sign_in_failures (account_hash)');
    await runner.query('CREATE INDEX sign_in_failures_by_end ON sign_in_failures (window_ends_at)');
    await platformTable(runner, 'sign_in_failures');

    // Where an account has signed in from.
    await runner.query(`
      CREATE TABLE sign_in_addresses (
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        network text NOT NULL,
        last_used_at timestamptz(3) NOT NULL,
        PRIMARY KEY (user_id, network)
      )`);
    await runner.query('CREATE INDEX sign_in_addresses_by_use ON sign_in_addresses (last_used_at)');
    await platformTable(runner, 'sign_in_addresses');

    // Registrations of a day, from one address and with one mail domain.
    await runner.query(`
      CREATE TABLE registration_counts (
        day date NOT NULL,
        source_hash bytea NOT NULL,
        registrations integer NOT NULL,
        PRIMARY KEY (day, source_hash)
      )`);
    await platformTable(runner, 'registration_counts');
  }

  private async notices(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE known_devices (
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        device_hash bytea NOT NULL,
        last_used_at timestamptz(3) NOT NULL,
        PRIMARY KEY (user_id, device_hash)
      )`);
    await runner.query('CREATE INDEX known_devices_by_last_use ON known_devices (last_used_at)');
    await platformTable(runner, 'known_devices');

    // How many notices a user got today.
    await runner.query(`
      CREATE TABLE security_notice_counts (
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        kind text NOT NULL,
        notices integer NOT NULL,
        window_ends_at timestamptz(3) NOT NULL,
        PRIMARY KEY (user_id, kind)
      )`);
    await runner.query('CREATE INDEX security_notice_counts_by_end ON security_notice_counts (window_ends_at)');
    await platformTable(runner, 'security_notice_counts');
  }

  private async links(runner: QueryRunner): Promise<void> {
    // Requests wait here whether or not there is such an account, so that accepting one reveals nothing.
    await runner.query(`
      CREATE TABLE password_reset_requests (
        id uuid PRIMARY KEY,
        email_key text NOT NULL,
        ip text,
        user_agent text,
        request_id text NOT NULL,
        created_at timestamptz(3) NOT NULL
      )`);
    await platformTable(runner, 'password_reset_requests');

    // Finished ones of these two tables stay for a while, because the limits of mails count them.
    await runner.query(`
      CREATE TABLE password_resets (
        id uuid PRIMARY KEY,
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        token_hash bytea NOT NULL UNIQUE,
        requested_from text NOT NULL,
        created_at timestamptz(3) NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        ended_at timestamptz(3)
      )`);
    await runner.query('CREATE INDEX password_resets_by_user ON password_resets (user_id, created_at)');
    await runner.query('CREATE INDEX password_resets_by_time ON password_resets (created_at)');
    await platformTable(runner, 'password_resets');

    // With a new address, the confirmation changes the user's: it ends with the session that asked for it, and can be
    // stopped from the previous address.
    await runner.query(`
      CREATE TABLE email_confirmations (
        id uuid PRIMARY KEY,
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        token_hash bytea NOT NULL UNIQUE,
        new_email text,
        session_id uuid,
        cancel_hash bytea,
        resent boolean NOT NULL,
        created_at timestamptz(3) NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        ended_at timestamptz(3)
      )`);
    await runner.query('CREATE INDEX email_confirmations_by_user ON email_confirmations (user_id, created_at)');
    await runner.query('CREATE INDEX email_confirmations_by_expiry ON email_confirmations (expires_at)');
    await runner.query(
      'CREATE UNIQUE INDEX email_confirmations_cancel_unique ON email_confirmations (cancel_hash) WHERE cancel_hash IS NOT NULL',
    );
    await platformTable(runner, 'email_confirmations');
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, [
      'email_confirmations',
      'password_resets',
      'password_reset_requests',
      'security_notice_counts',
      'known_devices',
      'registration_counts',
      'sign_in_addresses',
      'sign_in_failures',
      'api_keys',
      'sessions',
    ]);
  }
}
