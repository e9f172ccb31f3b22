import type { QueryRunner } from 'typeorm';

/** Settings that the policies read; '' and unset both mean "none" (after a transaction PostgreSQL leaves ''). */
const ORGANIZATION = `(SELECT nullif(current_setting('app.organization_id', true), '')::uuid)`;
const UNSCOPED = `(SELECT coalesce(current_setting('app.unscoped', true), '') <> '')`;

/**
 * Puts a table of organizations' rows behind row-level security, for its owner too: a query sees and writes the rows of
 * the organization in scope, or, for a stated reason, all rows; without either it sees none.
 *
 * The settings are read in sub-selects, so that PostgreSQL evaluates them once per query instead of once per row.
 */
export async function tenantTable(
  runner: QueryRunner,
  table: string,
  options: { organizationColumn?: string } = {},
): Promise<void> {
  await secure(runner, table, `${options.organizationColumn ?? 'organization_id'} = ${ORGANIZATION} OR ${UNSCOPED}`);
}

/**
 * Puts a table that belongs to no organization behind row-level security: only a query with a stated reason sees its
 * rows.
 */
export async function platformTable(runner: QueryRunner, table: string): Promise<void> {
  await secure(runner, table, UNSCOPED);
}

async function secure(runner: QueryRunner, table: string, condition: string): Promise<void> {
  await runner.query(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
  await runner.query(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`);
  await runner.query(`CREATE POLICY ${table}_scope ON ${table} USING (${condition}) WITH CHECK (${condition})`);
}

/** Drops tables in the given order. */
export async function dropTables(runner: QueryRunner, tables: readonly string[]): Promise<void> {
  for (const table of tables) await runner.query(`DROP TABLE ${table}`);
}
