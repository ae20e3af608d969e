import type { PriceKind, RiseRow } from '@pulso/contract/billing/prices';
import { MISSING_VALUE, displayName } from '@pulso/contract/kit/labels';
import { formatAmount, formatMoney, parseMoneyText } from '@pulso/contract/kit/money';
import { useId } from 'react';
import { Badge } from '@pulso/web/ui/feedback/badge';
import { differenceOf, type Preview } from '#features/billing/prices/prices.rules';
import { controlClass } from '#forms/fields';
import { formatCount } from '#ui/text/numbers';

/** A ticked item, with what was typed over its computed price. */
export type PickedItem = { kind: PriceKind; id: number; typed?: string };

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

/** One price of a new rise: its tick, before, after (editable once ticked), difference and clients. */
export function RiseItemRow({ preview, picked, row, name, error, onTick, onType }: RowProps) {
  const id = useId();
  const { item, before, after, unchanged } = preview;
  const title = displayName(item.title);
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
          <span className="min-w-0 wrap-anywhere">
            <span>{title}</span>
            {picked && unchanged && <span className="block text-xs text-pretty text-muted">{unchanged}</span>}
          </span>
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
        {picked ? (
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
              onFocus={(event) => event.target.select()}
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
          <span className="text-muted">{MISSING_VALUE}</span>
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

/** Items with a price for that very day already: another rise cannot change them, so they have no tick. */
export function ScheduledRows({ items, open, onToggle }: { items: Preview[]; open: boolean; onToggle: () => void }) {
  const count = items.length === 1 ? '1 ya cambia ese día' : `${formatCount(items.length)} ya cambian ese día`;
  return (
    <tr className="border-t border-line text-muted max-sm:block">
      <td colSpan={5} className="px-5 max-sm:block">
        <button
          type="button"
          aria-expanded={open}
          onClick={onToggle}
          className="inline-flex min-h-11 items-center gap-1 hover:text-text"
        >
          {count} · <span className="font-medium underline underline-offset-4">{open ? 'Ocultar' : 'Ver'}</span>
        </button>
        {open && (
          <ul className="pb-3">
            {items.map(({ item, before }) => (
              <li key={item.id} className="flex flex-wrap justify-between gap-x-4 py-1">
                <span className="min-w-0 wrap-anywhere">{displayName(item.title)}</span>
                <span className="whitespace-nowrap tabular-nums">desde ese día {formatMoney(before)}</span>
              </li>
            ))}
          </ul>
        )}
      </td>
    </tr>
  );
}
