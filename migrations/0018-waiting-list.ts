import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Waiting lists: whether an event has one, and the guests who wait. Those who asked in one request have the same number,
 * and wait together; numbers count up for each event.
 */
export class WaitingList1700000000018 implements MigrationInterface {
  name = 'WaitingList1700000000018';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE events
        ADD COLUMN IF NOT EXISTS waitlist text NOT NULL DEFAULT 'off'
          CONSTRAINT events_waitlist CHECK (waitlist IN ('off', 'manual', 'automatic'))`);
    await runner.query(`
      ALTER TABLE event_guests
        ADD COLUMN IF NOT EXISTS waiting_number integer,
        ADD COLUMN IF NOT EXISTS waiting_since timestamptz(3),
        DROP CONSTRAINT IF EXISTS event_guests_waiting,
        ADD CONSTRAINT event_guests_waiting
          CHECK ((waiting_number IS NULL) = (waiting_since IS NULL))`);
    await runner.query(
      `CREATE INDEX IF NOT EXISTS events_with_waiting_list ON events (organization_id, starts_at, id) WHERE waitlist = 'manual'`,
    );
    // Only of those who wait: it costs nothing where nobody does, and counting a position reads the index alone. An earlier
    // version of the service that serves for a while longer changes answers and knows nothing of numbers.
    await runner.query(
      `CREATE INDEX IF NOT EXISTS event_guests_waiting_in_order
       ON event_guests (organization_id, event_id, waiting_number, id) INCLUDE (plus_ones)
       WHERE waiting_number IS NOT NULL AND rsvp = 'pending'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS event_guests_waiting_in_order');
    await runner.query(`
      ALTER TABLE event_guests
        DROP CONSTRAINT IF EXISTS event_guests_waiting, DROP COLUMN IF EXISTS waiting_number, DROP COLUMN IF EXISTS waiting_since`);
    await runner.query('DROP INDEX IF EXISTS events_with_waiting_list');
    await runner.query('ALTER TABLE events DROP COLUMN IF EXISTS waitlist');
  }
}
