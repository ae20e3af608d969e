import { diets, type Diet } from '@pulso/contract/content/diets';
import { genderLabel, genders } from '@pulso/contract/kit/labels';
import { Plus } from 'lucide-react';
import { useDeferredValue } from 'react';
import { addresses } from '#addresses';
import { reportLogged } from '#api/report';
import { useDuplicate, useList, useRemove } from '#api/resources';
import { DietCard, DietSkeleton, dietGrid } from '#features/content/diets/diet-card';
import { CardGrid } from '#screens/catalogue-card';
import { countWords } from '#screens/list-filters';
import { ListStates } from '#screens/list-states';
import { Paged } from '#screens/paged';
import { useFilters } from '#screens/use-filters';
import { Button } from '#ui/controls/button';
import { agrees, ALL, allOption, isChosen } from '#ui/lists/filter-values';
import { Filters, FilterSelect } from '#ui/lists/filters';
import { LinkButton } from '#ui/controls/links';
import { PageHeader } from '#ui/layout/page';
import { plainText } from '#ui/text/plain-text';
import { SearchBox } from '#ui/lists/search-box';
import { EmptyState } from '#ui/feedback/states';

const firstView = { buscar: '', pagina: '1', categoria: ALL, genero: ALL, premium: ALL, estado: ALL };
type View = typeof firstView;

const genderOptions = [allOption('Todos'), ...genders.map((value) => ({ value, label: genderLabel(value) }))];
const premiumOptions = [allOption('Todas'), { value: 'si', label: 'Sí' }, { value: 'no', label: 'No' }];
const statusOptions = [
  allOption('Todas'),
  { value: 'activas', label: 'Activas' },
  { value: 'inactivas', label: 'Inactivas' },
];

function matches(diet: Diet, { buscar, categoria, genero, premium, estado }: View) {
  const term = plainText(buscar.trim());
  return (
    [diet.title, diet.category, diet.ingredients].some((text) => plainText(text).includes(term)) &&
    isChosen(categoria, diet.category) &&
    isChosen(genero, diet.gender) &&
    agrees(premium, 'si', diet.is_premium) &&
    agrees(estado, 'activas', diet.status)
  );
}

const newDiet = (
  <LinkButton to={addresses.diets.create} look="primary" icon={<Plus aria-hidden className="size-4" />}>
    Nueva Dieta
  </LinkButton>
);

export function DietsScreen() {
  const list = useList(diets);
  const { remove, isRemoving } = useRemove(diets, (error) => reportLogged('Error al eliminar la dieta', error));
  const { duplicate, isDuplicating } = useDuplicate(diets);
  const { view, filter, clear, active, goTo } = useFilters(firstView);
  const shown = useDeferredValue(view);
  const found = list.data?.filter((diet) => matches(diet, shown));
  const categories = [...new Set(list.data?.map(({ category }) => category))]
    .filter(Boolean)
    .sort((a, b) => a.localeCompare(b, 'es'));
  const total = list.data?.length;
  return (
    <>
      <PageHeader
        title="Dietas"
        context={total === undefined || !found ? '' : countWords(total, found.length, ['dieta', 'dietas'])}
        action={newDiet}
      />
      <Filters
        search={<SearchBox label="Buscar dietas..." value={view.buscar} onChange={(buscar) => filter({ buscar })} />}
        active={active}
        onClear={found?.length === 0 ? undefined : clear}
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
        found={found}
        failure="Error al cargar las dietas"
        skeleton={<DietSkeleton />}
        empty={
          <EmptyState title="No hay dietas" text="Crea la primera: qué come cada cliente, con sus calorías.">
            <Button onClick={clear}>Limpiar Filtros</Button>
            {newDiet}
          </EmptyState>
        }
      >
        {(rows) => (
          <Paged rows={rows} page={view.pagina} onPage={goTo}>
            {(page) => (
              <CardGrid className={dietGrid}>
                {page.map((diet) => (
                  <DietCard
                    key={diet.id}
                    diet={diet}
                    removing={isRemoving(diet.id)}
                    onDelete={() => remove(diet)}
                    duplicating={isDuplicating(diet.id)}
                    onDuplicate={duplicate && (() => duplicate(diet))}
                  />
                ))}
              </CardGrid>
            )}
          </Paged>
        )}
      </ListStates>
    </>
  );
}
