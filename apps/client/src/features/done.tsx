import type { EndCell, Workout } from '@pulso/contract/coaching/workouts';
import { useState, useSyncExternalStore, type ReactNode } from 'react';
import { reasonOf } from '@pulso/web/answers';
import { speak } from '@pulso/web/ui/feedback/live-region';
import { ErrorBox } from '@pulso/web/ui/feedback/states';
import { serverNow } from '#http/server-clock';
import { openLog } from '#device/use-log';

/** Course, day and turn of a session; `turn` is null if it is another day than the one that is due, by weekdays. */
export type Session = Pick<Workout, 'course' | 'turn' | 'training_id' | 'day_number' | 'title'>;

/** How long 'Deshacer' is offered. */
const UNDO_MS = 10_000;

/** The course of the session that was told last, while it can be taken back. */
let lastTold: { course: string | null; undo: () => Promise<unknown> } | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function setLastTold(told: typeof lastTold) {
  lastTold = told;
  for (const listener of listeners) listener();
}

function offerUndo(told: NonNullable<typeof lastTold>) {
  setLastTold(told);
  setTimeout(() => lastTold === told && setLastTold(undefined), UNDO_MS);
}

/** A change of a session, and the words for it if it fails. */
export function useSaving(message = 'Error al guardar el entrenamiento. Por favor intenta de nuevo.') {
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
        <p>{message}</p>
        <p>{reasonOf(error)}</p>
      </ErrorBox>
    </div>
  );
  return { run, busy, failure };
}

/** 'Ya lo hice': a session that was done without its sets. */
async function tellDone(session: Session) {
  const { beginWorkout, changeWorkout, currentId } = await openLog();
  const end = { ended_at: serverNow().toISOString(), effort: null, gone: false } satisfies Omit<EndCell, 'v' | 'by'>;
  const { id } = await beginWorkout({ ...session, places: [] }, { end });
  offerUndo({ course: session.course, undo: () => changeWorkout(currentId(id), { end: { ...end, gone: true } }) });
}

export function useDone() {
  const { run, busy, failure } = useSaving();
  const tell = (session: Session) =>
    run(async () => {
      await tellDone(session);
      speak('Hecho por hoy', 'done');
    });
  return { tell, busy, failure };
}

/** 'Deshacer', for some seconds after it, of a course. */
export function useUndo(course: string) {
  const { run, busy, failure } = useSaving();
  const told = useSyncExternalStore(subscribe, () => lastTold);
  return {
    offered: told?.course === course,
    busy,
    failure,
    run: () =>
      told &&
      void run(async () => {
        await told.undo();
        setLastTold(undefined);
      }),
  };
}
