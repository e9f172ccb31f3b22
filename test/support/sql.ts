import { Client } from 'pg';
import type { Json } from './client';
import { eventually } from './eventually';
import { KeptConnections } from './kept-connections';

const connections = new KeptConnections();

/** Looks behind the service's back: runs one statement, or several without values, as the database's superuser. */
export async function sql(databaseUrl: string, text: string, values?: unknown[]): Promise<Json[]> {
  return (await connections.query(databaseUrl, text, values)).rows;
}

/** Ends the connections that {@link sql} keeps to a database, for what needs it without any. */
export function disconnectSql(databaseUrl: string): Promise<void> {
  return connections.end(databaseUrl);
}

/** Does something while another transaction keeps what a statement has locked or changed; then commits that one. */
export async function whileLocked<T>(
  databaseUrl: string,
  [text, ...values]: [text: string, ...values: unknown[]],
  work: (holder: Client) => Promise<T>,
): Promise<T> {
  const holder = new Client({ connectionString: databaseUrl });
  await holder.connect();
  try {
    await holder.query('BEGIN');
    await holder.query(text, values);
    const result = await work(holder);
    await holder.query('COMMIT');
    return result;
  } finally {
    await holder.end();
  }
}

/** Waits until so many of the service's transactions wait for a lock. */
export async function lockWaits(databaseUrl: string, count = 1): Promise<void> {
  const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await eventually('somebody waits for a lock', async () => (await sql(databaseUrl, waiting)).length >= count);
}

/** What was done in an organization, oldest first: the actions of its audit records. */
export async function auditActionsOf(databaseUrl: string, organizationId: string): Promise<string[]> {
  const text = 'SELECT action FROM audit_records WHERE organization_id = $1 ORDER BY occurred_at, id';
  return (await sql(databaseUrl, text, [organizationId])).map(({ action }) => action);
}
