import type { Client, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { newClient, type ConnectionConfig } from './connection';
import { corkWrites } from './cork-writes';
import { Descriptions, PreparedQuery } from './prepared-query';

interface Lane {
  connection: Promise<Client> | null;
  /** The client of `connection` once it is connected, so that a read need not await the promise. */
  client: Client | null;
  /** The rows of the statements that `client` has prepared. */
  descriptions: Descriptions;
  waiting: number;
  /** When its last result arrived, or when it became busy, by performance.now(). */
  movedAt: number;
}

/** A lane without a result for so long is busy with a slow statement. */
const STUCK_MS = 50;

/**
 * A few connections that many short reads share at once. A pool lends a connection to one query at a time, so every
 * query pays a round trip of its own; here queries are sent right behind one another, and their results come in order
 * (PostgreSQL's pipelining, pg's `pipeline: true`). Each query is its own transaction: one that fails leaves those
 * behind it alone, and a `set_config(…, true)` ends with the query that made it.
 *
 * Written by hand because pg's pool has no such mode. For short statements only: a slow one delays the queries behind
 * it.
 */
export class PipelinedConnections {
  private readonly lanes: Lane[];
  private closed = false;

  constructor(
    private readonly config: ConnectionConfig,
    size: number,
  ) {
    this.lanes = Array.from({ length: size }, () => ({
      connection: null,
      client: null,
      descriptions: new Descriptions(),
      waiting: 0,
      movedAt: 0,
    }));
  }

  /** Sends one statement on the connection with the shortest queue, and on one that is stuck only if all are. */
  query<Row extends QueryResultRow>(query: QueryConfig): Promise<QueryResult<Row>> {
    const lane = this.shortestLane();
    if (lane.waiting++ === 0) lane.movedAt = performance.now();
    if (lane.client !== null) return send<Row>(lane, lane.client, query);
    const connection = lane.connection ?? this.connect(lane);
    return connection.then(
      (client) => send<Row>(lane, client, query),
      (error: unknown) => {
        lane.waiting--;
        throw error;
      },
    );
  }

  /** Lets the queries under way finish, then closes every connection. */
  async close(): Promise<void> {
    this.closed = true;
    await Promise.all(this.lanes.map(async (lane) => (await lane.connection?.catch(() => null))?.end()));
  }

  private shortestLane(): Lane {
    const stuckSince = performance.now() - STUCK_MS;
    return this.lanes.reduce((shortest, lane) => (isBetter(lane, shortest, stuckSince) ? lane : shortest));
  }

  /** Opens the connection of a lane. Once it is lost, queries under way fail (503), and the next one opens another. */
  private connect(lane: Lane): Promise<Client> {
    if (this.closed) return Promise.reject(new Error('Connection terminated: the service is shutting down'));
    const client = newClient({ ...this.config, pipeline: true });
    const connection = client.connect().then(() => {
      if (lane.connection === connection) {
        lane.descriptions = new Descriptions();
        lane.client = client;
      }
      return client;
    });
    lane.connection = connection;
    // May be called more than once, and after another connection has replaced this one.
    const forget = () => {
      if (lane.connection === connection) lane.connection = lane.client = null;
    };
    client.on('error', forget);
    client.on('end', forget);
    connection.catch(forget);
    return connection;
  }
}

function isBetter(one: Lane, other: Lane, stuckSince: number): boolean {
  const isStuck = isStuckSince(stuckSince, one);
  if (isStuck !== isStuckSince(stuckSince, other)) return !isStuck;
  if (one.waiting !== other.waiting) return one.waiting < other.waiting;
  // Of two that are idle, one may be lost, and impossible to open again.
  if (one.waiting === 0) return one.client !== null && other.client === null;
  // Of two that are busy, the one without a result for longer is likelier to run something slow.
  return one.movedAt > other.movedAt;
}

function isStuckSince(moment: number, { waiting, movedAt }: Lane): boolean {
  return waiting > 0 && movedAt < moment;
}

/** Uses a callback: a query of pg's that gives a promise makes three more of them. */
function send<Row extends QueryResultRow>(lane: Lane, client: Client, query: QueryConfig): Promise<QueryResult<Row>> {
  corkWrites(client);
  return new Promise((resolve, reject) => {
    const callback = (error: Error | undefined, result: QueryResult<Row>) => {
      lane.waiting--;
      lane.movedAt = performance.now();
      if (error) reject(error);
      else resolve(result);
    };
    client.query(new PreparedQuery<Row>(query, lane.descriptions, callback));
  });
}
