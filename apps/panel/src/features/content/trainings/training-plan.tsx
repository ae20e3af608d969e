import { setsWords, SUPERSET_WORDS } from '@pulso/contract/content/sets-line';
import type { TrainingDay } from '@pulso/contract/content/trainings';
import { MoonStar } from 'lucide-react';
import { Link } from '@pulso/web/navigation/link';
import { Badge } from '@pulso/web/ui/feedback/badge';
import { addresses } from '#addresses';

const sortByPlace = <T,>(items: readonly T[], place: (item: T) => number) =>
  items.toSorted((one, other) => place(one) - place(other));

/** Summary of the sets ('1 × 12 · Descanso 60 s'), by the exercise's id. */
export type SetLines = ReadonlyMap<number, string>;
type Props = {
  days: readonly TrainingDay[];
  /** Undefined while the sets load: their room is kept, so that nothing moves. */
  setLines: SetLines | undefined;
};

/** The plan day by day, with what is done of each exercise. */
export function TrainingPlan({ days, setLines }: Props) {
  if (days.length === 0)
    return (
      <p className="rounded-card border border-dashed border-line px-6 py-10 text-center text-sm text-muted">
        Este entrenamiento no tiene días asignados.
      </p>
    );
  return (
    <ol className="space-y-4 print:columns-2 print:gap-4 print:space-y-0">
      {sortByPlace(days, (day) => day.day_number).map((day, index) => (
        <li key={day.id} className="break-inside-avoid print:pb-3">
          <Day day={day} number={Number.isNaN(day.day_number) ? index + 1 : day.day_number} setLines={setLines} />
        </li>
      ))}
    </ol>
  );
}

type DayProps = { day: TrainingDay; number: number; setLines: SetLines | undefined };

function Day({ day, number, setLines }: DayProps) {
  const exercises = sortByPlace(day.training_day_exercises, (entry) => entry.order_index);
  return (
    <article
      aria-label={`Día ${number}`}
      className={`rounded-card border border-line p-5 print:px-3 print:py-2 ${day.is_rest_day ? 'bg-sunken' : 'bg-surface'}`}
    >
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-semibold">
          Día {number}
          {!day.is_rest_day && day.title && <span className="font-normal"> · {day.title}</span>}
        </h3>
        {day.is_rest_day ? (
          <Badge tone="blue">
            <MoonStar aria-hidden className="size-3" /> Día de descanso
          </Badge>
        ) : (
          <span className="ml-auto text-xs text-muted tabular-nums">
            {exercises.length} {exercises.length === 1 ? 'ejercicio' : 'ejercicios'}
          </span>
        )}
      </header>
      {!day.is_rest_day && (
        <>
          {day.description && (
            <p className="mt-2 text-sm break-words whitespace-pre-line text-muted print:mt-0.5 print:text-xs">
              {day.description}
            </p>
          )}
          <ol className="mt-3 divide-y divide-line print:mt-1">
            {exercises.map((entry, index) => (
              <Place
                key={entry.id}
                entry={entry}
                number={index + 1}
                follows={exercises[index - 1]?.superset === true}
                setLines={setLines}
              />
            ))}
          </ol>
        </>
      )}
    </article>
  );
}

type PlaceProps = {
  entry: TrainingDay['training_day_exercises'][number];
  number: number;
  /** True if the exercise before is done in turns with this one. */
  follows: boolean;
  setLines: SetLines | undefined;
};

/** An exercise of the day with its sets: those of this place, else its own. */
function Place({ entry, number, follows, setLines }: PlaceProps) {
  const { exercise, exercise_id, sets, superset = false, note } = entry;
  const ownLine = sets ? undefined : setLines?.get(exercise_id);
  const keepsRoom = !sets && setLines?.has(exercise_id) !== false;
  return (
    <li className="relative flex min-h-11 items-center gap-3 py-1.5 text-sm print:grid print:min-h-0 print:grid-cols-[minmax(5rem,1fr)_fit-content(60%)_3.5rem] print:items-end print:gap-x-2 print:gap-y-0 print:py-0.5 print:pl-5 print:text-xs">
      {(superset || follows) && <Bracket isFirst={!follows} isLast={!superset} />}
      <span
        aria-hidden
        className="flex size-7 shrink-0 items-center justify-center rounded-full bg-sunken text-xs font-semibold tabular-nums print:absolute print:top-0.5 print:left-0 print:size-auto print:bg-transparent print:text-muted"
      >
        {number}
      </span>
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 print:contents">
        {exercise?.title ? (
          <Link
            to={addresses.exercises.detail(exercise_id)}
            className={`inline-flex min-h-11 min-w-11 items-center break-words hover:underline print:min-h-0 print:min-w-0 print:p-0 ${keepsRoom ? 'max-sm:pb-4.5' : ''}`}
          >
            {exercise.title}
          </Link>
        ) : (
          <span className="text-muted italic">Ejercicio no disponible</span>
        )}
        {exercise?.title && ownLine && (
          <span
            title={ownLine}
            className="ml-auto shrink-0 text-muted tabular-nums max-sm:pointer-events-none max-sm:absolute max-sm:right-0 max-sm:bottom-2 max-sm:left-10 max-sm:truncate max-sm:text-xs sm:max-w-3/5 sm:text-right print:static print:max-w-none print:font-medium print:text-text"
          >
            {ownLine}
          </span>
        )}
        {sets && (
          <span className="text-muted tabular-nums max-sm:-mt-2 max-sm:w-full max-sm:pb-1 max-sm:text-xs sm:ml-auto sm:max-w-3/5 sm:text-right print:mt-0 print:max-w-none print:p-0 print:font-medium print:text-text">
            {setsWords(sets).join(' · ')}
          </span>
        )}
        {note && (
          <span className="w-full pb-1.5 text-xs wrap-anywhere text-muted italic print:col-span-2 print:pb-0">
            {note}
          </span>
        )}
      </div>
      {superset && <span className="sr-only">{SUPERSET_WORDS}</span>}
      {/* Room for the kilos done, by hand. */}
      <span
        aria-hidden
        className="hidden border-b border-text text-right text-[0.625rem] text-muted print:col-start-3 print:row-start-1 print:block print:after:content-['kg']"
      />
    </li>
  );
}

/** The bracket around what is done in turns, drawn piece by piece beside its rows. */
function Bracket({ isFirst, isLast }: { isFirst: boolean; isLast: boolean }) {
  return (
    <span
      aria-hidden
      data-bracket
      className={`absolute -left-2.5 w-1.5 border-l-2 border-accent print:-left-2 print:w-1 print:border-text ${isFirst ? 'top-2 rounded-tl border-t-2' : '-top-px'} ${isLast ? 'bottom-2 rounded-bl border-b-2' : '-bottom-px'}`}
    />
  );
}
