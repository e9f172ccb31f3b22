import { queryOptions } from '@tanstack/react-query';
import type { CreateReferralData, ListReferralsData } from '@tour-events/client';
import { api } from '../../shared/api';
import { queryClient } from '../../shared/query-client';

/** Clicks and sign-ups are no changes of the organization, so the screen looks again automatically. */
const LOOK_AGAIN_MS = 20_000;

export const referralsQuery = (query: ListReferralsData['query']) =>
  queryOptions({
    queryKey: ['referrals', query],
    queryFn: ({ signal }) => api.referrals.list(query, { signal }),
    placeholderData: (before) => before,
    refetchInterval: LOOK_AGAIN_MS,
  });

const invalidate = () => queryClient.invalidateQueries({ queryKey: ['referrals'] });

export async function createReferral(body: CreateReferralData['body'], idempotencyKey: string) {
  const referral = await api.referrals.create(body, { idempotencyKey });
  void invalidate();
  return referral;
}

/** Lets a code be used, or no more. */
export async function switchReferral(id: string, active: boolean): Promise<void> {
  await api.referrals.update(id, { active });
  await invalidate();
}

/** Where somebody registers with a code. */
export const linkOf = (code: string) => `${location.origin}/register?referral=${encodeURIComponent(code)}`;
