import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is kept of recipients of messages is encrypted. A job encrypts what there is already. */
export class EncryptedRecipients1700000000056 implements MigrationInterface {
  name = 'EncryptedRecipients1700000000056';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE notification_recipients ADD COLUMN encrypted_address text, ADD COLUMN encrypted_values text',
    );
    // Those of before: the job finds them, and soon there are none.
    await runner.query(
      `CREATE INDEX notification_recipients_readable ON notification_recipients (organization_id, id)
       WHERE address IS NOT NULL OR own_values IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`SELECT set_config('app.unscoped', 'encrypted recipients are of a later version', true)`);
    await runner.query('DELETE FROM notification_recipients WHERE encrypted_address IS NOT NULL');
    await runner.query(`SELECT set_config('app.unscoped', '', true)`);
    await runner.query('DROP INDEX notification_recipients_readable');
    await runner.query(
      'ALTER TABLE notification_recipients DROP COLUMN encrypted_address, DROP COLUMN encrypted_values',
    );
  }
}
