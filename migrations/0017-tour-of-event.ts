import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Audit records of what is on an event get the event's tour. A function and not a sub-select: PostgreSQL would plan the
 * statement that writes audit records anew for every change, because it expects ten rows of any list and so ten lookups.
 */
export class TourOfEvent1700000000017 implements MigrationInterface {
  name = 'TourOfEvent1700000000017';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION tour_of_event(organization uuid, event uuid) RETURNS uuid LANGUAGE plpgsql STABLE COST 1 AS $$
      BEGIN
        RETURN (SELECT e.tour_id FROM events e WHERE e.organization_id = organization AND e.id = event);
      END $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION tour_of_event(uuid, uuid)');
  }
}
