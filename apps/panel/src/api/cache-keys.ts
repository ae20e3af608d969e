import type { QueryClient } from '@tanstack/react-query';

/** Caches of more than one noun, by the first part of their query keys, which is also the path of their calls. */
export const PAYMENTS = 'payment';
export const TILL = 'till';
export const COLLECTIONS = 'collection';

/** Caches that a write about a user makes old. The areas that have them add them. */
export const userCaches = new Set<string>();

export function refetch(client: QueryClient, keys: Iterable<string>) {
  for (const key of keys) void client.invalidateQueries({ queryKey: [key] });
}
