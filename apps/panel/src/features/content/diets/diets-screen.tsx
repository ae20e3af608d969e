import { diets, type Diet } from '@pulso/contract/content/diets';
import { genderLabel, genders } from '@pulso/contract/kit/labels';
import { Plus } from 'lucide-react';
import { useDeferredValue } from 'react';
import { Button } from '@pulso/web/ui/controls/button';
import { LinkButton } from '@pulso/web/ui/controls/links';
import { EmptyState } from '@pulso/web/ui/feedback/states';
import { addresses, type ViewOf } from '#addresses';
import { reportFailure } from '#api/report-failure';
import { useDuplicate, useList, useRemove } from '#api/resources';
import { DietCard, DietSkeleton, dietGridClass } from '#features/content/diets/diet-card';
import { LibraryButton } from '#features/content/library/library-button';
import { useAssigning } from '#screens/assigning';
import { CardGrid } from '#screens/catalogue-card';
import { formatFoundCount } from '#screens/list-filters';
import { ListStates } from '#screens/list-states';
import { PagedRows } from '#screens/paged-rows';
import { useFilters } from '#screens/use-filters';
import { passesFlagFilter, ALL_VALUE, allOption, passesKeyFilter } from '#ui/lists/filter-values';
import { Filters, FilterSelect } from '#ui/lists/filters';
import { PageHeader } from '#ui/layout/page';
import { plainText } from '#ui/text/plain-text';
import { findOrSimilar } from '#ui/text/similar-rows';
import { SearchBox } from '#ui/lists/search-box';

const defaultView = {
  buscar: '',
  pagina: '1',
  categoria: ALL_VALUE,
  genero: ALL_VALUE,
  premium: ALL_VALUE,
  estado: ALL_VALUE,
} satisfies ViewOf<typeof addresses.diets.list>;
type View = typeof defaultView;

const genderOptions = [allOption('Todos'), ...genders.map((value) => ({ value, label: genderLabel(value) }))];
const premiumOptions = [allOption('Todas'), { value: 'si', label: 'Sí' }, { value: 'no', label: 'No' }];
const statusOptions = [
  allOption('Todas'),
  { value: 'activas', label: 'Activas' },
  { value: 'inactivas', label: 'Inactivas' },
];

const textsOf = ({ title, category, ingredients }: Diet) => [title, category, ingredients].map(plainText);

function findDiets(rows: readonly Diet[], { buscar, categoria, genero, premium, estado }: View) {
  const term = plainText(buscar.trim());
  const filteredRows = rows.filter(
    (diet) =>
      passesKeyFilter(categoria, diet.category) &&
      passesKeyFilter(genero, diet.gender) &&
      passesFlagFilter(premium, 'si', diet.is_premium) &&
      passesFlagFilter(estado, 'activas', diet.status),
  );
  return findOrSimilar(filteredRows, {
    typed: buscar,
    fits: (diet) => textsOf(diet).some((text) => text.includes(term)),
    textOf: (diet) => textsOf(diet).join(' '),
  });
}

const newDietButton = (
  <LinkButton to={addresses.diets.create} look="primary" icon={<Plus aria-hidden className="size-4" />}>
    Nueva Dieta
  </LinkButton>
);

export function DietsScreen() {
  const list = useList(diets);
  const assign = useAssigning();
  const { remove, isRemoving } = useRemove(diets, (error) => reportFailure('Error al eliminar la dieta', error));
  const { duplicate, isDuplicating } = useDuplicate(diets);
  const { view, filter, clear, active, goTo } = useFilters(defaultView);
  const deferredView = useDeferredValue(view);
  const search = list.data && findDiets(list.data, deferredView);
  const foundDiets = search?.found;
  const categories = [...new Set(list.data?.map(({ category }) => category))]
    .filter(Boolean)
    .sort((a, b) => a.localeCompare(b, 'es'));
  const total = list.data?.length;
  return (
    <>
      <PageHeader
        title="Dietas"
        context={
          total === undefined || !foundDiets ? '' : formatFoundCount(total, foundDiets.length, ['dieta', 'dietas'])
        }
        action={newDietButton}
      >
        <LibraryButton kind="diet" />
      </PageHeader>
      <Filters
        search={<SearchBox label="Buscar dietas..." value={view.buscar} onChange={(buscar) => filter({ buscar })} />}
        active={active}
        onClear={foundDiets?.length === 0 ? undefined : clear}
      >
        <FilterSelect
          label="Categoría"
          value={view.categoria}
          onChange={(categoria) => filter({ categoria })}
          options={[allOption('Todas'), ...categories.map((value) => ({ value, label: value }))]}
        />
        <FilterSelect
          label="Género"
          value={view.genero}
          onChange={(genero) => filter({ genero })}
          options={genderOptions}
        />
        <FilterSelect
          label="Premium"
          value={view.premium}
          onChange={(premium) => filter({ premium })}
          options={premiumOptions}
        />
        <FilterSelect
          label="Estado"
          value={view.estado}
          onChange={(estado) => filter({ estado })}
          options={statusOptions}
        />
      </Filters>
      <ListStates
        list={list}
        found={foundDiets}
        similar={search?.isSimilar}
        failure="Error al cargar las dietas"
        skeleton={<DietSkeleton />}
        empty={
          <EmptyState title="No hay dietas" text="Crea la primera: qué come cada cliente, con sus calorías.">
            <Button onClick={clear}>Limpiar Filtros</Button>
            {newDietButton}
            {total === 0 && <LibraryButton kind="diet" />}
          </EmptyState>
        }
      >
        {(rows) => (
          <PagedRows rows={rows} page={view.pagina} onPage={goTo}>
            {(page) => (
              <CardGrid className={dietGridClass}>
                {page.map((diet) => (
                  <DietCard
                    key={diet.id}
                    diet={diet}
                    removing={isRemoving(diet.id)}
                    onDelete={() => remove(diet)}
                    duplicating={isDuplicating(diet.id)}
                    onDuplicate={duplicate && (() => duplicate(diet))}
                    onAssign={assign && (() => assign(diet))}
                  />
                ))}
              </CardGrid>
            )}
          </PagedRows>
        )}
      </ListStates>
    </>
  );
}
