import { exerciseAt, setsAt, type SessionSet } from '@pulso/contract/coaching/session';
import type { Place } from '@pulso/contract/coaching/workouts';
import { groupSupersets } from '@pulso/contract/content/day-minutes';
import type { Session } from '#features/session/use-session';

type Known = Pick<Session, 'workout' | 'exerciseOf'>;

/** An exercise's name as the phone knows it, else as the session has it. */
export function titleOf({ workout, exerciseOf }: Known, id: number): string {
  const known = exerciseOf(id)?.title;
  if (known !== undefined) return known;
  const shown = workout.places.flatMap((place) => [
    { id: place.exercise_id, title: place.title },
    exerciseAt(workout, place),
    ...setsAt(workout, place).map(({ cell }) => ({ id: cell?.exercise_id, title: cell?.title })),
  ]);
  return shown.find((one) => one.id === id && one.title)?.title ?? 'Ejercicio';
}

export const titleAt = (session: Known, place: Place): string =>
  titleOf(session, exerciseAt(session.workout, place).id);

/** Names of a set: its exercise, 'Serie 2 de 4', and whether it is done in turns with another. */
export function placeOf(session: Session, set: SessionSet) {
  const { workout } = session;
  const sets = setsAt(workout, set.place);
  const position = sets.findIndex(({ name }) => name === set.name) + 1;
  const group = groupSupersets(workout.places).find((places) => places.includes(set.place));
  return {
    title: titleOf(session, session.exerciseIn(set)),
    number: `Serie ${position} de ${sets.length}`,
    isSuperset: (group?.length ?? 0) > 1,
  };
}
