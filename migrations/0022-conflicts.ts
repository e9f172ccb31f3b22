import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, tenantTable } from '../src/platform/tenancy/schema';

/** Conflicts that somebody knows of. */
export class Conflicts1700000000022 implements MigrationInterface {
  name = 'Conflicts1700000000022';

  async up(runner: QueryRunner): Promise<void> {
    // Of a conflict of one event, both are that one. The subject is of various kinds, so nothing refers to it.
    await runner.query(`
      CREATE TABLE conflict_acknowledgements (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        kind text NOT NULL
          CHECK (kind IN ('vehicle', 'driver', 'team_member', 'guest', 'outside_tour', 'over_capacity')),
        subject_id uuid NOT NULL,
        first_event_id uuid NOT NULL,
        second_event_id uuid NOT NULL CHECK (second_event_id >= first_event_id),
        note text,
        created_by uuid NOT NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, id),
        CONSTRAINT conflict_acknowledgements_once
          UNIQUE (organization_id, kind, subject_id, first_event_id, second_event_id),
        CONSTRAINT conflict_acknowledgements_first FOREIGN KEY (organization_id, first_event_id)
          REFERENCES events (organization_id, id) ON DELETE CASCADE,
        CONSTRAINT conflict_acknowledgements_second FOREIGN KEY (organization_id, second_event_id)
          REFERENCES events (organization_id, id) ON DELETE CASCADE
      )`);
    for (const which of ['first', 'second'])
      await runner.query(
        `CREATE INDEX conflict_acknowledgements_by_${which} ON conflict_acknowledgements (organization_id, ${which}_event_id)`,
      );
    await tenantTable(runner, 'conflict_acknowledgements');
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['conflict_acknowledgements']);
  }
}
