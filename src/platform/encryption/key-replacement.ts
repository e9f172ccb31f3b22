import type { ClientBase } from 'pg';

/** Whether the encryption key was replaced, and something may still need the previous one. In an unscoped transaction. */
export async function isKeyReplaced(client: Pick<ClientBase, 'query'>): Promise<boolean> {
  const { rows } = await client.query('SELECT 1 FROM installation WHERE key_replaced_at IS NOT NULL');
  return rows.length > 0;
}

/** Remembers that nothing needs the previous key any more. */
export async function forgetReplacement(client: Pick<ClientBase, 'query'>): Promise<void> {
  await client.query('UPDATE installation SET key_replaced_at = NULL');
}
