import { exercises } from '@pulso/contract/content/exercises';
import { Plus } from 'lucide-react';
import { useDeferredValue } from 'react';
import { addresses } from '#addresses';
import { useList, useRemove } from '#api/resources';
import { FAILURES_ARE_SILENT } from '#api/strict-spec';
import { ExerciseFilters, findExercises, firstView } from '#features/content/exercises/exercise-filters';
import { failureOf, listFailureOf } from '#features/content/exercises/exercise-words';
import { ExercisesTable } from '#features/content/exercises/exercises-table';
import { ListStates } from '#screens/list-states';
import { Paged } from '#screens/paged';
import { useFilters } from '#screens/use-filters';
import { Button } from '#ui/button';
import { TableSkeleton } from '#ui/data-table';
import { LinkButton } from '#ui/links';
import { PageHeader } from '#ui/page';
import { EmptyState } from '#ui/states';
import { tell } from '#ui/tell';

const newExercise = (
  <LinkButton to={addresses.exercises.create} look="primary" icon={<Plus aria-hidden className="size-4" />}>
    Nuevo Ejercicio
  </LinkButton>
);

export function ExercisesScreen() {
  const list = useList(exercises);
  const deletion = useRemove(exercises, (error) => tell({ title: failureOf('Error al eliminar el ejercicio', error) }));
  const { view, filter, clear, active, goTo } = useFilters(firstView);
  const shown = useDeferredValue(view);
  // In strict mode a failed list is shown as empty; otherwise 'no exercises' beside the failure would be untrue.
  const loaded = list.data ?? (list.error && FAILURES_ARE_SILENT ? [] : undefined);
  const found = loaded && findExercises(loaded, shown);
  const total = list.data?.length;
  const context = total === undefined ? '' : `${total} ${total === 1 ? 'ejercicio' : 'ejercicios'}`;
  return (
    <>
      <PageHeader title="Ejercicios" context={context}>
        {newExercise}
      </PageHeader>
      <ExerciseFilters
        view={view}
        active={active}
        onChange={filter}
        onClear={found?.length === 0 ? undefined : clear}
      />
      <ListStates
        list={list}
        found={found}
        failure={listFailureOf('Error al cargar los ejercicios', list.error)}
        skeleton={<TableSkeleton />}
        empty={
          <EmptyState title="No se encontraron ejercicios" text="Aquí están los ejercicios de tus entrenamientos.">
            {total !== 0 && <Button onClick={clear}>Limpiar Filtros</Button>}
            {newExercise}
          </EmptyState>
        }
      >
        {(rows) => (
          <Paged rows={rows} page={view.pagina} onPage={goTo}>
            {(page) => <ExercisesTable exercises={page} deletion={deletion} />}
          </Paged>
        )}
      </ListStates>
    </>
  );
}
