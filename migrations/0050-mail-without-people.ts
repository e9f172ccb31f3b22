import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mail says to whom it goes only in its sealed content, which goes when it is finished. A job empties what there is. */
export class MailWithoutPeople1700000000050 implements MigrationInterface {
  name = 'MailWithoutPeople1700000000050';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE mail_messages ALTER COLUMN to_address DROP NOT NULL, ALTER COLUMN to_key DROP NOT NULL`);
    // Only what a version of before has queued has one: soon there are none.
    await runner.query(
      `CREATE INDEX mail_messages_readable ON mail_messages (id) WHERE to_address IS NOT NULL AND status <> 'queued'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX mail_messages_readable');
    await runner.query(`SELECT set_config('app.unscoped', 'mail without an address is of a later version', true)`);
    await runner.query('DELETE FROM mail_messages WHERE to_address IS NULL');
    await runner.query(`SELECT set_config('app.unscoped', '', true)`);
    await runner.query(`
      ALTER TABLE mail_messages ALTER COLUMN to_address SET NOT NULL, ALTER COLUMN to_key SET NOT NULL`);
  }
}
