import { RotateCw } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { controlClass, FieldFrame, useControl } from '#forms/fields';
import type { Options } from '#forms/use-options';
import { Button } from '#ui/button';
import type { Option } from '#ui/option';
import { SelectControl } from '#ui/select';

type SelectProps = {
  name: string;
  label: string;
  required?: boolean;
  /** The option that is no choice; without it the first one is chosen. */
  prompt?: string;
  options: readonly Option[];
  byDefault?: string | number;
  /** What the stored choice is called while it is not among the options. */
  awaited?: string;
  /** Stands under the field. */
  children?: ReactNode;
};

export function SelectField(props: SelectProps) {
  const { name, label, required, prompt, options, byDefault = '', awaited, children } = props;
  const labelOf = (stored: unknown) => options.find(({ value }) => String(value) === String(stored))?.label ?? '';
  const { id, error, text, note, control } = useControl(name, undefined, labelOf);
  const [picked, setPicked] = useState({ value: text || String(byDefault), label: '' });
  // The options may load late or change: the choice is found again by its value, or else by its label.
  const found =
    options.find(({ value }) => String(value) === picked.value) ??
    options.find((option) => option.label === picked.label);
  // Whoever saves before it is among them keeps what is stored; what was picked here and is gone is to be picked again.
  const isStored = picked.value !== '' && picked.label === '';
  const stored = !found && awaited && isStored ? { value: picked.value, label: awaited } : undefined;
  const current = found ?? stored;
  return (
    <FieldFrame id={id} label={label} required={required} error={error} note={note}>
      <SelectControl
        {...control}
        prompt={prompt}
        options={options}
        kept={stored}
        value={current ? String(current.value) : ''}
        onChange={({ target }) => setPicked({ value: target.value, label: target.selectedOptions[0]?.label ?? '' })}
        required={required}
        className={`${controlClass} h-11`}
      />
      {children}
    </FieldFrame>
  );
}

type LoadedProps = Omit<SelectProps, 'options' | 'awaited' | 'children'> & { list: Options<unknown, string | number> };

/**
 * A choice from the server's list, with a retry where it did not load. What is stored is kept also where the list lacks it:
 * one that was kept for some seconds does not know what somebody else has added since.
 */
export function LoadedSelectField({ list, ...field }: LoadedProps) {
  return (
    <SelectField {...field} options={list.options} awaited={list.isLoading ? 'Cargando…' : 'Sin cambios'}>
      {list.failed && <ListFailed onRetry={list.retry} />}
    </SelectField>
  );
}

/** Under a field whose list did not load. */
export function ListFailed({ onRetry }: { onRetry: () => unknown }) {
  return (
    <div className="mt-1 flex flex-wrap items-center justify-between gap-2 text-xs text-muted">
      <span>No se pudo cargar la lista.</span>
      <Button look="quiet" icon={<RotateCw aria-hidden className="size-4" />} onClick={() => void onRetry()}>
        Reintentar
      </Button>
    </div>
  );
}
