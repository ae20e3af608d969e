import { notifyManager, QueryClient, type Query } from '@tanstack/react-query';
import { CallFailure } from '@pulso/web/answers';

/** Stores and recalls answers where the worker opens the panel without a network; elsewhere nothing is stored. */
async function withStoredAnswer(pendingAnswer: Promise<unknown>, query: Query, client: QueryClient): Promise<unknown> {
  // The failure is handled below.
  pendingAnswer.catch(() => undefined);
  const code = await import('#api/stored/stored-answers').catch(() => undefined);
  return code ? code.answerOrStored(pendingAnswer, query, client) : pendingAnswer;
}

// Synchronous enough to disable a pressed button before a second click.
notifyManager.setScheduler(queueMicrotask);

/**
 * Invalidating cancels a first load under way and starts another: its answer may be older than the change, and by
 * default would pass for new.
 */
class CancellingQueryClient extends QueryClient {
  override invalidateQueries(...[filters, ...rest]: Parameters<QueryClient['invalidateQueries']>) {
    const active = filters?.refetchType === 'none' ? [] : this.getQueryCache().findAll({ ...filters, type: 'active' });
    for (const query of active) if (query.state.data === undefined) void query.cancel({ silent: true });
    return super.invalidateQueries(filters, ...rest);
  }
}

/** Visited screens show the cache at once and refetch in the background. */
export function createQueryClient() {
  return new CancellingQueryClient({
    defaultOptions: {
      queries: {
        // By default a call waits for the connection for ever; ours fails after its ten seconds and says so.
        networkMode: 'always',
        staleTime: 10_000,
        gcTime: 30 * 60_000,
        // The person has 'Reintentar'; a silent retry would only double the time-out.
        retry: false,
        refetchOnReconnect: 'always',
        persister: (read, context, query) => {
          const pendingAnswer = read(context);
          return navigator.serviceWorker?.controller
            ? withStoredAnswer(Promise.resolve(pendingAnswer), query, context.client)
            : pendingAnswer;
        },
        refetchOnWindowFocus: (query) => !(query.state.error instanceof CallFailure),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
