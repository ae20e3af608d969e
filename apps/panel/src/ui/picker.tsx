import { Combobox as Base } from '@base-ui/react/combobox';
import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { findOptions, moreWords } from '#ui/find-options';
import type { Option } from '#ui/option';

const NOTHING = 'No se encontró nada con ese nombre';
const CLOSED = { shown: [], more: 0 };

type Props = {
  label: string;
  /** The form focuses it by this name. */
  name?: string;
  options: readonly Option<number>[];
  onPick: (option: Option<number>) => void;
  error?: string;
  /** Who looks for them elsewhere is told what was typed, and gives options that fit. */
  onType?: (typed: string) => void;
  none?: string;
};

/** Picks one after another out of many, found by typing a part of the name; what was picked stands elsewhere. */
export function Picker({ label, name, options, onPick, error, onType, none = NOTHING }: Props) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  // Closed, it need not search thousands.
  const { shown, more } = !open ? CLOSED : onType ? { shown: options, more: 0 } : findOptions(options, typed);
  const type = (next: string) => {
    setTyped(next);
    onType?.(next);
  };
  return (
    <Base.Root
      items={shown}
      filter={null}
      value={null}
      onValueChange={(option: Option<number> | null) => option && onPick(option)}
      inputValue={typed}
      // Base UI would put the picked name into the search.
      onInputValueChange={(next, { reason }) => type(reason === 'item-press' ? '' : next)}
      open={open}
      onOpenChange={setOpen}
      autoHighlight
    >
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <Base.InputGroup className="relative">
        <Plus aria-hidden className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted" />
        <Base.Input
          id={id}
          name={name}
          placeholder="Escribe para buscar"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          // Enter picks; it must not submit the form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          className="h-11 w-full rounded-control border border-line-strong/50 bg-surface pr-3 pl-9 text-sm aria-invalid:border-red"
        />
      </Base.InputGroup>
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-sm text-red">
          {error}
        </p>
      )}
      <Base.Portal>
        <Base.Positioner sideOffset={4} className="z-60">
          <Base.Popup className="w-(--anchor-width) rounded-card border border-line bg-raised shadow-float">
            <Base.Empty className="px-3 py-4 text-sm text-muted empty:hidden">{none}</Base.Empty>
            <Base.List className="max-h-60 overflow-y-auto p-1 empty:hidden">
              {(option: Option<number>) => (
                <Base.Item
                  key={option.value}
                  value={option}
                  className="flex min-h-11 items-center gap-3 rounded-control px-3 text-sm data-highlighted:bg-accent-soft data-highlighted:text-accent"
                >
                  <span className="min-w-0 flex-1 truncate">{option.label}</span>
                  {option.note && <span className="shrink-0 text-xs text-muted">{option.note}</span>}
                </Base.Item>
              )}
            </Base.List>
            {more > 0 && <p className="border-t border-line px-4 py-2 text-xs text-muted">{moreWords(more)}</p>}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
