import { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { connectionConfig } from './connection';
import { createDataSource } from './data-source';
import { PipelinedConnections } from './pipelined-connections';

/** Few and full: a statement that follows another finds PostgreSQL's process awake. */
const MOST_READ_LANES = 3;
const READ_TIMEOUT_MS = 30_000;
const LONG_READ_TIMEOUT_MS = 300_000;

/** The service's connections, apart by what they are for: none of the three can starve another. */
export interface OpenDatabase {
  /** Changes: one transaction each. */
  readonly dataSource: DataSource;
  /** Short reads. */
  readonly reads: PipelinedConnections;
  /** Reports and exports. */
  readonly longReads: Pool;
  close(): Promise<void>;
}

/**
 * Opens the connections of one process.
 *
 * @param role see {@link connectionConfig}
 * @param poolSize how many in all, 3 at least
 */
export async function openDatabase(url: string, role: string | null, poolSize: number): Promise<OpenDatabase> {
  const readSize = Math.max(1, Math.min(MOST_READ_LANES, Math.floor(poolSize * 0.2)));
  const longReadSize = Math.max(1, Math.min(4, Math.floor(poolSize * 0.1)));
  const dataSource = createDataSource(url, role, poolSize - readSize - longReadSize);
  await dataSource.initialize();
  const reads = new PipelinedConnections(connectionConfig(url, role, READ_TIMEOUT_MS), readSize);
  const longReads = new Pool({
    ...connectionConfig(url, role, LONG_READ_TIMEOUT_MS),
    max: longReadSize,
    pipeline: true,
  } as ConstructorParameters<typeof Pool>[0]);
  // An idle connection that breaks is replaced by the next query; without a listener it would end the process.
  longReads.on('error', () => undefined);
  return {
    dataSource,
    reads,
    longReads,
    async close() {
      await Promise.allSettled([reads.close(), longReads.end(), dataSource.destroy()]);
    },
  };
}
