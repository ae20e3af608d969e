import { trashRow, type TrashRow } from '@pulso/contract/desk/trash';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { assertOk, assertSuccess, CallFailure } from '@pulso/web/answers';
import { showToast } from '@pulso/web/ui/feedback/toast-queue';
import { call } from '#api/client';
import { readRows } from '#api/reader';
import { showFailureToast } from '#api/report-failure';

const TRASH_PATH = '/trash';
const rowsResource = { path: TRASH_PATH, row: trashRow };

export function useTrash() {
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [TRASH_PATH],
    queryFn: async ({ pageParam, signal }) => {
      const query = pageParam === undefined ? '' : `?before=${pageParam}`;
      const { data: rows, meta } = assertSuccess(await call('GET', `${TRASH_PATH}${query}`, { signal }));
      if (!Array.isArray(rows)) throw new CallFailure(200, undefined);
      const next = (meta as { next?: unknown } | undefined)?.next;
      return { rows: readRows(rowsResource, rows), next: typeof next === 'number' ? next : undefined };
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next,
  });
  return {
    data: data?.pages.flatMap(({ rows }) => rows),
    error,
    isPending,
    refetch,
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    loadMore: () => void fetchNextPage(),
  };
}

export function useRestore() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id }: TrashRow) => assertOk(await call('POST', `${TRASH_PATH}/${id}/restore`)),
    onSuccess: (_answer, { name }) => showToast({ title: 'Se restauró', description: name, tone: 'good' }),
    onError: (error) => showFailureToast('Error al restaurar. Por favor intenta de nuevo.', error),
    // Whatever shows it, here and elsewhere.
    onSettled: () => client.invalidateQueries(),
  });
}
