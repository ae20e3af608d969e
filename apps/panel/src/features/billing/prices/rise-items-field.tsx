import { priceKinds, type PriceItem, type PriceKind, type RiseRow } from '@pulso/contract/billing/prices';
import { MISSING_VALUE, displayName } from '@pulso/contract/kit/labels';
import { formatAmount, formatMoney, parseMoneyText } from '@pulso/contract/kit/money';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import {
  differenceOf,
  kindPluralLabels,
  previewOf,
  toRiseRow,
  type Preview,
} from '#features/billing/prices/prices.rules';
import { controlClass } from '#forms/fields';
import { usePartErrors } from '#forms/form';
import { useRows } from '#forms/use-rows';
import { Badge } from '#ui/feedback/badge';
import { formatCount } from '#ui/text/numbers';

/** A ticked item, with what was typed over its computed price. */
type PickedItem = { kind: PriceKind; id: number; typed?: string };

const isSameItem = (one: { kind: PriceKind; id: number }, other: { kind: PriceKind; id: number }) =>
  one.kind === other.kind && one.id === other.id;

type Props = { items: PriceItem[]; asked: Parameters<typeof previewOf>[1] };

/** Which prices rise, each with what it costs before and after; what is sent is what the table shows. */
export function RiseItemsField({ items, asked }: Props) {
  const id = useId();
  const [withInactive, setWithInactive] = useState(false);
  /** Open groups. Plans rise most often; the others would push the fields below far down. */
  const [unfolded, setUnfolded] = useState<ReadonlySet<PriceKind>>(new Set(['plan']));
  const unfold = (kind: PriceKind, open: boolean) =>
    setUnfolded((before) => new Set(open ? [...before, kind] : [...before].filter((one) => one !== kind)));
  const rowOfPicked = (picked: PickedItem): RiseRow | undefined => {
    const item = items.find((one) => isSameItem(one, picked));
    return item && toRiseRow(previewOf(item, asked), parseMoneyText(picked.typed ?? ''));
  };
  const { rows, error, arrange, control } = useRows<PickedItem, PickedItem[]>(
    'rows',
    (stored) => stored ?? [],
    (picked) => picked.map(rowOfPicked).filter(Boolean),
  );
  const errors = usePartErrors('rows');
  const riseRows = rows.map(rowOfPicked).filter((row) => row !== undefined);
  const offered = items.filter((item) => item.status || withInactive || rows.some((row) => isSameItem(row, item)));
  const tick = (toggledItems: PriceItem[], ticked: boolean) =>
    arrange((before) => {
      const others = before.filter((row) => !toggledItems.some((item) => isSameItem(row, item)));
      const nextPicks = toggledItems.map(
        (item) => before.find((row) => isSameItem(row, item)) ?? { kind: item.kind, id: item.id },
      );
      return ticked ? [...others, ...nextPicks] : others;
    });
  const type = (item: PriceItem, typed: string | undefined) =>
    arrange((before) => before.map((row) => (isSameItem(row, item) ? { ...row, typed } : row)));
  return (
    <section
      aria-labelledby={id}
      aria-describedby={error && `${id}-error`}
      className="overflow-clip rounded-card border border-line bg-surface"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 px-5 pt-3">
        <h2 id={id} className="text-base font-semibold">
          Qué sube
        </h2>
        <label className="flex min-h-11 items-center gap-3 text-sm">
          <input
            type="checkbox"
            checked={withInactive}
            onChange={(event) => setWithInactive(event.target.checked)}
            className="size-5"
          />
          Incluir inactivos
        </label>
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className="px-5 pb-2 text-sm text-red">
          {error}
        </p>
      )}
      {control}
      {offered.length === 0 && (
        <p className="px-5 pb-5 text-sm text-muted">Todavía no hay planes, paquetes ni productos que puedan subir.</p>
      )}
      <table hidden={offered.length === 0} className="w-full text-sm max-sm:block">
        <caption className="sr-only">Precios antes y después</caption>
        <thead className="max-sm:sr-only">
          <tr className="text-xs font-semibold text-muted">
            <th scope="col" className="h-9 pl-5 text-left">
              Nombre
            </th>
            <th scope="col" className="px-2 text-right">
              Antes
            </th>
            <th scope="col" className="w-44 px-2 text-right">
              Después
            </th>
            <th scope="col" className="px-2 text-right">
              Diferencia
            </th>
            <th scope="col" className="pr-5 pl-2 text-right">
              Clientes
            </th>
          </tr>
        </thead>
        {priceKinds.map((kind) => {
          const group = offered.filter((item) => item.kind === kind);
          const ticked = group.filter((item) => rows.some((row) => isSameItem(row, item)));
          if (group.length === 0) return null;
          const open = unfolded.has(kind);
          return (
            <tbody key={kind} aria-label={kindPluralLabels[kind]} className="max-sm:block">
              <tr className="border-t border-line bg-sunken max-sm:block">
                <th scope="rowgroup" colSpan={5} className="px-5 text-left max-sm:block">
                  <div className="flex items-center justify-between gap-3">
                    <label className="flex min-h-11 items-center gap-3 font-semibold">
                      <input
                        ref={(box) => {
                          if (box) box.indeterminate = ticked.length > 0 && ticked.length < group.length;
                        }}
                        type="checkbox"
                        aria-label={`Todos: ${kindPluralLabels[kind]}`}
                        checked={ticked.length === group.length}
                        onChange={(event) => {
                          tick(group, event.target.checked);
                          unfold(kind, true);
                        }}
                        className="size-5"
                      />
                      {kindPluralLabels[kind]}
                      <span className="text-xs font-normal text-muted">
                        {ticked.length === 0
                          ? formatCount(group.length)
                          : `${formatCount(ticked.length)} de ${formatCount(group.length)}`}
                      </span>
                    </label>
                    <button
                      type="button"
                      aria-expanded={open}
                      onClick={() => unfold(kind, !open)}
                      className="-mr-2 inline-flex min-h-11 items-center gap-1 rounded-control px-2 text-xs font-medium text-muted hover:text-text"
                    >
                      {open ? 'Ocultar' : 'Ver'}
                      <span className="sr-only"> {kindPluralLabels[kind].toLowerCase()}</span>
                      <ChevronDown aria-hidden className={`size-4 ${open ? 'rotate-180' : ''}`} />
                    </button>
                  </div>
                </th>
              </tr>
              {group
                .filter((item) => open || ticked.includes(item))
                .map((item) => {
                  const picked = rows.find((row) => isSameItem(row, item));
                  const row = picked && rowOfPicked(picked);
                  const index = row ? riseRows.findIndex((one) => isSameItem(one, row)) : -1;
                  return (
                    <ItemRow
                      key={item.id}
                      preview={previewOf(item, asked)}
                      picked={picked}
                      row={row}
                      name={`rows.${index}.after`}
                      error={errors[`${index}.after`]}
                      onTick={(on) => tick([item], on)}
                      onType={(typed) => type(item, typed)}
                    />
                  );
                })}
            </tbody>
          );
        })}
      </table>
    </section>
  );
}

