import { bodyParts } from '@pulso/contract/catalogue/body-parts';
import { EXERCISE_SYNONYMS } from '@pulso/contract/content/exercise-synonyms';
import type { Exercise } from '@pulso/contract/content/exercises';
import { foldName } from '@pulso/contract/content/find-exercises';
import {
  readRoutine,
  type Routine,
  type RoutineDay,
  type RoutineExercise,
  type RoutineText,
} from '@pulso/contract/content/read-routine';
import { setsWords, SUPERSET_WORDS } from '@pulso/contract/content/sets-line';
import { Check } from 'lucide-react';
import { useDeferredValue, useId, useMemo, useState } from 'react';
import { Button } from '@pulso/web/ui/controls/button';
import { Dialog } from '@pulso/web/ui/dialogs/dialog';
import { Badge } from '@pulso/web/ui/feedback/badge';
import { addresses } from '#addresses';
import {
  choiceOf,
  countLines,
  linesOf,
  titleOfDay,
  titleOfNew,
  toPlan,
  type Choice,
  type Choices,
} from '#features/content/trainings/routine.rules';
import type { PlannedDay } from '#features/content/trainings/training-days.rules';
import { deleteDraft, readDraft, saveDraft } from '#forms/drafts';
import { controlClass } from '#forms/fields';
import { ListFailureNote } from '#forms/select-field';
import { useOptions, type Options } from '#forms/use-options';
import { SelectControl } from '#ui/controls/select';

const TITLE = 'Pegar una rutina';
/** The pasted text, until it is used. */
const DRAFT = `${addresses.trainings.list}#${TITLE}`;
const EXAMPLE = `Día 1 - Piernas
Sentadilla 4x10 60kg 90"
A1) Prensa 4x12
A2) Gemelos 4x20

Día 2 - Torso
Press banca 4x8
…`;

const partMapping = { failure: 'Error al cargar las partes del cuerpo' };
const countText = (count: number, one: string, several: string) => `${count} ${count === 1 ? one : several}`;

type Props = {
  exercises: Options<Exercise>;
  idForNew: (title: string, others: readonly PlannedDay[]) => number;
  onUse: (days: PlannedDay[]) => void;
  onClose: () => void;
};

