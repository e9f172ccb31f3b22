import { Client } from 'pg';
import type { DatabaseServer, WantedRole } from '../../kernel/server-list';
import { onlyRow } from './only-row';

/** A server that does not say by then which role it has is away. */
const PROBE_MS = 2_000;
const PROBE = {
  application_name: 'tour-events-probe',
  connectionTimeoutMillis: PROBE_MS,
  query_timeout: PROBE_MS,
};
/** How often the server that is used is asked whether it still has the role. */
const LOOK_MS = 1_000;

/** None of the servers has the wanted role now: while a standby is promoted, for instance. */
export class NoSuchServer extends Error {
  /** PostgreSQL's own code for a server that takes no connections yet (cannot_connect_now). */
  readonly code = '57P03';
}

/** A connection as the search sees it. */
interface Connection {
  readonly server: DatabaseServer;
  /** Breaks the connection, so that nobody waits for a server that is frozen. */
  readonly destroy: () => void;
}

/** What a server says of itself. */
interface ServerState {
  readonly role: WantedRole;
  /** When it was started. Behind one name of a cluster, such as a Service of Kubernetes, another server has another. */
  readonly startedAt: string;
}

/**
 * Knows which of several servers is the primary, or a standby. All connections ask here where to connect; when the
 * server that is used loses its role, dies or freezes, another one is found, and connections to any other are broken, so
 * that whoever waits on them fails at once and tries again on the right one.
 *
 * Written by hand because pg connects to one host only. What decides which server is the primary is not here: that is
 * done by whoever manages the servers (Patroni, CloudNativePG), this only notices.
 */
export class ServerSearch {
  private current: DatabaseServer | null = null;
  private searching: Promise<DatabaseServer> | null = null;
  private currentStartedAt: string | null = null;
  /** With when their server was started. */
  private readonly connections = new Map<Connection, string | null>();
  private probe: Client | null = null;

  /**
   * @param wanted `standby` takes the primary when there is no standby
   * @param urlOf by which a server is asked for its role
   */
  constructor(
    private readonly servers: readonly DatabaseServer[],
    private readonly wanted: WantedRole,
    private readonly urlOf: (server: DatabaseServer) => string,
  ) {}

  /** The server to connect to. @throws NoSuchServer */
  server(): Promise<DatabaseServer> {
    return this.current === null ? this.search() : Promise.resolve(this.current);
  }

  /** Whether a server of this role can be used; a primary serves those who want a standby and have none. */
  isRight(isStandby: boolean): boolean {
    return this.wanted === 'standby' || !isStandby;
  }

  /** A connection to a server could not be made, or has turned out to have another role. */
  failed(server: DatabaseServer): void {
    if (this.current === server) this.current = null;
  }

  /** Keeps a connection until it ends; it is broken when its server is not the one to use any more. */
  keep(connection: Connection): () => void {
    this.connections.set(connection, this.currentStartedAt);
    return () => this.connections.delete(connection);
  }

  /** Looks every second whether the server still has its role. @returns what ends it */
  watch(): () => void {
    let isLooking = false;
    const look = async () => {
      if (isLooking) return;
      isLooking = true;
      if (!(await this.isStillRight())) await this.search().catch(() => undefined);
      isLooking = false;
    };
    const timer = setInterval(() => void look(), LOOK_MS);
    return () => {
      clearInterval(timer);
      this.forgetProbe();
    };
  }

  private async isStillRight(): Promise<boolean> {
    const { current } = this;
    if (current === null) return false;
    try {
      this.probe ??= await this.connectTo(current);
      const { role, startedAt } = await stateOf(this.probe);
      // A new probe may be the first connection to another server of that name.
      return role === this.wanted && startedAt === this.currentStartedAt;
    } catch {
      return false;
    } finally {
      if (this.current !== current) this.forgetProbe();
    }
  }

  private forgetProbe(): void {
    if (this.probe !== null) close(this.probe);
    this.probe = null;
  }

  private search(): Promise<DatabaseServer> {
    this.searching ??= this.find().finally(() => {
      this.searching = null;
    });
    return this.searching;
  }

  private async find(): Promise<DatabaseServer> {
    this.forgetProbe();
    const asked = this.servers.map((server) => this.ask(server));
    const wanted = asked.map(async (asking) => {
      const found = await asking;
      if (found.role !== this.wanted) throw new NoSuchServer('has another role');
      return found;
    });
    const found = await Promise.any(wanted).catch(() => null);
    if (found !== null) return this.use(found);
    if (this.wanted === 'standby') return this.use(await Promise.any(asked).catch(() => this.none()));
    return this.none();
  }

  private none(): never {
    this.current = null;
    throw new NoSuchServer(
      this.wanted === 'primary'
        ? 'none of the servers of DATABASE_URL is the primary'
        : 'none of the servers of DATABASE_REPLICA_URL is there',
    );
  }

  private async ask(server: DatabaseServer): Promise<ServerState & { readonly server: DatabaseServer }> {
    const client = await this.connectTo(server);
    try {
      return { server, ...(await stateOf(client)) };
    } finally {
      close(client);
    }
  }

  private use({ server, startedAt }: ServerState & { readonly server: DatabaseServer }): DatabaseServer {
    this.current = server;
    this.currentStartedAt = startedAt;
    for (const [connection, started] of this.connections)
      if (connection.server !== server || started !== startedAt) connection.destroy();
    return server;
  }

  private async connectTo(server: DatabaseServer): Promise<Client> {
    const client = new Client({ ...PROBE, connectionString: this.urlOf(server) });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      close(client);
      throw error;
    }
  }
}

async function stateOf(client: Client): Promise<ServerState> {
  const result = await client.query<{ isStandby: boolean; startedAt: string }>(
    'SELECT pg_is_in_recovery() AS "isStandby", pg_postmaster_start_time()::text AS "startedAt"',
  );
  const { isStandby, startedAt } = onlyRow(result);
  return { role: isStandby ? 'standby' : 'primary', startedAt };
}

/** Without waiting: a frozen server never says good-bye. */
function close(client: Client): void {
  void client.end().catch(() => undefined);
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
