import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { Combobox } from '#ui/pickers/combobox';
import { findOptions } from '#ui/pickers/find-options';
import type { Option } from '#ui/controls/option';

const NOTHING_FOUND = 'No se encontró nada con ese nombre';
const CLOSED_RESULT = { shown: [], more: 0 };

type Props = {
  label: string;
  /** Name by which the form focuses the control. */
  name?: string;
  options: readonly Option<number>[];
  onPick: (option: Option<number>) => void;
  error?: string;
  /** If given, the caller searches for the typed text itself and passes matching options. */
  onType?: (typed: string) => void;
  /** Search of the caller, instead of the one by the options' names. */
  suggest?: (typed: string) => ReturnType<typeof findOptions<number>>;
  none?: string;
};

/** Picks several out of many, one by one, by typing a part of the name; the picked ones are shown elsewhere. */
export function Picker({ label, name, options, onPick, error, onType, suggest, none = NOTHING_FOUND }: Props) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  // A closed list need not be searched: there may be thousands of options.
  const search = () => (suggest ? suggest(typed) : onType ? { shown: options, more: 0 } : findOptions(options, typed));
  const { shown, more } = open ? search() : CLOSED_RESULT;
  const type = (next: string) => {
    setTyped(next);
    onType?.(next);
  };
  return (
    <>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <div className="relative">
        <Plus aria-hidden className="pointer-events-none absolute top-3.5 left-3 z-1 size-4 text-muted" />
        <Combobox
          id={id}
          name={name}
          placeholder="Escribe para buscar"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className="h-11 w-full rounded-control border border-line-strong bg-surface pr-3 pl-9 text-sm aria-invalid:border-red"
          typed={typed}
          onType={type}
          open={open}
          onOpen={setOpen}
          options={shown}
          more={more}
          none={none}
          onPick={onPick}
        />
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-sm text-red">
          {error}
        </p>
      )}
    </>
  );
}
