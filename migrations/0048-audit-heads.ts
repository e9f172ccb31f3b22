import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, tenantTable } from '../src/platform/tenancy/schema';

/** Where each chain of the audit log ends, signed by the service. Those of before are signed at the next start. */
export class AuditHeads1700000000048 implements MigrationInterface {
  name = 'AuditHeads1700000000048';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE audit_heads (
        organization_id uuid PRIMARY KEY,
        position bigint NOT NULL,
        hash bytea NOT NULL,
        signature bytea NOT NULL
      )`);
    await tenantTable(runner, 'audit_heads');
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['audit_heads']);
  }
}
