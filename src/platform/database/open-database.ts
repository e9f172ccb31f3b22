import { Pool, type Client, type PoolConfig } from 'pg';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { MINUTE_MS } from '../../kernel/durations';
import { FairLimiter, type FairLimits } from '../../kernel/fair-limiter';
import {
  connectionConfig,
  isPooledByTransaction,
  newClient,
  serverSearchOf,
  type ConnectionConfig,
} from './connection';
import { CONNECTION_CHECK, requireSettings, SwallowedSettingsError, type GivenSettings } from './connection-check';
import { createDataSource } from './data-source';
import { distributedConfig, isDistributedDatabase } from './distributed-client';
import { onlyRow } from './only-row';
import { PipelinedConnections } from './pipelined-connections';
import { ReplicaConnections, type ReportConnections } from './report-connections';

/** Few, so that each is busy: a statement that follows another finds PostgreSQL's process awake. */
const MAX_READ_LANES = 3;
const READ_TIMEOUT_MS = 10_000;
const WRITE_TIMEOUT_MS = 30_000;
const REPORT_TIMEOUT_MS = 300_000;
/** Long reads and reports have few connections, so they wait longer for one before they fail. */
const LONG_READ_WAIT_MS = 10_000;
const REPORT_WAIT_MS = 20_000;
/** A new connection costs more than most of what runs on it. */
const IDLE_MS = 5 * MINUTE_MS;
/** A report that gets no connection to the replica by then runs on the primary. */
const REPLICA_WAIT_MS = 3_000;
/** A statement that waits for a contended row gives up after this: other work needs its connection. */
const LOCK_TIMEOUT_MS = 4_000;
/** The same as the pool's wait for a connection. */
const LIMITER_TIMEOUT_MS = 5_000;

/** The service's connections: a bulkhead for each of six kinds of work, so that none can starve another. */
export interface OpenDatabase {
  /** Whether its tables are spread over several machines: read once, here. */
  readonly isDistributed: boolean;
  /** Changes: one transaction each. */
  readonly dataSource: DataSource;
  /**
   * Shares the connections among the organizations: if there are enough, none gets all, and some remain for work of no
   * organization.
   */
  readonly limiter: FairLimiter;
  /** Short reads. */
  readonly reads: PipelinedConnections;
  /** Leaves one of them to the other organizations while one reads lists. */
  readonly listLimiter: FairLimiter;
  /** Leaves one of them to everything else while organizations read lists of very many records. */
  readonly largeListLimiter: FairLimiter;
  /** Searches, calendars, manifests and the like, which look at many rows, but only for seconds. */
  readonly longReads: Pool;
  readonly longReadLimiter: FairLimiter;
  /** Reports and exports, which may take minutes. */
  readonly reports: ReportConnections;
  readonly reportLimiter: FairLimiter;
  /** Single changes that must last even if the transaction around them is rolled back. */
  readonly autonomousWrites: Pool;
  /**
   * Makes the one connection that listens for notifications (LISTEN); the caller connects and ends it. Null behind a
   * transaction pooler, where no connection lasts longer than a transaction.
   */
  readonly openListener: (() => Client) | null;
  close(): Promise<void>;
}

/** A read replica of the database. */
interface Replica {
  readonly url: string;
  /** Logs when it is away, and when it is back. */
  readonly logger: Logger;
}

/**
 * Connections keep the plans of their statements. One that was made while a table had hardly any rows would read all of it
 * for each row of another one, also when ten thousand have come since. Reports, which read much of a table, may do so.
 */
const BY_KEY = { enable_seqscan: 'off' };

/**
 * Opens the connections of one process.
 *
 * @param role see {@link connectionConfig}
 * @param poolSize the total; fewer than 6 count as 6, one of each kind
 * @param replica where reports and exports run, if there is one; it gets as many further connections as they have here
 * @throws Error when connections do not get the settings that they are opened with
 */
