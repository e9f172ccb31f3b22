import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, platformTable } from '../src/platform/tenancy/schema';

/** Confirmations of e-mail addresses. */
export class EmailConfirmations1700000000014 implements MigrationInterface {
  name = 'EmailConfirmations1700000000014';

  async up(runner: QueryRunner): Promise<void> {
    // Finished ones stay for a while, because the limit of mails counts them.
    await runner.query(`
      CREATE TABLE email_confirmations (
        id uuid PRIMARY KEY,
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        token_hash bytea NOT NULL UNIQUE,
        resent boolean NOT NULL,
        created_at timestamptz(3) NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        ended_at timestamptz(3)
      )`);
    await runner.query(`CREATE INDEX email_confirmations_by_user ON email_confirmations (user_id, created_at)`);
    await runner.query(`CREATE INDEX email_confirmations_by_expiry ON email_confirmations (expires_at)`);
    await platformTable(runner, 'email_confirmations');
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['email_confirmations']);
  }
}
