import type { Workout } from '@pulso/contract/coaching/workouts';
import { useEffect, useState, type ReactNode } from 'react';
import { reasonOf } from '@pulso/web/answers';
import { speak } from '@pulso/web/ui/feedback/live-region';
import { ErrorBox } from '@pulso/web/ui/feedback/states';
import { refreshAfter, takeBack, tellDone, type Session } from '#device/workouts';

/** How long 'Deshacer' is offered. */
const UNDO_MS = 10_000;

/** The session that was told last, while it can be taken back. */
let lastTold: { workout: Workout; until: number } | undefined;

function useSaving() {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    setError(undefined);
    try {
      await work();
      return true;
    } catch (failed) {
      setError(failed);
      return false;
    } finally {
      setBusy(false);
    }
  };
  const failure: ReactNode = error !== undefined && (
    <div className="mt-3">
      <ErrorBox>
        <p>Error al guardar el entrenamiento. Por favor intenta de nuevo.</p>
        <p>{reasonOf(error)}</p>
      </ErrorBox>
    </div>
  );
  return { run, busy, failure };
}

/** 'Ya lo hice' */
export function useDone() {
  const { run, busy, failure } = useSaving();
  const tell = (session: Session) =>
    run(async () => {
      const workout = await tellDone(session);
      lastTold = { workout, until: Date.now() + UNDO_MS };
      await refreshAfter(session);
      speak('Hecho por hoy', 'done');
    });
  return { tell, busy, failure };
}

/** 'Deshacer', for some seconds after it, of the session with this id. */
export function useUndo(id: string | null) {
  const { run, busy, failure } = useSaving();
  const [, setTick] = useState(0);
  const told = lastTold && lastTold.workout.id === id && lastTold.until > Date.now() ? lastTold : undefined;
  const until = told?.until;
  useEffect(() => {
    if (until === undefined) return undefined;
    const timer = setTimeout(() => setTick(until), until - Date.now());
    return () => clearTimeout(timer);
  }, [until]);
  return {
    offered: told !== undefined || busy,
    busy,
    failure,
    run: () =>
      told &&
      void run(async () => {
        await takeBack(told.workout);
        await refreshAfter(told.workout);
      }),
  };
}
