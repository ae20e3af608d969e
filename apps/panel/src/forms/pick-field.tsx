import { LoaderCircle } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { FailureState } from '@pulso/web/ui/feedback/states';
import { useField } from '#forms/form';
import { useResettingState } from '#forms/use-field-value';
import type { Options } from '#forms/use-options';
import { SearchBox } from '#ui/lists/search-box';
import { matchOptions } from '#ui/pickers/find-options';

/** The options, and messages for a list that does not load or is empty. */
export type PickOptions<Row> = { list: Options<Row>; failure: string; none: string };
type Props = {
  name: string;
  label: string;
  /** The field is not rendered without an offer. */
  offer: PickOptions<unknown> | undefined;
  /** Identifies the list, if it may change: the choice is cleared with it. */
  of?: unknown;
};

/** Longer lists get a search box. */
const MAX_OPTIONS_WITHOUT_SEARCH = 8;

/** Placeholder while the options load, or if there are none. */
function optionsPlaceholder({ list, failure, none }: PickOptions<unknown>) {
  if (list.isLoading)
    return (
      <p role="status" aria-busy="true" className="flex items-center gap-2 py-3 text-sm text-muted">
        <LoaderCircle aria-hidden className="size-4 animate-spin" /> Cargando…
      </p>
    );
  if (list.failed) return <FailureState message={failure} onRetry={() => void list.retry()} />;
  return list.options.length === 0 ? <p className="py-3 text-sm text-muted">{none}</p> : undefined;
}

/** A choice of one from a scrolling list, each option with its details. */
export function PickField({ name, label, offer, of }: Props) {
  const id = useId();
  const { error, initial, clear } = useField(name);
  const [search, setSearch] = useState('');
  const [picked, setPicked] = useResettingState(of, initial === undefined ? undefined : Number(initial));
  const field = useRef<HTMLFieldSetElement>(null);
  const options = offer?.list.options ?? [];
  const isLoaded = options.length > 0;
  // A dialog focuses its first choice, which may load a moment later.
  useEffect(() => {
    if (isLoaded && document.activeElement === field.current)
      field.current?.querySelector<HTMLElement>('input[type=radio]')?.focus();
  }, [isLoaded]);
  if (!offer) return null;
  // The chosen option stays visible and in the form, whatever is searched for afterwards.
  const matches = new Set(matchOptions(options, search));
  const shownOptions = options.filter((option) => option.value === picked || matches.has(option));
  return (
    <fieldset
      ref={field}
      data-choices
      tabIndex={-1}
      aria-describedby={error && `${id}-error`}
      aria-invalid={error ? true : undefined}
      className="outline-none"
    >
      <legend className="mb-1.5 text-sm font-medium">
        {label}
        <span aria-hidden className="text-muted">
          {' '}
          *
        </span>
      </legend>
      {options.length > MAX_OPTIONS_WITHOUT_SEARCH && (
        <div className="mb-2 flex">
          <SearchBox label={`Buscar: ${label}`} value={search} onChange={setSearch} />
        </div>
      )}
      {!isLoaded && picked !== undefined && <input type="hidden" name={name} value={picked} />}
      {optionsPlaceholder(offer) ?? (
        <div
          data-pick-list
          className={`max-h-60 divide-y divide-line overflow-y-auto rounded-control border ${error ? 'border-red' : 'border-line-strong'}`}
        >
          {shownOptions.map(({ value, label: title, note, aside }) => (
            <label
              key={value}
              className="flex min-h-12 cursor-pointer items-center gap-3 px-3 py-2 text-sm hover:bg-sunken has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-text"
            >
              <input
                type="radio"
                name={name}
                value={value}
                checked={value === picked}
                className="size-4 shrink-0"
                onChange={() => {
                  clear();
                  setPicked(value);
                }}
              />
              <span className="min-w-0 flex-1">
                <span className="block font-medium break-words">{title}</span>
                <span className="block text-xs text-muted">{note}</span>
              </span>
              {aside && <span className="font-semibold whitespace-nowrap tabular-nums">{aside}</span>}
            </label>
          ))}
          {shownOptions.length === 0 && <p className="p-3 text-sm text-muted">No se encontró nada con ese nombre</p>}
        </div>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-sm text-red">
          {error}
        </p>
      )}
    </fieldset>
  );
}
