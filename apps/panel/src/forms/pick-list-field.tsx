import { Search } from 'lucide-react';
import { useId, useState } from 'react';
import { controlClass } from '#forms/fields';
import { ListFailureNote } from '#forms/select-field';
import type { Options } from '#forms/use-options';
import { useRows } from '#forms/use-rows';
import { findOptions, describeMoreOptions } from '#ui/pickers/find-options';
import type { Option } from '#ui/controls/option';

type PickedRow = { id: number; title: string };
type Props = {
  name: string;
  label: string;
  /** 'Buscar dietas...' */
  search: string;
  /** Message if there is nothing to pick. */
  none: string;
  list: Options;
  onPick?: () => void;
};

// Picked items come from the form's values, so that they are shown even if the list does not load.
const optionsOf = (picked: PickedRow[] = []) =>
  picked.map((item): Option<number> => ({ value: item.id, label: item.title }));
const idsOf = (picked: readonly Option<number>[]) => picked.map(({ value }) => value);

/** A choice of several: picked items first, the others found by typing. Sent as a list of ids. */
export function PickListField({ name, label, search, none, list, onPick }: Props) {
  const id = useId();
  const { rows: picked, error, arrange, control } = useRows(name, optionsOf, idsOf);
  // Picked items go to the top with the next search, not with the click: nothing moves under the pointer.
  const [pinned, setPinned] = useState(picked);
  const [typed, setTyped] = useState('');
  const { options, isLoading, failed, retry } = list;
  const isPinned = new Set(idsOf(pinned));
  const { shown, more } = findOptions(
    isPinned.size > 0 ? options.filter(({ value }) => !isPinned.has(value)) : options,
    typed,
  );
  const isPicked = new Set(idsOf(picked));

  const toggle = (option: Option<number>) => {
    arrange((before) =>
      isPicked.has(option.value) ? before.filter(({ value }) => value !== option.value) : [...before, option],
    );
    onPick?.();
  };
  const look = (next: string) => {
    setTyped(next);
    setPinned(picked);
  };
  const rows = [...pinned.map((pin) => options.find(({ value }) => value === pin.value) ?? pin), ...shown];
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined} className="min-w-0">
      <legend className="mb-1.5 flex w-full items-baseline justify-between text-sm font-medium">
        {label}
        <span aria-live="polite" className="text-xs font-normal text-muted tabular-nums">
          {picked.length === 1 ? '1 elegido' : `${picked.length} elegidos`}
        </span>
      </legend>
      {control}
      <div className="overflow-hidden rounded-control border border-line-strong has-aria-invalid:border-red">
        <div className="relative border-b border-line">
          <Search
            aria-hidden
            className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted"
          />
          <input
            type="search"
            name={`${name}.buscar`}
            aria-label={search}
            placeholder={search}
            value={typed}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            onChange={(event) => look(event.target.value)}
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            className={`${controlClass} h-11 rounded-none border-0 pl-9`}
          />
        </div>
        <ul
          aria-busy={isLoading || undefined}
          className={`overflow-y-auto p-1 ${failed && rows.length === 0 ? 'h-14' : 'h-60'}`}
        >
          {rows.map((option) => (
            <li key={option.value}>
              <label className="flex min-h-11 items-center gap-3 rounded-control px-2 text-sm hover:bg-sunken">
                <input
                  type="checkbox"
                  aria-labelledby={`${id}-${option.value}`}
                  aria-describedby={option.note && `${id}-${option.value}-note`}
                  checked={isPicked.has(option.value)}
                  onChange={() => toggle(option)}
                  className="size-5 shrink-0"
                />
                <span className="min-w-0 flex-1 py-1.5 break-words">
                  <span id={`${id}-${option.value}`}>{option.label}</span>
                  {option.note && (
                    <span id={`${id}-${option.value}-note`} className="block text-xs text-muted">
                      {option.note}
                    </span>
                  )}
                </span>
              </label>
            </li>
          ))}
          {more > 0 && <li className="px-2 py-2 text-xs text-muted">{describeMoreOptions(more)}</li>}
          {isLoading &&
            [1, 2, 3, 4].map((row) => (
              <li key={row} aria-hidden className="flex min-h-11 items-center gap-3 px-2">
                <span className="skeleton size-5 shrink-0" />
                <span className="skeleton h-4 w-3/5" />
              </li>
            ))}
          {rows.length === 0 && !isLoading && !failed && (
            <li className="px-2 py-3 text-sm text-muted">{typed ? 'No se encontró nada con ese nombre' : none}</li>
          )}
        </ul>
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-sm text-red">
          {error}
        </p>
      )}
      {failed && <ListFailureNote onRetry={retry} />}
    </fieldset>
  );
}
