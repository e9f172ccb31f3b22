import { api } from '../../shared/api';
import { reading } from '../../shared/reading';

/** Often enough to watch a queue empty, and few of the requests that a minute allows. */
const INTERVAL_MS = 10_000;

/** How the platform is doing, read again while somebody looks at it. */
export const healthQuery = reading(['platform-health'], (options) => api.platform.getHealth(options), {
  staleTime: 0,
  refetchInterval: INTERVAL_MS,
});
