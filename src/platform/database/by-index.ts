import { named } from './named';

/**
 * For the rest of a background job's transaction: statements use indexes and keep the order of their input. Their plans
 * then depend neither on what the tables contained when they were first planned, nor on the values of their first runs.
 */
export const BY_INDEX = named(byIndex('force_generic_plan'), byIndex('auto'));

/** A distributed database needs the values of a statement to plan it: they say on which machine the rows are. */
function byIndex(planCacheMode: string): string {
  return `SELECT set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
    set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
    set_config('enable_sort', 'off', true), set_config('plan_cache_mode', '${planCacheMode}', true)`;
}
