import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, tenantTable } from '../src/platform/tenancy/schema';

/** What planners work with first: tours, their events, and what those cost. */
export class ToursEventsExpenses1700000000002 implements MigrationInterface {
  name = 'ToursEventsExpenses1700000000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE tours (
        organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
        id uuid NOT NULL,
        name text NOT NULL,
        description text,
        start_date date,
        end_date date,
        status text NOT NULL CHECK (status IN ('draft', 'planning', 'confirmed', 'active', 'completed', 'cancelled')),
        budget numeric(19, 4),
        currency text NOT NULL,
        notes text,
        revision integer NOT NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, id),
        CHECK (end_date >= start_date)
      )`);
    await runner.query(`CREATE INDEX tours_by_start ON tours (organization_id, start_date, id)`);
    await runner.query(`CREATE INDEX tours_by_name ON tours (organization_id, name, id)`);
    await runner.query(`CREATE INDEX tours_by_creation ON tours (organization_id, created_at, id)`);
    await tenantTable(runner, 'tours');

    await runner.query(`
      CREATE TABLE events (
        organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
        id uuid NOT NULL,
        name text NOT NULL,
        tour_id uuid,
        description text,
        status text NOT NULL CHECK (status IN ('draft', 'confirmed', 'completed', 'cancelled')),
        starts_at timestamptz(3),
        ends_at timestamptz(3),
        timezone text NOT NULL,
        venue jsonb,
        capacity integer,
        notes text,
        created_by uuid NOT NULL,
        revision integer NOT NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, id),
        CONSTRAINT events_tour FOREIGN KEY (organization_id, tour_id) REFERENCES tours (organization_id, id),
        CHECK (ends_at >= starts_at)
      )`);
    await runner.query(`CREATE INDEX events_by_start ON events (organization_id, starts_at, id)`);
    await runner.query(`CREATE INDEX events_by_name ON events (organization_id, name, id)`);
    await runner.query(`CREATE INDEX events_by_creation ON events (organization_id, created_at, id)`);
    await runner.query(`CREATE INDEX events_by_tour ON events (organization_id, tour_id, starts_at, id)`);
    await tenantTable(runner, 'events');

    await runner.query(`
      CREATE TABLE expenses (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        event_id uuid NOT NULL,
        category text NOT NULL,
        amount numeric(19, 4) NOT NULL CHECK (amount >= 0),
        currency text NOT NULL,
        incurred_at timestamptz(3) NOT NULL,
        description text,
        created_by uuid NOT NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, id),
        CONSTRAINT expenses_event FOREIGN KEY (organization_id, event_id) REFERENCES events (organization_id, id) ON DELETE CASCADE
      )`);
    await runner.query(`CREATE INDEX expenses_by_event ON expenses (organization_id, event_id, incurred_at, id)`);
    // The report reads nothing but this index: one range of it per currency and category, so that nothing has to be sorted or
    // hashed to add it up.
    await runner.query(
      `CREATE INDEX expenses_by_kind ON expenses (organization_id, currency, category, incurred_at) INCLUDE (event_id, amount)`,
    );
    await tenantTable(runner, 'expenses');
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['expenses', 'events', 'tours']);
  }
}
