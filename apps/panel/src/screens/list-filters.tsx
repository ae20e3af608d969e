import type { ReactNode } from 'react';
import { defaultSort } from '#screens/use-filters';
import { ALL_VALUE, allOption } from '#ui/lists/filter-values';
import { Filters, FilterSelect } from '#ui/lists/filters';
import type { Option } from '#ui/controls/option';
import { FilterBar } from '#ui/layout/page';
import { Select } from '#ui/controls/select';

/** A filter of a list that is loaded whole. */
export type ListFilter<Row, Parameter extends string = string> = {
  /** Parameter name in the address. */
  name: Parameter;
  label: string;
  /** Label of the choice that filters nothing: 'Todos los estados'. */
  all: string;
  options: (rows: readonly Row[]) => readonly Option[];
  keeps: (row: Row, chosen: string) => boolean;
};

const statusOptions = [
  { value: 'activos', label: 'Activos' },
  { value: 'inactivos', label: 'Inactivos' },
];

export const statusFilter: ListFilter<{ status: boolean }, 'estado'> = {
  name: 'estado',
  label: 'Estado',
  all: 'Todos los estados',
  options: () => statusOptions,
  keeps: ({ status }, chosen) => status === (chosen === 'activos'),
};

type View = Record<string, string> & { buscar: string; pagina: string; orden: string; sentido: string };

/** Initial view of a list with these filters. */
export const defaultViewOf = (filters: readonly { name: string }[]): View => ({
  buscar: '',
  pagina: '1',
  ...defaultSort,
  ...Object.fromEntries(filters.map(({ name }) => [name, ALL_VALUE])),
});

/** The chosen option; an old address may hold one that no longer exists. */
function chosenOption<Row>(
  { name, options }: ListFilter<Row>,
  view: Record<string, string>,
  rows: readonly Row[],
): string {
  const chosen = view[name] ?? ALL_VALUE;
  return options(rows).some(({ value }) => String(value) === chosen) ? chosen : ALL_VALUE;
}

/** The rows that pass all filters. */
export function filterRows<Row>(
  rows: readonly Row[],
  filters: readonly ListFilter<Row>[],
  view: Record<string, string>,
): Row[] {
  const on = filters
    .map((filter) => ({ keeps: filter.keeps, chosen: chosenOption(filter, view, rows) }))
    .filter(({ chosen }) => chosen !== ALL_VALUE);
  return rows.filter((row) => on.every(({ keeps, chosen }) => keeps(row, chosen)));
}

/** '3 entrenamientos', or '1 de 3 entrenamientos' for a filtered list. */
export function formatFoundCount(total: number, foundCount: number, [one, several]: readonly [string, string]): string {
  const all = `${total} ${total === 1 ? one : several}`;
  return foundCount === total ? all : `${foundCount} de ${all}`;
}

type Props<Row> = {
  search: ReactNode;
  filters: readonly ListFilter<Row>[];
  rows: readonly Row[];
  view: Record<string, string>;
  active: number;
  onChange: (changes: Record<string, string>) => void;
  /** Omitted if another control already clears the filters. */
  onClear?: () => void;
  /** Sort control, if there is one. */
  order?: ReactNode;
};

/** The search and the filters of a list: a single filter beside the search, several in their panel. */
export function ListFilters<Row>(props: Props<Row>) {
  const { search, filters, rows, view, active, onChange, onClear, order } = props;
  const controls = filters.map((filter) => ({
    label: filter.label,
    value: chosenOption(filter, view, rows),
    options: [allOption(filter.all), ...filter.options(rows)],
    onChange: (chosen: string) => onChange({ [filter.name]: chosen }),
  }));
  if (controls.length > 1 || (controls.length > 0 && order))
    return (
      <Filters search={search} active={active} onClear={onClear}>
        {controls.map((control) => (
          <FilterSelect key={control.label} {...control} />
        ))}
        {order}
      </Filters>
    );
  if (!search && controls.length === 0) return null;
  return (
    <FilterBar>
      {search}
      {controls.map((control) => (
        <Select key={control.label} {...control} />
      ))}
    </FilterBar>
  );
}
