import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, tenantTable } from '../src/platform/tenancy/schema';

/** Rides of vehicles on events, and what differs of their passengers from where guests sit. */
export class Trips1700000000016 implements MigrationInterface {
  name = 'Trips1700000000016';

  async up(runner: QueryRunner): Promise<void> {
    await this.trips(runner);
    await this.passengers(runner);
  }

  private async trips(runner: QueryRunner): Promise<void> {
    // The vehicle is the assignment's until the trip departs, and stays what it was then; so does the capacity, which is
    // null until then.
    await runner.query(`
      CREATE TABLE trips (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        event_id uuid NOT NULL,
        vehicle_assignment_id uuid NOT NULL,
        vehicle_id uuid NOT NULL,
        direction text NOT NULL CHECK (direction IN ('outbound', 'return', 'shuttle')),
        status text NOT NULL CHECK (status IN ('planned', 'boarding', 'departed', 'arrived', 'cancelled')),
        departs_at timestamptz(3) NOT NULL,
        arrives_at timestamptz(3),
        departed_at timestamptz(3),
        arrived_at timestamptz(3),
        driver_team_member_id uuid,
        stops jsonb NOT NULL,
        capacity integer,
        notes text,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, id),
        CONSTRAINT trips_assignment FOREIGN KEY (organization_id, vehicle_assignment_id, event_id)
          REFERENCES vehicle_assignments (organization_id, id, event_id) ON DELETE CASCADE,
        CONSTRAINT trips_event FOREIGN KEY (organization_id, event_id)
          REFERENCES events (organization_id, id) ON DELETE CASCADE,
        CONSTRAINT trips_vehicle FOREIGN KEY (organization_id, vehicle_id)
          REFERENCES vehicles (organization_id, id) ON DELETE CASCADE,
        CONSTRAINT trips_driver FOREIGN KEY (organization_id, driver_team_member_id)
          REFERENCES team_members (organization_id, id) ON DELETE SET NULL (driver_team_member_id),
        CHECK (arrives_at >= departs_at),
        CHECK ((status IN ('departed', 'arrived')) = (departed_at IS NOT NULL)),
        CHECK ((status IN ('departed', 'arrived')) = (capacity IS NOT NULL)),
        CHECK ((status = 'arrived') = (arrived_at IS NOT NULL))
      )`);
    await runner.query('CREATE INDEX trips_by_departure ON trips (organization_id, departs_at, id)');
    await runner.query('CREATE INDEX trips_by_event ON trips (organization_id, event_id, departs_at, id)');
    await runner.query('CREATE INDEX trips_by_assignment ON trips (organization_id, vehicle_assignment_id, event_id)');
    await runner.query('CREATE INDEX trips_by_vehicle ON trips (organization_id, vehicle_id, departs_at)');
    await runner.query('CREATE INDEX trips_by_update ON trips (organization_id, updated_at, id)');
    await runner.query(
      `CREATE INDEX trips_by_driver ON trips (organization_id, driver_team_member_id)
       WHERE driver_team_member_id IS NOT NULL`,
    );
    await tenantTable(runner, 'trips');
    // Who drives is known again on other events: by the user, the address or the number.
    await runner.query(
      'CREATE INDEX team_members_by_user ON team_members (organization_id, user_id) WHERE user_id IS NOT NULL',
    );
    // Behind row-level security an index on lower(email) would not be used: lower() is not leakproof.
    await runner.query('ALTER TABLE team_members ADD COLUMN email_key text');
    await runner.query('UPDATE team_members SET email_key = lower(email) WHERE email IS NOT NULL');
    await runner.query('DROP INDEX team_members_contacts');
    await runner.query(
      'CREATE INDEX team_members_by_email ON team_members (organization_id, email_key) WHERE email_key IS NOT NULL',
    );
    await runner.query(
      'CREATE INDEX team_members_by_phone ON team_members (organization_id, phone) WHERE phone IS NOT NULL',
    );
  }

  /**
   * No reference to the guest of the event: what a trip has had on board when it departed stays as a number, whoever leaves
   * the event later. `people` is null until then, because it follows from their plus-ones.
   */
  private async passengers(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE trip_passengers (
        organization_id uuid NOT NULL,
        trip_id uuid NOT NULL,
        event_guest_id uuid NOT NULL,
        stop_id uuid,
        status text NOT NULL CHECK (status IN ('expected', 'boarded', 'no_show', 'alighted', 'off')),
        status_at timestamptz(3),
        boarded_at timestamptz(3),
        alighted_at timestamptz(3),
        added boolean NOT NULL,
        people integer CHECK (people >= 1),
        PRIMARY KEY (organization_id, trip_id, event_guest_id),
        CONSTRAINT trip_passengers_trip FOREIGN KEY (organization_id, trip_id)
          REFERENCES trips (organization_id, id) ON DELETE CASCADE
      )`);
    await runner.query('CREATE INDEX trip_passengers_by_guest ON trip_passengers (organization_id, event_guest_id)');
    await tenantTable(runner, 'trip_passengers');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX team_members_by_user, team_members_by_email, team_members_by_phone');
    await runner.query(
      'CREATE INDEX team_members_contacts ON team_members (organization_id, lower(email)) WHERE user_id IS NULL',
    );
    await runner.query('ALTER TABLE team_members DROP COLUMN email_key');
    await dropTables(runner, ['trip_passengers', 'trips']);
  }
}
