import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, platformTable } from '../src/platform/tenancy/schema';

/** The processes of the service, and a history of a day of how the platform is doing. */
export class PlatformHealth1700000000033 implements MigrationInterface {
  name = 'PlatformHealth1700000000033';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE replicas (
        id uuid PRIMARY KEY,
        host text NOT NULL,
        pid integer NOT NULL,
        version text NOT NULL,
        started_at timestamptz(3) NOT NULL,
        last_seen_at timestamptz(3) NOT NULL
      )`);
    await platformTable(runner, 'replicas');
    await runner.query(`
      CREATE TABLE health_samples (
        at timestamptz(3) PRIMARY KEY,
        figures jsonb NOT NULL
      )`);
    await platformTable(runner, 'health_samples');
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['health_samples', 'replicas']);
  }
}
