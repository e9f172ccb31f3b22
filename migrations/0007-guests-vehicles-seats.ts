import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, tenantTable } from '../src/platform/tenancy/schema';

/** Who comes, who works, and who sits where: guests, their answers, teams, vehicles and their seats. */
export class GuestsVehiclesSeats1700000000007 implements MigrationInterface {
  name = 'GuestsVehiclesSeats1700000000007';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE guests (
        organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
        id uuid NOT NULL,
        name text NOT NULL,
        email text,
        email_key text,
        phone text,
        company text,
        tags text[] NOT NULL,
        tag_keys text[] NOT NULL,
        dietary text,
        notes text,
        external_id text,
        search text COLLATE "C" NOT NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, id),
        -- Looked at when a statement ends: an import hands an id on from one guest to another.
        CONSTRAINT guests_external_id UNIQUE (organization_id, external_id) DEFERRABLE INITIALLY IMMEDIATE
      )`);
    await runner.query(`CREATE INDEX guests_by_email ON guests (organization_id, email_key, id)`);
    await runner.query(`CREATE INDEX guests_by_name ON guests (organization_id, search, id)`);
    // Includes the searched text: LIKE is not leak-proof, so behind row-level security a search reads all entries of an
    // organization, but only of this index. The text is short enough for one (kernel/search-text.ts).
    await runner.query(`CREATE INDEX guests_by_creation ON guests (organization_id, created_at, id) INCLUDE (search)`);
    await tenantTable(runner, 'guests');

    await runner.query(`
      CREATE TABLE vehicles (
        organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
        id uuid NOT NULL,
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
    await runner.query(`CREATE INDEX vehicles_by_name ON vehicles (organization_id, search, id)`);
    await runner.query(`CREATE INDEX vehicles_by_creation ON vehicles (organization_id, created_at, id)`);
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
      `CREATE INDEX vehicle_assignments_by_vehicle ON vehicle_assignments (organization_id, vehicle_id)`,
    );
    await tenantTable(runner, 'vehicle_assignments');

    // The event is part of the reference to the assignment, so that nobody sits in a vehicle of another event.
    await runner.query(`
      CREATE TABLE event_guests (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        event_id uuid NOT NULL,
        guest_id uuid NOT NULL,
        rsvp text NOT NULL CHECK (rsvp IN ('pending', 'accepted', 'declined', 'tentative')),
        plus_ones integer NOT NULL CHECK (plus_ones >= 0),
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
      `CREATE INDEX event_guests_by_creation ON event_guests (organization_id, event_id, created_at, id)`,
    );
    await runner.query(
      `CREATE INDEX event_guests_by_answer ON event_guests (organization_id, event_id, rsvp) INCLUDE (plus_ones)`,
    );
    await runner.query(`CREATE INDEX event_guests_by_guest ON event_guests (organization_id, guest_id)`);
    await runner.query(
      `CREATE INDEX event_guests_by_vehicle ON event_guests (organization_id, vehicle_assignment_id, event_id) INCLUDE (plus_ones)`,
    );
    await tenantTable(runner, 'event_guests');

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
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, id),
        CONSTRAINT team_members_once UNIQUE (organization_id, event_id, user_id),
        CONSTRAINT team_members_event FOREIGN KEY (organization_id, event_id)
          REFERENCES events (organization_id, id) ON DELETE CASCADE
      )`);
    await runner.query(
      `CREATE INDEX team_members_by_creation ON team_members (organization_id, event_id, created_at, id)`,
    );
    await tenantTable(runner, 'team_members');
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['team_members', 'event_guests', 'vehicle_assignments', 'vehicles', 'guests']);
  }
}
