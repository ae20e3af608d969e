import { closeDetail, closeRow, closesPage, tillRow, type Till } from '@pulso/contract/billing/till';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { TILL } from '#features/billing/ledger/cache-keys';
import { assertSuccess, call, CallFailure, dataOf } from '#api/client';
import { readRow, readRows } from '#api/reader';

export const CLOSES_PAGE_SIZE = 50;

const closes = { path: `${TILL}/closes`, row: closeRow };

/** Null before the till was first opened. */
export function useTill() {
  return useQuery({
    queryKey: [TILL, 'open'],
    queryFn: async ({ signal }): Promise<Till> => {
      const { data } = assertSuccess(await call('GET', TILL, { signal }));
      if (data === null) return null;
      const till = readRow({ path: TILL, row: tillRow }, data);
      if (!till) throw new CallFailure(200, undefined);
      return till;
    },
  });
}

export function useCloses(page: number) {
  return useQuery({
    queryKey: [TILL, 'closes', page],
    queryFn: async ({ signal }) => {
      const path = `${closes.path}?page=${page}&limit=${CLOSES_PAGE_SIZE}`;
      const { data, meta } = assertSuccess(await call('GET', path, { signal }));
      const counted = readRow({ path, row: closesPage.shape.meta }, meta);
      if (!Array.isArray(data) || !counted) throw new CallFailure(200, undefined);
      return { rows: readRows(closes, data), total: counted.total };
    },
    placeholderData: keepPreviousData,
  });
}

export function useClose(id: string) {
  return useQuery({
    queryKey: [TILL, 'close', id],
    queryFn: async ({ signal }) => {
      const data = dataOf(await call('GET', `${closes.path}/${encodeURIComponent(id)}`, { signal }));
      const close = readRow({ path: closes.path, row: closeDetail }, data, id);
      if (!close) throw new CallFailure(200, undefined);
      return close;
    },
  });
}

/** The close that an answer tells of. */
export const closedIn = (data: unknown) => readRow(closes, data);
