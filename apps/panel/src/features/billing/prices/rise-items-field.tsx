import { priceKinds, type PriceItem, type PriceKind, type RiseRow } from '@pulso/contract/billing/prices';
import { parseMoneyText } from '@pulso/contract/kit/money';
import { ChevronDown } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { kindPluralLabels, previewOf, toRiseRow } from '#features/billing/prices/prices.rules';
import { RiseItemRow, ScheduledRows, type PickedItem } from '#features/billing/prices/rise-item-row';
import { usePartErrors } from '#forms/form';
import { useRows } from '#forms/use-rows';
import { formatCount } from '#ui/text/numbers';

const isSameItem = (one: { kind: PriceKind; id: number }, other: { kind: PriceKind; id: number }) =>
  one.kind === other.kind && one.id === other.id;

type Props = {
  items: PriceItem[];
  asked: Parameters<typeof previewOf>[1];
  /** Called with the number of prices that will change. */
  onCount: (count: number) => void;
};

/** Which prices rise, each with what it costs before and after; what is sent is what the table shows. */
export function RiseItemsField({ items, asked, onCount }: Props) {
  const id = useId();
  const [withInactive, setWithInactive] = useState(false);
  /** Open groups. Plans rise most often; the others would push the fields below far down. */
  const [unfolded, setUnfolded] = useState<ReadonlySet<PriceKind>>(new Set(['plan']));
  const unfold = (kind: PriceKind, open: boolean) =>
    setUnfolded((before) => new Set(open ? [...before, kind] : [...before].filter((one) => one !== kind)));
  const [scheduledShown, setScheduledShown] = useState<PriceKind>();
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
  const tellCount = useEffectEvent(onCount);
  useEffect(() => tellCount(riseRows.length), [riseRows.length]);
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
          const previews = offered.filter((item) => item.kind === kind).map((item) => previewOf(item, asked));
          if (previews.length === 0) return null;
          const scheduled = previews.filter(({ isScheduled }) => isScheduled);
          const group = previews.filter(({ isScheduled }) => !isScheduled).map(({ item }) => item);
          const ticked = group.filter((item) => rows.some((row) => isSameItem(row, item)));
          // A ticked item that is free, or would cost too much, changes only if a price is typed.
          const changing = previews.filter(
            ({ item, unchanged }) =>
              ticked.includes(item) && (!unchanged || riseRows.some((row) => isSameItem(row, item))),
          );
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
                        checked={ticked.length > 0 && ticked.length === group.length}
                        disabled={group.length === 0}
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
                          : `${formatCount(changing.length)} de ${formatCount(group.length)}`}
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
                    <RiseItemRow
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
              {scheduled.length > 0 && (open || ticked.length > 0) && (
                <ScheduledRows
                  items={scheduled}
                  open={scheduledShown === kind}
                  onToggle={() => setScheduledShown(scheduledShown === kind ? undefined : kind)}
                />
              )}
            </tbody>
          );
        })}
      </table>
    </section>
  );
}
