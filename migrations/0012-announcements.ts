import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, platformTable } from '../src/platform/tenancy/schema';

/** Notices of the platform to the people in all organizations, marks of who has read them, and messages of streams. */
export class Announcements1700000000012 implements MigrationInterface {
  name = 'Announcements1700000000012';

  async up(runner: QueryRunner): Promise<void> {
    // An expired announcement stays, hidden, until it is deleted. `withdrawn`: streams have sent that it expired.
    await runner.query(`
      CREATE TABLE announcements (
        id uuid PRIMARY KEY,
        title text NOT NULL,
        body text NOT NULL,
        level text NOT NULL CHECK (level IN ('info', 'warning', 'critical')),
        audience text NOT NULL CHECK (audience IN ('admins', 'everyone')),
        expires_at timestamptz(3),
        withdrawn boolean NOT NULL,
        published_by uuid NOT NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL
      )`);
    await runner.query(`CREATE INDEX announcements_by_time ON announcements (created_at, id)`);
    await runner.query(
      `CREATE INDEX announcements_expiring ON announcements (expires_at) WHERE expires_at IS NOT NULL`,
    );
    await platformTable(runner, 'announcements');

    await runner.query(`
      CREATE TABLE announcement_reads (
        announcement_id uuid NOT NULL REFERENCES announcements ON DELETE CASCADE,
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        read_at timestamptz(3) NOT NULL,
        PRIMARY KEY (announcement_id, user_id)
      )`);
    await runner.query(`CREATE INDEX announcement_reads_by_user ON announcement_reads (user_id)`);
    await platformTable(runner, 'announcement_reads');

    // Taking the next position locks the row until the commit, so that positions are in the order of commits.
    await runner.query(`
      CREATE TABLE announcement_positions (
        id uuid PRIMARY KEY,
        newest bigint NOT NULL,
        forgotten bigint NOT NULL
      )`);
    await runner.query(`INSERT INTO announcement_positions VALUES ('00000000-0000-7000-8000-000000000001', 0, 0)`);
    await platformTable(runner, 'announcement_positions');

    // The audience before and since the change, and the record for those who see it now. The announcement may be gone.
    await runner.query(`
      CREATE TABLE announcement_messages (
        position bigint PRIMARY KEY,
        announcement_id uuid NOT NULL,
        audience_before text NOT NULL CHECK (audience_before IN ('nobody', 'admins', 'everyone')),
        audience text NOT NULL CHECK (audience IN ('nobody', 'admins', 'everyone')),
        data text NOT NULL,
        created_at timestamptz(3) NOT NULL
      )`);
    // Whether there is a later message of the same announcement.
    await runner.query(
      `CREATE INDEX announcement_messages_by_announcement ON announcement_messages (announcement_id, position)`,
    );
    await platformTable(runner, 'announcement_messages');
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, [
      'announcement_messages',
      'announcement_positions',
      'announcement_reads',
      'announcements',
    ]);
  }
}
