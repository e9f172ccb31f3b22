import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, platformTable } from '../src/platform/tenancy/schema';

/** Limits of failed sign-ins per account and per address, and the addresses that an account has signed in from. */
export class Guesses1700000000021 implements MigrationInterface {
  name = 'Guesses1700000000021';

  async up(runner: QueryRunner): Promise<void> {
    // An address's failures over all accounts belong to none.
    await runner.query('ALTER TABLE sign_in_failures ALTER COLUMN account_hash DROP NOT NULL');
    await runner.query('ALTER TABLE sign_in_failures ADD COLUMN locked boolean NOT NULL DEFAULT false');

    await runner.query(`
      CREATE TABLE sign_in_addresses (
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        network text NOT NULL,
        last_used_at timestamptz(3) NOT NULL,
        PRIMARY KEY (user_id, network)
      )`);
    await runner.query('CREATE INDEX sign_in_addresses_by_use ON sign_in_addresses (last_used_at)');
    await platformTable(runner, 'sign_in_addresses');
    await runner.query(`SELECT set_config('app.unscoped', 'present sessions show where users sign in from', true)`);
    // IPv6 addresses count by network and are learned with the next sign-in.
    await runner.query(`
      INSERT INTO sign_in_addresses (user_id, network, last_used_at)
      SELECT user_id, ip, max(last_seen_at) FROM sessions
      WHERE impersonator_id IS NULL AND ip ~ '^[0-9]+([.][0-9]+){3}$' GROUP BY user_id, ip`);
    await runner.query(`SELECT set_config('app.unscoped', '', true)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['sign_in_addresses']);
    await runner.query('TRUNCATE sign_in_failures');
    await runner.query('ALTER TABLE sign_in_failures DROP COLUMN locked');
    await runner.query('ALTER TABLE sign_in_failures ALTER COLUMN account_hash SET NOT NULL');
  }
}
