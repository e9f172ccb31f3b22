import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, platformTable, tenantTable } from '../src/platform/tenancy/schema';

/** Plans and coupons of the platform, subscriptions of organizations, and their invoices. */
export class Billing1700000000007 implements MigrationInterface {
  name = 'Billing1700000000007';

  async up(runner: QueryRunner): Promise<void> {
    await this.plans(runner);
    await this.coupons(runner);
    await this.subscriptions(runner);
    await this.invoices(runner);
  }

  private async plans(runner: QueryRunner): Promise<void> {
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
  }

  private async coupons(runner: QueryRunner): Promise<void> {
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

  private async subscriptions(runner: QueryRunner): Promise<void> {
    // Changes of an organization's billing lock its row. It counts the invoices without gaps: a number taken in a
    // transaction that is rolled back is free again.
    await runner.query(`
      CREATE TABLE billing_accounts (
        organization_id uuid PRIMARY KEY REFERENCES organizations ON DELETE CASCADE,
        last_invoice_number integer NOT NULL
      )`);
    await tenantTable(runner, 'billing_accounts');

    // The coupon's terms are copied, so that later changes don't affect those who have redeemed it.
    await runner.query(`
      CREATE TABLE subscriptions (
        organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
        id uuid NOT NULL,
        plan_id uuid NOT NULL CONSTRAINT subscriptions_plan REFERENCES plans,
        billing_interval text NOT NULL CHECK (billing_interval IN ('monthly', 'yearly')),
        anchor text NOT NULL,
        period_number integer NOT NULL,
        current_period_start timestamptz(3) NOT NULL,
        current_period_end timestamptz(3) NOT NULL,
        cancel_at_period_end boolean NOT NULL,
        ended_at timestamptz(3),
        coupon jsonb,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, id),
        CHECK (current_period_end > current_period_start)
      )`);
    await runner.query(
      'CREATE UNIQUE INDEX subscriptions_one_at_a_time ON subscriptions (organization_id) WHERE ended_at IS NULL',
    );
    await runner.query('CREATE INDEX subscriptions_by_plan ON subscriptions (plan_id)');
    // Renewals read only this index, however many subscriptions have ended.
    await runner.query(
      'CREATE INDEX subscriptions_due ON subscriptions (current_period_end, id) WHERE ended_at IS NULL',
    );
    await tenantTable(runner, 'subscriptions');
  }

  private async invoices(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE invoices (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        number integer NOT NULL CHECK (number > 0),
        subscription_id uuid NOT NULL,
        status text NOT NULL CHECK (status IN ('open', 'paid', 'void')),
        customer_name text NOT NULL,
        plan_id uuid NOT NULL CONSTRAINT invoices_plan REFERENCES plans,
        billing_interval text NOT NULL CHECK (billing_interval IN ('monthly', 'yearly')),
        period_start timestamptz(3) NOT NULL,
        period_end timestamptz(3) NOT NULL,
        timezone text NOT NULL,
        currency text NOT NULL,
        subtotal numeric(19, 4) NOT NULL CHECK (subtotal >= 0),
        discount numeric(19, 4) NOT NULL CHECK (discount >= 0),
        total numeric(19, 4) NOT NULL CHECK (total >= 0 AND total = subtotal - discount),
        coupon_code text,
        lines jsonb NOT NULL,
        issued_at timestamptz(3) NOT NULL,
        due_at timestamptz(3) NOT NULL,
        paid_at timestamptz(3),
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, id),
        CONSTRAINT invoices_number_unique UNIQUE (organization_id, number),
        CONSTRAINT invoices_period_unique UNIQUE (organization_id, subscription_id, period_start),
        FOREIGN KEY (organization_id, subscription_id) REFERENCES subscriptions ON DELETE CASCADE,
        CHECK ((paid_at IS NOT NULL) = (status = 'paid'))
      )`);
    await runner.query('CREATE INDEX invoices_by_status ON invoices (organization_id, status, number)');
    await runner.query('CREATE INDEX invoices_by_plan ON invoices (plan_id)');
    await tenantTable(runner, 'invoices');
    // An invoice that was sent must not change, except once from open to paid or void, and to void if it was for nothing.
    await runner.query(`
      CREATE FUNCTION refuse_change_of_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE changeable text[] := ARRAY['status', 'paid_at', 'updated_at'];
      BEGIN
        IF OLD.status <> 'open' AND NOT (OLD.status = 'paid' AND OLD.total = 0 AND NEW.status = 'void')
          OR to_jsonb(NEW) - changeable <> to_jsonb(OLD) - changeable THEN
          RAISE EXCEPTION 'invoice % is final', OLD.number;
        END IF;
        RETURN NEW;
      END $$`);
    await runner.query(
      'CREATE TRIGGER invoices_final BEFORE UPDATE ON invoices FOR EACH ROW EXECUTE FUNCTION refuse_change_of_invoice()',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['invoices', 'subscriptions', 'billing_accounts']);
    await runner.query('DROP FUNCTION refuse_change_of_invoice()');
    await dropTables(runner, ['coupon_redemptions', 'coupon_plans', 'coupons']);
    await runner.query('DROP INDEX platform_settings_by_default_plan');
    await runner.query('ALTER TABLE platform_settings DROP CONSTRAINT platform_settings_default_plan');
    await runner.query('DROP INDEX organizations_by_plan');
    await runner.query('ALTER TABLE organizations DROP CONSTRAINT organizations_plan');
    await dropTables(runner, ['plans']);
  }
}
