import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the events that began long ago and are not over: by their start they stand among all past ones. */
export class EventsByEnd1700000000018 implements MigrationInterface {
  name = 'EventsByEnd1700000000018';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX IF NOT EXISTS events_by_end ON events (organization_id, ends_at, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX events_by_end');
  }
}
