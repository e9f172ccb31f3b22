import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, platformTable, tenantTable } from '../src/platform/tenancy/schema';

/** Plans that organizations can subscribe to, and coupons. Both belong to the platform. */
export class PlansCoupons1700000000009 implements MigrationInterface {
  name = 'PlansCoupons1700000000009';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE plans (
        id uuid PRIMARY KEY,
        name text NOT NULL,
        name_key text COLLATE "C" NOT NULL,
        monthly_price numeric(19, 4) NOT NULL,
        yearly_price numeric(19, 4) NOT NULL,
        currency text NOT NULL,
        features text[] NOT NULL,
        active boolean NOT NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL
      )`);
    await platformTable(runner, 'plans');
    await runner.query(
      'ALTER TABLE organizations ADD CONSTRAINT organizations_plan FOREIGN KEY (plan_id) REFERENCES plans',
    );
    await runner.query('CREATE INDEX organizations_by_plan ON organizations (plan_id) WHERE plan_id IS NOT NULL');
    await runner.query(
      `ALTER TABLE platform_settings ADD CONSTRAINT platform_settings_default_plan
       FOREIGN KEY (default_plan_id) REFERENCES plans`,
    );
    await runner.query('CREATE INDEX platform_settings_by_default_plan ON platform_settings (default_plan_id)');

    await runner.query(`
      CREATE TABLE coupons (
        id uuid PRIMARY KEY,
        code text NOT NULL,
        code_key text NOT NULL CONSTRAINT coupons_code_unique UNIQUE,
        percent_off integer,
        amount_off numeric(19, 4),
        currency text,
        duration text NOT NULL CHECK (duration IN ('once', 'repeating', 'forever')),
        duration_months integer,
        max_redemptions integer,
        redemptions integer NOT NULL,
        expires_at timestamptz(3),
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL
      )`);
    await platformTable(runner, 'coupons');

    // The plans that a coupon is for; none means all. A plan that a coupon names can't be deleted: without its last
    // plan the coupon would be for all.
    await runner.query(`
      CREATE TABLE coupon_plans (
        coupon_id uuid NOT NULL REFERENCES coupons ON DELETE CASCADE,
        plan_id uuid NOT NULL CONSTRAINT coupon_plans_plan REFERENCES plans,
        position integer NOT NULL,
        PRIMARY KEY (coupon_id, plan_id)
      )`);
    await runner.query('CREATE INDEX coupon_plans_by_plan ON coupon_plans (plan_id)');
    await platformTable(runner, 'coupon_plans');

    await runner.query(`
      CREATE TABLE coupon_redemptions (
        organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
        coupon_id uuid NOT NULL REFERENCES coupons ON DELETE CASCADE,
        redeemed_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, coupon_id)
      )`);
    await runner.query('CREATE INDEX coupon_redemptions_by_coupon ON coupon_redemptions (coupon_id)');
    await tenantTable(runner, 'coupon_redemptions');
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['coupon_redemptions', 'coupon_plans', 'coupons']);
    await runner.query('DROP INDEX platform_settings_by_default_plan');
    await runner.query('ALTER TABLE platform_settings DROP CONSTRAINT platform_settings_default_plan');
    await runner.query('DROP INDEX organizations_by_plan');
    await runner.query('ALTER TABLE organizations DROP CONSTRAINT organizations_plan');
    await dropTables(runner, ['plans']);
  }
}
