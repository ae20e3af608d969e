import { FilterSelect } from '#ui/filters';
import { Select } from '#ui/select';
import type { Sort, Sortable } from '#ui/sort';

const directions = [
  { order: 'asc', label: 'ascendente' },
  { order: 'desc', label: 'descendente' },
] as const;

type Props<Row> = {
  columns: readonly Sortable<Row>[];
  sort: Sort | undefined;
  onSort: (sort?: Sort) => void;
  /** Beside a search, where it says its name only to a screen reader. */
  beside?: boolean;
};

/** The order of a table whose rows are cards: there are no headings to press. */
export function SortSelect<Row>({ columns, sort, onSort, beside = false }: Props<Row>) {
  const choices = columns
    .filter(({ sortBy }) => sortBy !== undefined)
    .flatMap(({ key, title }) =>
      directions.map(({ order, label }) => ({
        value: `${key} ${order}`,
        label: `${title}, ${label}`,
        sort: { by: key, order },
      })),
    );
  const chosen = choices.find((choice) => choice.sort.by === sort?.by && choice.sort.order === sort.order);
  const control = {
    label: 'Ordenar',
    value: chosen?.value ?? '',
    options: [{ value: '', label: beside ? 'Ordenar' : 'Orden habitual' }, ...choices],
    onChange: (value: string) => onSort(choices.find((choice) => choice.value === value)?.sort),
  };
  return (
    <div className={`tabular:hidden ${beside ? 'w-32 shrink-0 *:w-full' : ''}`}>
      {beside ? <Select {...control} /> : <FilterSelect {...control} />}
    </div>
  );
}
