import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, platformTable } from '../src/platform/tenancy/schema';

/** Counts of registrations by day, from one address and with one mail domain. */
export class RegistrationLimits1700000000066 implements MigrationInterface {
  name = 'RegistrationLimits1700000000066';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE registration_counts (
        day date NOT NULL,
        source_hash bytea NOT NULL,
        registrations integer NOT NULL,
        PRIMARY KEY (day, source_hash)
      )`);
    await platformTable(runner, 'registration_counts');
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['registration_counts']);
  }
}
