import { Pool, type ClientConfig } from 'pg';
import type { DataSource } from 'typeorm';
import { connectionConfig } from './connection';
import { createDataSource } from './data-source';
import { PipelinedConnections } from './pipelined-connections';

/** Few and full: a statement that follows another finds PostgreSQL's process awake. */
const MOST_READ_LANES = 3;
const READ_TIMEOUT_MS = 10_000;
const REPORT_TIMEOUT_MS = 300_000;
/** The connections of long reads and reports are few: they wait for their turn rather than break off. */
const LONG_READ_WAIT_MS = 10_000;
const REPORT_WAIT_MS = 20_000;
/** Who waits for a row that everybody wants gives up in time: the connection is there for the other rows' sake, too. */
const LOCK_TIMEOUT_MS = 4_000;

/** The service's connections, apart by what they are for: none of the five can starve another. */
export interface OpenDatabase {
  /** Changes: one transaction each. */
  readonly dataSource: DataSource;
  /** Short reads. */
  readonly reads: PipelinedConnections;
  /** Searches, calendars and manifests: what looks at many rows, but only for seconds. */
  readonly longReads: Pool;
  /** Reports and exports, which may take minutes. */
  readonly reports: Pool;
  /** Single changes that must happen whatever becomes of the transaction around them. */
  readonly apartWrites: Pool;
  close(): Promise<void>;
}

/**
 * Opens the connections of one process.
 *
 * @param role see {@link connectionConfig}
 * @param poolSize how many in all; fewer than 5 count as 5, one of each kind
 */
export async function openDatabase(url: string, role: string | null, poolSize: number): Promise<OpenDatabase> {
  const readSize = Math.max(1, Math.min(MOST_READ_LANES, Math.floor(poolSize * 0.2)));
  const longReadSize = Math.max(1, Math.min(4, Math.floor(poolSize * 0.15)));
  const reportSize = Math.max(1, Math.min(4, Math.floor(poolSize * 0.1)));
  const writeSize = Math.max(1, poolSize - readSize - longReadSize - reportSize - 1);
  const dataSource = createDataSource(url, role, writeSize, LOCK_TIMEOUT_MS);
  await dataSource.initialize();
  const reads = new PipelinedConnections(connectionConfig(url, role, READ_TIMEOUT_MS), readSize);
  const longReads = pipelinedPool(
    { ...connectionConfig(url, role, READ_TIMEOUT_MS), connectionTimeoutMillis: LONG_READ_WAIT_MS },
    longReadSize,
  );
  const reports = pipelinedPool(
    { ...connectionConfig(url, role, REPORT_TIMEOUT_MS), connectionTimeoutMillis: REPORT_WAIT_MS },
    reportSize,
  );
  const apartWrites = pipelinedPool(connectionConfig(url, role, READ_TIMEOUT_MS, LOCK_TIMEOUT_MS), 1);
  return {
    dataSource,
    reads,
    longReads,
    reports,
    apartWrites,
    async close() {
      await Promise.allSettled([
        reads.close(),
        longReads.end(),
        reports.end(),
        apartWrites.end(),
        dataSource.destroy(),
      ]);
    },
  };
}

function pipelinedPool(config: ClientConfig, max: number): Pool {
  const pool = new Pool({ ...config, max, pipeline: true } as ConstructorParameters<typeof Pool>[0]);
  // An idle connection that breaks is replaced by the next query; without a listener it would end the process.
  pool.on('error', () => undefined);
  return pool;
}
