import type { ClientBase } from 'pg';
import { tableOf } from '../database/table';
import { Installation } from './installation.entity';

const { fields: own } = tableOf(Installation);

/** Whether the encryption key was replaced, and something may still need the previous one. In an unscoped transaction. */
export async function isKeyReplaced(client: Pick<ClientBase, 'query'>): Promise<boolean> {
  const { rows } = await client.query(`SELECT 1 FROM installation WHERE ${own.keyReplacedAt} IS NOT NULL`);
  return rows.length > 0;
}

/** Remembers that nothing needs the previous key any more. */
export async function forgetReplacement(client: Pick<ClientBase, 'query'>): Promise<void> {
  await client.query(`UPDATE installation SET ${own.keyReplacedAt} = NULL`);
}
