import {
  amountsWords,
  NO_PRESCRIPTION,
  readLine,
  resolveSets,
  setsWords,
  SUPERSET_WORDS,
  writeLine,
  type Prescription,
} from '@pulso/contract/content/sets-line';
import type { ExerciseSet } from '@pulso/contract/content/exercises';
import { SlidersHorizontal } from 'lucide-react';
import { lazy, Suspense, useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { IconButton } from '@pulso/web/ui/controls/button';
import type { ExerciseEntry } from '#features/content/trainings/training-days.rules';
import { controlClass } from '#forms/fields';
import { useField } from '#forms/form';

const SetsEditor = lazy(async () => ({
  default: (await import('#features/content/trainings/sets-editor')).SetsEditor,
}));

const CUSTOM = 'A medida';

/** Chips of a line that was read; sets that no line can say are only named. */
function chipsOf({ sets, superset, note }: Prescription, isLast: boolean): string[] {
  const words = sets === null ? [] : writeLine({ sets, superset, note }) === undefined ? [CUSTOM] : setsWords(sets);
  return [...words, ...(superset && !isLast ? [SUPERSET_WORDS] : []), ...(note ? [note] : [])];
}

type Props = {
  /** The path of this place's sets in the form. */
  name: string;
  entry: ExerciseEntry;
  /** The exercise's own sets, where they are known. */
  own: readonly ExerciseSet[];
  /** A day's last exercise has no next one. */
  isLast: boolean;
  onEdit: (changes: Partial<ExerciseEntry>) => void;
};

/** Sets of an exercise of a day: a line, typed as trainers write it, that becomes chips once it is read. */
export function SetsLineField({ name, entry, own, isLast, onEdit }: Props) {
  const id = useId();
  const { changed } = useField(name);
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [isTyping, setIsTyping] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const { prescription = NO_PRESCRIPTION, line } = entry;
  const chips = chipsOf(prescription, isLast);
  const showsChips = line === undefined && chips.length > 0;
  const problem = line === undefined ? undefined : readLine(line).problem;
  // The form sends nothing while a control refuses what stands in it.
  useEffect(() => input.current?.setCustomValidity(problem ?? ''));

  const type = (text: string) => {
    setIsTyping(true);
    const { prescription: read } = readLine(text);
    onEdit({ line: text, ...(read && { prescription: read }) });
  };
  const leave = () => {
    setIsTyping(false);
    if (line !== undefined && !problem) onEdit({ line: undefined });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // Enter would send the form.
    event.preventDefault();
    flushSync(leave);
    box.current?.querySelector<HTMLElement>('button, input')?.focus();
  };
  const giveBack = () => {
    const written = writeLine(prescription);
    if (written === undefined) return setIsOpen(true);
    flushSync(() => onEdit({ line: written }));
    input.current?.focus();
  };
  const shown = isTyping ? undefined : problem;
  const showsOwn = !showsChips && !line && own.length > 0;
  return (
    <div className="pr-1 pb-1.5 pl-3 sm:pr-2 sm:pl-17">
      <div ref={box} className="flex items-center gap-2">
        {showsChips ? (
          <button
            type="button"
            onClick={giveBack}
            className="flex min-h-11 min-w-0 flex-1 flex-wrap items-center gap-1.5 rounded-control px-1 text-left hover:bg-sunken sm:min-h-10"
          >
            <span className="sr-only">Series:</span>
            {chips.map((words, index) => (
              <span
                key={`${index} ${words}`}
                className={`max-w-full rounded-full px-2.5 py-0.5 text-xs wrap-anywhere ${index === 0 && prescription.sets ? 'bg-accent-soft font-semibold text-accent' : 'bg-grey-soft font-medium text-grey'}`}
              >
                {words}
              </span>
            ))}
          </button>
        ) : (
          <>
            <label htmlFor={id} className="text-xs font-medium text-muted">
              Series
            </label>
            <input
              ref={input}
              id={id}
              name={name}
              value={line ?? ''}
              placeholder={`4x10 60kg 90"`}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              aria-invalid={shown ? true : undefined}
              aria-describedby={shown ? `${id}-error` : showsOwn ? `${id}-own` : undefined}
              onChange={({ target }) => type(target.value)}
              onKeyDown={onKeyDown}
              onBlur={leave}
              className={`${controlClass} h-11 min-w-0 flex-1 sm:h-10`}
            />
          </>
        )}
        <IconButton
          label="Editar series"
          title={`Editar series: ${entry.title}`}
          icon={<SlidersHorizontal aria-hidden className="size-4" />}
          onClick={() => setIsOpen(true)}
        />
      </div>
      {shown && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-sm text-red">
          {shown}
        </p>
      )}
      {showsOwn && (
        <p id={`${id}-own`} className="mt-1 text-xs text-muted">
          Del ejercicio: {amountsWords(resolveSets(null, own))}
        </p>
      )}
      {isOpen && (
        <Suspense>
          <SetsEditor
            title={entry.title}
            prescription={prescription}
            own={own}
            isLast={isLast}
            onSave={(next) => {
              onEdit({ prescription: next, line: undefined });
              changed();
              setIsOpen(false);
            }}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