type RowProps = {
  preview: Preview;
  picked: PickedItem | undefined;
  row: RiseRow | undefined;
  /** Field name by which the form finds the control of an error. */
  name: string;
  error: string | undefined;
  onTick: (ticked: boolean) => void;
  onType: (typed: string | undefined) => void;
};

const cellClass = 'px-2 py-1 text-right whitespace-nowrap tabular-nums max-sm:p-0 max-sm:text-left';

function ItemRow({ preview, picked, row, name, error, onTick, onType }: RowProps) {
  const id = useId();
  const { item, before, after, unchanged } = preview;
  const title = displayName(item.title);
  const canType = picked && unchanged !== 'Ya tiene un precio programado para ese día';
  const computed = after === undefined ? '' : formatAmount(after);
  /** A price that is blank or equals the computed one does not override it. */
  const settle = (typed: string) => {
    const amount = parseMoneyText(typed);
    onType(typed.trim() === '' || amount === after ? undefined : amount === undefined ? typed : formatAmount(amount));
  };
  return (
    <tr
      className={`border-t border-line max-sm:grid max-sm:items-center max-sm:gap-x-4 max-sm:gap-y-1 max-sm:px-5 max-sm:py-1.5 ${picked ? 'max-sm:grid-cols-2' : 'max-sm:grid-cols-[minmax(0,1fr)_auto]'}`}
    >
      <th
        scope="row"
        className={`w-2/5 py-1 pl-5 text-left font-normal max-sm:w-auto max-sm:p-0 ${picked ? 'max-sm:col-span-2' : ''}`}
      >
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            checked={picked !== undefined}
            onChange={(event) => onTick(event.target.checked)}
            className="size-5 shrink-0"
          />
          <span className="min-w-0 wrap-anywhere">{title}</span>
          {!item.status && <Badge tone="grey">Inactivo</Badge>}
        </label>
      </th>
      <td className={`${cellClass} ${picked ? '' : 'max-sm:contents'}`}>
        {picked && (
          <span aria-hidden className="block text-xs text-muted sm:hidden">
            Antes
          </span>
        )}
        <span className="block">{formatMoney(before)}</span>
        {before !== item.price && (
          <span
            className={`block text-xs text-muted max-sm:whitespace-normal ${picked ? '' : 'max-sm:col-span-2 max-sm:-mt-2 max-sm:mb-2 max-sm:pl-8'}`}
          >
            hoy {formatMoney(item.price)}; sube antes de ese día
          </span>
        )}
      </td>
      <td className={`${cellClass} ${picked ? '' : 'max-sm:hidden'}`}>
        {picked && unchanged && (
          <span className="block text-xs text-muted max-sm:mb-1 sm:whitespace-normal">{unchanged}</span>
        )}
        {canType ? (
          <>
            <input
              name={name}
              aria-label={`Después: ${title}`}
              aria-invalid={error ? true : undefined}
              aria-describedby={error && `${id}-error`}
              inputMode="decimal"
              autoComplete="off"
              value={picked.typed ?? computed}
              onChange={(event) => onType(event.target.value)}
              onBlur={(event) => settle(event.target.value)}
              className={`${controlClass} h-11 text-right tabular-nums sm:h-9`}
            />
            {error && (
              <span id={`${id}-error`} role="alert" className="mt-1.5 block text-xs whitespace-normal text-red">
                {error}
              </span>
            )}
          </>
        ) : (
          !picked && <span className="text-muted">{MISSING_VALUE}</span>
        )}
      </td>
      <td className={`${cellClass} text-muted ${picked ? '' : 'max-sm:hidden'}`}>
        {row && row.after > row.before ? `+ ${differenceOf(row)}` : MISSING_VALUE}
      </td>
      <td className={`${cellClass} text-muted max-sm:text-right sm:pr-5 ${picked ? '' : 'max-sm:hidden'}`}>
        {item.clients === null ? MISSING_VALUE : formatCount(item.clients)}
        <span aria-hidden className="sm:hidden">
          {item.clients !== null && (item.clients === 1 ? ' cliente' : ' clientes')}
        </span>
      </td>
    </tr>
  );
}
