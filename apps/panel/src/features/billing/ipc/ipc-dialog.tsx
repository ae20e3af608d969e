import { ipcInput, publishedUntil, type IpcValue } from '@pulso/contract/billing/ipc';
import { today } from '@pulso/contract/kit/dates';
import type { FieldErrors } from '@pulso/contract/kit/envelope';
import { formatMonth, monthOf } from '@pulso/contract/kit/months';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useState, type ClipboardEvent } from 'react';
import { reasonOf } from '@pulso/web/answers';
import { Button } from '@pulso/web/ui/controls/button';
import { showToast } from '@pulso/web/ui/feedback/toast-queue';
import { findIpc, IPC_KEY, saveIpc } from '#features/billing/ipc/ipc-calls';
import {
  differsFromSeries,
  isChanged,
  parseIpcText,
  replacedOf,
  rowsOf,
  toInput,
  withFound,
  withTexts,
  type IpcRow,
} from '#features/billing/ipc/ipc.rules';
import { createSaveFailure } from '#forms/failure-box';
import { controlClass } from '#forms/fields';
import { FormDialog } from '#forms/form-dialog';
import { usePartErrors } from '#forms/form';
import { createSchemaCheck } from '#forms/schema-check';
import { useRows } from '#forms/use-rows';
import { formatCount, formatNumber } from '#ui/text/numbers';

const FAILURE_MESSAGE = 'Error al guardar el IPC. Por favor intenta de nuevo.';
const check = createSchemaCheck(ipcInput);

type Props = { values: readonly IpcValue[]; onClose: () => void };

/** The variation of each month: typed, pasted, or taken from the public series when somebody asks it. */
export function IpcDialog({ values, onClose }: Props) {
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: saveIpc,
    onSuccess: (saved) => {
      client.setQueryData(IPC_KEY, saved);
      showToast({ title: 'IPC guardado', tone: 'good' });
      onClose();
    },
  });
  return (
    <FormDialog
      title="Cargar IPC"
      submit="Guardar"
      check={check}
      values={{ values }}
      busy={save.isPending}
      failure={save.error ? createSaveFailure(FAILURE_MESSAGE, save.error) : undefined}
      onSubmit={(input) => save.mutate(input)}
      onClose={onClose}
    >
      <IpcField />
    </FormDialog>
  );
}

const monthsText = (count: number) => (count === 1 ? '1 mes' : `${formatCount(count)} meses`);

