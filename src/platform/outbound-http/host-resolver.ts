import { readFileSync, statSync } from 'node:fs';
import { Resolver } from 'node:dns/promises';
import { join } from 'node:path';
import { isIP } from 'node:net';

/** Finds the addresses of a host. */
export interface HostResolver {
  /**
   * @param name of a host, in lower case and in ASCII, as URL gives it
   * @returns all its addresses, looked up again each time; none when it has none, or when no server responds in time
   */
  resolve(name: string): Promise<readonly string[]>;
}

export const HOST_RESOLVER = Symbol('HostResolver');

/** Names of this machine itself, which no name server is asked for (RFC 6761, 6.3). */
export const LOCALHOST = /(^|\.)localhost\.?$/;
export const LOOPBACK_ADDRESSES: readonly string[] = ['127.0.0.1', '::1'];

const HOSTS_FILE =
  process.platform === 'win32'
    ? join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'drivers', 'etc', 'hosts')
    : '/etc/hosts';

/** The timeout of the first query to a name server; that of the second is twice as long. */
const FIRST_TRY_MS = 1_500;
const TRIES = 2;
/** How soon a change of the hosts file is seen. */
const LOOK_AGAIN_MS = 1_000;

/**
 * Asks the hosts file, then the name servers of the system. `dns.lookup` does the same on the four threads that files
 * and password hashes need too: four names with silent servers would stop the service. The queries made here need no
 * thread, do not queue and time out on their own. Names are looked up as they are, without search domains.
 */
export class SystemHostResolver implements HostResolver {
  private readonly resolver = new Resolver({ timeout: FIRST_TRY_MS, tries: TRIES });
  private readonly hosts: HostsFile;

  /** @param nameServers instead of the system's */
  constructor(hostsFile = HOSTS_FILE, nameServers?: readonly string[]) {
    this.hosts = new HostsFile(hostsFile);
    if (nameServers !== undefined) this.resolver.setServers(nameServers);
  }

  async resolve(host: string): Promise<readonly string[]> {
    const name = host.replace(/\.$/, '');
    const written = this.hosts.addressesOf(name);
    if (written.length > 0) return written;
    const found = await Promise.all([
      this.resolver.resolve4(name).catch(none),
      this.resolver.resolve6(name).catch(none),
    ]);
    return found.flat();
  }
}

function none(): string[] {
  return [];
}

/** The system's own table of names (hosts(5)), read again within a second of its change. */
class HostsFile {
  private table: ReadonlyMap<string, readonly string[]> = new Map();
  private version = '';
  private lookedAt = -Infinity;

  constructor(private readonly path: string) {}

  addressesOf(name: string): readonly string[] {
    if (performance.now() - this.lookedAt >= LOOK_AGAIN_MS) this.refresh();
    return this.table.get(name) ?? [];
  }

  private refresh(): void {
    this.lookedAt = performance.now();
    const stat = statSync(this.path, { throwIfNoEntry: false });
    const version = stat === undefined ? '' : `${stat.mtimeMs} ${stat.size} ${stat.ino}`;
    if (version === this.version) return;
    this.table = stat === undefined ? new Map() : readHosts(readFileSync(this.path, 'utf8'));
    this.version = version;
  }
}

function readHosts(text: string): Map<string, string[]> {
  const table = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/);
    if (isIP(address) === 0) continue;
    for (const name of names) table.set(name, [...(table.get(name) ?? []), address]);
  }
  return table;
}
