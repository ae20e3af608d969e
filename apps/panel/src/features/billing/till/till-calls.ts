import { closeDetail, closeRow, closesPage, tillRow, type Till } from '@pulso/contract/billing/till';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { assertSuccess, CallFailure, dataOf } from '@pulso/web/answers';
import { TILL_PATH } from '#features/billing/ledger/resource-paths';
import { call } from '#api/client';
import { readRow, readRows } from '#api/reader';

export const CLOSES_PAGE_SIZE = 50;

const closeResource = { path: `${TILL_PATH}/closes`, row: closeRow };

/** Null before the till was first opened. */
export function useTill() {
  return useQuery({
    queryKey: [TILL_PATH, 'open'],
    queryFn: async ({ signal }): Promise<Till> => {
      const { data } = assertSuccess(await call('GET', TILL_PATH, { signal }));
      if (data === null) return null;
      const till = readRow({ path: TILL_PATH, row: tillRow }, data);
      if (!till) throw new CallFailure(200, undefined);
      return till;
    },
  });
}

export function useTillCloses(page: number) {
  return useQuery({
    queryKey: [TILL_PATH, 'closes', page],
    queryFn: async ({ signal }) => {
      const path = `${closeResource.path}?page=${page}&limit=${CLOSES_PAGE_SIZE}`;
      const { data, meta } = assertSuccess(await call('GET', path, { signal }));
      const closesMeta = readRow({ path, row: closesPage.shape.meta }, meta);
      if (!Array.isArray(data) || !closesMeta) throw new CallFailure(200, undefined);
      return { rows: readRows(closeResource, data), total: closesMeta.total };
    },
    placeholderData: keepPreviousData,
  });
}

export function useTillClose(id: string) {
  return useQuery({
    queryKey: [TILL_PATH, 'close', id],
    queryFn: async ({ signal }) => {
      const data = dataOf(await call('GET', `${closeResource.path}/${encodeURIComponent(id)}`, { signal }));
      const close = readRow({ path: closeResource.path, row: closeDetail }, data, id);
      if (!close) throw new CallFailure(200, undefined);
      return close;
    },
  });
}

/** The close that an answer tells of. */
export const readClose = (data: unknown) => readRow(closeResource, data);
