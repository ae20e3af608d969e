import { skipAt, type SessionSet } from '@pulso/contract/coaching/session';
import { setWords, type SetValues } from '@pulso/contract/coaching/sets';
import { skipReasonLabels } from '@pulso/contract/coaching/workouts.labels';
import type { ReactNode } from 'react';
import { Picture } from '@pulso/web/ui/details/picture';
import { useTitle } from '@pulso/web/ui/hooks/use-title';
import { shortDay } from '#features/words';
import { HoldClock, type Running } from '#features/session/hold';
import { placeOf } from '#features/session/place-words';
import { Stepper } from '#features/session/stepper';
import type { Session } from '#features/session/use-session';

type Props = {
  session: Session;
  set: SessionSet;
  running: Running | undefined;
  onHeld: () => void;
  /** What else can be done about the exercise. */
  children: ReactNode;
};

/** The set that is due, or was gone to. */
export function SetCard({ session, set, running, onHeld, children }: Props) {
  const { workout, exerciseOf, exerciseIn } = session;
  const { place } = set;
  const { title, number, isSuperset } = placeOf(session, set);
  useTitle(title);
  const skipped = skipAt(workout, place);
  return (
    <section aria-labelledby="exercise">
      <Picture
        src={exerciseOf(exerciseIn(set))?.image_url}
        size="card"
        className="h-[clamp(4rem,100dvh-33rem,11.5rem)] w-full rounded-card"
      />
      <div className={isSuperset ? 'mt-3 rounded-l-control border-l-4 border-accent pl-3' : 'mt-3'}>
        {isSuperset && <p className="text-sm font-semibold text-accent">Uno después del otro</p>}
        <h1
          id="exercise"
          tabIndex={-1}
          className="text-2xl font-bold tracking-tight text-balance wrap-anywhere outline-none"
        >
          {title}
        </h1>
        <p className="mt-0.5 font-semibold text-muted tabular-nums">{number}</p>
        {place.note && <p className="mt-1 wrap-anywhere whitespace-pre-line">{place.note}</p>}
      </div>
      {skipped ? (
        <p className="mt-4 rounded-control bg-yellow-soft p-3 font-medium wrap-anywhere text-yellow">
          Lo saltaste: {skipReasonLabels[skipped.reason!]}
          {skipped.text && ` · ${skipped.text}`}
        </p>
      ) : (
        // As high as the two numbers, in the place of which a hold is counted: the button below it stays where it is.
        <div className="mt-4 flex min-h-41 flex-col justify-center gap-3">
          {running ? <HoldClock running={running} onHeld={onHeld} /> : <Values session={session} set={set} />}
        </div>
      )}
      <p className="mt-2 text-center font-medium wrap-anywhere text-muted tabular-nums">
        <LastTime session={session} set={set} />
      </p>
      {children}
    </section>
  );
}

function Values({ session, set }: { session: Session; set: SessionSet }) {
  const values = session.valuesOf(set);
  const { target } = set;
  const isHold = values.seconds !== null;
  const range = target?.reps_max ? `${target.reps} a ${target.reps_max}` : undefined;
  return (
    <>
      {isHold ? (
        <Stepper
          key={`${set.name} seconds`}
          amount="seconds"
          value={values.seconds}
          hint={minutesOf(values)}
          onChange={(seconds) => session.setValues(set, { ...values, seconds })}
        />
      ) : (
        <Stepper
          key={`${set.name} reps`}
          amount="reps"
          value={values.reps}
          hint={range}
          onChange={(reps) => session.setValues(set, { ...values, reps })}
        />
      )}
      <Stepper
        key={`${set.name} weight`}
        amount="weight"
        value={values.weight}
        onChange={(weight) => session.setValues(set, { ...values, weight })}
      />
    </>
  );
}

/** '15 min' of 900 seconds, in which nobody thinks. */
const minutesOf = ({ seconds }: SetValues) =>
  seconds === null || seconds < 120 ? undefined : setWords({ reps: null, seconds, weight: null });

/** 'La última vez (3/11): 10 × 40 kg': the set of the same number, or its last one. */
function LastTime({ session, set }: { session: Session; set: SessionSet }) {
  const last = session.lastOf(session.exerciseIn(set));
  // Its line is there before it.
  if (last === undefined) return '\u00a0';
  const lifted = last?.sets.find(({ n }) => n === set.n) ?? last?.sets.at(-1);
  if (!last || !lifted) return 'Primera vez';
  return `La última vez (${shortDay(last.day)}): ${setWords(lifted)}`;
}
