import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, tenantTable } from '../src/platform/tenancy/schema';

/** Passes of guests, links for those at the door and on the bus, and what they scan. */
export class Field1700000000019 implements MigrationInterface {
  name = 'Field1700000000019';

  async up(runner: QueryRunner): Promise<void> {
    await this.codes(runner);
    await this.links(runner);
    await this.scans(runner);
    await actors(runner, ['user', 'apiKey', 'accessLink', 'system']);
  }

  /**
   * A default, not only the service, makes codes: the version before puts guests on events while both serve, and those who
   * are on events already get one, too.
   */
  private async codes(runner: QueryRunner): Promise<void> {
    // Random bytes of a UUID but those with its version and variant; then Luhn modulo 32, as in kernel/pass-code.ts.
    await runner.query(`
      CREATE FUNCTION new_pass_code() RETURNS text LANGUAGE plpgsql VOLATILE AS $$
      DECLARE
        alphabet constant text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
        random constant bytea := uuid_send(gen_random_uuid());
        places constant integer[] := '{0,1,2,3,4,5,9,10,11}';
        digit integer;
        product integer;
        total integer := 0;
        code text := '';
      BEGIN
        FOR i IN 1..9 LOOP
          digit := get_byte(random, places[i]) & 31;
          code := code || substr(alphabet, digit + 1, 1);
          product := digit * (1 + i % 2);
          total := total + product / 32 + product % 32;
        END LOOP;
        RETURN code || substr(alphabet, (32 - total % 32) % 32 + 1, 1);
      END $$`);
    await runner.query('ALTER TABLE event_guests ADD COLUMN code text NOT NULL DEFAULT new_pass_code()');
    await runner.query('CREATE UNIQUE INDEX event_guests_code ON event_guests (organization_id, code)');
  }

  private async links(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE access_links (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        event_id uuid NOT NULL,
        trip_id uuid,
        kind text NOT NULL CHECK (kind IN ('door', 'trip')),
        name text NOT NULL,
        token_hash bytea NOT NULL,
        pin_hash bytea,
        wrong_pins timestamptz(3)[] NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        revoked_at timestamptz(3),
        created_by uuid NOT NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, id),
        CONSTRAINT access_links_token UNIQUE (token_hash, organization_id),
        CONSTRAINT access_links_trip FOREIGN KEY (organization_id, trip_id)
          REFERENCES trips (organization_id, id) ON DELETE SET NULL (trip_id),
        CONSTRAINT access_links_event FOREIGN KEY (organization_id, event_id)
          REFERENCES events (organization_id, id) ON DELETE CASCADE
      )`);
    await runner.query(
      'CREATE INDEX access_links_by_event ON access_links (organization_id, event_id, created_at, id)',
    );
    await runner.query('CREATE INDEX access_links_by_trip ON access_links (organization_id, trip_id)');
    await tenantTable(runner, 'access_links');

    await runner.query(`
      CREATE TABLE access_link_devices (
        organization_id uuid NOT NULL,
        access_link_id uuid NOT NULL,
        device text NOT NULL,
        first_seen_at timestamptz(3) NOT NULL,
        last_seen_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, access_link_id, device),
        CONSTRAINT access_link_devices_link FOREIGN KEY (organization_id, access_link_id)
          REFERENCES access_links (organization_id, id) ON DELETE CASCADE
      )`);
    await tenantTable(runner, 'access_link_devices');
  }

  private async scans(runner: QueryRunner): Promise<void> {
    // Whom a scan was of stays also when they leave the event, so it refers to no row.
    await runner.query(`
      CREATE TABLE scans (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        event_id uuid NOT NULL,
        access_link_id uuid,
        trip_id uuid,
        nonce uuid NOT NULL,
        device text,
        action text NOT NULL CHECK (action IN ('check_in', 'undo', 'board', 'alight', 'no_show')),
        event_guest_id uuid,
        status text NOT NULL CHECK (status IN ('ok', 'duplicate', 'rejected')),
        reason text,
        counted_at timestamptz(3),
        occurred_at timestamptz(3) NOT NULL,
        received_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, id),
        CONSTRAINT scans_nonce UNIQUE (organization_id, event_id, nonce),
        CONSTRAINT scans_event FOREIGN KEY (organization_id, event_id)
          REFERENCES events (organization_id, id) ON DELETE CASCADE,
        CONSTRAINT scans_link FOREIGN KEY (organization_id, access_link_id)
          REFERENCES access_links (organization_id, id) ON DELETE CASCADE
      )`);
    await runner.query('CREATE INDEX scans_by_guest ON scans (organization_id, event_guest_id, occurred_at, nonce)');
    await runner.query('CREATE INDEX scans_by_link ON scans (organization_id, access_link_id, received_at, id)');
    await runner.query('CREATE INDEX scans_by_age ON scans (received_at)');
    await tenantTable(runner, 'scans');
  }

  async down(runner: QueryRunner): Promise<void> {
    await actors(runner, ['user', 'apiKey', 'system']);
    await dropTables(runner, ['scans', 'access_link_devices', 'access_links']);
    await runner.query('ALTER TABLE event_guests DROP COLUMN code');
    await runner.query('DROP FUNCTION new_pass_code()');
  }
}

/** Who may be the actor of an audit record. Not checked for older records, of which there are many: all of them pass. */
async function actors(runner: QueryRunner, types: readonly string[]): Promise<void> {
  await runner.query('ALTER TABLE audit_records DROP CONSTRAINT audit_records_actor_type_check');
  const list = types.map((type) => `'${type}'`).join(', ');
  await runner.query(
    `ALTER TABLE audit_records ADD CONSTRAINT audit_records_actor_type_check CHECK (actor_type IN (${list})) NOT VALID`,
  );
}
