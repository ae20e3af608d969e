import { bodyParts } from '@pulso/contract/catalogue/body-parts';
import { machines } from '@pulso/contract/catalogue/machines';
import type { Exercise } from '@pulso/contract/content/exercises';
import type { ReactNode } from 'react';
import type { addresses, ViewOf } from '#addresses';
import { listFailureMessage } from '#features/content/exercises/exercise-labels';
import { useOptions } from '#forms/use-options';
import { defaultSort } from '#screens/use-filters';
import { passesFlagFilter, ALL_VALUE, allOption, passesKeyFilter } from '#ui/lists/filter-values';
import { Filters, FilterSelect } from '#ui/lists/filters';
import { createWordMatcher } from '#ui/pickers/find-options';
import { plainText } from '#ui/text/plain-text';
import { findOrSimilar } from '#ui/text/similar-rows';
import { SearchBox } from '#ui/lists/search-box';

export const defaultView = {
  buscar: '',
  pagina: '1',
  ...defaultSort,
  parte: ALL_VALUE,
  usa_maquina: ALL_VALUE,
  maquina: ALL_VALUE,
  estado: ALL_VALUE,
} satisfies ViewOf<typeof addresses.exercises.list>;
export type View = typeof defaultView;

const machineOptions = [allOption('Todos'), { value: 'si', label: 'Sí' }, { value: 'no', label: 'No' }];
const statusOptions = [
  allOption('Todos'),
  { value: 'activos', label: 'Activos' },
  { value: 'inactivos', label: 'Inactivos' },
];

/** The machine filters only exercises that use one. */
const isMachineFilterOn = ({ usa_maquina }: View) => usa_maquina === 'si';

/** Normalized once per exercise: doing so for thousands at every key would be slow. */
const searchTexts = new WeakMap<Exercise, string>();
function searchTextOf(exercise: Exercise): string {
  const cachedText = searchTexts.get(exercise);
  if (cachedText !== undefined) return cachedText;
  const { title, description, tips } = exercise;
  const text = plainText([title, description, tips].join('\n'));
  searchTexts.set(exercise, text);
  return text;
}

export function findExercises(exercises: readonly Exercise[], view: View) {
  const fits = createWordMatcher(view.buscar);
  const machine = isMachineFilterOn(view) ? view.maquina : ALL_VALUE;
  const filteredRows = exercises.filter(
    (exercise) =>
      passesKeyFilter(view.parte, exercise.body_part_id) &&
      passesFlagFilter(view.usa_maquina, 'si', exercise.uses_machine) &&
      passesKeyFilter(machine, exercise.machine_id) &&
      passesFlagFilter(view.estado, 'activos', exercise.status),
  );
  return findOrSimilar(filteredRows, {
    typed: view.buscar,
    fits: (exercise) => fits(searchTextOf(exercise)),
    // A long description has a word like any other.
    textOf: ({ title }) => plainText(title),
  });
}

type Props = {
  view: View;
  active: number;
  onChange: (changes: Partial<View>) => void;
  onClear?: () => void;
  /** The control of the order, beside those of the filters. */
  order: ReactNode;
};

export function ExerciseFilters({ view, active, onChange, onClear, order }: Props) {
  const failureOf = listFailureMessage;
  const partList = useOptions(bodyParts, { failure: 'Error al cargar las partes del cuerpo', failureOf });
  const machineList = useOptions(machines, { failure: 'Error al cargar las máquinas', failureOf });
  return (
    <Filters
      search={
        <SearchBox label="Buscar ejercicios..." value={view.buscar} onChange={(buscar) => onChange({ buscar })} />
      }
      active={active}
      onClear={onClear}
    >
      <FilterSelect
        label="Parte del cuerpo"
        value={view.parte}
        onChange={(parte) => onChange({ parte })}
        options={[allOption('Todas las partes'), ...partList.options]}
      />
      <FilterSelect
        label="Usa máquina"
        value={view.usa_maquina}
        onChange={(usa_maquina) => onChange({ usa_maquina, maquina: ALL_VALUE })}
        options={machineOptions}
      />
      {isMachineFilterOn(view) && (
        <FilterSelect
          label="Máquina"
          value={view.maquina}
          onChange={(maquina) => onChange({ maquina })}
          options={[allOption('Todas las máquinas'), ...machineList.options]}
        />
      )}
      <FilterSelect
        label="Estado"
        value={view.estado}
        onChange={(estado) => onChange({ estado })}
        options={statusOptions}
      />
      {order}
    </Filters>
  );
}
