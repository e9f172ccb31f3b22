import { BY_INDEX } from '../../platform/database/by-index';

/** Why the drain leaves the tenant's wall; see test/architecture/unscoped.spec.ts. */
export const ALL_DELIVERIES = 'deliveries of all organizations wait in one queue';

/**
 * {@link BY_INDEX} for a transaction that a crash of the database may forget as well: what it claimed is claimed again then, and
 * what it recorded is sent again, under the same id. What is to be sent is never written so.
 */
export const BY_INDEX_WITHOUT_WAITING = {
  name: 'webhook-without-waiting',
  text: `${BY_INDEX.text}, set_config('synchronous_commit', 'off', true)`,
};

/**
 * Puts deliveries into the queue.
 *
 * @param rows what to take them from, with any condition: it has the columns of `webhook_deliveries`
 */
export function queueing(rows: string): string {
  return `INSERT INTO webhook_queue (organization_id, webhook_id, due_at, delivery_id)
    SELECT organization_id, webhook_id, due_at, id FROM ${rows}`;
}

/** An array as PostgreSQL reads it, of what needs no quotes. pg would quote and escape each of the values. */
export function arrayOf(values: readonly (string | number | boolean | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`;
}
