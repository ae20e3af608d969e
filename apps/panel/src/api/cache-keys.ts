import type { QueryClient } from '@tanstack/react-query';

/** First parts of the query keys of caches that hold more than one noun; also the path of their calls. */
export const PAYMENTS = 'payment';
export const TILL = 'till';
export const COLLECTIONS = 'collection';

/** Caches that a write about a user makes stale; the areas that own them add them. */
export const userCaches = new Set<string>();

export function refetch(client: QueryClient, keys: Iterable<string>) {
  for (const key of keys) void client.invalidateQueries({ queryKey: [key] });
}
