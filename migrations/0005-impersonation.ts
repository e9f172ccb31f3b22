import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sessions in which an operator acts as a user, and how operators find organizations. */
export class Impersonation1700000000005 implements MigrationInterface {
  name = 'Impersonation1700000000005';

  async up(runner: QueryRunner): Promise<void> {
    // Not a foreign key: when the impersonation ends it is checked whether the operator can still return there.
    await runner.query(`ALTER TABLE sessions ADD COLUMN impersonator_organization_id uuid`);
    await runner.query(
      `CREATE INDEX organizations_by_creation ON organizations (created_at, id) WHERE deleted_at IS NULL`,
    );
    await runner.query(`CREATE INDEX organizations_by_name ON organizations (search, id) WHERE deleted_at IS NULL`);
    await runner.query(`CREATE INDEX organizations_deleted ON organizations (deleted_at) WHERE deleted_at IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const index of ['organizations_deleted', 'organizations_by_name', 'organizations_by_creation']) {
      await runner.query(`DROP INDEX ${index}`);
    }
    await runner.query(`ALTER TABLE sessions DROP COLUMN impersonator_organization_id`);
  }
}
