import {
  importRow,
  importSummary,
  type Import,
  type ImportChange,
  type ImportSummary,
} from '@pulso/contract/desk/imports';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { assertSuccess, CallFailure, dataOf, type Body } from '@pulso/web/answers';
import { download } from '@pulso/web/ui/download';
import { apiAddress } from '#api/address';
import { call } from '#api/client';
import { useIdempotencyKey } from '#api/idempotency-key';
import { readRow, readRows } from '#api/reader';
import { showFailureToast } from '#api/report-failure';
import { readToken } from '#api/session';

const PATH = 'import';
const importKey = (id: number) => [PATH, String(id)] as const;

function readImport(body: Body): Import {
  const found = readRow({ path: PATH, row: importRow }, dataOf(body));
  if (!found) throw new CallFailure(200, undefined);
  return found;
}

export const useImports = () =>
  useQuery({
    queryKey: [PATH],
    queryFn: async ({ signal }) => {
      const { data } = assertSuccess(await call('GET', PATH, { signal }));
      if (!Array.isArray(data)) throw new CallFailure(200, undefined);
      return readRows<ImportSummary>({ path: PATH, row: importSummary }, data);
    },
    staleTime: 0,
  });

export const useImport = (id: number) =>
  useQuery({
    queryKey: importKey(id),
    queryFn: async ({ signal }) => readImport(await call('GET', `${PATH}/${id}`, { signal })),
    staleTime: 0,
  });

/** Sends a file and shows its rehearsal. */
export function useUpload(onDone: (found: Import) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (file: File) => {
      const form = new FormData();
      form.append('file', file);
      return readImport(await call('POST', PATH, { payload: { form } }));
    },
    onSuccess: (found) => {
      client.setQueryData(importKey(found.id), found);
      onDone(found);
    },
    onSettled: () => client.invalidateQueries({ queryKey: [PATH], exact: true }),
  });
}

/** Changes how a file is read; every change is stored at once. */
export function useChange(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (json: ImportChange) => readImport(await call('PATCH', `${PATH}/${id}`, { payload: { json } })),
    onSuccess: (found) => client.setQueryData(importKey(id), found),
    onError: (error) => showFailureToast('Error al corregir el ensayo. Por favor intenta de nuevo.', error),
    scope: { id: `${PATH} ${id}` },
  });
}

type Work = 'run' | 'undo';

/** Imports, or takes back, piece after piece until nothing is left; what was done so far is shown. */
export function useWork(id: number, work: Work) {
  const client = useQueryClient();
  const keyOf = useIdempotencyKey();
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const leftOf = ({ counts }: Pick<ImportSummary, 'counts'>) => (work === 'run' ? counts.ready : counts.imported);
  const { mutate, isPending } = useMutation({
    mutationFn: async (found: Import) => {
      const total = leftOf(found);
      for (let left = total; left > 0;) {
        setProgress({ done: total - left, total });
        const json = work === 'run' ? { ready: left } : {};
        const headers = keyOf({ id, work, left });
        const answer = await call('POST', `${PATH}/${id}/${work}`, {
          ...(work === 'run' && { payload: { json } }),
          headers,
        });
        const next = readRow({ path: PATH, row: importSummary }, dataOf(answer));
        // A piece may leave rows that somebody took meanwhile; an answer that says nothing ends it.
        if (!next || leftOf(next) >= left) break;
        left = leftOf(next);
      }
    },
    onError: (error) =>
      showFailureToast(
        work === 'run'
          ? 'Error al importar. Por favor intenta de nuevo.'
          : 'Error al deshacer la importación. Por favor intenta de nuevo.',
        error,
      ),
    onSettled: async () => {
      // The import first: the rest of what is shown elsewhere follows from it.
      await client.invalidateQueries({ queryKey: importKey(id) });
      setProgress(undefined);
      void client.invalidateQueries();
    },
  });
  return { start: mutate, isPending, progress };
}

/** The browser saves the wrong rows with their reasons. */
export function useErrorsFile({ id, file }: Pick<Import, 'id' | 'file'>) {
  return useMutation({
    mutationFn: async () => {
      const answer = await fetch(`${apiAddress()}/${PATH}/${id}/errors`, {
        headers: { Authorization: `Bearer ${readToken() ?? ''}` },
      });
      if (!answer.ok) throw new CallFailure(answer.status, undefined);
      download(`${file.replace(/\.\w+$/, '')} con errores.csv`, await answer.blob(), 'text/csv;charset=utf-8');
    },
    onError: (error) => showFailureToast('Error al descargar las filas con errores.', error),
  });
}
