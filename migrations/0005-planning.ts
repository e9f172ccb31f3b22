import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, tenantTable } from '../src/platform/tenancy/schema';

/** Tours and their events; who comes, who works, and who sits where. */
export class Planning1700000000005 implements MigrationInterface {
  name = 'Planning1700000000005';

  async up(runner: QueryRunner): Promise<void> {
    await this.toursEvents(runner);
    await this.guests(runner);
    await this.vehicles(runner);
    await this.eventGuests(runner);
    await this.team(runner);
  }

  private async toursEvents(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE tours (
        organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
        id uuid NOT NULL,
        external_id text,
        name text NOT NULL,
        description text,
        start_date date,
        end_date date,
        status text NOT NULL CHECK (status IN ('draft', 'planning', 'confirmed', 'active', 'completed', 'cancelled')),
        budget numeric(19, 4),
        currency text NOT NULL,
        notes text,
        search text COLLATE "C" NOT NULL,
        revision integer NOT NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, id),
        CHECK (end_date >= start_date)
      )`);
    await runner.query('CREATE INDEX tours_by_start ON tours (organization_id, start_date, id)');
    await listIndexes(runner, 'tours');
    await tenantTable(runner, 'tours');

    await runner.query(`
      CREATE TABLE events (
        organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
        id uuid NOT NULL,
        external_id text,
        name text NOT NULL,
        tour_id uuid,
        description text,
        status text NOT NULL CHECK (status IN ('draft', 'confirmed', 'completed', 'cancelled')),
        starts_at timestamptz(3),
        ends_at timestamptz(3),
        timezone text NOT NULL,
        venue jsonb,
        capacity integer,
        max_plus_ones integer CHECK (max_plus_ones BETWEEN 0 AND 100),
        notes text,
        search text COLLATE "C" NOT NULL,
        created_by uuid NOT NULL,
        revision integer NOT NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, id),
        CONSTRAINT events_tour FOREIGN KEY (organization_id, tour_id) REFERENCES tours (organization_id, id),
        CHECK (ends_at >= starts_at)
      )`);
    await runner.query('CREATE INDEX events_by_start ON events (organization_id, starts_at, id)');
    // Finds the events that began long ago and are not over: by their start they stand among all past ones.
    await runner.query('CREATE INDEX events_by_end ON events (organization_id, ends_at, id)');
    await runner.query('CREATE INDEX events_by_tour ON events (organization_id, tour_id, starts_at, id)');
    await listIndexes(runner, 'events');
    await tenantTable(runner, 'events');
  }

  private async guests(runner: QueryRunner): Promise<void> {
    // The external id is looked at when a statement ends: an import hands an id on from one guest to another.
    await runner.query(`
      CREATE TABLE guests (
        organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
        id uuid NOT NULL,
        external_id text,
        name text NOT NULL,
        email text,
        email_key text,
        phone text,
        company text,
        tags text[] NOT NULL,
        tag_keys text[] NOT NULL,
        dietary text,
        notes text,
        search text COLLATE "C" NOT NULL,
        erased_at timestamptz(3),
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, id),
        CONSTRAINT guests_external_id UNIQUE (organization_id, external_id) DEFERRABLE INITIALLY IMMEDIATE
      )`);
    await runner.query('CREATE INDEX guests_by_email ON guests (organization_id, email_key, id)');
    await runner.query('CREATE INDEX guests_by_name ON guests (organization_id, search, id)');
    // Includes the searched text: LIKE is not leak-proof, so behind row-level security a search reads all entries of an
    // organization, but only of this index. The text is short enough for one (kernel/search-text.ts).
    await runner.query('CREATE INDEX guests_by_creation ON guests (organization_id, created_at, id) INCLUDE (search)');
    await runner.query('CREATE INDEX guests_by_update ON guests (organization_id, updated_at, id)');
    // Without those who were erased, who become most of all guests over the years.
    await runner.query(
      'CREATE INDEX guests_kept ON guests (organization_id, id) INCLUDE (created_at) WHERE erased_at IS NULL',
    );
    await tenantTable(runner, 'guests');
  }

  private async vehicles(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE vehicles (
        organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
        id uuid NOT NULL,
        external_id text,
        name text NOT NULL,
        type text,
        plate_number text,
        capacity integer NOT NULL CHECK (capacity BETWEEN 1 AND 1000),
        status text NOT NULL CHECK (status IN ('active', 'maintenance', 'retired')),
        driver_name text,
        driver_phone text,
        notes text,
        search text COLLATE "C" NOT NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, id)
      )`);
    await listIndexes(runner, 'vehicles');
    await tenantTable(runner, 'vehicles');

    await runner.query(`
      CREATE TABLE vehicle_assignments (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        event_id uuid NOT NULL,
        vehicle_id uuid NOT NULL,
        capacity_override integer CHECK (capacity_override >= 1),
        notes text,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, id),
        CONSTRAINT vehicle_assignments_once UNIQUE (organization_id, event_id, vehicle_id),
        CONSTRAINT vehicle_assignments_of_event UNIQUE (organization_id, id, event_id),
        CONSTRAINT vehicle_assignments_event FOREIGN KEY (organization_id, event_id)
          REFERENCES events (organization_id, id) ON DELETE CASCADE,
        CONSTRAINT vehicle_assignments_vehicle FOREIGN KEY (organization_id, vehicle_id)
          REFERENCES vehicles (organization_id, id) ON DELETE CASCADE
      )`);
    await runner.query(
      'CREATE INDEX vehicle_assignments_by_vehicle ON vehicle_assignments (organization_id, vehicle_id)',
    );
    await tenantTable(runner, 'vehicle_assignments');
  }

  private async eventGuests(runner: QueryRunner): Promise<void> {
    // The event is part of the reference to the assignment, so that nobody sits in a vehicle of another event.
    await runner.query(`
      CREATE TABLE event_guests (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        event_id uuid NOT NULL,
        guest_id uuid NOT NULL,
        rsvp text NOT NULL CHECK (rsvp IN ('pending', 'accepted', 'declined', 'tentative')),
        plus_ones integer NOT NULL CHECK (plus_ones >= 0),
        max_plus_ones integer CHECK (max_plus_ones BETWEEN 0 AND 100),
        vehicle_assignment_id uuid,
        checked_in_at timestamptz(3),
        notes text,
        note text,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, id),
        CONSTRAINT event_guests_once UNIQUE (organization_id, event_id, guest_id),
        CONSTRAINT event_guests_event FOREIGN KEY (organization_id, event_id)
          REFERENCES events (organization_id, id) ON DELETE CASCADE,
        CONSTRAINT event_guests_guest FOREIGN KEY (organization_id, guest_id)
          REFERENCES guests (organization_id, id) ON DELETE CASCADE,
        CONSTRAINT event_guests_vehicle FOREIGN KEY (organization_id, vehicle_assignment_id, event_id)
          REFERENCES vehicle_assignments (organization_id, id, event_id) ON DELETE SET NULL (vehicle_assignment_id),
        CHECK (rsvp <> 'declined' OR vehicle_assignment_id IS NULL)
      )`);
    await runner.query(
      'CREATE INDEX event_guests_by_creation ON event_guests (organization_id, event_id, created_at, id)',
    );
    await runner.query(
      'CREATE INDEX event_guests_by_answer ON event_guests (organization_id, event_id, rsvp) INCLUDE (plus_ones)',
    );
    await runner.query('CREATE INDEX event_guests_by_guest ON event_guests (organization_id, guest_id)');
    await runner.query(
      'CREATE INDEX event_guests_by_vehicle ON event_guests (organization_id, vehicle_assignment_id, event_id) INCLUDE (plus_ones)',
    );
    await tenantTable(runner, 'event_guests');
  }

  private async team(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE team_members (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        event_id uuid NOT NULL,
        user_id uuid,
        name text NOT NULL,
        name_key text COLLATE "C" NOT NULL,
        email text,
        phone text,
        role text,
        call_time timestamptz(3),
        notes text,
        status text NOT NULL CHECK (status IN ('assigned', 'confirmed', 'declined')),
        erased_at timestamptz(3),
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, id),
        CONSTRAINT team_members_once UNIQUE (organization_id, event_id, user_id),
        CONSTRAINT team_members_event FOREIGN KEY (organization_id, event_id)
          REFERENCES events (organization_id, id) ON DELETE CASCADE
      )`);
    await runner.query(
      'CREATE INDEX team_members_by_creation ON team_members (organization_id, event_id, created_at, id)',
    );
    // A contact may be on the teams of many events, and is erased on all of them.
    await runner.query(
      'CREATE INDEX team_members_contacts ON team_members (organization_id, lower(email)) WHERE user_id IS NULL',
    );
    await tenantTable(runner, 'team_members');
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, [
      'team_members',
      'event_guests',
      'vehicle_assignments',
      'vehicles',
      'guests',
      'events',
      'tours',
    ]);
  }
}

/** What lists are sorted by and limited to, and the ids that records have in other systems. */
async function listIndexes(runner: QueryRunner, table: string): Promise<void> {
  await runner.query(`CREATE INDEX ${table}_by_name ON ${table} (organization_id, search, id)`);
  await runner.query(`CREATE INDEX ${table}_by_creation ON ${table} (organization_id, created_at, id)`);
  await runner.query(`CREATE INDEX ${table}_by_update ON ${table} (organization_id, updated_at, id)`);
  // Without the rows that have none, so that they cost nothing.
  await runner.query(
    `CREATE UNIQUE INDEX ${table}_external_id ON ${table} (organization_id, external_id) WHERE external_id IS NOT NULL`,
  );
}
