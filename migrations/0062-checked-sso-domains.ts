import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The DNS records that prove domains are looked up again. */
export class CheckedSsoDomains1700000000062 implements MigrationInterface {
  name = 'CheckedSsoDomains1700000000062';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE sso_domains ADD COLUMN checked_at timestamptz(3), ADD COLUMN missing_since timestamptz(3)',
    );
    await runner.query(`SELECT set_config('app.unscoped', 'domains of all organizations are looked up', true)`);
    await runner.query(`UPDATE sso_domains SET checked_at = proven_at WHERE proven_by = 'dns'`);
    await runner.query(`SELECT set_config('app.unscoped', '', true)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sso_domains DROP COLUMN missing_since, DROP COLUMN checked_at');
  }
}
