import type { MigrationInterface, QueryRunner } from 'typeorm';
import { NIL_ID } from '../src/kernel/ids';

/** Few enough that whoever writes to the log waits for a fraction of a second. */
const BATCH_SIZE = 2_000;

/** Gives the platform's records of before their organization, in batches: see the migration before this one. */
export class OwnedAuditRecords1700000000052 implements MigrationInterface {
  name = 'OwnedAuditRecords1700000000052';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    let changed: number;
    do {
      await runner.startTransaction();
      try {
        changed = await changeBatch(runner, `organization_id IS NULL`, `'${NIL_ID}'`);
        await runner.commitTransaction();
      } catch (error) {
        await runner.rollbackTransaction();
        throw error;
      }
    } while (changed === BATCH_SIZE);
    await runner.query('ALTER TABLE audit_records VALIDATE CONSTRAINT audit_records_owned');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE audit_records DROP CONSTRAINT audit_records_owned');
    await runner.query('ALTER TABLE audit_records DISABLE TRIGGER audit_records_of_platform');
    await changeBatch(runner, `organization_id = '${NIL_ID}'`, 'NULL', 'ALL');
    await runner.query('ALTER TABLE audit_records ENABLE TRIGGER audit_records_of_platform');
    await runner.query(
      'ALTER TABLE audit_records ADD CONSTRAINT audit_records_owned CHECK (organization_id IS NOT NULL) NOT VALID',
    );
  }
}

/** The log is append-only to everybody else, who can't see it without that trigger: this locks the table. */
async function changeBatch(
  runner: QueryRunner,
  condition: string,
  organization: string,
  limit: number | 'ALL' = BATCH_SIZE,
): Promise<number> {
  await runner.query(`SELECT set_config('app.unscoped', 'records of the platform get their organization', true)`);
  await runner.query('ALTER TABLE ONLY audit_records DISABLE TRIGGER audit_records_append_only');
  const [, changed] = (await runner.query(
    `UPDATE audit_records SET organization_id = ${organization} WHERE ${condition} AND (id, occurred_at) IN (
       SELECT id, occurred_at FROM audit_records WHERE ${condition} LIMIT ${limit})`,
  )) as [unknown, number];
  await runner.query('ALTER TABLE ONLY audit_records ENABLE TRIGGER audit_records_append_only');
  return changed;
}
