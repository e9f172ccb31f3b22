import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '@tour-events/client';

/** The server state of this tab. The client waits and tries again by itself, so a failed query is not repeated here. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // What was read a moment ago is not read again; changes by others arrive by the stream and invalidate it.
      staleTime: 30_000,
      retry: (failures, error) => failures < 1 && !(error instanceof ApiError),
    },
    mutations: { retry: false },
  },
});
