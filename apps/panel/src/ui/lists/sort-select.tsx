import { FilterSelect } from '#ui/lists/filters';
import type { Sort, Sortable } from '#ui/lists/sort';

const directions = [
  { order: 'asc', label: 'ascendente' },
  { order: 'desc', label: 'descendente' },
] as const;

type Props<Row> = {
  columns: readonly Sortable<Row>[];
  sort: Sort | undefined;
  onSort: (sort?: Sort) => void;
};

/** Sort control for rows shown as cards, which have no headings to press. */
export function SortSelect<Row>({ columns, sort, onSort }: Props<Row>) {
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
  return (
    <div className="tabular:hidden">
      <FilterSelect
        label="Ordenar"
        value={chosen?.value ?? ''}
        options={[{ value: '', label: 'Orden habitual' }, ...choices]}
        onChange={(value) => onSort(choices.find((choice) => choice.value === value)?.sort)}
      />
    </div>
  );
}
