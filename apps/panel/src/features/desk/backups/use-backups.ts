import { backupsReport, backupTicket, type Backup, type BackupsReport } from '@pulso/contract/desk/backups';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CallFailure, dataOf, serverMessage } from '@pulso/web/answers';
import { showToast } from '@pulso/web/ui/feedback/toast-queue';
import { apiAddress } from '#api/address';
import { call } from '#api/client';
import { readRow } from '#api/reader';

export const BACKUPS_PATH = 'backups';
const POLL_MS = 1_000;

export const isInProgress = ({ state }: Backup) => state === 'copying' || state === 'checking';

export async function readBackups({ signal }: { signal: AbortSignal }): Promise<BackupsReport> {
  const found = readRow(
    { path: BACKUPS_PATH, row: backupsReport },
    dataOf(await call('GET', BACKUPS_PATH, { signal })),
  );
  if (found === undefined) throw new CallFailure(200, undefined);
  return found;
}

/** State of the backups, polled while one is being made. */
export function useBackups() {
  return useQuery({
    queryKey: [BACKUPS_PATH],
    queryFn: readBackups,
    refetchInterval: ({ state }) => (state.data?.backups.some(isInProgress) ? POLL_MS : false),
  });
}

export function useMakeBackup() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST', BACKUPS_PATH),
    onError: (error) => showToast({ title: serverMessage(error, 'No se pudo empezar la copia'), tone: 'bad' }),
    // Another person may have begun a backup: it is shown.
    onSettled: () => client.invalidateQueries({ queryKey: [BACKUPS_PATH] }),
  });
}

/** The browser saves the file by itself, however large it is: by an address that is good for one time. */
export function useDownload() {
  return useMutation({
    mutationFn: async ({ id }: Backup) => {
      const path = `${BACKUPS_PATH}/${id}/ticket`;
      const found = readRow({ path, row: backupTicket }, dataOf(await call('POST', path)));
      if (!found?.ticket) throw new CallFailure(200, undefined);
      const link = document.createElement('a');
      link.href = `${apiAddress()}/${BACKUPS_PATH}/download?ticket=${encodeURIComponent(found.ticket)}`;
      link.download = '';
      link.click();
    },
    onError: (error) => showToast({ title: serverMessage(error, 'No se pudo descargar la copia'), tone: 'bad' }),
  });
}
