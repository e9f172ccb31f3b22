import { queryOptions } from '@tanstack/react-query';
import { api } from '../../shared/api';

/** Often enough to watch a queue empty, and few of the requests that a minute allows. */
const INTERVAL_MS = 10_000;

/** How the platform is doing, read again while somebody looks at it. */
export const healthQuery = queryOptions({
  queryKey: ['platform-health'],
  queryFn: ({ signal }) => api.platform.getHealth({ signal }),
  staleTime: 0,
  refetchInterval: INTERVAL_MS,
});
