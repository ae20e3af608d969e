import {
  LIBRARY_PATH,
  libraryResult,
  libraryRow,
  type LibraryResult,
  type LibraryRow,
} from '@pulso/contract/content/library';
import { useQuery } from '@tanstack/react-query';
import { CallFailure, dataOf, isObject } from '@pulso/web/answers';
import { call } from '#api/client';
import { readRow } from '#api/reader';

const path = LIBRARY_PATH.slice(1);
const listResource = { path, row: libraryRow };
const resultResource = { path, row: libraryResult };
const LIBRARY_KEY = [path] as const;

export function useLibrary() {
  return useQuery({
    queryKey: LIBRARY_KEY,
    queryFn: async ({ signal }): Promise<LibraryRow[]> => {
      const data = dataOf(await call('GET', path, { signal }));
      if (!Array.isArray(data)) throw new CallFailure(200, undefined);
      return data.filter(isObject).map((row) => readRow(listResource, row)!);
    },
    staleTime: 0,
  });
}

export async function addFromLibrary(keys: string[]): Promise<LibraryResult> {
  const added = readRow(resultResource, dataOf(await call('POST', path, { payload: { json: { keys } } })));
  if (!added) throw new CallFailure(200, undefined);
  return added;
}
