import type { MyTraining } from '@pulso/contract/coaching/courses';
import type { Workout } from '@pulso/contract/coaching/workouts';
import { navigate } from '@pulso/web/navigation/navigation';
import { addresses } from '#addresses';
import { readAnswer } from '#http/answers';
import { call } from '#http/call';
import { serverNow } from '#http/server-clock';
import { openLog } from '#device/use-log';
import type { Session } from '#features/done';

/** What stands in a day of a training when its session begins, and never changes. */
function placesOf({ days, exercises }: MyTraining, dayNumber: number | null): Workout['places'] {
  const places = days.find(({ day_number }) => day_number === dayNumber)?.places ?? [];
  return places.map(({ key, exercise_id, sets, superset, note }) => {
    const title = exercises[exercise_id]?.title;
    return { key, exercise_id, ...(title !== undefined && { title }), targets: sets, superset, note };
  });
}

/** 'Empezar': begins a session of a training that is on this phone, or goes on with the one that was begun. */
export async function beginSession(session: Session & { course: string }): Promise<void> {
  const { beginWorkout, openWorkoutOf, readLog } = await openLog();
  const open = openWorkoutOf(readLog().workouts, serverNow());
  const isBegun =
    open?.course === session.course && open.turn === session.turn && open.day_number === session.day_number;
  if (!isBegun) {
    const training = await readAnswer<MyTraining>(`my/training/${session.course}`);
    await beginWorkout({ ...session, places: placesOf(training, session.day_number) });
  }
  await navigate(addresses.session);
}

/** 'Seguir': one that was begun on another phone comes from the server first. */
export async function continueSession(id: string): Promise<void> {
  const { keepWorkout, readLog } = await openLog();
  if (readLog().workouts.every(({ workout }) => workout.id !== id)) {
    const { data } = await call('GET', `my/workouts/${id}`);
    await keepWorkout(data as Workout);
  }
  await navigate(addresses.session);
}
