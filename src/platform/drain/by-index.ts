/**
 * For the rest of a transaction: how a statement of a drain runs must not hang on what the tables held when it was first
 * planned, nor on the values of its first runs. It goes by indexes, and in the order of what it is given.
 */
export const BY_INDEX = {
  name: 'drain-by-index',
  text: `SELECT set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
    set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
    set_config('enable_sort', 'off', true),
    set_config('plan_cache_mode', 'force_generic_plan', true)`,
};
