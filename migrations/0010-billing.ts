import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, tenantTable } from '../src/platform/tenancy/schema';

/** Subscriptions of organizations, and their invoices. */
export class Billing1700000000010 implements MigrationInterface {
  name = 'Billing1700000000010';

  async up(runner: QueryRunner): Promise<void> {
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
      `CREATE UNIQUE INDEX subscriptions_one_at_a_time ON subscriptions (organization_id) WHERE ended_at IS NULL`,
    );
    await runner.query(`CREATE INDEX subscriptions_by_plan ON subscriptions (plan_id)`);
    // Renewals read only this index, however many subscriptions have ended.
    await runner.query(
      `CREATE INDEX subscriptions_due ON subscriptions (current_period_end, id) WHERE ended_at IS NULL`,
    );
    await tenantTable(runner, 'subscriptions');

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
    await runner.query(`CREATE INDEX invoices_by_status ON invoices (organization_id, status, number)`);
    await runner.query(`CREATE INDEX invoices_by_plan ON invoices (plan_id)`);
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
      `CREATE TRIGGER invoices_final BEFORE UPDATE ON invoices FOR EACH ROW EXECUTE FUNCTION refuse_change_of_invoice()`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['invoices', 'subscriptions', 'billing_accounts']);
    await runner.query('DROP FUNCTION refuse_change_of_invoice()');
  }
}
