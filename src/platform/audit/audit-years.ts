import type { Logger } from 'pino';
import type { Clock } from '../../kernel/clock';
import { connectionConfig, newClient } from '../database/connection';

/** A process may run for years without a restart. Records of later years go to the default partition. */
const YEARS_AHEAD = 10;
const STATEMENT_TIMEOUT_MS = 60_000;

/**
 * Creates the missing partitions of the audit log for the next years. Replicas that start together wait for one
 * another. A partition that can't be created is only logged: its records go to the default partition, and the next
 * start tries again.
 *
 * @param url connects as an owner of the database
 */
export async function makeAuditYears(url: string, clock: Clock, logger: Logger): Promise<void> {
  const client = newClient(connectionConfig(url, null, STATEMENT_TIMEOUT_MS));
  await client.connect();
  try {
    const { rows } = await client.query<{ year: number }>('SELECT year FROM audit_years.make_until($1) AS year', [
      clock.now().getUTCFullYear() + YEARS_AHEAD,
    ]);
    if (rows.length === 0) return;
    logger.warn(
      { years: rows.map(({ year }) => year) },
      'records of these years go to the default partition of the audit log',
    );
  } finally {
    await client.end();
  }
}
