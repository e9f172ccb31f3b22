import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Addresses that users want to have in place of their own, until they are confirmed. */
export class EmailChanges1700000000031 implements MigrationInterface {
  name = 'EmailChanges1700000000031';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE email_confirmations ADD COLUMN new_email text');
  }

  async down(runner: QueryRunner): Promise<void> {
    // Their tokens would confirm the address of before.
    await runner.query('DELETE FROM email_confirmations WHERE new_email IS NOT NULL');
    await runner.query('ALTER TABLE email_confirmations DROP COLUMN new_email');
  }
}
