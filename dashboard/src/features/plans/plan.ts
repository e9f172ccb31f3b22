import type { GetPlanResponse } from '@tour-events/client';
import { api, readAll } from '../../shared/api';
import { reading } from '../../shared/reading';
import { resource } from '../../shared/resource';

export type Plan = GetPlanResponse;

export const plans = resource({
  name: 'plan',
  key: 'plans',
  stale: ['public-plans'],
  calls: api.plans,
});

/** All plans, to choose from. */
export const allPlansQuery = reading(['plans', 'all'], (options) =>
  readAll(api.plans.all({ sortBy: 'name' }, options)),
);
