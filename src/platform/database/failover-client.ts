import type { Client, ClientConfig } from 'pg';
import { QuietClient } from './quiet-client';
import type { DatabaseServer } from '../../kernel/server-list';
import type { ServerSearch } from './server-search';

export interface FailoverClientConfig extends ClientConfig {
  readonly servers: ServerSearch;
}

/** What this file uses of pg beyond its types. */
interface Internals {
  host: string;
  port: number;
  readonly connectionParameters: { host: string; port: number };
  readonly connection: {
    readonly stream: { destroy(): void };
    on(event: 'parameterStatus', listener: (message: ParameterStatus) => void): void;
  };
}

/** PostgreSQL reports `in_hot_standby` to every connection, before its first statement (PostgreSQL, 53.2.7). */
interface ParameterStatus {
  readonly parameterName: string;
  readonly parameterValue: string;
}

/** A connection to whichever of several servers has the wanted role when it is made, see {@link ServerSearch}. */
export class FailoverClient extends QuietClient {
  private readonly servers: ServerSearch;

  constructor({ servers, ...config }: FailoverClientConfig) {
    super(config);
    this.servers = servers;
  }

  override connect(): Promise<Client>;
  override connect(callback: ((error: Error) => void) | ((error: null, client: Client) => void)): void;
  override connect(
    callback?: ((error: Error) => void) | ((error: null, client: Client) => void),
  ): Promise<Client> | void {
    const connected = this.connectToServer();
    if (callback === undefined) return connected;
    // Not in the promise: what a callback throws is no rejection of the connection.
    connected.then(
      (client) => process.nextTick(callback as (error: null, client: Client) => void, null, client),
      (error: Error) => process.nextTick(callback as (error: Error) => void, error),
    );
  }

  private async connectToServer(): Promise<Client> {
    const server = await this.servers.server();
    const client = this as unknown as Internals;
    client.host = client.connectionParameters.host = server.host;
    client.port = client.connectionParameters.port = server.port;
    this.followRole(server, client);
    const forget = this.servers.keep({ server, destroy: () => client.connection.stream.destroy() });
    this.once('end', forget);
    try {
      return await super.connect();
    } catch (error) {
      forget();
      this.servers.failed(server);
      throw error;
    }
  }

  /** A standby that is promoted says so to its connections; a primary that becomes a standby ends them. */
  private followRole(server: DatabaseServer, { connection }: Internals): void {
    connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
      if (parameterName !== 'in_hot_standby' || this.servers.isRight(parameterValue === 'on')) return;
      this.servers.failed(server);
      connection.stream.destroy();
    });
  }
}
