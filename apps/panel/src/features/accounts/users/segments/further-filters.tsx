import { segments, type Segment } from '@pulso/contract/accounts/segments';
import { userStateLabels } from '@pulso/contract/accounts/segments.labels';
import { tags, type Tag } from '@pulso/contract/accounts/tags';
import { userStates } from '@pulso/contract/accounts/users.labels';
import { plans } from '@pulso/contract/catalogue/plans';
import { displayName } from '@pulso/contract/kit/labels';
import { Bookmark, Pencil } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@pulso/web/ui/controls/button';
import { useList } from '#api/resources';
import { serverOffers } from '#api/session';
import { LinkedFilters } from '#features/accounts/users/segments/linked-filters';
import { SaveFilterDialog } from '#features/accounts/users/segments/save-filter-dialog';
import { SavedFiltersDialog } from '#features/accounts/users/segments/saved-filters-dialog';
import { questionOf, sameQuestion, viewOf } from '#features/accounts/users/segments/segments.rules';
import { TrainerFilter } from '#features/accounts/users/trainers/trainer-filter';
import { furtherFilters, type FurtherFilter, type UsersView } from '#features/accounts/users/users.rules';
import { DateFilter } from '#screens/date-filter';
import type { Option } from '#ui/controls/option';
import { filterClass } from '#ui/controls/select';
import { ALL_VALUE, allOption } from '#ui/lists/filter-values';
import { FilterSelect } from '#ui/lists/filters';

const stateOptions = [
  allOption('Todas'),
  ...userStates.map((state) => ({ value: state, label: userStateLabels[state] })),
];
const debtOptions = [allOption('Todos'), { value: 'true', label: 'Con deuda' }, { value: 'false', label: 'Sin deuda' }];

/** The rows as options; a chosen one that is gone stays visible as such. */
function optionsOf<Row extends { id: number }>(
  rows: readonly Row[] | undefined,
  nameOf: (row: Row) => string,
  all: string,
  chosen: string,
): Option[] {
  const options: Option[] = (rows ?? []).map((row) => ({ value: String(row.id), label: displayName(nameOf(row)) }));
  const isGone = rows !== undefined && chosen !== ALL_VALUE && !options.some(({ value }) => value === chosen);
  return [allOption(all), ...options, ...(isGone ? [{ value: chosen, label: 'Ya no existe' }] : [])];
}

const daysLabel = (value: string) => (value === ALL_VALUE ? '' : value);

type Props = { view: UsersView; onFilter: (changes: Partial<UsersView>) => void };

/** The filters that only the server answers, and the saved ones. */
export function FurtherFilters({ view, onFilter }: Props) {
  const [planList, tagList, saved] = [useList(plans), useList(tags), useList(segments)];
  const [dialog, setDialog] = useState<'save' | 'manage'>();
  const valueOf = (name: FurtherFilter) => view[furtherFilters[name].param];
  const change = (name: FurtherFilter, value: string) => onFilter({ [furtherFilters[name].param]: value || ALL_VALUE });
  const question = questionOf(view);
  const isAsking = Object.keys(question).length > 0;
  const current = saved.data?.find((segment) => sameQuestion(segment.query, question));
  const choose = (id: string) => {
    const segment = saved.data?.find((one) => String(one.id) === id);
    onFilter(viewOf(segment?.query ?? {}));
  };
  return (
    <>
      <FilterSelect
        label="Vencimiento"
        value={valueOf('state')}
        options={stateOptions}
        onChange={(state) => change('state', state)}
      />
      <FilterSelect
        label="Plan"
        value={valueOf('plan')}
        options={optionsOf(planList.data, ({ title }) => title, 'Todos', valueOf('plan'))}
        onChange={(plan) => change('plan', plan)}
      />
      <FilterSelect
        label="Etiqueta"
        value={valueOf('tag')}
        options={optionsOf<Tag>(tagList.data, ({ name }) => name, 'Todas', valueOf('tag'))}
        onChange={(tag) => change('tag', tag)}
      />
      {serverOffers('trainers') && (
        <TrainerFilter value={valueOf('trainer')} onChange={(trainer) => change('trainer', trainer)} />
      )}
      <FilterSelect
        label="Deuda"
        value={valueOf('owes')}
        options={debtOptions}
        onChange={(owes) => change('owes', owes)}
      />
      <label className="flex-1 text-xs font-medium text-muted sm:max-w-32 sm:min-w-28 print:hidden">
        <span className="mb-1 block">Días sin pagar</span>
        <input
          type="number"
          min={1}
          max={3_650}
          inputMode="numeric"
          placeholder="Todos"
          value={daysLabel(valueOf('unpaid_days'))}
          onChange={({ target }) => change('unpaid_days', target.value)}
          className={`w-full text-text ${filterClass}`}
        />
      </label>
      <DateFilter
        name="desde"
        label="Registro desde"
        value={daysLabel(valueOf('joined_from'))}
        onChange={(day) => change('joined_from', day)}
      />
      <DateFilter
        name="hasta"
        label="Registro hasta"
        value={daysLabel(valueOf('joined_to'))}
        onChange={(day) => change('joined_to', day)}
      />
      <LinkedFilters question={question} onFilter={onFilter} />
      <FilterSelect
        label="Filtro guardado"
        value={current ? String(current.id) : ALL_VALUE}
        options={[allOption('Ninguno'), ...(saved.data ?? []).map(savedOption)]}
        onChange={choose}
      />
      <Button
        icon={<Bookmark aria-hidden className="size-4" />}
        disabled={!isAsking || current !== undefined}
        onClick={() => setDialog('save')}
      >
        Guardar filtro
      </Button>
      <Button
        look="quiet"
        icon={<Pencil aria-hidden className="size-4" />}
        disabled={!saved.data?.length}
        onClick={() => setDialog('manage')}
      >
        Administrar
      </Button>
      {dialog === 'save' && <SaveFilterDialog question={question} onClose={() => setDialog(undefined)} />}
      {dialog === 'manage' && <SavedFiltersDialog saved={saved.data ?? []} onClose={() => setDialog(undefined)} />}
    </>
  );
}

const savedOption = ({ id, name, gone }: Segment): Option => ({
  value: String(id),
  label: gone ? `${displayName(name)} (ya no encuentra a nadie)` : displayName(name),
});
