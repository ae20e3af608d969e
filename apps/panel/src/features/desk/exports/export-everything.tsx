import { downloadBody } from '@pulso/contract/billing/payments';
import { useMutation } from '@tanstack/react-query';
import { FileArchive } from 'lucide-react';
import { useState } from 'react';
import { CallFailure, dataOf } from '@pulso/web/answers';
import { Button } from '@pulso/web/ui/controls/button';
import { apiAddress } from '#api/address';
import { call } from '#api/client';
import { readRow } from '#api/reader';
import { showFailureToast } from '#api/report-failure';

const PATH = 'download';

type Wanted = { notes: boolean; receipts: boolean };

const OPTIONS = [
  { name: 'notes', label: 'Con las notas y los detalles de la auditoría' },
  { name: 'receipts', label: 'Con los comprobantes de transferencias' },
] as const;

/** The browser saves the file by itself, however large it is: by an address that is good for one time. */
const useExport = () =>
  useMutation({
    mutationFn: async (query: Wanted) => {
      const payload = { json: { what: 'everything', query } };
      const found = readRow({ path: PATH, row: downloadBody }, dataOf(await call('POST', PATH, { payload })));
      if (!found?.url) throw new CallFailure(200, undefined);
      const link = document.createElement('a');
      link.href = `${apiAddress()}${found.url.replace(/^\/api/, '')}`;
      link.download = '';
      link.click();
    },
    onError: (error) => showFailureToast('Error al exportar todo. Por favor intenta de nuevo.', error),
  });

/** Everything that the business has, in one file to take along. */
export function ExportEverything() {
  const [wanted, want] = useState<Wanted>({ notes: false, receipts: false });
  const { mutate, isPending } = useExport();
  return (
    <section aria-labelledby="exportar" className="rounded-card border border-line bg-surface p-5">
      <h2 id="exportar" className="text-base font-semibold">
        Exportar todo
      </h2>
      <p className="mt-1 text-sm text-muted">
        Un zip con una planilla por tabla y las imágenes, sin contraseñas ni claves. Queda en la auditoría.
      </p>
      <div className="mt-2 grid gap-x-6 sm:grid-cols-2">
        {OPTIONS.map(({ name, label }) => (
          <label key={name} className="flex min-h-11 items-center gap-3 text-sm">
            <input
              type="checkbox"
              className="size-5 shrink-0"
              checked={wanted[name]}
              onChange={(event) => want({ ...wanted, [name]: event.target.checked })}
            />
            {label}
          </label>
        ))}
      </div>
      <div className="mt-3">
        <Button
          icon={<FileArchive aria-hidden className="size-4" />}
          busy={isPending}
          disabled={isPending}
          onClick={() => mutate(wanted)}
        >
          Exportar todo
        </Button>
      </div>
    </section>
  );
}
