import type { GetPlanResponse } from '@tour-events/client';
import { api, readAll } from '../../shared/api';
import { reading } from '../../shared/reading';
import { resource } from '../../shared/resource';
import { amountToType, typedAmount } from '../../shared/typed-amount';

export type Plan = GetPlanResponse;

export const plans = resource({
  name: 'plan',
  key: 'plans',
  stale: ['public-plans'],
  calls: api.plans,
  valuesOf: ({ name, monthlyPrice, yearlyPrice, currency, features, active }) => ({
    name,
    monthlyPrice: amountToType(monthlyPrice, currency),
    yearlyPrice: amountToType(yearlyPrice, currency),
    currency,
    features: features.join('\n'),
    active,
  }),
  empty: { name: '', monthlyPrice: '', yearlyPrice: '', currency: '', features: '', active: true },
  bodyOf: ({ features, monthlyPrice, yearlyPrice, ...values }) => ({
    ...values,
    monthlyPrice: typedAmount(monthlyPrice, values.currency),
    yearlyPrice: typedAmount(yearlyPrice, values.currency),
    features: features
      .split('\n')
      .map((feature) => feature.trim())
      .filter((feature) => feature !== ''),
  }),
});

/** All plans, to choose from. */
export const allPlansQuery = reading(['plans', 'all'], (options) =>
  readAll(api.plans.all({ sortBy: 'name' }, options)),
);
