import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, platformTable } from '../src/platform/tenancy/schema';

const TABLES = ['totp_factors', 'recovery_codes', 'passkeys', 'passkey_challenges', 'sign_in_challenges'];

/** Second factors of users, what is asked of a sign-in that needs one, and who must have one. */
export class SecondFactors1700000000030 implements MigrationInterface {
  name = 'SecondFactors1700000000030';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE users ADD COLUMN second_factor_since timestamptz(3),
        ADD COLUMN must_change_password boolean NOT NULL DEFAULT false`);
    // Sessions of before have been open for a while: for what needs a fresh one, their users show who they are again.
    await runner.query('ALTER TABLE sessions ADD COLUMN authenticated_at timestamptz(3)');
    await runner.query('UPDATE sessions SET authenticated_at = created_at');
    await runner.query('ALTER TABLE sessions ALTER COLUMN authenticated_at SET NOT NULL');
    await runner.query(
      'ALTER TABLE organization_settings ADD COLUMN require_second_factor boolean NOT NULL DEFAULT false',
    );
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
    await runner.query(`
      CREATE TABLE passkey_challenges (
        challenge_hash bytea PRIMARY KEY,
        user_id uuid REFERENCES users ON DELETE CASCADE,
        expires_at timestamptz(3) NOT NULL
      )`);
    await runner.query('CREATE INDEX passkey_challenges_by_user ON passkey_challenges (user_id)');
    await runner.query('CREATE INDEX passkey_challenges_by_expiry ON passkey_challenges (expires_at)');
    await runner.query(`
      CREATE TABLE sign_in_challenges (
        token_hash bytea PRIMARY KEY,
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        password_digest bytea NOT NULL,
        expires_at timestamptz(3) NOT NULL
      )`);
    await runner.query('CREATE INDEX sign_in_challenges_by_user ON sign_in_challenges (user_id)');
    await runner.query('CREATE INDEX sign_in_challenges_by_expiry ON sign_in_challenges (expires_at)');
    for (const table of TABLES) await platformTable(runner, table);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, TABLES);
    await runner.query('ALTER TABLE organization_settings DROP COLUMN require_second_factor');
    await runner.query('ALTER TABLE sessions DROP COLUMN authenticated_at');
    await runner.query('ALTER TABLE users DROP COLUMN second_factor_since, DROP COLUMN must_change_password');
  }
}
