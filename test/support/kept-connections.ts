import { Client, Pool, type QueryResult } from 'pg';
import { unlessVictim } from './victim';

/** Longer than the pauses between looks of a test that waits for something. */
const IDLE_MS = 500;
const CHANGES_ITS_SESSION = /^\s*SET /;

/**
 * Connections that stay open from one statement to the next: opening one takes the machine ten times as long as a small
 * statement does. They close when nobody has used them for a moment, or when their database is dropped.
 */
export class KeptConnections {
  private readonly pools = new Map<string, Pool>();

  async query(databaseUrl: string, text: string, values?: unknown[]): Promise<QueryResult> {
    if (CHANGES_ITS_SESSION.test(text)) return queryApart(databaseUrl, text);
    const pool = this.poolOf(databaseUrl);
    const wasIdle = pool.idleCount > 0;
    try {
      return await unlessVictim(() => pool.query(text, values));
    } catch (error) {
      // The server has ended a connection that waited here: nothing was done.
      if (wasIdle && isLost(error)) return pool.query(text, values);
      throw error;
    }
  }

  async end(databaseUrl: string): Promise<void> {
    const pool = this.pools.get(databaseUrl);
    this.pools.delete(databaseUrl);
    await pool?.end();
  }

  private poolOf(databaseUrl: string): Pool {
    const existing = this.pools.get(databaseUrl);
    if (existing !== undefined) return existing;
    const pool = new Pool({ connectionString: databaseUrl, max: 4, idleTimeoutMillis: IDLE_MS, allowExitOnIdle: true });
    // Of a connection that nobody uses at the moment.
    pool.on('error', () => undefined);
    this.pools.set(databaseUrl, pool);
    return pool;
  }
}

/** Over a connection of its own, so that no later statement finds what this one has set. */
async function queryApart(databaseUrl: string, text: string): Promise<QueryResult> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}

/** True for a connection that has ended, by the server (57P01, 57P02, 57P03) or without a word. */
function isLost(error: unknown): boolean {
  const { code, message } = error as Error & { code?: string };
  return code === undefined ? /terminated|ended/.test(message) : /^(57P0[123]|ECONNRESET|EPIPE)$/.test(code);
}