/** A box for a routine copied from elsewhere, and beside it what is read in it; nothing is stored before 'Usar'. */
export function RoutineDialog({ exercises, idForNew, onUse, onClose }: Props) {
  const id = useId();
  const [text, setText] = useState(() => {
    const kept = readDraft(DRAFT)?.mine.text;
    return typeof kept === 'string' ? kept : '';
  });
  const [choices, setChoices] = useState<Choices>(new Map());
  const [part, setPart] = useState('');
  const [asksPart, setAsksPart] = useState(false);
  const parts = useOptions(bodyParts, partMapping);
  const deferred = useDeferredValue(text);
  const { routine, problem } = useMemo(
    () => readRoutine(deferred, exercises.rows, EXERCISE_SYNONYMS),
    [deferred, exercises.rows],
  );
  const count = routine && countLines(routine, choices);
  const isEmpty = !routine || routine.days.length === 0;
  const needsPart = count !== undefined && count.news > 0;

  const type = (next: string) => {
    setText(next);
    saveDraft(DRAFT, { mine: { text: next }, version: undefined, isPartial: false });
  };
  const choose = (name: string, choice: Choice) => setChoices((before) => new Map(before).set(foldName(name), choice));
  const apply = () => {
    if (!routine || isEmpty) return document.getElementById(id)?.focus();
    if (needsPart && part === '') {
      setAsksPart(true);
      return document.getElementById(`${id}-part`)?.focus();
    }
    deleteDraft(DRAFT);
    onUse(toPlan(routine, choices, { part: part === '' ? undefined : Number(part), idForNew }));
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={TITLE}
      className="max-w-6xl"
      footer={
        <>
          <p role="status" className="mr-auto self-center text-sm text-muted tabular-nums">
            {routine && count && !isEmpty && summaryOf(routine, count)}
          </p>
          <Button onClick={onClose}>Cancelar</Button>
          <Button look="primary" onClick={apply}>
            Usar
          </Button>
        </>
      }
    >
      <div className="grid gap-x-6 gap-y-4 p-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <div className="lg:sticky lg:top-5 lg:self-start">
          <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
            Rutina
          </label>
          <textarea
            id={id}
            data-typed-at-once
            value={text}
            placeholder={EXAMPLE}
            spellCheck={false}
            aria-describedby={`${id}-hint`}
            aria-invalid={problem ? true : undefined}
            onChange={({ target }) => type(target.value)}
            className={`${controlClass} block h-56 resize-y py-2.5 font-mono text-sm lg:h-[calc(100dvh-22rem)] lg:min-h-72`}
          />
          <p id={`${id}-hint`} className="mt-1.5 text-xs text-muted">
            Cópiala de una planilla o de un chat, tal como está. Nada se guarda hasta que guardes el entrenamiento.
          </p>
          {problem && (
            <p role="alert" className="mt-1 text-sm text-red">
              {problem}
            </p>
          )}
        </div>
        <section aria-label="Lo que se lee" className="min-w-0 space-y-4">
          {exercises.failed && <ListFailureNote onRetry={exercises.retry} />}
          {needsPart && (
            <div className="rounded-card border border-line bg-sunken p-3">
              <label htmlFor={`${id}-part`} className="mb-1.5 block text-sm font-medium">
                {count.news === 1
                  ? 'Parte del cuerpo del ejercicio nuevo'
                  : `Parte del cuerpo de los ${count.news} ejercicios nuevos`}{' '}
                *
              </label>
              <SelectControl
                id={`${id}-part`}
                prompt="Selecciona una parte del cuerpo"
                options={parts.options}
                value={part}
                onChange={({ target }) => setPart(target.value)}
                aria-invalid={asksPart && part === '' ? true : undefined}
                aria-describedby={`${id}-part-note`}
                className={`${controlClass} h-11`}
              />
              <p id={`${id}-part-note`} className="mt-1.5 text-xs">
                {asksPart && part === '' ? (
                  <span role="alert" className="text-sm text-red">
                    La parte del cuerpo es obligatoria
                  </span>
                ) : (
                  <span className="text-muted">En el formulario puedes cambiarla para cada uno.</span>
                )}
              </p>
              {parts.failed && <ListFailureNote onRetry={parts.retry} />}
            </div>
          )}
          {isEmpty && !problem && (
            <p className="rounded-card border border-dashed border-line p-6 text-center text-sm text-muted">
              Aquí ves los días y los ejercicios a medida que pegas.
            </p>
          )}
          {routine && <Texts texts={routine.preface} />}
          {routine?.days.map((day, index) => (
            <DayReview key={index} day={day} number={index + 1} choices={choices} onChoose={choose} />
          ))}
        </section>
      </div>
    </Dialog>
  );
}

function summaryOf(routine: Routine<Exercise>, { exercises, guesses, news, problems }: ReturnType<typeof countLines>) {
  const words = [
    countText(routine.days.length, 'día', 'días'),
    countText(exercises, 'ejercicio', 'ejercicios'),
    guesses > 0 && countText(guesses, 'por confirmar', 'por confirmar'),
    news > 0 && countText(news, 'nuevo', 'nuevos'),
    problems > 0 && countText(problems, 'sin entender', 'sin entender'),
    linesOf(routine).length > exercises && `${linesOf(routine).length - exercises} sin usar`,
  ];
  return words.filter(Boolean).join(' · ');
}

type DayProps = {
  day: RoutineDay<Exercise>;
  number: number;
  choices: Choices;
  onChoose: (name: string, choice: Choice) => void;
};

function DayReview({ day: { title, isRest, items }, number, choices, onChoose }: DayProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={`rounded-card border border-line ${isRest ? 'bg-sunken' : 'bg-surface'}`}>
      <h3 id={id} className="flex flex-wrap items-center gap-2 px-3 py-2 text-sm font-semibold wrap-anywhere sm:px-4">
        <span className="text-muted">Día {number}</span>
        {titleOfDay(title)}
        {isRest && <Badge tone="grey">Descanso</Badge>}
      </h3>
      <ul className="divide-y divide-line border-t border-line empty:hidden">
        {items.map((item, index) =>
          item.kind === 'exercise' ? (
            <ExerciseReview key={index} line={item} choices={choices} onChoose={onChoose} />
          ) : (
            <li key={index} className="px-3 py-2 sm:px-4">
              <TextReview text={item} isRest={isRest} />
            </li>
          ),
        )}
      </ul>
    </section>
  );
}

