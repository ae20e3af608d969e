import { EXERCISE_SYNONYMS } from '@pulso/contract/content/exercise-synonyms';
import type { Exercise } from '@pulso/contract/content/exercises';
import { finderOf } from '@pulso/contract/content/read-routine';
import { readRoutineLine } from '@pulso/contract/content/routine-line';
import { NO_PRESCRIPTION, setsWords, type Prescription } from '@pulso/contract/content/sets-line';
import { useState } from 'react';
import type { Options } from '#forms/use-options';
import type { Option } from '#ui/controls/option';
import { findOptions } from '#ui/pickers/find-options';
import { Picker } from '#ui/pickers/picker';

export type PickedExercise = { id: number; title: string; prescription: Prescription };

/** Value of the option that makes a new exercise. */
const CREATE = 0;

type Props = {
  name: string;
  exercises: Options<Exercise>;
  prescribes: boolean;
  idForNew?: (title: string) => number;
  onPick: (picked: PickedExercise) => void;
  error?: string;
};

/** Finds an exercise by its name, body part, machine or another name of it; its sets may be typed behind it. */
export function ExercisePicker({ name, exercises, prescribes, idForNew, onPick, error }: Props) {
  const [typed, setTyped] = useState('');
  const { wanted, prescription } = readTyped(typed, prescribes);
  const suggest = (): ReturnType<typeof findOptions<number>> => {
    const result = findOptions(exercises.options, wanted);
    if (wanted === '') return result;
    const meant = finderOf(exercises.rows, EXERCISE_SYNONYMS)(wanted);
    const isMeant = meant.kind === 'found' || (meant.kind === 'guess' && meant.isWhole);
    const near = meant.exercise && (isMeant || result.shown.length === 0) ? [meant.exercise, ...meant.others] : [];
    const byId = new Map(exercises.options.map((option) => [option.value, option]));
    const first = near.flatMap(({ id }) => byId.get(id) ?? []).slice(0, isMeant ? 1 : undefined);
    const found = [...first, ...result.shown.filter((option) => !first.includes(option))];
    const sets = prescription.sets && setsWords(prescription.sets).join(' · ');
    const shown = sets ? found.map((option) => ({ ...option, note: sets })) : found;
    const creates = idForNew !== undefined && meant.kind !== 'found';
    const create = { value: CREATE, label: `Crear «${wanted}»`, note: sets ?? 'Nuevo, inactivo' };
    return { shown: creates ? [...shown, create] : shown, more: result.more };
  };
  const pick = ({ value, label }: Option<number>) =>
    onPick(
      value === CREATE
        ? { id: idForNew?.(wanted) ?? CREATE, title: wanted, prescription }
        : { id: value, title: label, prescription },
    );
  return (
    <Picker
      label="Agregar ejercicio"
      name={name}
      options={exercises.options}
      suggest={suggest}
      onType={setTyped}
      onPick={pick}
      error={error}
    />
  );
}

/** 'press banca 4x8 60kg' is a name and the sets of its place. */
function readTyped(typed: string, prescribes: boolean) {
  const { name, prescription } = readRoutineLine(typed);
  const isLine = prescribes && prescription.sets !== null && name !== '';
  return isLine ? { wanted: name, prescription } : { wanted: typed.trim(), prescription: NO_PRESCRIPTION };
}
