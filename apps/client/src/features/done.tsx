import type { Workout } from '@pulso/contract/coaching/workouts';
import { useState, useSyncExternalStore, type ReactNode } from 'react';
import { reasonOf } from '@pulso/web/answers';
import { speak } from '@pulso/web/ui/feedback/live-region';
import { ErrorBox } from '@pulso/web/ui/feedback/states';
import { refreshAfter, takeBack, tellDone, type Session } from '#device/workouts';

/** How long 'Deshacer' is offered. */
const UNDO_MS = 10_000;

/** The session that was told last, while it can be taken back. */
let lastTold: Workout | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function setLastTold(workout: Workout | undefined) {
  lastTold = workout;
  for (const listener of listeners) listener();
}

function offerUndo(workout: Workout) {
  setLastTold(workout);
  setTimeout(() => lastTold === workout && setLastTold(undefined), UNDO_MS);
}

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
      offerUndo(workout);
      await refreshAfter(session);
      speak('Hecho por hoy', 'done');
    });
  return { tell, busy, failure };
}

/** 'Deshacer', for some seconds after it, of the session with this id. */
export function useUndo(id: string | null) {
  const { run, busy, failure } = useSaving();
  const told = useSyncExternalStore(subscribe, () => lastTold);
  return {
    offered: told !== undefined && told.id === id,
    busy,
    failure,
    run: () =>
      told &&
      void run(async () => {
        await takeBack(told);
        setLastTold(undefined);
        await refreshAfter(told);
      }),
  };
}
