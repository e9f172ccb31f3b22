import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ServerProcess } from './server-process';

/** PgBouncer refuses to run as root. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

/**
 * Starts a PgBouncer in front of a database, in transaction mode.
 *
 * @param databaseUrl with the login that the pooler uses as well
 * @param poolSize how many connections of PostgreSQL all clients share
 * @param settings lines for its configuration beyond the usual ones
 * @returns the server, and the URL that leads through it
 */
export async function startPgBouncer(
  databaseUrl: string,
  poolSize: number,
  settings: readonly string[] = [],
): Promise<{ pooler: ServerProcess; url: string }> {
  const target = new URL(databaseUrl);
  const name = target.pathname.slice(1);
  const pooler = await ServerProcess.start(
    'pgbouncer',
    async (port, folder) => {
      const users = join(folder, 'users.txt');
      await writeFile(users, `"${target.username}" "${decodeURIComponent(target.password)}"\n`);
      const file = join(folder, 'pgbouncer.ini');
      const lines = [
        '[databases]',
        `${name} = host=${target.hostname} port=${target.port} dbname=${name}`,
        '[pgbouncer]',
        ...['listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir ='],
        ...['auth_type = plain', `auth_file = ${users}`],
        ...['pool_mode = transaction', `default_pool_size = ${poolSize}`, 'max_client_conn = 200'],
        ...settings,
      ];
      await writeFile(file, `${lines.join('\n')}\n`);
      return [file];
    },
    NOBODY,
  );
  const url = new URL(databaseUrl);
  url.port = String(pooler.port);
  url.searchParams.set('pool_mode', 'transaction');
  return { pooler, url: url.href };
}
