import { exerciseAt, setsAt, skipAt, type SessionSet } from '@pulso/contract/coaching/session';
import { setWords } from '@pulso/contract/coaching/sets';
import type { Place } from '@pulso/contract/coaching/workouts';
import { skipReasonLabels } from '@pulso/contract/coaching/workouts.labels';
import { groupSupersets } from '@pulso/contract/content/day-minutes';
import { Check, CircleCheckBig, Minus, Plus } from 'lucide-react';
import { Button } from '@pulso/web/ui/controls/button';
import { Picture } from '@pulso/web/ui/details/picture';
import { titleAt } from '#features/session/place-words';
import type { Session } from '#features/session/use-session';

type Props = {
  session: Session;
  onChoose: (set: SessionSet) => void;
  onAdd: (place: Place) => void;
  onRemove: (set: SessionSet) => void;
};

/** The exercises of the day with their ticks; a tap goes there, so that any order is possible. */
export function DayList(props: Props) {
  const { workout } = props.session;
  const row = (place: Place) => <PlaceRow {...props} place={place} />;
  return (
    <section aria-labelledby="day" className="mt-8">
      <h2 id="day" className="mb-1 text-lg font-bold tracking-tight wrap-anywhere">
        {workout.title}
      </h2>
      <ol className="divide-y divide-line">
        {groupSupersets(workout.places).map((group) => (
          <li key={group[0]?.key} className="py-2">
            {group.length > 1 ? (
              <div className="my-2 rounded-l-control border-l-4 border-accent pl-3">
                <p className="text-sm font-semibold text-accent">Uno después del otro</p>
                <ol>
                  {group.map((place) => (
                    <li key={place.key} className="py-1">
                      {row(place)}
                    </li>
                  ))}
                </ol>
              </div>
            ) : (
              group.map((place) => <div key={place.key}>{row(place)}</div>)
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function PlaceRow({ session, place, onChoose, onAdd, onRemove }: Props & { place: Place }) {
  const { workout, current, exerciseOf, busy } = session;
  const sets = setsAt(workout, place);
  const done = sets.filter(({ isDone }) => isDone).length;
  const skipped = skipAt(workout, place);
  const isCurrent = current?.place.key === place.key;
  const title = titleAt(session, place);
  const first = sets.find(({ isDone }) => !isDone) ?? sets[0];
  const isOver = sets.length > 0 && done === sets.length;
  return (
    <>
      <button
        type="button"
        aria-current={isCurrent ? 'step' : undefined}
        onClick={() => (first ? onChoose(first) : onAdd(place))}
        className="flex w-full items-center gap-3 py-1 text-left"
      >
        <Picture
          src={exerciseOf(exerciseAt(workout, place).id)?.image_url}
          size="thumb"
          className="size-14 shrink-0 rounded-control"
        />
        <span className="min-w-0 flex-1">
          <span className={`block wrap-anywhere ${isCurrent ? 'font-bold' : 'font-semibold'}`}>{title}</span>
          <span className="block text-sm text-muted tabular-nums">
            {skipped
              ? `Saltado: ${skipReasonLabels[skipped.reason!]}`
              : `${done} de ${sets.length === 1 ? '1 serie' : `${sets.length} series`}`}
          </span>
        </span>
        {isOver && <CircleCheckBig aria-hidden className="size-6 shrink-0 text-green" />}
      </button>
      <div className="flex flex-wrap items-center gap-2 py-1">
        {sets.map((set, index) => (
          <SetChip
            key={set.name}
            set={set}
            number={index + 1}
            title={title}
            isCurrent={current?.name === set.name}
            onChoose={() => onChoose(set)}
          />
        ))}
        {(isCurrent || sets.length === 0) && (
          <Button
            look="quiet"
            className="px-3"
            icon={<Plus aria-hidden className="size-4" />}
            disabled={busy}
            onClick={() => onAdd(place)}
          >
            Agregar serie
          </Button>
        )}
        {isCurrent && current.isAdded && !current.isDone && (
          <Button
            look="quiet"
            className="px-3"
            icon={<Minus aria-hidden className="size-4" />}
            disabled={busy}
            onClick={() => onRemove(current)}
          >
            Quitar serie
          </Button>
        )}
      </div>
    </>
  );
}

type ChipProps = { set: SessionSet; number: number; title: string; isCurrent: boolean; onChoose: () => void };

function SetChip({ set: { isDone, cell }, number, title, isCurrent, onChoose }: ChipProps) {
  const edge = isCurrent ? 'border-2 border-accent' : isDone ? '' : 'border border-line-strong';
  return (
    <button
      type="button"
      aria-current={isCurrent ? 'step' : undefined}
      aria-label={`${title}, serie ${number}${isDone ? `, hecha: ${setWords(cell!)}` : ''}`}
      onClick={onChoose}
      className={`inline-flex size-12 items-center justify-center rounded-control font-semibold tabular-nums ${edge} ${isDone ? 'bg-green-soft text-green' : 'text-muted'}`}
    >
      {isDone ? <Check aria-hidden className="size-5" strokeWidth={2.5} /> : number}
    </button>
  );
}
