import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Contacts on teams can be erased: their record stays without a person. */
export class ErasedContacts1700000000055 implements MigrationInterface {
  name = 'ErasedContacts1700000000055';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE team_members ADD COLUMN erased_at timestamptz(3)');
    // One person may be on the teams of many events, and is erased on all of them.
    await runner.query(
      'CREATE INDEX team_members_contacts ON team_members (organization_id, lower(email)) WHERE user_id IS NULL',
    );
    await this.allowKinds(runner, `'guest', 'user', 'contact'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `SELECT set_config('app.unscoped', 'contacts are not in the journal of a version of before', true)`,
    );
    await runner.query(`DELETE FROM erasures WHERE kind = 'contact'`);
    await runner.query(`SELECT set_config('app.unscoped', '', true)`);
    await this.allowKinds(runner, `'guest', 'user'`);
    await runner.query('DROP INDEX team_members_contacts');
    await runner.query('ALTER TABLE team_members DROP COLUMN erased_at');
  }

  private async allowKinds(runner: QueryRunner, kinds: string): Promise<void> {
    await runner.query(`
      ALTER TABLE erasures DROP CONSTRAINT erasures_kind_check,
        ADD CONSTRAINT erasures_kind_check CHECK (kind IN (${kinds}))`);
  }
}
