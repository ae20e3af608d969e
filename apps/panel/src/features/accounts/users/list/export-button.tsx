import { today } from '@pulso/contract/kit/dates';
import type { CsvFormat } from '@pulso/contract/kit/csv';
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '@pulso/web/ui/controls/button';
import { download } from '@pulso/web/ui/download';
import { showToast } from '@pulso/web/ui/feedback/toast-queue';
import { showFailureToast } from '#api/report-failure';
import { FILES_ARE_STANDARD } from '#api/strict-spec';
import type { Progress } from '#features/accounts/users/list/users-csv';
import type { UsersQuery } from '#features/accounts/users/users.rules';
import { ExportButtons } from '#ui/lists/export-buttons';
import { formatCount } from '#ui/text/numbers';

/** Exports whom the filters leave at the moment of the click; a long one says how far it is and can be called off. */
export function useExport(query: UsersQuery) {
  const [progress, setProgress] = useState<Progress>();
  const abortRef = useRef<AbortController>(undefined);
  useEffect(() => () => abortRef.current?.abort(), []);

  const start = async (format: CsvFormat) => {
    const calledOff = new AbortController();
    abortRef.current = calledOff;
    const { signal } = calledOff;
    const day = today();
    setProgress({ done: 0, total: 0 });
    try {
      const { exportUsersCsv: usersCsv, usersCsvFileName: usersCsvName } =
        await import('#features/accounts/users/list/users-csv');
      const { text, count } = await usersCsv({
        query,
        today: day,
        format,
        signal,
        onProgress: setProgress,
      });
      download(usersCsvName(day), text, 'text/csv;charset=utf-8');
      showToast({
        title: count === 1 ? 'Se exportó 1 usuario' : `Se exportaron ${formatCount(count)} usuarios`,
        tone: 'good',
      });
    } catch (error) {
      if (!signal.aborted) showFailureToast('Error al exportar los usuarios', error);
    } finally {
      setProgress(undefined);
    }
  };
  return { progress, start: (format: CsvFormat) => void start(format), stop: () => abortRef.current?.abort() };
}

export function ExportButton({ query, disabled }: { query: UsersQuery; disabled: boolean }) {
  const { progress, start, stop } = useExport(query);
  if (!progress) return <ExportButtons onExport={start} isStandard={FILES_ARE_STANDARD} disabled={disabled} />;
  const { done, total } = progress;
  return (
    <>
      <Button busy disabled className="tabular-nums">
        {total === 0 ? 'Exportando…' : `Exportando… ${formatCount(done)} de ${formatCount(total)}`}
      </Button>
      <Button look="quiet" icon={<X aria-hidden className="size-4" />} onClick={stop}>
        Cancelar
      </Button>
    </>
  );
}
