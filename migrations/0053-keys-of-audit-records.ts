import type { MigrationInterface, QueryRunner } from 'typeorm';

const PARTS = `SELECT c.relname AS name FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid
  WHERE inhparent = 'audit_records'::regclass ORDER BY 1`;
const INVALID = `SELECT FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid`;

/**
 * The indexes of the keys with the organization, made while others write. The id remains first: rows are found by it
 * alone as well, by the version before this one too.
 */
export class KeysOfAuditRecords1700000000053 implements MigrationInterface {
  name = 'KeysOfAuditRecords1700000000053';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // It waits for the ends of reports, and nobody waits behind it.
    await runner.query('SET lock_timeout = 0');
    for (const { name } of (await runner.query(PARTS)) as { name: string }[])
      await unique(runner, 'audit_years', name, 'id, organization_id, occurred_at');
    await unique(runner, 'public', 'audit_seals', 'audit_record_id, organization_id');
    await runner.query('RESET lock_timeout');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of (await runner.query(PARTS)) as { name: string }[])
      await runner.query(`DROP INDEX audit_years.${name}_owned`);
    await runner.query('DROP INDEX audit_seals_owned');
  }
}

async function unique(runner: QueryRunner, schema: string, table: string, columns: string): Promise<void> {
  // What an attempt that gave up has left.
  if (((await runner.query(INVALID, [`${schema}.${table}_owned`])) as unknown[]).length > 0)
    await runner.query(`DROP INDEX CONCURRENTLY ${schema}.${table}_owned`);
  await runner.query(
    `CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS ${table}_owned ON ${schema}.${table} (${columns})`,
  );
}
