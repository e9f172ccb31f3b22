import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes for the organization's expenses, and for lists of what has changed since a moment. */
const INDEXES = [
  'expenses_by_creation ON expenses (organization_id, created_at, id)',
  'expenses_by_amount ON expenses (organization_id, amount, id)',
  ...['tours', 'events', 'guests', 'vehicles', 'expenses'].map(
    (table) => `${table}_by_update ON ${table} (organization_id, updated_at, id)`,
  ),
];

/** What lists are sorted by and limited to since they go over all expenses, and ask what has changed. */
export class ListsByUpdate1700000000020 implements MigrationInterface {
  name = 'ListsByUpdate1700000000020';

  async up(runner: QueryRunner): Promise<void> {
    for (const index of INDEXES) await runner.query(`CREATE INDEX IF NOT EXISTS ${index}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const index of INDEXES) await runner.query(`DROP INDEX ${index.split(' ')[0]}`);
  }
}
