import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, tenantTable } from '../src/platform/tenancy/schema';

/** Tours, their events, and the expenses of those. */
export class ToursEventsExpenses1700000000002 implements MigrationInterface {
  name = 'ToursEventsExpenses1700000000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE tours (
        organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
        id uuid NOT NULL,
        name text NOT NULL,
        description text,
        start_date date,
        end_date date,
        status text NOT NULL CHECK (status IN ('draft', 'planning', 'confirmed', 'active', 'completed', 'cancelled')),
        budget numeric(19, 4),
        currency text NOT NULL,
        notes text,
        search text COLLATE "C" NOT NULL,
        revision integer NOT NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, id),
        CHECK (end_date >= start_date)
      )`);
    await runner.query(`CREATE INDEX tours_by_start ON tours (organization_id, start_date, id)`);
    await runner.query(`CREATE INDEX tours_by_name ON tours (organization_id, search, id)`);
    await runner.query(`CREATE INDEX tours_by_creation ON tours (organization_id, created_at, id)`);
    await tenantTable(runner, 'tours');

    await runner.query(`
      CREATE TABLE events (
        organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
        id uuid NOT NULL,
        name text NOT NULL,
        tour_id uuid,
        description text,
        status text NOT NULL CHECK (status IN ('draft', 'confirmed', 'completed', 'cancelled')),
        starts_at timestamptz(3),
        ends_at timestamptz(3),
        timezone text NOT NULL,
        venue jsonb,
        capacity integer,
        notes text,
        search text COLLATE "C" NOT NULL,
        created_by uuid NOT NULL,
        revision integer NOT NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, id),
        CONSTRAINT events_tour FOREIGN KEY (organization_id, tour_id) REFERENCES tours (organization_id, id),
        CHECK (ends_at >= starts_at)
      )`);
    await runner.query(`CREATE INDEX events_by_start ON events (organization_id, starts_at, id)`);
    await runner.query(`CREATE INDEX events_by_name ON events (organization_id, search, id)`);
    await runner.query(`CREATE INDEX events_by_creation ON events (organization_id, created_at, id)`);
    await runner.query(`CREATE INDEX events_by_tour ON events (organization_id, tour_id, starts_at, id)`);
    await tenantTable(runner, 'events');

    await runner.query(`
      CREATE TABLE expenses (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
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
    await runner.query(`CREATE INDEX expenses_by_event ON expenses (organization_id, event_id, incurred_at, id)`);
    // Reports read recently changed days from this index alone.
    await runner.query(
      `CREATE INDEX expenses_by_time ON expenses (organization_id, incurred_at) INCLUDE (currency, category, event_id, amount)`,
    );
    await tenantTable(runner, 'expenses');
    await this.expenseDays(runner);
  }

  /**
   * Sums of expenses by UTC days, for reports to add up. While `expense_day_changes` has a row of a day, its sums are
   * missing or outdated. Triggers write those rows, so that no way of changing expenses is forgotten: a cascade doesn't
   * go through the service.
   */
  private async expenseDays(runner: QueryRunner): Promise<void> {
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
    await dropTables(runner, ['expense_day_changes', 'expense_days', 'expenses', 'events', 'tours']);
    await runner.query('DROP FUNCTION note_expense_days, forget_expense_days');
  }
}
