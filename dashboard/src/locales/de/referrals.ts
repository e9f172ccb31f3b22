import type { Dictionary } from '../en';

export const referrals: Dictionary['referrals'] = {};
