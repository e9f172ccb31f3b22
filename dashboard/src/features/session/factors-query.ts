import { queryOptions } from '@tanstack/react-query';
import { te } from '../../shared/api';

/** What else than the password opens the account. */
export const factorsQuery = queryOptions({
  queryKey: ['second-factors'],
  queryFn: ({ signal }) => te.auth.getSecondFactors({ signal }),
});
