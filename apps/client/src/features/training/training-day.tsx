import type { MyTraining, MyTrainingDay } from '@pulso/contract/coaching/courses';
import { groupSupersets } from '@pulso/contract/content/day-minutes';
import { setsWords } from '@pulso/contract/content/sets-line';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { Picture } from '@pulso/web/ui/details/picture';
import { Badge } from '@pulso/web/ui/feedback/badge';
import { dayLength, dayTitle } from '#features/words';
import type { Exercise } from '#features/how-to-dialog';

type Props = {
  day: MyTrainingDay;
  exercises: MyTraining['exercises'];
  isNext: boolean;
  startsOpen: boolean;
  onExercise: (exercise: Exercise) => void;
  /** Buttons for the day. */
  children: ReactNode;
};

/** A day of a training, folded below its title. */
export function TrainingDay({ day, exercises, isNext, startsOpen, onExercise, children }: Props) {
  const { is_rest_day, description, places, minutes } = day;
  const [open, setOpen] = useState(startsOpen);
  const id = useId();
  if (is_rest_day)
    return (
      <p className="rounded-card border border-dashed border-line px-5 py-4 text-muted">{dayTitle(day)} · Descanso</p>
    );
  return (
    <section
      aria-labelledby={id}
      className={`overflow-hidden rounded-card border bg-surface ${isNext ? 'border-accent' : 'border-line'}`}
    >
      <h2>
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="flex w-full items-center gap-3 px-5 py-3 text-left"
        >
          <span className="min-w-0 flex-1">
            <span id={id} className="block text-lg font-bold tracking-tight wrap-anywhere">
              {dayTitle(day)}
            </span>
            <span className="block text-sm text-muted">{dayLength({ exercises: places.length, minutes })}</span>
          </span>
          {isNext && <Badge tone="accent">Próximo</Badge>}
          <ChevronDown
            aria-hidden
            className={`size-5 shrink-0 text-muted transition-transform ${open ? 'rotate-180' : ''}`}
          />
        </button>
      </h2>
      {open && (
        <div className="border-t border-line px-5 pt-1 pb-5">
          {description && (
            <p className="py-3 leading-relaxed text-muted wrap-anywhere whitespace-pre-line">{description}</p>
          )}
          <ol>
            {groupSupersets(places).map((group) => (
              <li key={group[0]?.key} className="border-b border-line py-1 last:border-0">
                {group.length > 1 ? (
                  <div className="my-2 rounded-l-control border-l-4 border-accent pl-3">
                    <p className="pt-1 text-sm font-semibold text-accent">Uno después del otro</p>
                    <ol>
                      {group.map((place) => (
                        <li key={place.key}>
                          <PlaceRow place={place} exercise={exercises[place.exercise_id]} onExercise={onExercise} />
                        </li>
                      ))}
                    </ol>
                  </div>
                ) : (
                  group.map((place) => (
                    <PlaceRow
                      key={place.key}
                      place={place}
                      exercise={exercises[place.exercise_id]}
                      onExercise={onExercise}
                    />
                  ))
                )}
              </li>
            ))}
          </ol>
          <div className="mt-4 grid">{children}</div>
        </div>
      )}
    </section>
  );
}

type PlaceProps = {
  place: MyTrainingDay['places'][number];
  exercise: Exercise | undefined;
  onExercise: (exercise: Exercise) => void;
};

/** An exercise with what is asked for; a tap shows how it is done. */
function PlaceRow({ place: { sets, note }, exercise, onExercise }: PlaceProps) {
  const [amounts, ...rest] = setsWords(sets);
  return (
    <button
      type="button"
      onClick={() => exercise && onExercise(exercise)}
      className="flex w-full items-center gap-3 py-2 text-left"
    >
      <Picture src={exercise?.image_url} size="thumb" className="size-16 shrink-0 rounded-control" />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold wrap-anywhere">{exercise?.title ?? 'Ejercicio'}</span>
        <span className="block text-sm wrap-anywhere tabular-nums">
          {amounts && <span className="font-semibold">{amounts}</span>}
          {rest.length > 0 && <span className="text-muted">{` · ${rest.join(' · ')}`}</span>}
        </span>
        {note && <span className="block text-sm text-muted italic wrap-anywhere">{note}</span>}
        <span className="sr-only">Cómo se hace</span>
      </span>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
    </button>
  );
}
