import { Client, type ClientConfig, type QueryConfig, type QueryResult, type QueryResultRow } from 'pg';

interface Lane {
  connection: Promise<Client> | null;
  waiting: number;
}

/**
 * A few connections that many short reads share at once. A pool lends a connection to one query at a time, so every
 * query pays a round trip of its own; here queries are sent right behind one another and answered in order
 * (PostgreSQL's pipelining, pg's `pipeline: true`). Each query is its own transaction: one that fails leaves those
 * behind it alone, and a `set_config(…, true)` ends with the query that made it.
 *
 * Written by hand because pg's pool has no such mode. Only for statements that are short: a slow one holds up the
 * queries behind it.
 */
export class PipelinedConnections {
  private readonly lanes: Lane[];
  private closed = false;

  constructor(
    private readonly config: ClientConfig,
    size: number,
  ) {
    this.lanes = Array.from({ length: size }, () => ({ connection: null, waiting: 0 }));
  }

  /** Sends one statement on the connection with the shortest queue. */
  async query<Row extends QueryResultRow>(query: QueryConfig): Promise<QueryResult<Row>> {
    const lane = this.shortestLane();
    lane.waiting++;
    try {
      const client = await (lane.connection ??= this.connect(lane));
      return await client.query<Row>(query);
    } finally {
      lane.waiting--;
    }
  }

  /** Lets the queries under way finish, then closes every connection. */
  async close(): Promise<void> {
    this.closed = true;
    await Promise.all(this.lanes.map(async (lane) => (await lane.connection?.catch(() => null))?.end()));
  }

  private shortestLane(): Lane {
    let shortest = this.lanes[0]!;
    for (const lane of this.lanes) if (lane.waiting < shortest.waiting) shortest = lane;
    return shortest;
  }

  private async connect(lane: Lane): Promise<Client> {
    if (this.closed) throw new Error('Connection terminated: the service is shutting down');
    const client = new Client({ ...this.config, pipeline: true } as ClientConfig);
    // A lost connection is opened anew by the next query; those under way fail and are answered with 503.
    const forget = () => (lane.connection = null);
    client.on('error', forget);
    client.on('end', forget);
    try {
      await client.connect();
      return client;
    } catch (error) {
      forget();
      throw error;
    }
  }
}
