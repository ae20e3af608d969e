import type { LinkedProblem, PaymentLink } from '@pulso/contract/billing/links';
import { linkStateLabel, linkStates } from '@pulso/contract/billing/links.labels';
import { useEffect, useRef, useState, type ComponentType } from 'react';
import { BackLink } from '@pulso/web/ui/controls/links';
import { Button } from '@pulso/web/ui/controls/button';
import { EmptyState } from '@pulso/web/ui/feedback/states';
import { speak } from '@pulso/web/ui/feedback/live-region';
import { showToast } from '@pulso/web/ui/feedback/toast-queue';
import { useNow } from '@pulso/web/ui/hooks/use-now';
import { addresses } from '#addresses';
import { useViewState } from '#api/view-state';
import { LinkItem, type LinkDeed } from '#features/billing/links/link-item';
import { PAGE_SIZE, useLinkAct, useLinks } from '#features/billing/links/links-calls';
import { defaultLinksView, linkName, PROBLEMS_VALUE, toLinkQuestion } from '#features/billing/links/links.rules';
import { PracticeNote } from '#features/billing/links/practice-note';
import { RenewWithPaymentDialog } from '#features/billing/links/renew-with-payment-dialog';
import { ShareLinkDialog, type LinkChatProps } from '#features/billing/links/share-link-dialog';
import { ListStates } from '#screens/list-states';
import { ListSkeleton } from '#screens/list-skeleton';
import { ALL_VALUE, allOption } from '#ui/lists/filter-values';
import { FilterSelect } from '#ui/lists/filters';
import { PageHeader } from '#ui/layout/page';
import { Pagination } from '#ui/lists/pagination';
import { formatCount } from '#ui/text/numbers';

const stateOptions = [
  allOption('Todos'),
  { value: PROBLEMS_VALUE, label: 'Por resolver' },
  ...linkStates.map((value) => ({ value, label: linkStateLabel(value) })),
];

/** Says aloud what has come by a link since the last look. */
function useChangesTold(links: PaymentLink[] | undefined) {
  const before = useRef(new Map<number, string>());
  useEffect(() => {
    for (const link of links ?? []) {
      const last = before.current.get(link.id);
      before.current.set(link.id, link.state);
      if (last !== undefined && last !== link.state)
        speak(`${linkName(link)}: ${linkStateLabel(link.state)}`, `link ${link.id}`);
    }
  }, [links]);
}

type OpenDialog = { what: 'show'; link: PaymentLink } | { what: 'renew'; link: PaymentLink; problem: LinkedProblem };

/** Links to pay with, what has come by them, and first what a person has to look at. */
export function LinksScreen({ Chat }: { Chat?: ComponentType<LinkChatProps> }) {
  const [view, show] = useViewState(defaultLinksView);
  const page = Math.max(1, Math.trunc(Number(view.pagina)) || 1);
  const list = useLinks({ ...toLinkQuestion(view), page, limit: PAGE_SIZE });
  const { rows, meta } = list.data ?? {};
  const now = useNow();
  const [open, setOpen] = useState<OpenDialog>();
  useChangesTold(rows);
  const { mutate, busyWith } = useLinkAct((link, { act }) => {
    if (act === 'close') showToast({ title: 'Link cerrado', description: linkName(link), tone: 'good' });
    if (act === 'check')
      showToast({
        title: link.state === 'open' ? 'Todavía no llegó ningún pago' : linkStateLabel(link.state),
        description: linkName(link),
        ...(link.state === 'paid' && { tone: 'good' }),
      });
  });
  const doTo = (link: PaymentLink, deed: LinkDeed) => {
    if (deed.what === 'show') setOpen({ what: 'show', link });
    else if (deed.what === 'renew') setOpen({ what: 'renew', link, problem: deed.problem });
    else if (deed.what === 'solve') mutate({ link, act: 'solve', json: { problem_id: deed.problem.id } });
    else mutate({ link, act: deed.what });
  };
  const close = () => setOpen(undefined);
  const isFiltered = view.estado !== ALL_VALUE || view.cliente !== '';
  const context =
    meta &&
    [
      `${formatCount(meta.total)} ${meta.total === 1 ? 'link' : 'links'}`,
      meta.problems > 0 && `${formatCount(meta.problems)} por resolver`,
    ]
      .filter(Boolean)
      .join(' · ');
  return (
    <>
      <BackLink to={addresses.payments.list}>Volver a los pagos</BackLink>
      <PageHeader title="Links" context={context ?? ''} />
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <FilterSelect
          label="Estado"
          value={view.estado}
          options={stateOptions}
          onChange={(estado) => show({ estado, pagina: '1' })}
        />
        {view.cliente !== '' && (
          <Button onClick={() => show({ cliente: '', pagina: '1' })}>De todos los clientes</Button>
        )}
      </div>
      <div className="mb-4 empty:hidden">
        <PracticeNote />
      </div>
      <ListStates
        list={{ ...list, data: rows }}
        found={rows}
        failure="Error al cargar los links"
        skeleton={<ListSkeleton />}
        empty={
          <EmptyState
            title={isFiltered ? 'No hay links así.' : 'Todavía no hay links de pago.'}
            text="Genera uno al cobrar, al renovar o desde una deuda: tu cliente lo paga con su teléfono, y se registra y se renueva sin que hagas nada."
          >
            {isFiltered && <Button onClick={() => show(defaultLinksView)}>Ver todos</Button>}
          </EmptyState>
        }
      >
        {(links) => (
          <>
            <ul aria-label="Links de pago" className="divide-y divide-line rounded-card border border-line bg-surface">
              {links.map((link) => (
                <LinkItem
                  key={link.id}
                  link={link}
                  now={now}
                  busy={busyWith?.link.id === link.id ? busyWith.act : undefined}
                  onDo={(deed) => doTo(link, deed)}
                />
              ))}
            </ul>
            <Pagination
              page={page}
              limit={PAGE_SIZE}
              total={meta?.total ?? links.length}
              onPage={(wanted) => show({ pagina: String(wanted) })}
            />
          </>
        )}
      </ListStates>
      {open?.what === 'show' && <ShareLinkDialog link={open.link} Chat={Chat} onClose={close} />}
      {open?.what === 'renew' && <RenewWithPaymentDialog link={open.link} problem={open.problem} onClose={close} />}
    </>
  );
}
