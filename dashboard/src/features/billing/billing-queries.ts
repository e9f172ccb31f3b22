import { queryOptions } from '@tanstack/react-query';
import type { ListInvoicesData, ListPublicPlansResponse, SubscribeToPlanData } from '@tour-events/client';
import { readAll, versioned, api } from '../../shared/api';
import { followChanges, queryClient } from '../../shared/query-client';

followChanges('billing', 'subscription', 'invoice');

export type Plan = ListPublicPlansResponse['data'][number];

export const billingQuery = queryOptions({
  queryKey: ['billing', 'subscription'],
  queryFn: ({ signal }) => versioned(api.billing.get({ signal })),
});

/** Every plan on offer: they are compared side by side. */
export const plansQuery = queryOptions({
  queryKey: ['public-plans'],
  queryFn: ({ signal }): Promise<Plan[]> => readAll(api.plans.allPublic({}, { signal })),
});

/** What a subscription would cost; it depends on the moment, so it is asked again each time. */
export const previewQuery = (wanted: SubscribeToPlanData['body']) =>
  queryOptions({
    queryKey: ['billing', 'preview', wanted],
    queryFn: ({ signal }) => api.billing.previewSubscription(wanted, { signal }),
    placeholderData: (before) => before,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

export const invoicesQuery = (query: ListInvoicesData['query']) =>
  queryOptions({
    queryKey: ['billing', 'invoices', query],
    queryFn: ({ signal }) => api.billing.invoices.list(query, { signal }),
    placeholderData: (before) => before,
  });

/** What a change of the subscription makes stale: it may issue or void invoices. */
const invalidate = () => queryClient.invalidateQueries({ queryKey: ['billing'] });

export async function subscribe(body: SubscribeToPlanData['body'], ifMatch: string) {
  const billing = await versioned(api.billing.subscribeToPlan(body, { ifMatch }));
  queryClient.setQueryData(billingQuery.queryKey, billing);
  void invalidate();
  return billing.record;
}

export async function cancelSubscription(ifMatch: string) {
  const billing = await versioned(api.billing.cancelSubscription({ ifMatch }));
  queryClient.setQueryData(billingQuery.queryKey, billing);
  void invalidate();
}

/** Operators who are switched to the organization mark an invoice as paid. */
export async function payInvoice(id: string): Promise<void> {
  await api.billing.payInvoice(id);
  void invalidate();
}

/** An invoice as a page to print, to be saved as a file. */
export function invoicePdf(id: string): Promise<Blob> {
  return api.billing.invoices.get(id, { headers: { Accept: 'application/pdf' } }) as unknown as Promise<Blob>;
}
