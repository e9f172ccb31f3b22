import type { PoolClient, QueryResultRow } from 'pg';
import { setScope } from './set-scope';
import type { ScopedStatement } from './statement';

/** Runs one statement of several that see the same snapshot. */
export type SnapshotRows = <Row extends QueryResultRow>(
  statement: ScopedStatement<Row>,
  ...values: unknown[]
) => Promise<Row[]>;

/** Runs statements that all see one snapshot of an organization's rows. @param client which is released in the end */
export async function readSnapshot<T>(
  client: PoolClient,
  organizationId: string,
  work: (rows: SnapshotRows) => Promise<T>,
): Promise<T> {
  let failed = true;
  try {
    // The first statement of `work` is sent right behind, without a round trip of its own in between.
    const begun = Promise.all([
      client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'),
      setScope(client, { organizationId }),
    ]);
    // A failure surfaces at `await begun`, or in the first statement, which then has no scope to read in.
    begun.catch(() => undefined);
    const result = await work(async (statement, ...values) => {
      const { rows } = await client.query({
        text: statement.inTransaction.text,
        values: [organizationId, ...values],
      });
      return rows;
    });
    await begun;
    await client.query('COMMIT');
    failed = false;
    return result;
  } finally {
    // After a failure the connection is in an unknown state: it is closed, not reused.
    client.release(failed);
  }
}
