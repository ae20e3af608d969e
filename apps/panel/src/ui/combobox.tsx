import { Combobox as Base } from '@base-ui/react/combobox';
import { Check, ChevronDown } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { plainText } from '#ui/plain-text';

export type ComboboxOption = { value: string; label: string };
type Props = {
  label: string;
  options: ComboboxOption[];
  value: ComboboxOption | null;
  onChange: (option: ComboboxOption | null) => void;
  placeholder?: string;
};

/** One of many, found by typing a part of its name; case and accents do not matter. */
export function Combobox({ label, options, value, onChange, placeholder = 'Escribe para buscar' }: Props) {
  const id = useId();
  return (
    <Base.Root
      items={options}
      value={value}
      onValueChange={onChange}
      filter={(option, typed) => plainText(option.label).includes(plainText(typed.trim()))}
    >
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <Base.InputGroup className="relative">
        <Base.Input
          id={id}
          placeholder={placeholder}
          className="h-11 w-full rounded-control border border-line-strong/50 bg-surface pr-11 pl-3 text-sm"
        />
        <Base.Trigger
          aria-label="Mostrar las opciones"
          className="absolute top-0 right-0 inline-flex size-11 items-center justify-center text-muted"
        >
          <ChevronDown aria-hidden className="size-4" />
        </Base.Trigger>
      </Base.InputGroup>
      <OptionsPopup>
        <Base.List className="max-h-60 overflow-y-auto p-1 empty:hidden">
          {(option: ComboboxOption) => (
            <Base.Item
              key={option.value}
              value={option}
              className="flex min-h-11 items-center gap-2 rounded-control px-3 text-sm data-highlighted:bg-accent-soft data-highlighted:text-accent"
            >
              <span className="min-w-0 flex-1 truncate">{option.label}</span>
              <Base.ItemIndicator>
                <Check aria-hidden className="size-4" />
              </Base.ItemIndicator>
            </Base.Item>
          )}
        </Base.List>
      </OptionsPopup>
    </Base.Root>
  );
}

/** Where the options appear, under their field; with words for a search that finds none. */
export function OptionsPopup({ children }: { children: ReactNode }) {
  return (
    <Base.Portal>
      <Base.Positioner sideOffset={4} className="z-60">
        <Base.Popup className="w-(--anchor-width) rounded-card border border-line bg-raised shadow-float">
          <Base.Empty className="px-3 py-4 text-sm text-muted empty:hidden">
            No se encontró nada con ese nombre
          </Base.Empty>
          {children}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}
