import type { QueryClient } from '@tanstack/react-query';

/** Caches that a write about a user makes stale; the areas that own them add them. */
export const userCacheKeys = new Set<string>();

export function refetch(client: QueryClient, keys: Iterable<string>) {
  for (const key of keys) void client.invalidateQueries({ queryKey: [key] });
}
