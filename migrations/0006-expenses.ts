import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, tenantTable } from '../src/platform/tenancy/schema';

/** Expenses of events, and their sums by days. */
export class Expenses1700000000006 implements MigrationInterface {
  name = 'Expenses1700000000006';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE expenses (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        external_id text,
        event_id uuid NOT NULL,
        category text NOT NULL,
        amount numeric(19, 4) NOT NULL CHECK (amount >= 0),
        currency text NOT NULL,
        incurred_at timestamptz(3) NOT NULL CHECK (incurred_at BETWEEN '1000-01-01' AND '9999-12-31'),
        description text,
        created_by uuid NOT NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, id),
        CONSTRAINT expenses_event FOREIGN KEY (organization_id, event_id) REFERENCES events (organization_id, id) ON DELETE CASCADE
      )`);
    await runner.query('CREATE INDEX expenses_by_event ON expenses (organization_id, event_id, incurred_at, id)');
    // Reports read recently changed days from this index alone.
    await runner.query(
      'CREATE INDEX expenses_by_time ON expenses (organization_id, incurred_at) INCLUDE (currency, category, event_id, amount)',
    );
    await runner.query('CREATE INDEX expenses_by_amount ON expenses (organization_id, amount, id)');
    await runner.query('CREATE INDEX expenses_by_creation ON expenses (organization_id, created_at, id)');
    await runner.query('CREATE INDEX expenses_by_update ON expenses (organization_id, updated_at, id)');
    // Without the rows that have none, so that they cost nothing.
    await runner.query(
      'CREATE UNIQUE INDEX expenses_external_id ON expenses (organization_id, external_id) WHERE external_id IS NOT NULL',
    );
    await tenantTable(runner, 'expenses');
    await this.days(runner);
  }

  /**
   * Sums of expenses by UTC days, for reports to add up. While `expense_day_changes` has a row of a day, its sums are
   * missing or outdated. Triggers write those rows, so that no way of changing expenses is forgotten: a cascade doesn't
   * go through the service.
   */
  private async days(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE expense_days (
        organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
        day date NOT NULL,
        currency text NOT NULL,
        category text NOT NULL,
        event_id uuid NOT NULL,
        amount numeric NOT NULL,
        count integer NOT NULL,
        PRIMARY KEY (organization_id, day, currency, category, event_id) INCLUDE (amount, count)
      )`);
    await tenantTable(runner, 'expense_days');
    // Every change adds a row of its own, so that changes of the same day don't wait for each other.
    await runner.query(`
      CREATE TABLE expense_day_changes (
        organization_id uuid NOT NULL,
        day date NOT NULL,
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        changed_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (organization_id, day, id)
      )`);
    await tenantTable(runner, 'expense_day_changes');
    // Tables are named with their schemas, because restores and replication run with an empty search path.
    await runner.query(`
      CREATE FUNCTION note_expense_days() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO public.expense_day_changes (organization_id, day)
        SELECT DISTINCT organization_id, (incurred_at AT TIME ZONE 'UTC')::date FROM changed;
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE FUNCTION forget_expense_days() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        TRUNCATE public.expense_days, public.expense_day_changes;
        RETURN NULL;
      END $$`);
    for (const [name, event, action] of [
      ['insert', 'INSERT ON expenses REFERENCING NEW TABLE AS changed', 'note_expense_days'],
      ['update_from', 'UPDATE ON expenses REFERENCING OLD TABLE AS changed', 'note_expense_days'],
      ['update_to', 'UPDATE ON expenses REFERENCING NEW TABLE AS changed', 'note_expense_days'],
      ['delete', 'DELETE ON expenses REFERENCING OLD TABLE AS changed', 'note_expense_days'],
      ['truncate', 'TRUNCATE ON expenses', 'forget_expense_days'],
    ]) {
      await runner.query(
        `CREATE TRIGGER expense_days_${name} AFTER ${event} FOR EACH STATEMENT EXECUTE FUNCTION ${action}()`,
      );
      // ALWAYS: also when a superuser loads rows with triggers switched off.
      await runner.query(`ALTER TABLE expenses ENABLE ALWAYS TRIGGER expense_days_${name}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['expense_day_changes', 'expense_days', 'expenses']);
    await runner.query('DROP FUNCTION note_expense_days, forget_expense_days');
  }
}
