import { shownName } from '@pulso/contract/kit/labels';
import { useEffect, useMemo } from 'react';
import { reportLogged } from '#api/report';
import { useList, type Served } from '#api/resources';
import type { Option } from '#ui/find-options';

export type Pickable = { options: readonly Option[]; isLoading: boolean; failed: boolean; retry: () => void };

/** A list to pick several from, perhaps of thousands; where it does not load it is empty, and can be asked for again. */
export function usePickable<Row extends { id: number; title: string }>(
  resource: Served<Row>,
  failure: string,
  /** What tells two of the same name apart; the same function every time. */
  noteOf: (row: Row) => string,
): Pickable {
  const { data, error, isPending, refetch } = useList(resource);
  useEffect(() => {
    if (error) reportLogged(failure, error);
  }, [error, failure]);
  const options = useMemo(
    () => (data ?? []).map((row) => ({ value: row.id, label: shownName(row.title), note: noteOf(row) })),
    [data, noteOf],
  );
  return { options, isLoading: isPending, failed: error !== null && !data, retry: () => void refetch() };
}