function IpcField() {
  const last = monthOf(today());
  const { rows, error, arrange, control } = useRows<IpcRow, IpcValue[]>(
    'values',
    (stored) => rowsOf(stored ?? [], last),
    toInput,
  );
  const errors = usePartErrors('values');
  const sent = toInput(rows).map(({ month }) => month);
  const [pasted, setPasted] = useState<{ read: number; unread: string[] }>();
  const series = useMutation({
    mutationFn: findIpc,
    onSuccess: (found) => arrange((before) => withFound(before, found)),
  });
  const write = (texts: ReadonlyMap<string, string>) => arrange((before) => withTexts(before, texts));
  const paste = (event: ClipboardEvent) => {
    const { texts, unread } = parseIpcText(event.clipboardData.getData('text'));
    if (texts.size === 0) return;
    event.preventDefault();
    setPasted({ read: texts.size, unread });
    write(texts);
  };
  const replaced = replacedOf(rows);
  return (
    <div onPaste={paste} className="space-y-4">
      <p className="text-sm text-muted">
        La variación mensual de cada mes, en %. Escríbela, o copia dos columnas (mes y valor) de una planilla y pégalas
        en cualquier casillero.
      </p>
      <div>
        <Button
          icon={<RefreshCw aria-hidden className="size-4" />}
          busy={series.isPending}
          disabled={series.isPending}
          onClick={() => series.mutate()}
        >
          {series.isPending ? 'Buscando...' : 'Actualizar'}
        </Button>
        <p className="mt-1 text-xs text-muted">Busca en la serie pública. Nada se guarda hasta que lo confirmes.</p>
      </div>
      {series.error && (
        <p role="alert" className="rounded-control bg-red-soft p-3 text-sm text-red">
          {reasonOf(series.error) ?? 'La serie pública del IPC no responde. No se cambió nada.'}
        </p>
      )}
      <div role="status" className="space-y-2 text-sm empty:hidden">
        {series.data && (
          <p>
            La serie llega hasta {formatMonth(series.data.until)}.{' '}
            {series.data.behind && `Está atrasada: todavía no tiene ${formatMonth(publishedUntil(today()))}. `}
            {sent.length === 0
              ? 'No trae nada nuevo.'
              : `Al guardar ${sent.length === 1 ? 'cambia' : 'cambian'} ${monthsText(sent.length)}.`}
          </p>
        )}
        {replaced.length > 0 && (
          <p className="font-medium">
            Reemplaza lo que escribiste:{' '}
            {replaced
              .map(
                ({ month, typed, stored }) => `${formatMonth(month)} (${formatNumber(stored!.percent)} → ${typed} %)`,
              )
              .join(', ')}
            .
          </p>
        )}
        {pasted && (
          <p>
            Se {pasted.read === 1 ? 'leyó' : 'leyeron'} {monthsText(pasted.read)}.
            {pasted.unread.length > 0 && ` Sin leer: ${pasted.unread.slice(0, 3).join(' · ')}`}
          </p>
        )}
      </div>
      {error && (
        <p role="alert" className="text-sm text-red">
          {error}
        </p>
      )}
      {control}
      <ul className="divide-y divide-line border-y border-line">
        {rows.map((row) => (
          <IpcRowFields
            key={row.month}
            row={row}
            at={sent.indexOf(row.month)}
            errors={errors}
            onType={(typed) => write(new Map([[row.month, typed]]))}
          />
        ))}
      </ul>
    </div>
  );
}

type RowProps = {
  row: IpcRow;
  /** Its place among what is sent; -1 if it does not change. */
  at: number;
  errors: FieldErrors;
  onType: (typed: string) => void;
};

/** Where the value comes from, and what is stored beside it. */
function originOf(row: IpcRow): string {
  const { stored, found, typed } = row;
  if (isChanged(row)) {
    const origin = found !== undefined && typed === formatNumber(found) ? 'de la serie' : typed && 'escrito';
    return [origin, stored && `antes ${formatNumber(stored.percent)} %`].filter(Boolean).join(', ');
  }
  return stored ? (stored.source === 'series' ? 'de la serie' : 'escrito') : '';
}

function IpcRowFields({ row, at, errors, onType }: RowProps) {
  const { month, typed, found } = row;
  const error = errors[`${at}.percent`] ?? errors[`${at}.month`];
  const id = `ipc-${month}`;
  return (
    <li className="py-1.5">
      <div className="grid grid-cols-[minmax(0,1fr)_6.5rem] items-center gap-x-3">
        <div>
          <label htmlFor={id} className="block text-sm first-letter:uppercase">
            {formatMonth(month)}
          </label>
          <span id={`${id}-origin`} className="block text-xs text-muted empty:hidden">
            {originOf(row)}
          </span>
        </div>
        <span className="relative">
          <input
            id={id}
            name={at < 0 ? undefined : `values.${at}.percent`}
            inputMode="decimal"
            autoComplete="off"
            value={typed}
            onChange={(event) => onType(event.target.value)}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : `${id}-origin`}
            className={`${controlClass} h-11 pr-7 text-right tabular-nums sm:h-9`}
          />
          <span aria-hidden className="absolute inset-y-0 right-2 flex items-center text-sm text-muted">
            %
          </span>
        </span>
      </div>
      {differsFromSeries(row) && (
        <Button look="quiet" className="-ml-4" onClick={() => onType(formatNumber(found!))}>
          Usar {formatNumber(found!)} % de la serie
          <span className="sr-only"> en {formatMonth(month)}</span>
        </Button>
      )}
      {error && (
        <p id={`${id}-error`} className="text-sm text-red">
          {error}
        </p>
      )}
    </li>
  );
}
