import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, platformTable } from '../src/platform/tenancy/schema';

/** Password resets by e-mail. */
export class PasswordResets1700000000006 implements MigrationInterface {
  name = 'PasswordResets1700000000006';

  async up(runner: QueryRunner): Promise<void> {
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

    // Finished ones stay for a while, because the limit of mails counts them.
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
    await runner.query(`CREATE INDEX password_resets_by_user ON password_resets (user_id, created_at)`);
    await runner.query(`CREATE INDEX password_resets_by_time ON password_resets (created_at)`);
    await platformTable(runner, 'password_resets');

    // Lets a new password clear the failures from all addresses. Old rows go: they would expire within minutes anyway.
    await runner.query('TRUNCATE sign_in_failures');
    await runner.query(`ALTER TABLE sign_in_failures ADD COLUMN account_hash bytea NOT NULL`);
    await runner.query(`CREATE INDEX sign_in_failures_by_account ON sign_in_failures (account_hash)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sign_in_failures DROP COLUMN account_hash');
    await dropTables(runner, ['password_resets', 'password_reset_requests']);
  }
}
