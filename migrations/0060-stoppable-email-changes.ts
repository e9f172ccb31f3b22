import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Changes of address end with the session that asked for them, and can be stopped from the previous address. */
export class StoppableEmailChanges1700000000060 implements MigrationInterface {
  name = 'StoppableEmailChanges1700000000060';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE email_confirmations ADD COLUMN session_id uuid, ADD COLUMN cancel_hash bytea');
    await runner.query(
      'CREATE UNIQUE INDEX email_confirmations_cancel_unique ON email_confirmations (cancel_hash) WHERE cancel_hash IS NOT NULL',
    );
    // Nobody was asked whether pending ones may go on: they must be asked for again.
    await runner.query(`SELECT set_config('app.unscoped', 'earlier changes of address have no session', true)`);
    await runner.query(
      'UPDATE email_confirmations SET ended_at = now() WHERE new_email IS NOT NULL AND ended_at IS NULL',
    );
    await runner.query(`SELECT set_config('app.unscoped', '', true)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX email_confirmations_cancel_unique');
    await runner.query('ALTER TABLE email_confirmations DROP COLUMN session_id, DROP COLUMN cancel_hash');
  }
}
