/** Why the drain leaves the tenant's wall; see test/architecture/unscoped.spec.ts. */
export const ALL_DELIVERIES = 'deliveries of all organizations wait in one queue';

/** For the rest of a transaction: how a statement runs must not hang on what the tables held when it was first planned. */
export const BY_INDEX = {
  name: 'webhook-by-index',
  text: `SELECT set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
    set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
    set_config('plan_cache_mode', 'force_generic_plan', true)`,
};

/**
 * For a transaction that a crash of the database may forget: what it claimed is claimed again then, and what it recorded is
 * sent again, under the same id. What is to be sent is never written so.
 */
export const WITHOUT_WAITING_FOR_THE_DISK = {
  name: 'webhook-without-waiting',
  text: `SELECT set_config('synchronous_commit', 'off', true)`,
};
