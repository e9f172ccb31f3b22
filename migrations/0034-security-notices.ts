import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, platformTable } from '../src/platform/tenancy/schema';

const TABLES = ['security_notice_counts', 'known_devices'];

/** How many notices users got today, and the devices that they sign in from. */
export class SecurityNotices1700000000034 implements MigrationInterface {
  name = 'SecurityNotices1700000000034';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE security_notice_counts (
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        kind text NOT NULL,
        notices integer NOT NULL,
        window_ends_at timestamptz(3) NOT NULL,
        PRIMARY KEY (user_id, kind)
      )`);
    await runner.query('CREATE INDEX security_notice_counts_by_end ON security_notice_counts (window_ends_at)');
    await runner.query(`
      CREATE TABLE known_devices (
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        device_hash bytea NOT NULL,
        last_used_at timestamptz(3) NOT NULL,
        PRIMARY KEY (user_id, device_hash)
      )`);
    await runner.query('CREATE INDEX known_devices_by_last_use ON known_devices (last_used_at)');
    for (const table of TABLES) await platformTable(runner, table);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, TABLES);
  }
}
