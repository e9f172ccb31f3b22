import { Client } from 'pg';
import { APPEND_ONLY_TABLES } from '../../src/platform/audit/audit-tables';
import { prepareApplicationRole } from '../../src/platform/database/application-role';
import { connectionConfig } from '../../src/platform/database/connection';
import { costOf, executing, type Cost, type Sent } from './plans';
import { sql } from './sql';

/** Keeps PostgreSQL from gathering statistics automatically: what it knows of the tables is up to the test. */
export async function withoutAutovacuum(databaseUrl: string, tables: readonly string[]): Promise<void> {
  for (const table of tables) await sql(databaseUrl, `ALTER TABLE ${table} SET (autovacuum_enabled = false)`);
}

/**
 * Prepared statements as a connection of the service keeps them: each is planned once, with what PostgreSQL knew of the
 * tables then. Bound by row-level security, as the service is. Whatever is run here is rolled back.
 */
export class KeptStatements {
  private constructor(
    private readonly client: Client,
    private readonly settings: readonly Sent[],
  ) {}

  /** @param settings what the service sets for the planner before it sends the statements */
  static async open(databaseUrl: string, settings: readonly Sent[]): Promise<KeptStatements> {
    const client = new Client(
      connectionConfig(databaseUrl, await prepareApplicationRole(databaseUrl, APPEND_ONLY_TABLES), 0),
    );
    await client.connect();
    return new KeptStatements(client, settings);
  }

  /** Runs a statement a number of times; how often PostgreSQL made a plan for it, and how often it used the one it keeps. */
  static async plansOf(
    databaseUrl: string,
    { text, values }: Sent,
    times: number,
  ): Promise<{ made: number; kept: number }> {
    const client = new Client(
      connectionConfig(databaseUrl, await prepareApplicationRole(databaseUrl, APPEND_ONLY_TABLES), 0),
    );
    await client.connect();
    try {
      for (let i = 0; i < times; i++) await client.query({ name: 'kept', text, values: [...values] });
      const { rows } = await client.query(
        `SELECT custom_plans::int AS made, generic_plans::int AS kept FROM pg_prepared_statements WHERE name = 'kept'`,
      );
      return rows[0];
    } finally {
      await client.end();
    }
  }

  /** Plans statements as of now. They are run with empty arrays: only with its first values does a statement get its plan. */
  async keep(when: string, statements: Readonly<Record<string, Sent>>): Promise<void> {
    await this.rollingBack(async () => {
      for (const [what, { text, values }] of Object.entries(statements)) {
        await this.client.query(`PREPARE "${when} ${what}" AS ${text}`);
        await this.cost(when, what, values.map(emptied));
      }
    });
  }

  /** Runs statements as the service does, in one transaction, and takes back what they did. */
  async rollingBack<T>(work: () => Promise<T>): Promise<T> {
    await this.client.query('BEGIN');
    try {
      await this.client.query(
        `SELECT set_config('app.unscoped', 'reads plans', true), set_config('plan_cache_mode', 'force_generic_plan', true)`,
      );
      for (const { text } of this.settings) await this.client.query(text);
      return await work();
    } finally {
      await this.client.query('ROLLBACK');
    }
  }

  /** What a kept statement costs with these values. */
  cost(when: string, what: string, values: Sent['values']): Promise<Cost> {
    return costOf(this.client, executing(`"${when} ${what}"`, values));
  }

  /** Reads rows; within {@link rollingBack} including what was done in it. */
  async rows(text: string): Promise<Record<string, unknown>[]> {
    return (await this.client.query(text)).rows;
  }

  close(): Promise<void> {
    return this.client.end();
  }
}

/** Arrays may have been sent as text. */
function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  return typeof value === 'string' && value.startsWith('{') ? '{}' : value;
}
