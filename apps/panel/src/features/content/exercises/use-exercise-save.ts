import { exercises, type Exercise, type ExerciseInput } from '@pulso/contract/content/exercises';
import type { FieldErrors } from '@pulso/contract/kit/envelope';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { CallFailure } from '@pulso/web/answers';
import { announceWrite } from '#api/announce';
import { buildMultipart, type ImageChoice } from '#forms/payload';
import { sendItem, useResourceCache, type SaveResult } from '#api/resources';
import { failureMessage } from '#features/content/exercises/exercise-labels';
import { saveSets, SetsFailure, type RowStep } from '#features/content/exercises/set-calls';
import type { SetRow } from '#features/content/exercises/set-rows';
import { createSaveFailure, type SaveFailure } from '#forms/failure-box';

/** The payload could not be built. */
class PayloadFailure extends Error {}

async function buildPayload(
  { sets, machine_id, video_url, ...values }: ExerciseInput,
  image: ImageChoice,
  stored?: Exercise,
) {
  // A file moved or changed after it was chosen would look like a network failure.
  await image
    ?.slice(0, 1)
    .arrayBuffer()
    .catch(() => {
      throw new PayloadFailure('La imagen elegida ya no se puede leer. Vuelve a elegirla.');
    });
  try {
    const exerciseFields = {
      ...values,
      video_url: video_url ?? '',
      machine_id: values.uses_machine ? machine_id : undefined,
    };
    return buildMultipart({ ...exerciseFields, sets: stored ? undefined : sets }, { name: 'image', file: image });
  } catch (error) {
    throw new PayloadFailure(error instanceof Error ? error.message : '');
  }
}

type ExerciseFormValues = { values: ExerciseInput; image: ImageChoice; rows: SetRow[] };

/**
 * Saves an exercise: a new one with its sets in one call, a stored one and then each of its sets. When a call for the
 * sets fails, saving again finishes what is left.
 */
export function useExerciseSave(stored: Exercise | undefined) {
  const { store, invalidate } = useResourceCache(exercises);
  // Kept for a retry after a partial save: the version, the uploaded picture, and the ids of new sets by row key.
  const version = useRef(stored?.version);
  const uploaded = useRef<ImageChoice>(undefined);
  const setIds = useRef(new Map<number, number>());
  const save = useMutation({
    mutationFn: async ({ values, image, rows }: ExerciseFormValues): Promise<SaveResult<Exercise>> => {
      const file = image === uploaded.current ? undefined : image;
      const payload = await buildPayload(values, file, stored);
      const saved = await sendItem(exercises, { id: stored?.id, version: version.current, payload });
      if (!stored) return saved;
      version.current = saved.row?.version;
      uploaded.current = image;
      const rowsWithIds = rows.map((row) => ({ ...row, id: setIds.current.get(row.key) ?? row.id }));
      const sets = await saveSets(stored.id, rowsWithIds, ({ key }, id) => setIds.current.set(key, id));
      const isKnown = (field: string) => field === 'sets' && sets.length === rows.length;
      return { row: saved.row && { ...saved.row, sets }, gaps: saved.gaps.filter((field) => !isKnown(field)) };
    },
    onSuccess: async (saved, { values, rows }) => {
      await store(saved, stored?.id);
      announceWrite(exercises, stored ? 'updated' : 'created', { id: stored?.id, ...saved.row, title: values.title });
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

const listFormat = new Intl.ListFormat('es', { type: 'conjunction' });
const describeSets = (numbers: number[]) =>
  `${numbers.length === 1 ? 'el set' : 'los sets'} ${listFormat.format(numbers.map(String))}`;
const setNumbersOf = (steps: RowStep[]) => steps.flatMap((step) => (step.do === 'remove' ? [] : [step.place]));

/** Which sets were saved and what is left to do. */
function describeProgress({ plan = [], done }: SetsFailure): string {
  const [saved, unsavedSets] = [setNumbersOf(plan.slice(0, done)), setNumbersOf(plan.slice(done))];
  const removalCount = plan.slice(done).filter((step) => step.do === 'remove').length;
  const savedText =
    saved.length > 0
      ? `${saved.length === 1 ? 'Se guardó' : 'Se guardaron'} ${describeSets(saved)}.`
      : 'Ningún set se guardó todavía.';
  const missing = [
    ...(unsavedSets.length > 0 ? [`guardar ${describeSets(unsavedSets)}`] : []),
    ...(removalCount > 0 ? [removalCount === 1 ? 'quitar un set' : `quitar ${removalCount} sets`] : []),
  ];
  const rest = missing.length > 0 ? ` Falta ${listFormat.format(missing)}.` : '';
  return `El ejercicio se guardó. ${savedText}${rest} Vuelve a guardar para terminar.`;
}

/** The refused set's fields by the names of their controls. */
function setErrorsOf({ cause, plan, done }: SetsFailure): FieldErrors {
  const step = plan?.[done];
  if (!(cause instanceof CallFailure) || !step || step.do === 'remove') return {};
  const errors = Object.entries(cause.errors).map(([field, message]) => [`sets.${step.place - 1}.${field}`, message]);
  return Object.fromEntries(errors) as FieldErrors;
}

/** Message after a failed save: the step, the reason, and the sets that were saved. */
export function toSaveFailure(error: Error, editing: boolean): SaveFailure {
  if (error instanceof PayloadFailure) {
    const why = error.message || 'Error desconocido';
    return createSaveFailure(`Error al preparar los datos del ejercicio: ${why}`, error);
  }
  if (error instanceof SetsFailure) {
    const message = failureMessage('Error al manejar los sets del ejercicio', error.cause);
    return { message, reason: describeProgress(error), errors: setErrorsOf(error) };
  }
  const what = editing ? 'Error al actualizar el ejercicio' : 'Error al crear el ejercicio';
  return createSaveFailure(failureMessage(what, error), error);
}
