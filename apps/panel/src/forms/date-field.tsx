import { Popover } from '@base-ui/react/popover';
import { CalendarDays } from 'lucide-react';
import { lazy, Suspense, useRef, useState, type FormEvent } from 'react';
import { controlClass, FieldFrame, useControl } from '#forms/fields';
import { useField } from '#forms/form';
import { parseTyped, formatTyped, addDateSlashes } from '#forms/text-formats';
import { formatOnBlur, typeText } from '#forms/typed-field';

const Calendar = lazy(async () => ({ default: (await import('#forms/calendar')).Calendar }));

type Props = {
  name: string;
  label: string;
  hint?: string;
  required?: boolean;
  /** The first day that can be picked. */
  min?: string;
  defaultValue?: string;
  /** Called with the ISO date, or with the text while it is not a date yet. */
  onChange?: (date: string) => void;
};

/** Adds slashes while the end is typed, not when the middle is corrected or deleted. */
function addSlashes(event: FormEvent<HTMLInputElement>) {
  const { currentTarget: input, nativeEvent } = event;
  const isTyping = nativeEvent instanceof InputEvent && nativeEvent.inputType.startsWith('insert');
  const atEnd = input.selectionStart === input.value.length;
  const next = addDateSlashes(input.value);
  if (isTyping && atEnd && next !== input.value) input.value = next;
}

/** A date as people here write it, dd/mm/aaaa in a browser of any language; the form reads the ISO date. */
export function DateField({ name, label, hint, required, min, defaultValue, onChange }: Props) {
  const { id, error, note, control } = useControl(name, hint, (stored) => formatTyped('date', stored));
  const { initial } = useField(name);
  const input = useRef<HTMLInputElement>(null);
  const [picking, setPicking] = useState<string>();
  const open = (opening: boolean) =>
    setPicking(opening ? String(parseTyped('date', input.current?.value ?? '')) : undefined);
  const pick = (date: string) => {
    if (input.current) typeText(input.current, formatTyped('date', date));
    open(false);
  };
  return (
    <FieldFrame id={id} label={label} required={required} hint={hint} error={error} note={note}>
      <div className="relative">
        <input
          ref={input}
          {...control}
          data-reads="date"
          min={min}
          defaultValue={formatTyped('date', initial ?? defaultValue)}
          required={required}
          placeholder="dd/mm/aaaa"
          inputMode="numeric"
          autoComplete="off"
          onInput={(event) => {
            addSlashes(event);
            control.onInput();
          }}
          onChange={({ target }) => onChange?.(String(parseTyped('date', target.value)))}
          onBlur={formatOnBlur('date')}
          className={`${controlClass} h-11 pr-11 tabular-nums`}
        />
        <Popover.Root open={picking !== undefined} onOpenChange={open}>
          <Popover.Trigger
            // The field's label names the field alone, so it is left out here.
            aria-label="Abrir el calendario"
            title={`Calendario: ${label}`}
            className="absolute inset-y-0 right-0 inline-flex w-11 items-center justify-center rounded-control text-muted hover:text-text"
          >
            <CalendarDays aria-hidden className="size-5" />
          </Popover.Trigger>
          <Popover.Portal>
            <Popover.Positioner align="end" sideOffset={4} collisionPadding={8} className="z-60">
              <Popover.Popup
                aria-label="Calendario"
                initialFocus={false}
                className="min-h-84 w-82 rounded-card border border-line bg-raised p-2 shadow-float"
              >
                <Suspense
                  fallback={<div role="status" aria-busy="true" aria-label="Cargando" className="skeleton h-80" />}
                >
                  {picking !== undefined && <Calendar chosen={picking} min={min} onPick={pick} />}
                </Suspense>
              </Popover.Popup>
            </Popover.Positioner>
          </Popover.Portal>
        </Popover.Root>
      </div>
    </FieldFrame>
  );
}
