import { fillTemplate } from '@pulso/contract/billing/message-text';
import type { PriceRiseDetail } from '@pulso/contract/billing/prices';
import { formatClock, formatDate } from '@pulso/contract/kit/dates';
import { textOrDash, displayName } from '@pulso/contract/kit/labels';
import { formatMoney, formatPesos } from '@pulso/contract/kit/money';
import { MessageCircle, Printer, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { isNotFound, reasonOf } from '@pulso/web/answers';
import { usePlace } from '@pulso/web/navigation/navigation';
import { Button } from '@pulso/web/ui/controls/button';
import { BackLink, LinkButton } from '@pulso/web/ui/controls/links';
import { Facts, Panel, Prose } from '@pulso/web/ui/details/facts';
import { ConfirmDialog } from '@pulso/web/ui/dialogs/confirm-dialog';
import { Badge } from '@pulso/web/ui/feedback/badge';
import { FailureState } from '@pulso/web/ui/feedback/states';
import { showToast } from '@pulso/web/ui/feedback/toast-queue';
import { addresses } from '#addresses';
import { serverOffers } from '#api/session';
import { ClientPrices } from '#features/billing/prices/client-prices';
import { useRise, useUndoRise } from '#features/billing/prices/prices-calls';
import {
  differenceOf,
  kindLabel,
  formatRiseAmount,
  riseBadges,
  roundingLabel,
} from '#features/billing/prices/prices.rules';
import { channelLabel, RiseProof } from '#features/billing/prices/rise-proof';
import { DetailSkeleton, ItemStates } from '#screens/item-states';
import { ListSkeleton } from '#screens/list-skeleton';
import { DataTable, type Column } from '#ui/lists/data-table';
import { PageHeader } from '#ui/layout/page';
import { PaperHeader } from '#ui/layout/paper-header';
import { usePrinting } from '#ui/details/use-printing';

const backLink = { to: addresses.prices.rises, label: 'Volver a aumentos' };

type Row = PriceRiseDetail['rows'][number];

const columns: Column<Row>[] = [
  {
    key: 'title',
    title: 'Nombre',
    cell: ({ title, kind }) => (
      <>
        <span className="font-medium">{displayName(title)}</span>{' '}
        <span className="text-xs text-muted">{kindLabel[kind]}</span>
      </>
    ),
    cut: 'most',
    phone: 'title',
  },
  { key: 'before', title: 'Antes', numeric: true, cell: ({ before }) => formatMoney(before), phone: 'fact' },
  {
    key: 'after',
    title: 'Después',
    numeric: true,
    cell: ({ after, overwritten }) => (
      <>
        <span className="font-semibold text-text">{formatMoney(after)}</span>
        {overwritten && <span className="block text-xs text-muted">Reemplazado el mismo día</span>}
      </>
    ),
    phone: 'more',
  },
  { key: 'difference', title: 'Diferencia', numeric: true, cell: (row) => `+ ${differenceOf(row)}` },
];

type Notice = PriceRiseDetail['notices'][number] & { id: number };

const noticeColumns: Column<Notice>[] = [
  { key: 'user', title: 'Cliente', cell: ({ user }) => displayName(user.name), cut: 'some', phone: 'title' },
  {
    key: 'at',
    title: 'Día y hora',
    cell: ({ at }) => <span className="tabular-nums">{`${formatDate(at)} ${formatClock(at)}`}</span>,
    phone: 'fact',
  },
  { key: 'channel', title: 'Canal', cell: ({ channel }) => channelLabel(channel), phone: 'more' },
  { key: 'author', title: 'Autor', cell: ({ author }) => textOrDash(author?.name ?? ''), cut: 'some' },
];

export function RiseScreen() {
  const { id = '' } = usePlace().params;
  const rise = useRise(id);
  return (
    <ItemStates
      item={rise}
      failure={(error) => (isNotFound(error) ? 'No se encontró el aumento' : 'Error al cargar los precios')}
      back={backLink}
      skeleton={
        <DetailSkeleton>
          <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
            <ListSkeleton />
            <div className="space-y-4 rounded-card border border-line bg-surface p-5">
              <div className="skeleton h-5 w-1/3" />
              {[1, 2, 3, 4, 5, 6].map((fact) => (
                <div key={fact} className="skeleton h-4 w-full" />
              ))}
            </div>
          </div>
        </DetailSkeleton>
      }
    >
      {(loadedRise) => <RiseDetail key={loadedRise.id} rise={loadedRise} />}
    </ItemStates>
  );
}

const UNDO_FAILURE_MESSAGE = 'Error al deshacer el aumento. Por favor intenta de nuevo.';

function RiseDetail({ rise }: { rise: PriceRiseDetail }) {
  const [isConfirming, setConfirming] = useState(false);
  const printing = usePrinting();
  const undo = useUndoRise(UNDO_FAILURE_MESSAGE, () => showToast({ title: 'Aumento deshecho', tone: 'good' }));
  const { state, valid_from, rows, notices, kept } = rise;
  const stateBadge = riseBadges[state];
  const isAnnounced = state !== 'undone';
  return (
    <>
      <PaperHeader />
      <div className="print:hidden">
        <BackLink to={backLink.to}>{backLink.label}</BackLink>
        <PageHeader
          title={`Aumento del ${formatDate(valid_from)}`}
          context={<Badge tone={stateBadge.tone}>{stateBadge.label}</Badge>}
          action={
            isAnnounced &&
            serverOffers('collections') && (
              <LinkButton
                to={addresses.riseNotices(rise.id)}
                look="primary"
                icon={<MessageCircle aria-hidden className="size-4" />}
              >
                Avisar por WhatsApp
              </LinkButton>
            )
          }
        >
          <Button icon={<Printer aria-hidden className="size-4" />} onClick={() => window.print()}>
            Constancia
          </Button>
          {state === 'scheduled' && (
            <Button
              look="danger"
              icon={<Undo2 aria-hidden className="size-4" />}
              busy={undo.isPending}
              disabled={undo.isPending}
              onClick={() => setConfirming(true)}
            >
              Deshacer
            </Button>
          )}
        </PageHeader>
        {undo.error && (
          <div className="mb-4">
            <FailureState message={UNDO_FAILURE_MESSAGE} reason={reasonOf(undo.error)} />
          </div>
        )}
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="space-y-6">
            <DataTable caption="Precios del aumento" columns={columns} rows={rows} />
            {kept.length > 0 && (
              <section aria-labelledby="mantienen">
                <h2 id="mantienen" className="mb-3 text-lg font-semibold">
                  Mantienen su precio
                </h2>
                <ClientPrices prices={kept} />
              </section>
            )}
            {isAnnounced && <RiseNotices rise={rise} />}
            {notices.length > 0 && (
              <section aria-labelledby="avisados">
                <h2 id="avisados" className="mb-3 text-lg font-semibold">
                  A quiénes se avisó
                </h2>
                <DataTable
                  caption="Avisos"
                  columns={noticeColumns}
                  rows={notices.map((notice, id) => ({ ...notice, id }))}
                />
              </section>
            )}
          </div>
          <Panel title="El aumento">
            <Facts facts={factsOf(rise)} />
          </Panel>
        </div>
      </div>
      {printing && <RiseProof rise={rise} />}
      <ConfirmDialog
        open={isConfirming}
        title="¿Deshacer el aumento?"
        text="Los precios quedan como si no se hubiera programado."
        yes="Deshacer"
        no="Cancelar"
        onYes={() => {
          setConfirming(false);
          undo.mutate(rise.id);
        }}
        onNo={() => setConfirming(false)}
      />
    </>
  );
}

function factsOf(rise: PriceRiseDetail) {
  const { valid_from, rounding, reason, created_by, created_at, canceled_by, canceled_at } = rise;
  return [
    { name: 'Rige desde', value: formatDate(valid_from) },
    { name: 'Cuánto', value: formatRiseAmount(rise) },
    { name: 'Redondeo', value: roundingLabel(rounding) },
    { name: 'Motivo', value: reason },
    { name: 'Programó', value: created_by?.name ?? '' },
    { name: 'Programado el', value: `${formatDate(created_at)} ${formatClock(created_at)}` },
    ...(canceled_at
      ? [
          { name: 'Deshizo', value: canceled_by?.name ?? '' },
          { name: 'Deshecho el', value: `${formatDate(canceled_at)} ${formatClock(canceled_at)}` },
        ]
      : []),
  ];
}

const MAX_SHOWN_NAMES = 8;

/** Number of clients who know of the rise, the text of the notice, and those who do not know yet. */
function RiseNotices({
  rise: { affected, told, notice, business, valid_from, rows, untold },
}: {
  rise: PriceRiseDetail;
}) {
  const plan = rows.find(({ kind }) => kind === 'plan');
  if (!plan) return null;
  const names = untold.slice(0, MAX_SHOWN_NAMES).map(({ name }) => displayName(name));
  const others = affected - told - names.length;
  const text = fillTemplate(notice, {
    nombre: '{nombre}',
    plan: plan.title,
    antes: formatPesos(plan.before),
    precio: formatPesos(plan.after),
    desde: formatDate(valid_from),
    negocio: business,
  });
  return (
    <Panel title={`Avisados ${told} de ${affected}`}>
      <div className="space-y-4">
        {names.length > 0 && (
          <p className="text-sm">
            Falta avisar a {names.join(', ')}
            {others > 0 ? ` y ${others} más.` : '.'}
          </p>
        )}
        <div className="rounded-control bg-sunken p-4">
          <p className="mb-1 text-xs font-medium text-muted">Texto del aviso</p>
          <Prose>{text}</Prose>
        </div>
      </div>
    </Panel>
  );
}
