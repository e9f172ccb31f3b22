import { Pool, type PoolClient, type QueryConfig, type QueryResult, type QueryResultRow } from 'pg';
import type { Logger } from 'pino';
import { CONNECTION_CHECK, requireSettings, type GivenSettings } from './connection-check';
import { onlyRow } from './only-row';

/** A live replica responds within this; a frozen one must not delay a report for minutes. */
const PROBE = { text: CONNECTION_CHECK, query_timeout: 1_000 };
/** For how long a replica that was away is not tried again. */
const PAUSE_MS = 5_000;

/** The connections of reports and exports, with the methods of a pool. */
export interface ReportConnections {
  connect(): Promise<PoolClient>;
  query<Row extends QueryResultRow>(query: QueryConfig | string): Promise<QueryResult<Row>>;
  end(): Promise<void>;
}

/**
 * Reports and exports on a read replica of the database, and on the database itself while the replica is away. A report
 * that has begun stays where it is: when the replica is lost under it, it fails like one whose database is lost.
 */
export class ReplicaConnections implements ReportConnections {
  private awayUntil = 0;
  private isAway = false;

  constructor(
    private readonly replica: Pool,
    private readonly primary: Pool,
    private readonly logger: Logger,
  ) {}

  async connect(): Promise<PoolClient> {
    return (await this.connectToReplica()) ?? this.primary.connect();
  }

  async query<Row extends QueryResultRow>(query: QueryConfig | string): Promise<QueryResult<Row>> {
    const client = await this.connect();
    let failed = true;
    try {
      const result = await client.query<Row>(query);
      failed = false;
      return result;
    } finally {
      client.release(failed);
    }
  }

  async end(): Promise<void> {
    await Promise.all([this.replica.end(), this.primary.end()]);
  }

  private async connectToReplica(): Promise<PoolClient | null> {
    if (performance.now() < this.awayUntil) return null;
    let client: PoolClient | undefined;
    try {
      client = await this.replica.connect();
      requireSettings(onlyRow(await client.query<GivenSettings>(PROBE)));
    } catch (error) {
      client?.release(true);
      // All its connections are taken: it is busy, not away.
      if ((error as Error).message === 'timeout exceeded when trying to connect') return null;
      this.awayUntil = performance.now() + PAUSE_MS;
      if (!this.isAway) this.logger.warn({ err: error }, 'the read replica cannot be used: reports run on the primary');
      this.isAway = true;
      return null;
    }
    if (this.isAway) this.logger.info('the read replica is back');
    this.isAway = false;
    return client;
  }
}
