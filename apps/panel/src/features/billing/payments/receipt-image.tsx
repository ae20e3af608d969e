import type { LedgerRow } from '@pulso/contract/billing/ledger';
import { RECEIPT_NOT_IMAGE } from '@pulso/contract/billing/payments';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ImageOff, ImagePlus, LoaderCircle } from 'lucide-react';
import { Dialog } from '@pulso/web/ui/dialogs/dialog';
import { FailureState } from '@pulso/web/ui/feedback/states';
import { showToast } from '@pulso/web/ui/feedback/toast-queue';
import { PAYMENTS_PATH } from '#features/billing/ledger/resource-paths';
import { call } from '#api/client';
import { buildMultipart } from '#forms/payload';
import { readPicture } from '#forms/read-picture';
import { showFailureToast } from '#api/report-failure';

/** The picture of a payment, which only a token opens. */
function useReceiptImage(id: number) {
  return useQuery({
    queryKey: [PAYMENTS_PATH, 'picture', id],
    queryFn: ({ signal }) => readPicture(`${PAYMENTS_PATH}/${id}/receipt`, signal),
    staleTime: Infinity,
  });
}

const boxClass =
  'flex size-20 shrink-0 items-center justify-center overflow-hidden rounded-control border border-line bg-sunken text-muted sm:size-24';

export function ReceiptThumbnail({ row, onOpen }: { row: LedgerRow; onOpen: () => void }) {
  const { data: address, error } = useReceiptImage(row.id);
  return (
    <button type="button" aria-label="Ver la imagen" title="Ver la imagen" className={boxClass} onClick={onOpen}>
      {address ? (
        <img src={address} alt="" className="size-full object-cover" />
      ) : error ? (
        <ImageOff aria-hidden className="size-5" />
      ) : (
        <LoaderCircle aria-hidden className="size-5 animate-spin" />
      )}
    </button>
  );
}

/** Adds a picture to a payment that came without one. */
export function AddReceiptImageButton({ row }: { row: LedgerRow }) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (file: File) =>
      call('PUT', `${PAYMENTS_PATH}/${row.id}/receipt`, { payload: buildMultipart({}, { name: 'image', file }) }),
    onSuccess: () => {
      showToast({ title: 'Imagen guardada', tone: 'good' });
      return client.invalidateQueries({ queryKey: [PAYMENTS_PATH] });
    },
    onError: (error) => showFailureToast('Error al guardar la imagen', error),
  });
  return (
    <label
      className={`relative flex size-11 shrink-0 cursor-pointer items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-text sm:size-10 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-text`}
      title="Agregar la imagen"
    >
      {isPending ? (
        <LoaderCircle aria-hidden className="size-5 animate-spin" />
      ) : (
        <ImagePlus aria-hidden className="size-5" />
      )}
      <input
        type="file"
        accept="image/*"
        aria-label="Agregar la imagen"
        disabled={isPending}
        className="absolute inset-0 cursor-pointer opacity-0"
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = '';
          if (!file) return;
          if (file.type.startsWith('image/')) mutate(file);
          else showToast({ title: 'Error al guardar la imagen', description: RECEIPT_NOT_IMAGE });
        }}
      />
    </label>
  );
}

/** The picture as large as the screen allows. */
export function ReceiptImageDialog({ row, name, onClose }: { row: LedgerRow; name: string; onClose: () => void }) {
  const { data: address, error, refetch } = useReceiptImage(row.id);
  return (
    <Dialog open onClose={onClose} title={name} className="max-w-3xl">
      <div className="p-5">
        {error && <FailureState message="Error al cargar la imagen" onRetry={() => void refetch()} />}
        {!error && !address && <div role="status" aria-busy="true" aria-label="Cargando" className="skeleton h-96" />}
        {address && <img src={address} alt={`Comprobante de ${name}`} className="mx-auto max-h-[75dvh] max-w-full" />}
      </div>
    </Dialog>
  );
}
