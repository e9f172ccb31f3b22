import { queryOptions } from '@tanstack/react-query';
import { api } from '../../shared/api';

/** What else than the password opens the account. */
export const factorsQuery = queryOptions({
  queryKey: ['second-factors'],
  queryFn: ({ signal }) => api.auth.getSecondFactors({ signal }),
});
