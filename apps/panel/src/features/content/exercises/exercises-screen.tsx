import { exercises } from '@pulso/contract/content/exercises';
import { Plus } from 'lucide-react';
import { useDeferredValue } from 'react';
import { Button } from '@pulso/web/ui/controls/button';
import { LinkButton } from '@pulso/web/ui/controls/links';
import { EmptyState } from '@pulso/web/ui/feedback/states';
import { showToast } from '@pulso/web/ui/feedback/toast-queue';
import { addresses } from '#addresses';
import { useDuplicate, useList, useRemove } from '#api/resources';
import { FAILURES_ARE_SILENT } from '#api/strict-spec';
import { useExerciseColumns } from '#features/content/exercises/exercise-columns';
import { ExerciseFilters, findExercises, defaultView } from '#features/content/exercises/exercise-filters';
import { failureMessage, listFailureMessage } from '#features/content/exercises/exercise-labels';
import { LibraryButton } from '#features/content/library/library-button';
import { formatFoundCount } from '#screens/list-filters';
import { ListStates } from '#screens/list-states';
import { PagedRows } from '#screens/paged-rows';
import { useFilters } from '#screens/use-filters';
import { DataTable, TableSkeleton } from '#ui/lists/data-table';
import { PageHeader } from '#ui/layout/page';
import { useSorted } from '#ui/lists/sort';
import { SortSelect } from '#ui/lists/sort-select';

const newExerciseButton = (
  <LinkButton to={addresses.exercises.create} look="primary" icon={<Plus aria-hidden className="size-4" />}>
    Nuevo Ejercicio
  </LinkButton>
);

export function ExercisesScreen() {
  const list = useList(exercises);
  const deletion = useRemove(exercises, (error) =>
    showToast({ title: failureMessage('Error al eliminar el ejercicio', error) }),
  );
  const { view, filter, sort, onSort, clear, active, goTo } = useFilters(defaultView);
  const deferredView = useDeferredValue(view);
  // In strict mode a failed list is shown as empty; otherwise 'no exercises' beside the failure would be untrue.
  const loaded = list.data ?? (list.error && FAILURES_ARE_SILENT ? [] : undefined);
  const columns = useExerciseColumns(deletion, useDuplicate(exercises));
  const sorted = useSorted(loaded, columns, sort);
  const search = sorted && findExercises(sorted, deferredView);
  const foundExercises = search?.found;
  const total = list.data?.length;
  const context =
    total === undefined || !foundExercises
      ? ''
      : formatFoundCount(total, foundExercises.length, ['ejercicio', 'ejercicios']);
  return (
    <>
      <PageHeader title="Ejercicios" context={context} action={newExerciseButton}>
        <LibraryButton kind="exercise" />
      </PageHeader>
      <ExerciseFilters
        view={view}
        active={active}
        onChange={filter}
        onClear={foundExercises?.length === 0 ? undefined : clear}
        order={<SortSelect columns={columns} sort={sort} onSort={onSort} />}
      />
      <ListStates
        list={list}
        found={foundExercises}
        similar={search?.isSimilar}
        failure={listFailureMessage('Error al cargar los ejercicios', list.error)}
        skeleton={<TableSkeleton columns={columns} />}
        empty={
          <EmptyState
            title="No se encontraron ejercicios"
            text="Crea el primero: con ellos armas los entrenamientos, día por día."
          >
            {total !== 0 && <Button onClick={clear}>Limpiar Filtros</Button>}
            {newExerciseButton}
            {total === 0 && <LibraryButton kind="exercise" />}
          </EmptyState>
        }
      >
        {(rows) => (
          <PagedRows rows={rows} page={view.pagina} onPage={goTo}>
            {(page) => (
              <DataTable
                caption="Ejercicios"
                columns={columns}
                rows={page}
                path={exercises.path}
                sort={sort}
                onSort={onSort}
                isBusy={({ id }) => deletion.isRemoving(id)}
              />
            )}
          </PagedRows>
        )}
      </ListStates>
    </>
  );
}
