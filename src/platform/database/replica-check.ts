import { setTimeout as sleep } from 'node:timers/promises';
import { connectionConfig, newClient } from './connection';
import { onlyRow } from './only-row';

const TIMEOUT_MS = 5_000;
/** Right after a first start the replica may not have the migrations yet. */
const TRIES = 10;
const PAUSE_MS = 500;

const INVALID_AUTHORIZATION = /^28/;
const NO_SUCH_DATABASE = '3D000';

/**
 * Checks that a URL can be that of a read replica of the service's database. A replica that is away passes: reports run
 * on the primary until it is back.
 *
 * @throws Error when it does not let the login in, or has no migrations
 */
export async function requireOwnReplica(url: string): Promise<void> {
  for (let tries = 1; await isForeignDatabase(url); tries++) {
    if (tries === TRIES) throw new Error('it is no replica of DATABASE_URL: nothing was migrated there');
    await sleep(PAUSE_MS);
  }
}

async function isForeignDatabase(url: string): Promise<boolean> {
  const client = newClient(connectionConfig(url, null, TIMEOUT_MS));
  try {
    await client.connect();
    const text = `SELECT to_regclass('migrations') IS NOT NULL AS found`;
    return !onlyRow(await client.query<{ found: boolean }>(text)).found;
  } catch (error) {
    const { code = '' } = error as { code?: string };
    if (INVALID_AUTHORIZATION.test(code)) throw error;
    return code === NO_SUCH_DATABASE;
  } finally {
    await client.end().catch(() => undefined);
  }
}
