import { downloadBody, type LedgerFilter } from '@pulso/contract/billing/payments';
import type { CsvFormat } from '@pulso/contract/kit/csv';
import { useMutation } from '@tanstack/react-query';
import { CallFailure, dataOf } from '@pulso/web/answers';
import { imageAddress } from '#api/address';
import { call } from '#api/client';
import { readRow } from '#api/reader';
import { showFailureToast } from '#api/report-failure';
import { FILES_ARE_STANDARD } from '#api/strict-spec';
import { ExportButtons } from '#ui/lists/export-buttons';

/** The browser saves the file by itself, however long it is: by an address that is good for one time. */
export function ExportButton({ question, disabled }: { question: LedgerFilter; disabled: boolean }) {
  const { mutate, isPending } = useMutation({
    mutationFn: async (format: CsvFormat) => {
      const payload = { json: { what: 'payments', query: question, format } };
      const exportFile = readRow(
        { path: 'download', row: downloadBody },
        dataOf(await call('POST', 'download', { payload })),
      );
      const address = imageAddress(exportFile?.url);
      if (!address) throw new CallFailure(200, undefined);
      const link = document.createElement('a');
      link.href = address;
      link.download = '';
      link.click();
    },
    onError: (error) => showFailureToast('Error al exportar los pagos', error),
  });
  return (
    <ExportButtons
      onExport={mutate}
      isStandard={FILES_ARE_STANDARD}
      busy={isPending}
      disabled={disabled || isPending}
    />
  );
}
