import { connect as connectTcp, isIPv6, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { Client, type buildConnector } from 'undici';
import { ArraySet } from '../../kernel/array-set';
import { firstOf, valueAt } from '../../kernel/lists';
import type { Target } from './target';

const CONNECT_TIMEOUT_MS = 10_000;
/** How long an idle connection is kept, unless the server asks for less. */
const KEEP_ALIVE_MS = 4_000;
/** How many idle connections are kept, over all hosts; the longest idle one is closed first. */
const MAX_IDLE = 256;
const MAX_HEADER_BYTES = 16 * 1024;

/** One HTTP/1.1 connection, made at its first request and lent to one request at a time. */
export class Connection {
  readonly client: Client;
  private socket: Socket | null = null;
  private established = false;

  /**
   * @param addresses of the target: those that were checked, and the only ones that are called
   * @param key names the target with its addresses
   * @param onDisconnect called each time the connection is lost
   */
  constructor(
    private readonly target: Target,
    private readonly addresses: readonly string[],
    readonly key: string,
    onDisconnect: (connection: Connection) => void,
  ) {
    this.client = new Client(target.origin, {
      connect: (_, callback) => this.open(callback),
      pipelining: 1,
      allowH2: false,
      maxHeaderSize: MAX_HEADER_BYTES,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MS,
      // The whole attempt has a time-out of its own.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    this.client.on('disconnect', () => onDisconnect(this));
  }

  /** Whether connecting has succeeded, TLS included. */
  get ready(): boolean {
    return this.established;
  }

  get secure(): boolean {
    return this.target.secure;
  }

  /** Bytes that have come in, over all requests. */
  get bytesRead(): number {
    return this.socket?.bytesRead ?? 0;
  }

  /** Whether the other side broke the connection off, instead of closing it. */
  get broken(): boolean {
    return this.socket?.errored != null;
  }

  /** Closes it at once, whatever is going on. */
  destroy(): void {
    this.socket?.destroy();
    void this.client.destroy();
  }

  private open(callback: buildConnector.Callback): void {
    const { host, hostIsAddress, port, secure } = this.target;
    const options = {
      host,
      port,
      noDelay: true,
      autoSelectFamily: true,
      // A second lookup might give other addresses than those that were checked. Only names are looked up.
      lookup: pinnedTo(this.addresses),
    };
    const socket = secure
      ? connectTls({
          ...options,
          // Certificates and server names know no dot at the end (RFC 6066, 3), and addresses are no server names.
          servername: hostIsAddress ? '' : host.replace(/\.$/, ''),
          ALPNProtocols: ['http/1.1'],
        })
      : connectTcp(options);
    this.socket = socket;
    this.established = false;
    const event = secure ? 'secureConnect' : 'connect';
    socket.once(event, () => (this.established = true));
    whenReady(socket, event, callback);
  }
}

/** Resolves any name to the addresses that were checked. */
function pinnedTo(addresses: readonly string[]): LookupFunction {
  const records = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  const { address, family } = firstOf(records);
  return (_, { all }, callback) => {
    if (all) callback(null, records);
    else callback(null, address, family);
  };
}

function whenReady(socket: Socket, event: string, callback: buildConnector.Callback): void {
  const timer = setTimeout(() => socket.destroy(systemError('ETIMEDOUT')), CONNECT_TIMEOUT_MS);
  const fail = (error: Error) => {
    clearTimeout(timer);
    callback(error, null);
  };
  const close = () => fail(systemError('ECONNABORTED'));
  socket.once('error', fail).once('close', close);
  socket.once(event, () => {
    clearTimeout(timer);
    socket.off('error', fail).off('close', close);
    callback(null, socket);
  });
  // The client listens only while it uses the connection, and an unhandled error ends the process.
  socket.on('error', () => {});
}

function systemError(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(code), { code });
}

/**
 * Connections that are kept for the next request to the same host at the same addresses. A name whose addresses have
 * changed gets a new connection.
 */
export class Connections {
  private readonly idleByKey = new Map<string, Connection[]>();
  /** Idle ones, the longest idle first. */
  private readonly idle = new ArraySet<Connection>();
  private readonly lent = new ArraySet<Connection>();

  /** @param addresses that were checked just now; a connection that was made to others is not used for them */
  take(target: Target, addresses: readonly string[]): Connection {
    const key = target.hostIsAddress ? target.origin : `${target.origin} ${[...addresses].sort().join(' ')}`;
    const kept = this.idleByKey.get(key)?.at(-1);
    if (kept !== undefined) this.forget(kept);
    const connection = kept ?? new Connection(target, addresses, key, (lost) => this.drop(lost));
    this.lent.add(connection);
    return connection;
  }

  /** Takes back a connection that has delivered a complete response. */
  giveBack(connection: Connection): void {
    this.lent.delete(connection);
    const siblings = this.idleByKey.get(connection.key);
    if (siblings === undefined) this.idleByKey.set(connection.key, [connection]);
    else siblings.push(connection);
    this.idle.add(connection);
    if (this.idle.size > MAX_IDLE) this.drop(firstOf(this.idle));
  }

  /** Closes a lent connection that can't be used any more. */
  discard(connection: Connection): void {
    this.lent.delete(connection);
    connection.destroy();
  }

  /** Closes all connections, in use or not. */
  close(): void {
    for (const connection of [...this.lent, ...this.idle]) connection.destroy();
    this.lent.clear();
    this.idle.clear();
    this.idleByKey.clear();
  }

  /**
   * Forgets an idle connection. A lent one stays: its client reconnects to the same addresses for a request not sent
   * yet.
   */
  private drop(connection: Connection): void {
    if (!this.idle.has(connection)) return;
    this.forget(connection);
    connection.destroy();
  }

  private forget(connection: Connection): void {
    this.idle.delete(connection);
    const siblings = valueAt(this.idleByKey, connection.key);
    siblings.splice(siblings.lastIndexOf(connection), 1);
    if (siblings.length === 0) this.idleByKey.delete(connection.key);
  }
}
