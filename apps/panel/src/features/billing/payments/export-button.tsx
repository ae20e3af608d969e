import { downloadBody, type LedgerFilter } from '@pulso/contract/billing/payments';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { imageAddress } from '#api/address';
import { call, CallFailure, dataOf } from '#api/client';
import { readRow } from '#api/reader';
import { showFailureToast } from '#api/report-failure';
import { Button } from '#ui/controls/button';

/** The browser saves the file by itself, however long it is: by an address that is good for one time. */
export function ExportButton({ question, disabled }: { question: LedgerFilter; disabled: boolean }) {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const payload = { json: { what: 'payments', query: question } };
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
    <Button
      icon={<Download aria-hidden className="size-4" />}
      busy={isPending}
      disabled={disabled || isPending}
      onClick={() => mutate()}
    >
      Exportar
    </Button>
  );
}
