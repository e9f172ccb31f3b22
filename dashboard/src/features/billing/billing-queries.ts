import type { ListInvoicesData, ListPublicPlansResponse, SubscribeToPlanData } from '@tour-events/client';
import { readAll, versioned, api } from '../../shared/api';
import { followChanges, makeStale, makingStale, queryClient } from '../../shared/query-client';
import { paging, reading } from '../../shared/reading';

followChanges('billing', 'subscription', 'invoice');

export type Plan = ListPublicPlansResponse['data'][number];

export const billingQuery = reading(['billing', 'subscription'], (options) => versioned(api.billing.get(options)));

/** Every plan on offer: they are compared side by side. */
export const plansQuery = reading(['public-plans'], (options): Promise<Plan[]> =>
  readAll(api.plans.allPublic({}, options)),
);

/** What a subscription would cost; it depends on the moment, so it is asked again each time. */
export const previewQuery = (wanted: SubscribeToPlanData['body']) =>
  paging(['billing', 'preview', wanted], (options) => api.billing.previewSubscription(wanted, options), {
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

export const invoicesQuery = (query: ListInvoicesData['query']) =>
  paging(['billing', 'invoices', query], (options) => api.billing.invoices.list(query, options));

/** What a change of the subscription makes stale: it may issue or void invoices. */
const changing = makingStale('billing');

export async function subscribe(body: SubscribeToPlanData['body'], ifMatch: string) {
  const billing = await versioned(api.billing.subscribeToPlan(body, { ifMatch }));
  queryClient.setQueryData(billingQuery.queryKey, billing);
  void makeStale('billing');
  return billing.record;
}

export async function cancelSubscription(ifMatch: string) {
  const billing = await versioned(api.billing.cancelSubscription({ ifMatch }));
  queryClient.setQueryData(billingQuery.queryKey, billing);
  void makeStale('billing');
}

/** Operators who are switched to the organization mark an invoice as paid. */
export const payInvoice = (id: string) => changing(api.billing.payInvoice(id));

/** An invoice as a page to print, to be saved as a file. */
export function invoicePdf(id: string): Promise<Blob> {
  return api.billing.invoices.get(id, { headers: { Accept: 'application/pdf' } }) as unknown as Promise<Blob>;
}
