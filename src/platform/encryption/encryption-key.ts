import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Configuration } from '../config/configuration';
import { ConfigurationError } from '../config/environment';
import { connectionConfig, newClient } from '../database/connection';
import { onlyRow } from '../database/only-row';
import { tableOf } from '../database/table';
import { Installation } from './installation.entity';

/** The name under which the key is injected where something is encrypted or signed. */
export const ENCRYPTION_KEY = Symbol('encryption key');
/** The name under which the previous key is injected, or null. */
export const PREVIOUS_ENCRYPTION_KEY = Symbol('previous encryption key');

const { fields: own } = tableOf(Installation);
const KEY_BYTES = 32;
const KEY_FILE = 'encryption.key';

/** Where the key is from. */
type KeySource = Pick<Configuration, 'encryptionKey' | 'dataDir'>;
type KnownKeys = Pick<Configuration, 'encryptionKey' | 'encryptionKeyPrevious' | 'dataDir'>;

/**
 * The key that secrets are encrypted with at rest: the configured one, else the one in the data directory, which is
 * made at the first start.
 *
 * @throws ConfigurationError when the key file does not contain a key
 */
export async function loadEncryptionKey({ encryptionKey, dataDir }: KeySource): Promise<Buffer> {
  if (encryptionKey !== null) return encryptionKey;
  const file = join(dataDir, KEY_FILE);
  await mkdir(dataDir, { recursive: true });
  // Two processes may start at once: the file is made by one of them and read by both.
  await writeFile(file, randomBytes(KEY_BYTES).toString('base64'), { flag: 'wx', mode: 0o600 }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
  const key = Buffer.from((await readFile(file, 'utf8')).trim(), 'base64');
  if (key.length !== KEY_BYTES)
    throw new ConfigurationError('ENCRYPTION_KEY', `is not set, and ${file} does not hold 32 bytes in base64`);
  return key;
}

/**
 * Checks that the database was not used with another key, whose secrets could not be read any more. The database keeps
 * a digest that proves the key and does not reveal it.
 *
 * A database that was used with the previous key goes on with the new one.
 *
 * @param key from {@link loadEncryptionKey}, which makes a new one where the file is missing
 * @throws ConfigurationError when the database was used with another key
 */
export async function requireSameEncryptionKey(
  databaseUrl: string,
  key: Buffer,
  { encryptionKey, encryptionKeyPrevious, dataDir }: KnownKeys,
): Promise<void> {
  const check = checkOf(key);
  const client = newClient(connectionConfig(databaseUrl, null, 10_000));
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query(`SELECT set_config('app.unscoped', 'the encryption key is checked at start', true)`);
    await client.query(
      `INSERT INTO installation (${own.id}, ${own.encryptionKeyCheck}, ${own.createdAt}) VALUES (true, $1, now())
       ON CONFLICT (${own.id}) DO NOTHING`,
      [check],
    );
    if (encryptionKeyPrevious !== null)
      await client.query(
        `UPDATE installation SET ${own.encryptionKeyCheck} = $1, ${own.keyReplacedAt} = now()
         WHERE ${own.encryptionKeyCheck} = $2`,
        [check, checkOf(encryptionKeyPrevious)],
      );
    const result = await client.query<{ known: Buffer }>(`SELECT ${own.encryptionKeyCheck} AS known FROM installation`);
    await client.query('COMMIT');
    if (!timingSafeEqual(onlyRow(result).known, check)) {
      const origin =
        encryptionKey === null
          ? `is not set, and the one in ${join(dataDir, KEY_FILE)}, which is made where it is missing, `
          : '';
      throw new ConfigurationError('ENCRYPTION_KEY', `${origin}is not the key that this database was first used with`);
    }
  } finally {
    await client.end();
  }
}

function checkOf(key: Buffer): Buffer {
  return createHmac('sha256', key).update('tour-events encryption key check').digest();
}
