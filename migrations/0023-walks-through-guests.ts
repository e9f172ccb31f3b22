import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An event's guests are walked by their ids, also where the organization has many other events. */
export class WalksThroughGuests1700000000023 implements MigrationInterface {
  name = 'WalksThroughGuests1700000000023';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX IF NOT EXISTS event_guests_by_id ON event_guests (organization_id, event_id, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS event_guests_by_id');
  }
}
