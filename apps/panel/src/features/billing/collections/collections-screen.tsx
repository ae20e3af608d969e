import { messageTemplates, riseOfList, WHOM_LIST, type MessageTemplate } from '@pulso/contract/billing/collections';
import type { Figure } from '@pulso/contract/billing/collections.summary';
import { collectionListLabels, collectionLists } from '@pulso/contract/billing/collections.labels';
import { SEGMENT_GONE } from '@pulso/contract/accounts/users.labels';
import { today } from '@pulso/contract/kit/dates';
import { formatMoney } from '@pulso/contract/kit/money';
import { Keyboard } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '@pulso/web/ui/controls/button';
import { Tabs } from '@pulso/web/ui/details/tabs';
import { EmptyState } from '@pulso/web/ui/feedback/states';
import { useNow } from '@pulso/web/ui/hooks/use-now';
import type { addresses, ViewOf } from '#addresses';
import { useList } from '#api/resources';
import { useBusiness } from '#features/billing/business/use-business';
import { CollectionList } from '#features/billing/collections/collection-list';
import { withTroubledRows } from '#features/billing/collections/collections.rules';
import { HelpDialog } from '#features/billing/collections/help-dialog';
import { RiseProgress } from '#features/billing/collections/rise-progress';
import { useContactChat } from '#features/billing/collections/use-chat';
import { PAGE_SIZE, useCollection } from '#features/billing/collections/use-collections';
import { useCollectionSummary } from '#features/billing/collections/summary/use-summary';
import { ListStates } from '#screens/list-states';
import { useFilters } from '#screens/use-filters';
import { ListSkeleton } from '#screens/list-skeleton';
import { formatCount } from '#ui/text/numbers';
import { FilterBar, PageHeader } from '#ui/layout/page';
import { Pagination } from '#ui/lists/pagination';
import { SearchBox } from '#ui/lists/search-box';
import { SimilarNote } from '#ui/lists/similar-note';
import { Select } from '#ui/controls/select';
import { useDebounced } from '#ui/hooks/use-debounced';

const TYPING_PAUSE_MS = 200;
/** Number of clients still to be told of a rise, of those on the screen, at which the next ones are asked for. */
const RISE_RESERVE = 15;
const ALL = 'todos';
const defaultView: ViewOf<typeof addresses.collections> = {
  lista: 'due_today',
  ver: 'pendientes',
  consulta: '',
  buscar: '',
  pagina: '1',
};
const visibilityOptions = [
  { value: defaultView.ver, label: 'Sin contactar' },
  { value: ALL, label: 'Todos' },
];

const isKnownList = ({ lista, consulta }: typeof defaultView) =>
  collectionLists.some((one) => one === lista) ||
  (lista === WHOM_LIST && consulta !== '') ||
  riseOfList(lista) !== undefined;

function TabLabel({ label, figure }: { label: string; figure: Figure | undefined }) {
  return (
    <span className="flex flex-col items-start py-1.5 text-left">
      <span>
        {label}
        <span className="ml-2 inline-block min-w-5 tabular-nums">{figure && formatCount(figure.count)}</span>
      </span>
      {/* As wide as most sums, so that no tab goes to another line when these come. */}
      <span className="min-h-4 min-w-24 text-xs font-normal text-muted tabular-nums">
        {figure && formatMoney(figure.sum)}
      </span>
    </span>
  );
}

const formatHiddenCount = (count: number) => `${formatCount(count)} ${count === 1 ? 'oculto' : 'ocultos'}`;

