import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, tenantTable } from '../src/platform/tenancy/schema';

/** Calendars that people subscribe to by a link of their own. */
export class CalendarFeeds1700000000021 implements MigrationInterface {
  name = 'CalendarFeeds1700000000021';

  async up(runner: QueryRunner): Promise<void> {
    // No reference to the tour: tours are spread over machines where a feed, which is found by its token, is not.
    await runner.query(`
      CREATE TABLE calendar_feeds (
        organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
        id uuid NOT NULL,
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        kind text NOT NULL CHECK (kind IN ('organization', 'tour', 'mine')),
        tour_id uuid,
        token_hash bytea NOT NULL CONSTRAINT calendar_feeds_token_unique UNIQUE,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, id),
        CHECK ((kind = 'tour') = (tour_id IS NOT NULL))
      )`);
    await runner.query('CREATE INDEX calendar_feeds_by_user ON calendar_feeds (user_id)');
    await runner.query(
      'CREATE INDEX calendar_feeds_of_user ON calendar_feeds (organization_id, user_id, created_at, id)',
    );
    await tenantTable(runner, 'calendar_feeds');

    // When an event was cancelled; of those from before this, the last change is taken for it.
    await runner.query('ALTER TABLE events ADD COLUMN cancelled_at timestamptz(3)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE events DROP COLUMN cancelled_at');
    await dropTables(runner, ['calendar_feeds']);
  }
}
