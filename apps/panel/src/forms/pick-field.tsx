import { useId, useState, type ReactNode } from 'react';
import { useField } from '#forms/form';
import { plainText } from '#ui/plain-text';
import { SearchBox } from '#ui/search-box';

export type PickOption = { value: number; title: string; detail: ReactNode; aside?: ReactNode };
type Props = {
  name: string;
  label: string;
  options: readonly PickOption[];
  onPick?: (value: number) => void;
  /** In place of the options: while they are awaited, or where there are none. */
  instead?: ReactNode;
};

/** So few are seen at a glance; more need a search. */
const FEW = 8;

/** One of several, each with what there is to know of it, in a list that scrolls. */
export function PickField({ name, label, options, onPick, instead }: Props) {
  const id = useId();
  const { error, clear } = useField(name);
  const [search, setSearch] = useState('');
  const [picked, setPicked] = useState<number>();
  const term = plainText(search.trim());
  // What is chosen stays in sight and in the form, whatever is searched for afterwards.
  const shown = options.filter(({ value, title }) => value === picked || plainText(title).includes(term));
  return (
    <fieldset aria-describedby={error && `${id}-error`} aria-invalid={error ? true : undefined}>
      <legend className="mb-1.5 text-sm font-medium">
        {label}
        <span aria-hidden className="text-red">
          {' '}
          *
        </span>
      </legend>
      {options.length > FEW && (
        <div className="mb-2 flex">
          <SearchBox label={`Buscar: ${label}`} value={search} onChange={setSearch} />
        </div>
      )}
      {instead ?? (
        <div
          data-pick-list
          className={`max-h-60 divide-y divide-line overflow-y-auto rounded-control border ${error ? 'border-red' : 'border-line-strong/50'}`}
        >
          {shown.map(({ value, title, detail, aside }) => (
            <label
              key={value}
              className="flex min-h-12 cursor-pointer items-center gap-3 px-3 py-2 text-sm hover:bg-sunken has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent"
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
                  onPick?.(value);
                }}
              />
              <span className="min-w-0 flex-1">
                <span className="block font-medium break-words">{title}</span>
                <span className="block text-xs text-muted">{detail}</span>
              </span>
              {aside && <span className="font-semibold whitespace-nowrap tabular-nums">{aside}</span>}
            </label>
          ))}
          {shown.length === 0 && <p className="p-3 text-sm text-muted">No se encontró nada con ese nombre</p>}
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
