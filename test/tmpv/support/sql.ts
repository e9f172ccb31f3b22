import { Client } from 'pg';
import type { Json } from './client';

/** Looks behind the service's back: runs one statement, or several without values, as the database's superuser. */
export async function sql(databaseUrl: string, text: string, values?: unknown[]): Promise<Json[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** The bodies that a record left in the outbox, oldest first. */
export async function outboxOf(databaseUrl: string, recordId: string): Promise<Json[]> {
  const rows = await sql(databaseUrl, 'SELECT body FROM outbox_events ORDER BY id');
  return rows.map(({ body }) => JSON.parse(body)).filter(({ data }) => data.id === recordId);
}

/** The audit records about a record, oldest first. */
export function auditOf(databaseUrl: string, recordId: string): Promise<Json[]> {
  return sql(databaseUrl, 'SELECT * FROM audit_records WHERE target_id = $1 ORDER BY id', [recordId]);
}
