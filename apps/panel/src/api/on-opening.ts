import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';

/**
 * What is sold is asked of the server when its dialog opens, not of what was last seen, and stays as it was then: what is
 * shown of it in two places agrees.
 */
export const onOpening = {
  persister: undefined,
  refetchOnMount: 'always',
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;

/** With `fresh`, what has been answered since it opened: what was known before may be old, also when the question fails. */
export function useAnswered<Data>(query: UseQueryResult<Data>, fresh: boolean) {
  const { data, error } = query;
  const [knownAt] = useState(query.dataUpdatedAt);
  const isAnswered = () => query.isFetchedAfterMount && (error === null || query.dataUpdatedAt !== knownAt);
  if (!fresh || isAnswered()) return { data, error };
  return { data: undefined, error: query.isFetching ? null : error };
}
