import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Users can be erased: their record stays without a person. */
export class ErasedUsers1700000000042 implements MigrationInterface {
  name = 'ErasedUsers1700000000042';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users ADD COLUMN erased_at timestamptz(3)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users DROP COLUMN erased_at');
  }
}
