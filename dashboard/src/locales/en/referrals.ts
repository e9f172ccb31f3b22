export const referrals = {};
