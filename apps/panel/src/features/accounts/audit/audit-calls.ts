import { eventRow, type EventQuery } from '@pulso/contract/accounts/audit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { assertSuccess, CallFailure } from '@pulso/web/answers';
import type { Names } from '#features/accounts/audit/audit.words';
import { call } from '#api/client';
import { readRows } from '#api/reader';

const EVENTS_PATH = '/event';
const rowsResource = { path: EVENTS_PATH, row: eventRow };

function mergeNames(pages: Names[]): Names {
  const merged: Names = {};
  for (const page of pages)
    for (const [field, names] of Object.entries(page)) merged[field] = { ...merged[field], ...names };
  return merged;
}

async function readPage(question: EventQuery, before: number | undefined, signal: AbortSignal) {
  const given = Object.entries({ ...question, before }).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  const { data, meta } = assertSuccess(await call('GET', `${EVENTS_PATH}?${query}`, { signal }));
  if (!Array.isArray(data)) throw new CallFailure(200, undefined);
  const { next, names = {} } = (meta ?? {}) as { next?: unknown; names?: Names };
  return { rows: readRows(rowsResource, data), names, next: typeof next === 'number' ? next : undefined };
}

/** Events page by page, newest first. Pages without any are passed over until something is found. */
export function useEvents(question: EventQuery) {
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } =
    useInfiniteQuery({
      queryKey: [EVENTS_PATH, question],
      queryFn: ({ pageParam, signal }) => readPage(question, pageParam, signal),
      initialPageParam: undefined as number | undefined,
      getNextPageParam: ({ next }) => next,
    });
  const names = useMemo(() => mergeNames(data?.pages.map((page) => page.names) ?? []), [data]);
  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows), [data]);
  const isSearching = rows?.length === 0 && hasNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (isSearching && !isFetchingNextPage) void fetchNextPage();
  }, [isSearching, isFetchingNextPage, fetchNextPage]);
  return {
    data: isSearching ? undefined : rows,
    names,
    error,
    isPending: isPending || isSearching,
    refetch: isFetchNextPageError ? fetchNextPage : refetch,
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    loadMore: () => void fetchNextPage(),
  };
}
