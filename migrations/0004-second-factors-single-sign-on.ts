import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, platformTable, tenantTable } from '../src/platform/tenancy/schema';

const FACTORS = [
  'totp_factors',
  'recovery_codes',
  'passkeys',
  'passkey_challenges',
  'sign_in_challenges',
  'factor_failures',
];
const SINGLE_SIGN_ON = ['sso_connections', 'sso_domains', 'sso_identities'];

/** What a sign-in is shown with beside a password: second factors of users, and identity providers of organizations. */
export class SecondFactorsSingleSignOn1700000000004 implements MigrationInterface {
  name = 'SecondFactorsSingleSignOn1700000000004';

  async up(runner: QueryRunner): Promise<void> {
    await this.factors(runner);
    await this.challenges(runner);
    for (const table of FACTORS) await platformTable(runner, table);
    await this.singleSignOn(runner);
    for (const table of SINGLE_SIGN_ON) await tenantTable(runner, table);
  }

  private async factors(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE totp_factors (
        user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
        secret bytea NOT NULL,
        last_step integer NOT NULL,
        enabled_at timestamptz(3),
        created_at timestamptz(3) NOT NULL
      )`);
    await runner.query(`
      CREATE TABLE recovery_codes (
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        code_hash bytea NOT NULL,
        PRIMARY KEY (user_id, code_hash)
      )`);
    await runner.query(`
      CREATE TABLE passkeys (
        id uuid PRIMARY KEY,
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        name text NOT NULL,
        credential_id text NOT NULL CONSTRAINT passkeys_credential_unique UNIQUE,
        public_key bytea NOT NULL,
        counter bigint NOT NULL,
        transports text[] NOT NULL,
        last_used_at timestamptz(3),
        created_at timestamptz(3) NOT NULL
      )`);
    await runner.query('CREATE INDEX passkeys_by_user ON passkeys (user_id, created_at)');
  }

  private async challenges(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE passkey_challenges (
        challenge_hash bytea PRIMARY KEY,
        user_id uuid REFERENCES users ON DELETE CASCADE,
        expires_at timestamptz(3) NOT NULL
      )`);
    await runner.query('CREATE INDEX passkey_challenges_by_user ON passkey_challenges (user_id)');
    await runner.query('CREATE INDEX passkey_challenges_by_expiry ON passkey_challenges (expires_at)');
    // A sign-in that waits for a factor, and what it has shown so far.
    await runner.query(`
      CREATE TABLE sign_in_challenges (
        token_hash bytea PRIMARY KEY,
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        password_digest bytea NOT NULL,
        continuation bytea NOT NULL,
        expires_at timestamptz(3) NOT NULL
      )`);
    await runner.query('CREATE INDEX sign_in_challenges_by_user ON sign_in_challenges (user_id)');
    await runner.query('CREATE INDEX sign_in_challenges_by_expiry ON sign_in_challenges (expires_at)');
    await runner.query(`
      CREATE TABLE factor_failures (
        user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
        failures integer NOT NULL,
        window_ends_at timestamptz(3) NOT NULL,
        in_a_row integer NOT NULL
      )`);
  }

  private async singleSignOn(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE sso_connections (
        organization_id uuid PRIMARY KEY REFERENCES organizations ON DELETE CASCADE,
        issuer text NOT NULL,
        client_id text NOT NULL,
        client_secret bytea,
        default_role text NOT NULL,
        require_sso boolean NOT NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL
      )`);
    // The DNS record that proves a domain is looked up again: when it was last, and since when it is missing.
    await runner.query(`
      CREATE TABLE sso_domains (
        organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
        id uuid NOT NULL,
        domain text NOT NULL,
        token text NOT NULL,
        proven_at timestamptz(3),
        proven_by text CHECK (proven_by IN ('dns', 'operator')),
        checked_at timestamptz(3),
        missing_since timestamptz(3),
        created_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, id),
        CONSTRAINT sso_domains_own_unique UNIQUE (organization_id, domain),
        CHECK ((proven_at IS NULL) = (proven_by IS NULL))
      )`);
    // Anybody can name a domain, but only one organization can prove it.
    await runner.query(
      'CREATE UNIQUE INDEX sso_domains_proven_unique ON sso_domains (domain) WHERE proven_at IS NOT NULL',
    );
    await runner.query(`
      CREATE TABLE sso_identities (
        organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
        issuer text NOT NULL,
        subject text NOT NULL,
        id uuid NOT NULL,
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        created_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, issuer, subject),
        CONSTRAINT sso_identities_id_unique UNIQUE (organization_id, id)
      )`);
    await runner.query('CREATE INDEX sso_identities_by_user ON sso_identities (user_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, [...SINGLE_SIGN_ON, ...FACTORS]);
  }
}
