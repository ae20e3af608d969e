/**
 * Query options for data that a form is based on: loaded on opening, never refetched by itself, not cached afterwards.
 */
export const formQueryOptions = {
  staleTime: Infinity,
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;

/**
 * First part of the query key of items on sale. Other screens' copies may be stale. Refetched when a write is refused.
 */
export const ON_SALE_KEY = 'on-offer';
