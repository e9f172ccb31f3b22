import type { CreateReferralData, ListReferralsData } from '@tour-events/client';
import { api } from '../../shared/api';
import { makeStale, makingStale } from '../../shared/query-client';
import { paging } from '../../shared/reading';

/** Clicks and sign-ups are no changes of the organization, so the screen looks again automatically. */
const LOOK_AGAIN_MS = 20_000;

export const referralsQuery = (query: ListReferralsData['query']) =>
  paging(['referrals', query], (options) => api.referrals.list(query, options), { refetchInterval: LOOK_AGAIN_MS });

const changing = makingStale('referrals');

export const createReferral = (body: CreateReferralData['body'], idempotencyKey: string) =>
  changing(api.referrals.create(body, { idempotencyKey }));

/** Lets a code be used, or no more. */
export async function switchReferral(id: string, active: boolean): Promise<void> {
  await api.referrals.update(id, { active });
  await makeStale('referrals');
}

/** Where somebody registers with a code. */
export const linkOf = (code: string) => `${location.origin}/register?referral=${encodeURIComponent(code)}`;