/** Clients to write to, in one list per reason. */
export function CollectionsScreen() {
  const { view, filter, goTo } = useFilters(defaultView);
  const [helps, setHelps] = useState(false);
  const summary = useCollectionSummary({ often: true }).data;
  const list = isKnownList(view) ? view.lista : defaultView.lista;
  const isCounted = summary !== undefined;
  useEffect(() => {
    // Seven tabs are wider than a phone, and wider still with their numbers.
    const shown = document.querySelector('main [role=tab][aria-selected=true]');
    shown?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [list, isCounted]);
  const tabs = [
    ...collectionLists.map((value) => ({
      value: value as string,
      label: <TabLabel label={collectionListLabels[value]} figure={summary?.[value]} />,
    })),
    ...(riseOfList(list) === undefined
      ? []
      : [{ value: list, label: <TabLabel label="Aumento" figure={undefined} /> }]),
    ...(view.consulta === '' ? [] : [{ value: WHOM_LIST, label: <TabLabel label="Elegidos" figure={undefined} /> }]),
  ];
  return (
    <>
      <PageHeader
        title="Cobranzas"
        context={
          summary ? `${formatCount(summary.due_today.count)} para hoy · ${formatMoney(summary.due_today.sum)}` : ''
        }
      >
        <span className="max-sm:hidden">
          <Button look="quiet" icon={<Keyboard aria-hidden className="size-4" />} onClick={() => setHelps(true)}>
            Atajos
          </Button>
        </span>
      </PageHeader>
      <Tabs
        label="Listas"
        value={list}
        onChange={(lista) => filter({ lista })}
        tabs={tabs.map((tab) => ({
          ...tab,
          content: <ListTab key={tab.value} list={tab.value} view={view} filter={filter} goTo={goTo} />,
        }))}
      />
      {helps && <HelpDialog onClose={() => setHelps(false)} />}
    </>
  );
}

type Filters = ReturnType<typeof useFilters<typeof defaultView>>;
type TabProps = { list: string } & Pick<Filters, 'view' | 'filter' | 'goTo'>;

function ListTab({ list, view, filter, goTo }: TabProps) {
  const day = today(useNow());
  const chat = useContactChat();
  const [chosen, setChosen] = useState<MessageTemplate>();
  const templates = useList(messageTemplates);
  const business = useBusiness();
  const search = useDebounced(view.buscar, TYPING_PAUSE_MS);
  const page = Math.max(1, Math.trunc(Number(view.pagina)) || 1);
  const rise = riseOfList(list);
  const isRise = rise !== undefined;
  const collection = useCollection({
    list,
    page,
    hidden: isRise || view.ver === ALL,
    search: search.trim(),
    whom: list === WHOM_LIST ? view.consulta : '',
  });
  const { data } = collection;

  // The last row of the last page is gone: the last page that there is.
  const last = data && Math.max(1, Math.ceil(data.meta.total / PAGE_SIZE));
  const isPast = data?.rows.length === 0 && !collection.isPlaceholderData && last !== undefined && page > last;
  useEffect(() => {
    if (isPast) goTo(last);
  });

  const hidden = data && data.meta.hidden > 0 && view.ver !== ALL ? formatHiddenCount(data.meta.hidden) : '';
  const parts = [collection, templates, business];
  const untoldRows = data?.rows.filter(({ user }) => !chat.told.has(user.id));
  const rows =
    untoldRows &&
    withTroubledRows(
      untoldRows,
      [...chat.troubles.values()].map(({ message }) => message),
    );
  const untold = data && untoldRows ? data.meta.total - data.rows.length + untoldRows.length : 0;
  // The next clients to be told come before the last of these is: a key is never pressed in vain.
  const shownCount = untoldRows?.length ?? 0;
  const isRunningOut = data !== undefined && shownCount < Math.min(RISE_RESERVE, data.rows.length, untold);
  const { isFetching, refetch: fetchMore } = collection;
  useEffect(() => {
    if (isRunningOut && !isFetching) void fetchMore();
  }, [isRunningOut, isFetching, fetchMore]);
  return (
    <>
      <FilterBar>
        <SearchBox
          label="Buscar por nombre o teléfono..."
          value={view.buscar}
          onChange={(buscar) => filter({ buscar })}
        />
        {!isRise && (
          <Select label="Mostrar" value={view.ver} options={visibilityOptions} onChange={(ver) => filter({ ver })} />
        )}
        {hidden && (
          <p className="self-center text-sm whitespace-nowrap text-muted tabular-nums max-sm:hidden">{hidden}</p>
        )}
      </FilterBar>
      {hidden && <p className="mb-2 px-1 text-sm text-muted tabular-nums sm:hidden">{hidden}</p>}
      {isRise && data && view.buscar === '' && <RiseProgress rise={rise} untold={untold} />}
      <ListStates
        list={{
          data: rows,
          error: parts.find(({ error }) => error)?.error ?? null,
          isPending: parts.some(({ isPending }) => isPending) && !parts.some(({ error }) => error),
          refetch: () => void Promise.all(parts.filter(({ error }) => error).map(({ refetch }) => refetch())),
        }}
        found={templates.data && business.data && rows}
        failure="Error al cargar las cobranzas"
        alwaysTold
        skeleton={<ListSkeleton />}
        empty={
          data?.meta.gone ? (
            <EmptyState title={SEGMENT_GONE} text="Se eliminó la etiqueta o el plan, así que no encuentra a nadie." />
          ) : view.buscar ? (
            <EmptyState title="No se encontraron clientes" text="Prueba con otra búsqueda o en otra lista." />
          ) : (
            <EmptyState
              title="Nadie por aquí. Todo al día."
              text="A quien le venza la suscripción o le quede una deuda, lo encontrarás en estas listas."
            />
          )
        }
      >
        {(shown) =>
          templates.data &&
          business.data &&
          data && (
            <div
              aria-busy={collection.isPlaceholderData || undefined}
              className="transition-opacity duration-150 aria-busy:opacity-60"
            >
              {data.meta.similar && <SimilarNote />}
              <CollectionList
                list={list}
                rows={shown}
                today={day}
                business={business.data}
                templates={templates.data}
                chosen={chosen}
                onChoose={setChosen}
                chat={chat}
              />
              <Pagination page={page} limit={PAGE_SIZE} total={untold} more={data.meta.more} onPage={goTo} />
            </div>
          )
        }
      </ListStates>
    </>
  );
}
