/** Why the drain leaves the tenant's wall; see test/architecture/unscoped.spec.ts. */
export const ALL_RECIPIENTS = 'recipients of all organizations wait in one queue';

/** For the rest of a transaction: how a statement runs must not hang on what the tables held when it was first planned. */
export const BY_INDEX = {
  name: 'notification-by-index',
  text: `SELECT set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
    set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`,
};
