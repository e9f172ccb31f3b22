import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who founded an organization, and members who are suspended in one organization alone. */
export class AccountClaims1700000000015 implements MigrationInterface {
  name = 'AccountClaims1700000000015';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`SELECT set_config('app.unscoped', 'founders are remembered', true)`);
    await runner.query('ALTER TABLE organizations ADD COLUMN founded_by uuid REFERENCES users ON DELETE SET NULL');
    // Whoever joined first has founded it.
    await runner.query(`
      UPDATE organizations o SET founded_by = (
        SELECT m.user_id FROM memberships m WHERE m.organization_id = o.id ORDER BY m.joined_at, m.id LIMIT 1)`);
    await runner.query('CREATE INDEX organizations_by_founder ON organizations (founded_by)');
    await runner.query(`
      ALTER TABLE memberships ADD COLUMN status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended'))`);
    await runner.query(`SELECT set_config('app.unscoped', '', true)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE memberships DROP COLUMN status');
    await runner.query('ALTER TABLE organizations DROP COLUMN founded_by');
  }
}
