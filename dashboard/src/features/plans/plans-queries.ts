import { queryOptions } from '@tanstack/react-query';
import type { CreateCouponData, CreatePlanData, ListCouponsData, ListPlansData } from '@tour-events/client';
import { readAll, versioned, api } from '../../shared/api';
import { queryClient } from '../../shared/query-client';

export const plansQuery = (query: ListPlansData['query']) =>
  queryOptions({
    queryKey: ['plans', 'list', query],
    queryFn: ({ signal }) => api.plans.list(query, { signal }),
    placeholderData: (before) => before,
  });

/** All plans, to choose from. */
export const allPlansQuery = queryOptions({
  queryKey: ['plans', 'all'],
  queryFn: ({ signal }) => readAll(api.plans.all({ sortBy: 'name' }, { signal })),
});

export const planQuery = (id: string) =>
  queryOptions({ queryKey: ['plans', id], queryFn: ({ signal }) => versioned(api.plans.get(id, { signal })) });

const plansChanged = () => {
  void queryClient.invalidateQueries({ queryKey: ['plans'] });
  void queryClient.invalidateQueries({ queryKey: ['public-plans'] });
};

export async function createPlan(body: CreatePlanData['body'], idempotencyKey: string) {
  const plan = await api.plans.create(body, { idempotencyKey });
  plansChanged();
  return plan;
}

export async function updatePlan(id: string, body: CreatePlanData['body'], ifMatch: string) {
  const plan = await api.plans.update(id, body, { ifMatch });
  plansChanged();
  return plan;
}

export async function deletePlan(id: string): Promise<void> {
  await api.plans.delete(id);
  plansChanged();
}

export const couponsQuery = (query: ListCouponsData['query']) =>
  queryOptions({
    queryKey: ['coupons', 'list', query],
    queryFn: ({ signal }) => api.coupons.list(query, { signal }),
    placeholderData: (before) => before,
  });

export const couponQuery = (id: string) =>
  queryOptions({ queryKey: ['coupons', id], queryFn: ({ signal }) => versioned(api.coupons.get(id, { signal })) });

const couponsChanged = () => queryClient.invalidateQueries({ queryKey: ['coupons'] });

export async function createCoupon(body: CreateCouponData['body'], idempotencyKey: string) {
  const coupon = await api.coupons.create(body, { idempotencyKey });
  void couponsChanged();
  return coupon;
}

export async function updateCoupon(id: string, body: CreateCouponData['body'], ifMatch: string) {
  const coupon = await api.coupons.update(id, body, { ifMatch });
  void couponsChanged();
  return coupon;
}

export async function deleteCoupon(id: string): Promise<void> {
  await api.coupons.delete(id);
  void couponsChanged();
}
