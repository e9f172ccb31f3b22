import type { Client } from 'pg';

/**
 * Whether the audit log is still one of a version that knew no keys for people. Locks the installation's row until the
 * transaction ends: replicas that start together wait for one another.
 */
export async function isLogPlain(client: Client): Promise<boolean> {
  const { rows } = await client.query('SELECT FROM installation WHERE log_encrypted_at IS NULL FOR UPDATE');
  return rows.length > 0;
}

/** Remembers, when the transaction commits, that the log has no plain personal values any more. */
export async function rememberLogEncrypted(client: Client): Promise<void> {
  await client.query('UPDATE installation SET log_encrypted_at = now()');
}
