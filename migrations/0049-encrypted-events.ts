import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What events say of people is encrypted, under a key for each person. A job encrypts what there is already. */
export class EncryptedEvents1700000000049 implements MigrationInterface {
  name = 'EncryptedEvents1700000000049';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['outbox_events', 'webhook_inbox_requests'])
      await runner.query(`ALTER TABLE ${table} ADD COLUMN people uuid[], ADD COLUMN personal text`);
    // Null for those of before, whose bodies are readable still: the job finds them, and soon there are none.
    await runner.query(
      `CREATE INDEX outbox_events_readable ON outbox_events (organization_id, id) WHERE people IS NULL`,
    );
    // Requests are kept for a day, for tests.
    await runner.query(`SELECT set_config('app.unscoped', 'test inboxes begin empty', true)`);
    await runner.query('DELETE FROM webhook_inbox_requests');
    await runner.query(`SELECT set_config('app.unscoped', '', true)`);
    await runner.query('ALTER TABLE webhook_inbox_requests ADD COLUMN event_id uuid NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX outbox_events_readable');
    await runner.query(
      'ALTER TABLE webhook_inbox_requests DROP COLUMN event_id, DROP COLUMN people, DROP COLUMN personal',
    );
    await runner.query('ALTER TABLE outbox_events DROP COLUMN people, DROP COLUMN personal');
  }
}