export async function openDatabase(
  url: string,
  role: string | null,
  poolSize: number,
  replica: Replica | null = null,
): Promise<OpenDatabase> {
  const { writeSize, readSize, longReadSize, reportSize } = sizesOf(poolSize);
  const isDistributed = await isDistributedDatabase(url);
  const suited = isDistributed ? distributedConfig : (config: ConnectionConfig) => config;
  const configOf = (server: string, timeoutMs: number, lockTimeoutMs?: number, planning?: Record<string, string>) =>
    suited(connectionConfig(server, role, timeoutMs, lockTimeoutMs, planning));
  const timeouts = { statementMs: WRITE_TIMEOUT_MS, lockMs: LOCK_TIMEOUT_MS };
  const dataSource = createDataSource(url, role, writeSize, timeouts, suited);
  await dataSource.initialize();
  await checkSettings(dataSource);
  const reads = new PipelinedConnections(configOf(url, READ_TIMEOUT_MS, 0, BY_KEY), readSize);
  const longReads = pipelinedPool(
    { ...configOf(url, READ_TIMEOUT_MS, 0, BY_KEY), connectionTimeoutMillis: LONG_READ_WAIT_MS },
    longReadSize,
  );
  const reports = reportConnections(url, replica, (server, waitMs) =>
    pipelinedPool({ ...configOf(server, REPORT_TIMEOUT_MS), connectionTimeoutMillis: waitMs }, reportSize),
  );
  const autonomousWrites = pipelinedPool(configOf(url, READ_TIMEOUT_MS, LOCK_TIMEOUT_MS), 1);
  const watches = [url, ...(replica === null ? [] : [replica.url])].map((one) => serverSearchOf(one)?.watch());
  return {
    isDistributed,
    dataSource,
    limiter: new FairLimiter(writeLimits(writeSize)),
    reads,
    listLimiter: new FairLimiter({ ...readLimits(readSize, LONG_READ_WAIT_MS), total: Infinity }),
    largeListLimiter: new FairLimiter({ total: Math.max(1, readSize - 1), perKey: 1, timeoutMs: LONG_READ_WAIT_MS }),
    longReads,
    longReadLimiter: new FairLimiter(readLimits(longReadSize, LONG_READ_WAIT_MS)),
    reports,
    reportLimiter: new FairLimiter(readLimits(reportSize, REPORT_WAIT_MS)),
    autonomousWrites,
    openListener: isPooledByTransaction(url) ? null : () => newClient(listenerConfig(url, role)),
    async close() {
      for (const stop of watches) stop?.();
      await Promise.allSettled([
        reads.close(),
        longReads.end(),
        reports.end(),
        autonomousWrites.end(),
        dataSource.destroy(),
      ]);
    },
  };
}

function reportConnections(
  url: string,
  replica: Replica | null,
  poolAt: (server: string, waitMs: number) => Pool,
): Pool | ReplicaConnections {
  const here = poolAt(url, REPORT_WAIT_MS);
  return replica === null ? here : new ReplicaConnections(poolAt(replica.url, REPLICA_WAIT_MS), here, replica.logger);
}

/** The connections of each kind of work; two more are for autonomous writes and for listening. */
function sizesOf(poolSize: number): Record<'writeSize' | 'readSize' | 'longReadSize' | 'reportSize', number> {
  const readSize = Math.max(1, Math.min(MAX_READ_LANES, Math.floor(poolSize * 0.2)));
  const longReadSize = Math.max(1, Math.min(4, Math.floor(poolSize * 0.15)));
  const reportSize = Math.max(1, Math.min(4, Math.floor(poolSize * 0.1)));
  const writeSize = Math.max(1, poolSize - readSize - longReadSize - reportSize - 2);
  return { writeSize, readSize, longReadSize, reportSize };
}

/** Has a name of its own, for pg_stat_activity. */
function listenerConfig(url: string, role: string | null): ConnectionConfig {
  return { ...connectionConfig(url, role, READ_TIMEOUT_MS), application_name: 'tour-events-listener' };
}

/**
 * One organization gets at most a third, but at least two. All together leave a fifth to signing in, registering and
 * the jobs, unless there is only one connection.
 */
function writeLimits(writeSize: number): FairLimits {
  return {
    total: Math.max(1, Math.floor(writeSize * 0.8)),
    perKey: Math.max(2, Math.floor(writeSize / 3)),
    timeoutMs: LIMITER_TIMEOUT_MS,
  };
}

/** One organization leaves one connection to the others, unless there is only one. */
function readLimits(size: number, timeoutMs: number): FairLimits {
  return { total: size, perKey: Math.max(1, size - 1), timeoutMs };
}

function pipelinedPool(config: ConnectionConfig, max: number): Pool {
  const options = { ...config, max, pipeline: true, idleTimeoutMillis: IDLE_MS };
  const pool = new Pool(options as unknown as PoolConfig);
  // An idle connection that breaks is replaced by the next query; without a listener it would end the process.
  pool.on('error', () => undefined);
  return pool;
}

/** @throws SwallowedSettingsError when a transaction does not have the settings of its connection */
async function checkSettings(dataSource: DataSource): Promise<void> {
  try {
    const rows = await dataSource.transaction((manager) => manager.query<GivenSettings[]>(CONNECTION_CHECK));
    const given = onlyRow({ rows });
    requireSettings(given);
    if (given.lockTimeout !== `${LOCK_TIMEOUT_MS / 1000}s`) throw new SwallowedSettingsError();
  } catch (error) {
    await dataSource.destroy();
    throw error;
  }
}
