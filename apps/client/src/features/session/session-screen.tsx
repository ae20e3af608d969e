import type { MyTraining } from '@pulso/contract/coaching/courses';
import { endOf, lastDone, setsInOrder, setsLeft } from '@pulso/contract/coaching/session';
import type { Workout } from '@pulso/contract/coaching/workouts';
import { useEffect, useState } from 'react';
import { LinkButton } from '@pulso/web/ui/controls/links';
import { EmptyState } from '@pulso/web/ui/feedback/states';
import { useTitle } from '@pulso/web/ui/hooks/use-title';
import { addresses } from '#addresses';
import { useAnswer } from '#http/answers';
import { serverNow } from '#http/server-clock';
import { openWorkoutOf, type LogState } from '#device/log';
import { unlockSound } from '#device/signals';
import { useLog } from '#device/use-log';
import { keepAwake } from '#device/wake-lock';
import { Finish, Finished } from '#features/session/finish';
import { SetsView, useSpokenSet } from '#features/session/sets-view';
import { UnusualLine } from '#features/session/unusual-line';
import { useSession } from '#features/session/use-session';

/** The open session, and its end. */
export function SessionScreen() {
  const log = useLog();
  const [shown, setShown] = useState<Workout>();
  const found = log?.workouts.find(({ workout }) => workout.id === shown?.id)?.workout;
  const workout = found ?? (log && openWorkoutOf(log.workouts, serverNow())) ?? shown;
  if (workout !== shown) setShown(workout);
  if (!log) return <Skeleton />;
  const end = workout && endOf(workout);
  if (!workout || end?.gone || end?.ended_at)
    return (
      <>
        <UnusualLine />
        {workout && end?.ended_at && !end.gone ? <Finished workout={workout} endedAt={end.ended_at} /> : <NoSession />}
      </>
    );
  return <OpenSession key={workout.id} workout={workout} kept={log.workouts} />;
}

function OpenSession({ workout, kept }: { workout: Workout; kept: LogState['workouts'] }) {
  const { data: training } = useAnswer<MyTraining>(
    workout.course === null ? undefined : `my/training/${workout.course}`,
  );
  const session = useSession(workout, kept, training);
  const [isFinishing, setFinishing] = useState(false);
  const sets = setsInOrder(workout);
  const isOver = sets.length > 0 && setsLeft(workout).length === 0 && !session.current;
  useEffect(keepAwake, []);
  useEffect(() => {
    document.addEventListener('click', unlockSound);
    return () => document.removeEventListener('click', unlockSound);
  }, []);
  useSpokenSet(session);
  // Once all of them are done the session leads to its end by itself.
  if (isFinishing || isOver) {
    const goBack = () => {
      setFinishing(false);
      const last = lastDone(workout) ?? sets[0];
      if (!session.current && last) session.choose(last);
    };
    return (
      <>
        <UnusualLine />
        <Finish session={session} onBack={goBack} />
      </>
    );
  }
  return <SetsView session={session} onFinish={() => setFinishing(true)} />;
}

function NoSession() {
  useTitle('Entrenar');
  return (
    <>
      <h1 className="sr-only">Entrenar</h1>
      <EmptyState title="No empezaste ningún entrenamiento." text="Empieza el de hoy, o elige otro día.">
        <LinkButton to={addresses.today} look="primary">
          Ir a Hoy
        </LinkButton>
      </EmptyState>
    </>
  );
}

function Skeleton() {
  return (
    <div role="status" aria-busy="true" aria-label="Cargando" className="py-10">
      <div className="skeleton mb-3 h-[clamp(4rem,100dvh-33rem,11.5rem)] w-full rounded-card" />
      <div className="skeleton mb-2 h-7 w-3/5" />
      <div className="skeleton mb-6 h-5 w-2/5" />
      <div className="skeleton mb-4 h-16 w-full" />
      <div className="skeleton h-16 w-full" />
    </div>
  );
}
