import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, tenantTable } from '../src/platform/tenancy/schema';

/** Codes by which users recommend the service, the sign-ups with them, and the rewards. */
export class Referrals1700000000008 implements MigrationInterface {
  name = 'Referrals1700000000008';

  async up(runner: QueryRunner): Promise<void> {
    // The counts of a row change far more often than the rest. They are in no index, and every page keeps some room, so
    // that a new version of the row fits beside the old one, which the next update clears away (heap-only tuples).
    await runner.query(`
      CREATE TABLE referrals (
        organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
        id uuid NOT NULL,
        user_id uuid NOT NULL,
        code text NOT NULL,
        code_key text NOT NULL CONSTRAINT referrals_code_unique UNIQUE,
        active boolean NOT NULL,
        clicks bigint NOT NULL,
        signups bigint NOT NULL,
        conversions bigint NOT NULL,
        reward_earned numeric NOT NULL CHECK (reward_earned >= 0),
        currency text NOT NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, id)
      ) WITH (fillfactor = 50)`);
    await runner.query('CREATE INDEX referrals_by_user ON referrals (organization_id, user_id, created_at, id)');
    await tenantTable(runner, 'referrals');

    // The database alone does not reveal whose address it was.
    await runner.query(`
      CREATE TABLE referral_signups (
        organization_id uuid NOT NULL,
        referral_id uuid NOT NULL,
        email_hash bytea NOT NULL,
        created_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, referral_id, email_hash),
        FOREIGN KEY (organization_id, referral_id) REFERENCES referrals ON DELETE CASCADE
      )`);
    await tenantTable(runner, 'referral_signups');

    // Belongs to the organization that recommended. The reward is null until the conversion, then what it earned.
    await runner.query(`
      CREATE TABLE referred_organizations (
        organization_id uuid NOT NULL,
        referral_id uuid NOT NULL,
        referred_organization_id uuid NOT NULL
          CONSTRAINT referred_organizations_once UNIQUE REFERENCES organizations ON DELETE CASCADE,
        converted_at timestamptz(3),
        reward_amount numeric(19, 4),
        reward_currency text,
        created_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, referral_id, referred_organization_id),
        FOREIGN KEY (organization_id, referral_id) REFERENCES referrals ON DELETE CASCADE
      )`);
    await tenantTable(runner, 'referred_organizations');
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['referred_organizations', 'referral_signups', 'referrals']);
  }
}
