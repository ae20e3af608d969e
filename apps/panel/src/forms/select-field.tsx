import { RotateCw } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button } from '@pulso/web/ui/controls/button';
import { controlClass, FieldFrame, useControl } from '#forms/fields';
import type { Options } from '#forms/use-options';
import type { Option } from '#ui/controls/option';
import { SelectControl } from '#ui/controls/select';

type SelectProps = {
  name: string;
  label: string;
  required?: boolean;
  /** Label of the empty option; without it the first option is chosen. */
  prompt?: string;
  options: readonly Option[];
  byDefault?: string | number;
  /** Label of the stored choice while it is not among the options. */
  awaited?: string;
  /** Content under the field. */
  children?: ReactNode;
};

export function SelectField(props: SelectProps) {
  const { name, label, required, prompt, options, byDefault = '', awaited, children } = props;
  const labelOf = (stored: unknown) => options.find(({ value }) => String(value) === String(stored))?.label ?? '';
  const { id, error, text, note, control } = useControl(name, undefined, labelOf);
  const [picked, setPicked] = useState({ value: text || String(byDefault), label: '' });
  // The options may load late or change: the choice is found again by its value, or else by its label.
  const chosenOption =
    options.find(({ value }) => String(value) === picked.value) ??
    options.find((option) => option.label === picked.label);
  // Saving before the stored choice has loaded keeps it; a choice made here that has vanished must be made again.
  const isStored = picked.value !== '' && picked.label === '';
  const stored = !chosenOption && awaited && isStored ? { value: picked.value, label: awaited } : undefined;
  const current = chosenOption ?? stored;
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
 * A choice from the server's list, with a retry if it did not load. The stored choice is kept even if the list lacks
 * it: a list cached for some seconds does not know what somebody else has added since.
 */
export function LoadedSelectField({ list, ...field }: LoadedProps) {
  return (
    <SelectField {...field} options={list.options} awaited={list.isLoading ? 'Cargando…' : 'Sin cambios'}>
      {list.failed && <ListFailureNote onRetry={list.retry} />}
    </SelectField>
  );
}

/** Message under a field whose list did not load. */
export function ListFailureNote({ onRetry }: { onRetry: () => unknown }) {
  return (
    <div className="mt-1 flex flex-wrap items-center justify-between gap-2 text-xs text-muted">
      <span>No se pudo cargar la lista.</span>
      <Button look="quiet" icon={<RotateCw aria-hidden className="size-4" />} onClick={() => void onRetry()}>
        Reintentar
      </Button>
    </div>
  );
}