const Texts = ({ texts }: { texts: RoutineText[] }) => (
  <ul className="space-y-1 empty:hidden">
    {texts.map((text, index) => (
      <li key={index}>
        <TextReview text={text} isRest={false} />
      </li>
    ))}
  </ul>
);

function TextReview({ text: { typed, isOfDay }, isRest }: { text: RoutineText; isRest: boolean }) {
  return (
    <p className="text-xs wrap-anywhere whitespace-pre-wrap text-muted">
      <span className="font-medium">{isOfDay && !isRest ? 'En la descripción del día: ' : 'No se usa: '}</span>
      {typed}
    </p>
  );
}

const chipClass =
  'inline-flex min-h-11 max-w-full items-center gap-1.5 rounded-full border px-3 text-left text-sm wrap-anywhere sm:min-h-8 sm:text-xs';
const takenClass = {
  found: 'border-transparent bg-green-soft text-green font-semibold',
  guess: 'border-transparent bg-yellow-soft text-yellow font-semibold',
  new: 'border-transparent bg-blue-soft text-blue font-semibold',
  none: 'border-transparent bg-grey-soft text-grey font-semibold',
};

function ExerciseReview({
  line,
  choices,
  onChoose,
}: Omit<DayProps, 'day' | 'number'> & { line: RoutineExercise<Exercise> }) {
  const { typed, name, match, prescription, problem } = line;
  const choice = choiceOf(line, choices);
  const isConfirmed = choices.has(foldName(name));
  const { sets, superset, note } = prescription;
  const chips = [...(sets ? setsWords(sets) : []), ...(superset ? [SUPERSET_WORDS] : []), ...(note ? [note] : [])];
  const offered: Choice[] = [...(match.exercise ? [match.exercise] : []), ...match.others, 'new', 'none'];
  return (
    <li className="space-y-2 px-3 py-2.5 sm:px-4">
      <p
        className={`font-mono text-xs wrap-anywhere whitespace-pre-wrap ${problem ? 'rounded-control bg-yellow-soft p-2 text-yellow' : 'text-muted'}`}
      >
        {typed}
        {problem && <span className="block font-sans font-medium">{problem}. Queda en la nota.</span>}
      </p>
      <div role="group" aria-label={`Ejercicio de «${name}»`} className="flex flex-wrap gap-1.5">
        {match.kind === 'found' && !isConfirmed ? (
          <span className={`${chipClass} ${takenClass.found} sm:min-h-6`}>
            <Check aria-hidden className="size-3.5 shrink-0" />
            {match.exercise.title}
          </span>
        ) : (
          offered.map((one) => {
            const isTaken =
              one === choice || (typeof one === 'object' && typeof choice === 'object' && one.id === choice.id);
            const kind = typeof one === 'string' ? one : isConfirmed || match.kind === 'found' ? 'found' : 'guess';
            return (
              <button
                key={typeof one === 'string' ? one : one.id}
                type="button"
                aria-pressed={isTaken}
                onClick={() => onChoose(name, one)}
                className={`${chipClass} ${isTaken ? takenClass[kind] : 'border-line text-muted hover:bg-sunken hover:text-text'}`}
              >
                {isTaken && kind !== 'guess' && <Check aria-hidden className="size-3.5 shrink-0" />}
                {wordsOf(one, { name, isTaken, isGuess: kind === 'guess' })}
              </button>
            );
          })
        )}
      </div>
      {chips.length > 0 && (
        <p className="flex flex-wrap gap-1.5">
          {chips.map((words, index) => (
            <span
              key={index}
              className={`max-w-full rounded-full px-2.5 py-0.5 text-xs wrap-anywhere ${index === 0 && sets ? 'bg-accent-soft font-semibold text-accent' : 'bg-grey-soft font-medium text-grey'}`}
            >
              {words}
            </span>
          ))}
        </p>
      )}
    </li>
  );
}

function wordsOf(choice: Choice, { name, isTaken, isGuess }: { name: string; isTaken: boolean; isGuess: boolean }) {
  if (choice === 'none') return 'No usar';
  if (choice === 'new') return isTaken ? `Se crea inactivo: «${titleOfNew(name)}»` : 'Crear nuevo';
  return isTaken && isGuess ? `¿${choice.title}?` : choice.title;
}
