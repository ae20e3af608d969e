import { exercises, type Exercise, type ExerciseInput } from '@pulso/contract/content/exercises';
import type { FieldErrors } from '@pulso/contract/kit/envelope';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { announce } from '#api/announce';
import { CallFailure } from '#api/client';
import { multipart, type Chosen } from '#forms/payload';
import { sendItem, useResourceCache, type Saved } from '#api/resources';
import { failureOf } from '#features/content/exercises/exercise-words';
import { saveSets, SetsFailure, type RowStep } from '#features/content/exercises/set-calls';
import type { SetRow } from '#features/content/exercises/set-rows';
import { saveFailure, type SaveFailure } from '#forms/failure-box';

/** The payload could not be built. */
class PreparationFailure extends Error {}

async function prepare({ sets, machine_id, video_url, ...values }: ExerciseInput, image: Chosen, stored?: Exercise) {
  // A file moved or changed after it was chosen would look like a network failure.
  await image
    ?.slice(0, 1)
    .arrayBuffer()
    .catch(() => {
      throw new PreparationFailure('La imagen elegida ya no se puede leer. Vuelve a elegirla.');
    });
  try {
    const own = { ...values, video_url: video_url ?? '', machine_id: values.uses_machine ? machine_id : undefined };
    return multipart({ ...own, sets: stored ? undefined : sets }, { name: 'image', file: image });
  } catch (error) {
    throw new PreparationFailure(error instanceof Error ? error.message : '');
  }
}

type Typed = { values: ExerciseInput; image: Chosen; rows: SetRow[] };

/**
 * Saves an exercise: a new one with its sets in one call, a stored one and then each of its sets. When a call for the
 * sets fails, saving again finishes what is left.
 */
export function useExerciseSave(stored: Exercise | undefined) {
  const { store, invalidate } = useResourceCache(exercises);
  // Kept for a retry after a partial save: the version, the uploaded picture, and the ids of new sets by row key.
  const version = useRef(stored?.version);
  const uploaded = useRef<Chosen>(undefined);
  const setIds = useRef(new Map<number, number>());
  const save = useMutation({
    mutationFn: async ({ values, image, rows }: Typed): Promise<Saved<Exercise>> => {
      const file = image === uploaded.current ? undefined : image;
      const payload = await prepare(values, file, stored);
      const saved = await sendItem(exercises, { id: stored?.id, version: version.current, payload });
      if (!stored) return saved;
      version.current = saved.row?.version;
      uploaded.current = image;
      const known = rows.map((row) => ({ ...row, id: setIds.current.get(row.key) ?? row.id }));
      const sets = await saveSets(stored.id, known, ({ key }, id) => setIds.current.set(key, id));
      const isKnown = (field: string) => field === 'sets' && sets.length === rows.length;
      return { row: saved.row && { ...saved.row, sets }, gaps: saved.gaps.filter((field) => !isKnown(field)) };
    },
    onSuccess: async (saved, { values, rows }) => {
      await store(saved, stored?.id);
      announce(exercises, stored ? 'updated' : 'created', { id: stored?.id, ...saved.row, title: values.title });
      if (saved.row && saved.row.sets.length < rows.length) invalidate();
    },
    onError: invalidate,
  });
  const startAgain = (fresh: Exercise) => {
    version.current = fresh.version;
    save.reset();
  };
  return { save, startAgain };
}

const places = new Intl.ListFormat('es', { type: 'conjunction' });
const setsAt = (numbers: number[]) =>
  `${numbers.length === 1 ? 'el set' : 'los sets'} ${places.format(numbers.map(String))}`;
const placesOf = (steps: RowStep[]) => steps.flatMap((step) => (step.do === 'remove' ? [] : [step.place]));

/** Which sets were saved and what is left to do. */
function progressOf({ plan = [], done }: SetsFailure): string {
  const [saved, left] = [placesOf(plan.slice(0, done)), placesOf(plan.slice(done))];
  const going = plan.slice(done).filter((step) => step.do === 'remove').length;
  const kept =
    saved.length > 0
      ? `${saved.length === 1 ? 'Se guardó' : 'Se guardaron'} ${setsAt(saved)}.`
      : 'Ningún set se guardó todavía.';
  const missing = [
    ...(left.length > 0 ? [`guardar ${setsAt(left)}`] : []),
    ...(going > 0 ? [going === 1 ? 'quitar un set' : `quitar ${going} sets`] : []),
  ];
  const rest = missing.length > 0 ? ` Falta ${places.format(missing)}.` : '';
  return `El ejercicio se guardó. ${kept}${rest} Vuelve a guardar para terminar.`;
}

/** The refused set's fields by the names of their controls. */
function setErrors({ cause, plan, done }: SetsFailure): FieldErrors {
  const step = plan?.[done];
  if (!(cause instanceof CallFailure) || !step || step.do === 'remove') return {};
  const errors = Object.entries(cause.errors).map(([field, message]) => [`sets.${step.place - 1}.${field}`, message]);
  return Object.fromEntries(errors) as FieldErrors;
}

/** Message after a failed save: the step, the reason, and the sets that were saved. */
export function saveFailureOf(error: Error, editing: boolean): SaveFailure {
  if (error instanceof PreparationFailure) {
    const why = error.message || 'Error desconocido';
    return saveFailure(`Error al preparar los datos del ejercicio: ${why}`, error);
  }
  if (error instanceof SetsFailure) {
    const message = failureOf('Error al manejar los sets del ejercicio', error.cause);
    return { message, reason: progressOf(error), errors: setErrors(error) };
  }
  const what = editing ? 'Error al actualizar el ejercicio' : 'Error al crear el ejercicio';
  return saveFailure(failureOf(what, error), error);
}
