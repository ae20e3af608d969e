import { bodyParts } from '@pulso/contract/catalogue/body-parts';
import { machines } from '@pulso/contract/catalogue/machines';
import type { Exercise } from '@pulso/contract/content/exercises';
import type { ReactNode } from 'react';
import { listFailureOf } from '#features/content/exercises/exercise-words';
import { useOptions } from '#forms/use-options';
import { unsorted } from '#screens/use-filters';
import { agrees, ALL, allOption, isChosen } from '#ui/lists/filter-values';
import { Filters, FilterSelect } from '#ui/lists/filters';
import { holdsWords } from '#ui/pickers/find-options';
import { plainText } from '#ui/text/plain-text';
import { SearchBox } from '#ui/lists/search-box';

export const firstView = {
  buscar: '',
  pagina: '1',
  ...unsorted,
  parte: ALL,
  usa_maquina: ALL,
  maquina: ALL,
  estado: ALL,
};
export type View = typeof firstView;

const machineUse = [allOption('Todos'), { value: 'si', label: 'Sí' }, { value: 'no', label: 'No' }];
const statusOptions = [
  allOption('Todos'),
  { value: 'activos', label: 'Activos' },
  { value: 'inactivos', label: 'Inactivos' },
];

/** The machine filters only exercises that use one. */
const isMachineAsked = ({ usa_maquina }: View) => usa_maquina === 'si';

/** Normalized once per exercise: doing so for thousands at every key would be slow. */
const searched = new WeakMap<Exercise, string>();
function searchedIn(exercise: Exercise): string {
  const known = searched.get(exercise);
  if (known !== undefined) return known;
  const { title, description, tips } = exercise;
  const text = plainText([title, description, tips].join('\n'));
  searched.set(exercise, text);
  return text;
}

export function findExercises(exercises: Exercise[], view: View): Exercise[] {
  const fits = holdsWords(view.buscar);
  const machine = isMachineAsked(view) ? view.maquina : ALL;
  return exercises.filter(
    (exercise) =>
      isChosen(view.parte, exercise.body_part_id) &&
      agrees(view.usa_maquina, 'si', exercise.uses_machine) &&
      isChosen(machine, exercise.machine_id) &&
      agrees(view.estado, 'activos', exercise.status) &&
      fits(searchedIn(exercise)),
  );
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
  const failureOf = listFailureOf;
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
        onChange={(usa_maquina) => onChange({ usa_maquina, maquina: ALL })}
        options={machineUse}
      />
      {isMachineAsked(view) && (
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
