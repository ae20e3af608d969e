import { notifyManager, QueryClient } from '@tanstack/react-query';
import { CallFailure } from '#api/client';

// At once, not with the next timer: a button that was pressed is disabled before a second click can follow.
notifyManager.setScheduler(queueMicrotask);

/** Visited screens come from memory at once and are refreshed behind. */
export function createQueryClient() {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        gcTime: 30 * 60_000,
        // A person is waiting and has 'Reintentar'; a second silent wait of ten seconds would not help.
        retry: false,
        refetchOnWindowFocus: (query) => !(query.state.error instanceof CallFailure),
      },
      mutations: { retry: false },
    },
  });
}
