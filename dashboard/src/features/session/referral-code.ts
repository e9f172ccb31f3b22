import { api } from '../../shared/api';
import { reading } from '../../shared/reading';

/** Asks whether the code of a link is good, and counts the click on one that is. */
export const referralCodeQuery = (code: string | undefined) =>
  reading(
    ['referral-code', code],
    async () => {
      const { valid } = await api.referrals.validateCode({ code: code! });
      if (valid) await api.referrals.recordClick({ code: code! });
      return valid;
    },
    {
      enabled: code !== undefined,
      staleTime: Infinity, // Every call counts a click.
      retry: false,
    },
  );
