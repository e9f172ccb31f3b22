import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, tenantTable } from '../src/platform/tenancy/schema';

/** Whom guests bring and with whom they come, and what an event asks them. */
export class Groups1700000000017 implements MigrationInterface {
  name = 'Groups1700000000017';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE parties (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        event_id uuid NOT NULL,
        name text NOT NULL,
        name_key text COLLATE "C" NOT NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, id),
        CONSTRAINT parties_of_event UNIQUE (organization_id, id, event_id),
        CONSTRAINT parties_event FOREIGN KEY (organization_id, event_id)
          REFERENCES events (organization_id, id) ON DELETE CASCADE
      )`);
    await runner.query('CREATE INDEX parties_by_name ON parties (organization_id, event_id, name_key, id)');
    await runner.query('CREATE INDEX parties_by_creation ON parties (organization_id, event_id, created_at, id)');
    await tenantTable(runner, 'parties');

    await runner.query(`
      ALTER TABLE events
        ADD COLUMN questions jsonb NOT NULL DEFAULT '[]',
        ADD COLUMN rsvp_deadline timestamptz(3)`);
    // The event is part of the reference to the party, so that nobody is in a party of another event.
    await runner.query(`
      ALTER TABLE event_guests
        ADD COLUMN companions jsonb NOT NULL DEFAULT '[]',
        ADD COLUMN answers jsonb NOT NULL DEFAULT '{}',
        ADD COLUMN party_id uuid,
        ADD CONSTRAINT event_guests_party FOREIGN KEY (organization_id, party_id, event_id)
          REFERENCES parties (organization_id, id, event_id) ON DELETE SET NULL (party_id)`);
    await runner.query(
      'CREATE INDEX event_guests_by_party ON event_guests (organization_id, party_id, event_id) WHERE party_id IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE event_guests
        DROP CONSTRAINT IF EXISTS event_guests_party,
        DROP COLUMN IF EXISTS party_id,
        DROP COLUMN IF EXISTS answers,
        DROP COLUMN IF EXISTS companions`);
    await runner.query('ALTER TABLE events DROP COLUMN IF EXISTS rsvp_deadline, DROP COLUMN IF EXISTS questions');
    await dropTables(runner, ['parties']);
  }
}
