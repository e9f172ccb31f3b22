import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, platformTable } from '../src/platform/tenancy/schema';

/** How many mails an address got that somebody only claims to have. */
export class MailRecipientCounts1700000000061 implements MigrationInterface {
  name = 'MailRecipientCounts1700000000061';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE mail_recipient_counts (
        recipient_key text PRIMARY KEY,
        mails integer NOT NULL,
        window_ends_at timestamptz(3) NOT NULL
      )`);
    await runner.query('CREATE INDEX mail_recipient_counts_by_end ON mail_recipient_counts (window_ends_at)');
    await platformTable(runner, 'mail_recipient_counts');
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['mail_recipient_counts']);
  }
}
