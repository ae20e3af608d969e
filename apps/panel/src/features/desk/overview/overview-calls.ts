import { overview, seriesMonth, type SeriesMonth } from '@pulso/contract/desk/overview';
import type { MonthText } from '@pulso/contract/kit/months';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CallFailure, dataOf, isObject } from '@pulso/web/answers';
import { userCacheKeys } from '#api/stale-caches';
import { call } from '#api/client';
import { readRow } from '#api/reader';

const OVERVIEW_PATH = 'business/overview';
const SERIES_PATH = 'business/series';
for (const path of [OVERVIEW_PATH, SERIES_PATH]) userCacheKeys.add(path);

export function useOverview(month: MonthText) {
  return useQuery({
    queryKey: [OVERVIEW_PATH, month],
    queryFn: async ({ signal }) => {
      const data = dataOf(await call('GET', `${OVERVIEW_PATH}?month=${month}`, { signal }));
      const figures = readRow({ path: OVERVIEW_PATH, row: overview }, data);
      if (!figures) throw new CallFailure(200, undefined);
      return figures;
    },
    placeholderData: keepPreviousData,
  });
}

export function useSeries() {
  return useQuery({
    queryKey: [SERIES_PATH],
    queryFn: async ({ signal }): Promise<SeriesMonth[]> => {
      const data = dataOf(await call('GET', SERIES_PATH, { signal }));
      if (!Array.isArray(data)) throw new CallFailure(200, undefined);
      return data.filter(isObject).map((value) => readRow({ path: SERIES_PATH, row: seriesMonth }, value)!);
    },
  });
}
