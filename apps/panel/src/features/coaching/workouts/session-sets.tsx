import { exerciseAt, setsAt, skipAt, titleOfSet, type SessionSet } from '@pulso/contract/coaching/session';
import { setWords } from '@pulso/contract/coaching/sets';
import type { Place, Workout } from '@pulso/contract/coaching/workouts';
import { skipReasonLabels, type SkipReason } from '@pulso/contract/coaching/workouts.labels';
import { SUPERSET_WORDS } from '@pulso/contract/content/sets-line';
import { Check } from 'lucide-react';
import { Badge } from '@pulso/web/ui/feedback/badge';

/** Why an exercise was left out; pain is what a trainer has to see. */
export function SkipBadge({ reason }: { reason: SkipReason }) {
  return <Badge tone={reason === 'pain' ? 'yellow' : 'grey'}>Saltado: {skipReasonLabels[reason]}</Badge>;
}

const titleOf = (title: string | undefined) => title || 'Ejercicio';

function SetRow({ set, exerciseId }: { set: SessionSet; exerciseId: number }) {
  const { n, target, isAdded, isDone, cell, place } = set;
  return (
    <tr className="border-t border-line">
      <th scope="row" className="py-1.5 text-left font-normal text-muted">
        {n}
      </th>
      <td className="py-1.5 pr-2">{isAdded ? 'Agregada' : target && setWords(target)}</td>
      <td className="py-1.5">
        {isDone && cell ? (
          <span className="flex gap-1.5 font-semibold">
            <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-green" />
            <span className="min-w-0 wrap-anywhere">
              {setWords(cell)}
              {cell.exercise_id !== exerciseId && (
                <span className="block text-xs font-normal text-muted">
                  {titleOfSet(cell, place) ?? 'Otro ejercicio'}
                </span>
              )}
            </span>
          </span>
        ) : (
          <span className="text-muted">No hecha</span>
        )}
      </td>
    </tr>
  );
}

function PlaceSets({ workout, place }: { workout: Workout; place: Place }) {
  const exercise = exerciseAt(workout, place);
  const skip = skipAt(workout, place);
  const title = titleOf(exercise.title);
  const sets = setsAt(workout, place);
  return (
    <li className="min-w-0">
      <p className="font-semibold wrap-anywhere">{title}</p>
      <div className="text-sm text-muted">
        {exercise.id !== place.exercise_id && <p className="wrap-anywhere">En lugar de {titleOf(place.title)}</p>}
        {place.superset && <p>{SUPERSET_WORDS}</p>}
        {place.note && <p className="wrap-anywhere">{place.note}</p>}
      </div>
      {skip?.reason && (
        <p className="mt-1 flex flex-wrap items-center gap-2 text-sm">
          <SkipBadge reason={skip.reason} />
          {skip.text && <span className="min-w-0 wrap-anywhere">{skip.text}</span>}
        </p>
      )}
      {sets.length > 0 && (
        <table className="mt-1 w-full table-fixed text-sm tabular-nums">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr className="text-left text-xs text-muted">
              <th scope="col" className="w-10 py-1 font-medium">
                Serie
              </th>
              <th scope="col" className="py-1 pr-2 font-medium">
                Planeado
              </th>
              <th scope="col" className="py-1 font-medium">
                Hecho
              </th>
            </tr>
          </thead>
          <tbody>
            {sets.map((set) => (
              <SetRow key={set.name} set={set} exerciseId={exercise.id} />
            ))}
          </tbody>
        </table>
      )}
    </li>
  );
}

/** A session, planned against done, set by set. */
export function SessionSets({ workout }: { workout: Workout }) {
  if (workout.places.length === 0)
    return <p className="text-sm text-muted">Marcado como hecho, sin series anotadas.</p>;
  return (
    <div className="@container">
      <ol className="grid grid-cols-1 gap-x-8 gap-y-5 @lg:grid-cols-2">
        {workout.places.map((place) => (
          <PlaceSets key={place.key} workout={workout} place={place} />
        ))}
      </ol>
    </div>
  );
}
