import type { Debt } from '@pulso/contract/billing/debts';
import { formatShortDate } from '@pulso/contract/kit/dates';
import { formatMoney } from '@pulso/contract/kit/money';
import { HandHeart, NotebookPen, QrCode } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { Button, IconButton } from '@pulso/web/ui/controls/button';
import { Badge, type Tone } from '@pulso/web/ui/feedback/badge';
import { serverOffers } from '#api/session';
import { debtOrigin, isOpenDebt, useDebts } from '#features/billing/debts/debts-calls';
import { AddDebtDialog } from '#features/billing/debts/add-debt-dialog';
import { ReasonDialog } from '#features/billing/ledger/reason-dialog';
import { HistoryTable } from '#screens/history-table';
import type { Column } from '#ui/lists/data-table';

const closingBadges: Record<NonNullable<Debt['closed_as']>, { label: string; tone: Tone }> = {
  pagada: { label: 'Pagada', tone: 'green' },
  condonada: { label: 'Condonada', tone: 'grey' },
  anulada: { label: 'Anulada', tone: 'grey' },
};

type DebtActions = {
  onCharge: (debtId: number) => void;
  onForgive: (debt: Debt) => void;
  onLink?: (debtId: number) => void;
};

/** An amount, which says what it is where the row is a card. */
function LabelledAmount({ of, children }: { of: string; children: ReactNode }) {
  return (
    <>
      <span className="text-muted tabular:hidden">{of} </span>
      {children}
    </>
  );
}

function RemainingDebt({ debt }: { debt: Debt }) {
  if (!debt.closed_as) return <span className="font-semibold text-red">{formatMoney(debt.owed)}</span>;
  const { label, tone } = closingBadges[debt.closed_as];
  return <Badge tone={tone}>{label}</Badge>;
}

const columnsOf = ({ onCharge, onForgive, onLink }: DebtActions): Column<Debt>[] => [
  {
    key: 'origin',
    title: 'Origen',
    cell: (debt) => (
      <>
        <span className="block leading-5 font-medium wrap-anywhere">{debtOrigin(debt)}</span>
        <span className="block text-xs wrap-anywhere text-muted">
          {[formatShortDate(debt.created_at), debt.concept && debt.note].filter(Boolean).join(' · ')}
        </span>
      </>
    ),
    sortBy: debtOrigin,
    phone: 'title',
  },
  {
    key: 'due',
    title: 'Vence',
    cell: ({ due_on }) => (
      <span className="whitespace-nowrap">
        <LabelledAmount of="Vence">{formatShortDate(due_on) || '—'}</LabelledAmount>
      </span>
    ),
    sortBy: ({ due_on }) => due_on ?? '',
    phone: 'badge',
  },
  {
    key: 'amount',
    title: 'Monto',
    numeric: true,
    cell: ({ amount }) => <LabelledAmount of="Monto">{formatMoney(amount)}</LabelledAmount>,
    sortBy: ({ amount }) => amount,
    phone: 'badge',
  },
  {
    key: 'paid',
    title: 'Pagado',
    numeric: true,
    cell: ({ paid }) => <LabelledAmount of="Pagado">{formatMoney(paid)}</LabelledAmount>,
    sortBy: ({ paid }) => paid,
    phone: 'badge',
  },
  {
    key: 'owed',
    title: 'Debe',
    numeric: true,
    cell: (debt) => (
      <LabelledAmount of={isOpenDebt(debt) ? 'Debe' : ''}>
        <RemainingDebt debt={debt} />
      </LabelledAmount>
    ),
    sortBy: ({ owed }) => owed,
    phone: 'badge',
  },
  {
    key: 'actions',
    title: 'Acciones',
    cell: (debt) =>
      isOpenDebt(debt) && (
        <span className="-ml-4 flex gap-1 tabular:-mx-4">
          {serverOffers('renew') && (
            <Button look="quiet" title={debtOrigin(debt)} onClick={() => onCharge(debt.id)}>
              Cobrar
            </Button>
          )}
          {onLink && (
            <IconButton
              label="Generar link"
              title={`Generar link: ${debtOrigin(debt)}`}
              icon={<QrCode aria-hidden className="size-4" />}
              onClick={() => onLink(debt.id)}
            />
          )}
          <IconButton
            label="Condonar"
            title={`Condonar: ${debtOrigin(debt)}`}
            icon={<HandHeart aria-hidden className="size-4" />}
            onClick={() => onForgive(debt)}
          />
        </span>
      ),
    phone: 'badge',
  },
];

type Props = {
  userId: number;
  onCharge: (debtId: number) => void;
  /** Makes a link by which the client pays a debt. */
  onLink?: (debtId: number) => void;
};

/** Debts of a person, open and closed. */
export function Debts({ userId, onCharge, onLink }: Props) {
  const { data: debts = [], error, isPending, refetch } = useDebts(userId);
  const [forgiving, setForgiving] = useState<Debt>();
  const [isNoting, setIsNoting] = useState(false);
  const columns = useMemo(() => columnsOf({ onCharge, onForgive: setForgiving, onLink }), [onCharge, onLink]);
  /** The debt's current state: somebody else may have collected part of it. */
  const debt = forgiving && (debts.find(({ id }) => id === forgiving.id) ?? forgiving);
  const note = (
    <Button icon={<NotebookPen aria-hidden className="size-4" />} onClick={() => setIsNoting(true)}>
      Anotar deuda
    </Button>
  );
  if (isPending) return <div role="status" aria-busy="true" aria-label="Cargando" className="skeleton h-32" />;
  return (
    <div className="space-y-4">
      {debts.length > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-sm text-muted">{debts.some(isOpenDebt) ? '' : 'No debe nada.'}</p>
          {note}
        </div>
      )}
      <HistoryTable
        caption="Deudas"
        rows={debts}
        columns={columns}
        failure={error ? 'Error al cargar las deudas' : undefined}
        onRetry={() => void refetch()}
        empty="No debe nada."
        next={note}
        inOrder
      />
      {isNoting && <AddDebtDialog userId={userId} onClose={() => setIsNoting(false)} />}
      {debt && (
        <ReasonDialog
          title="Condonar deuda"
          busyLabel="Condonando..."
          id={debt.id}
          path={`debt/${debt.id}/forgive`}
          failed="Error al condonar la deuda. Por favor intenta de nuevo."
          done="Deuda condonada"
          what={`${debtOrigin(debt)}: ${formatMoney(debt.owed)}`}
          owed={debt.owed}
          onClose={() => setForgiving(undefined)}
        >
          No se mueve dinero: deja de deber lo que falta, y queda anotado por qué.
        </ReasonDialog>
      )}
    </div>
  );
}
