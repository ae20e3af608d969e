import { notifyManager, QueryClient } from '@tanstack/react-query';
import { CallFailure } from '#api/client';

// Synchronous enough to disable a pressed button before a second click.
notifyManager.setScheduler(queueMicrotask);

/** Visited screens show the cache at once and refetch in the background. */
export function createQueryClient() {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // By default a call waits for the connection, for ever; ours fails after its ten seconds and says so.
        networkMode: 'always',
        staleTime: 10_000,
        gcTime: 30 * 60_000,
        // The person has 'Reintentar'; a silent retry would only double the time-out.
        retry: false,
        refetchOnWindowFocus: (query) => !(query.state.error instanceof CallFailure),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
