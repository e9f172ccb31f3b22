import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The messages to the guests of an event, newest first, without going through those of all others. */
export class MessagesOfEvents1700000000047 implements MigrationInterface {
  name = 'MessagesOfEvents1700000000047';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX notifications_by_event ON notifications (organization_id, event_id, created_at, id)
       WHERE event_id IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX notifications_by_event');
  }
}
