import type { LedgerRow } from '@pulso/contract/billing/ledger';
import { claimLabel, conceptOf, paymentMethodLabel } from '@pulso/contract/billing/payments.labels';
import { formatDate, today } from '@pulso/contract/kit/dates';
import { timeAgo } from '@pulso/contract/kit/time-ago';
import { textOrDash, displayName } from '@pulso/contract/kit/labels';
import { formatMoney, sumMoney } from '@pulso/contract/kit/money';
import { Check, TriangleAlert, X } from 'lucide-react';
import { lazy, Suspense, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { Link } from '@pulso/web/navigation/link';
import { Button } from '@pulso/web/ui/controls/button';
import { BackLink } from '@pulso/web/ui/controls/links';
import { EmptyState } from '@pulso/web/ui/feedback/states';
import { useNow } from '@pulso/web/ui/hooks/use-now';
import { addresses } from '#addresses';
import { RejectDialog, VerifyDialog } from '#features/billing/payments/decision-dialogs';
import { useUnverifiedPayments } from '#features/billing/payments/ledger-calls';
import { isToldClaim } from '#features/billing/payments/ledger.rules';
import { payerName } from '#features/billing/payments/ledger-columns';
import { AddReceiptImageButton, ReceiptImageDialog, ReceiptThumbnail } from '#features/billing/payments/receipt-image';
import { VerifyChosenBar } from '#features/billing/payments/verify-chosen';
import { ListStates } from '#screens/list-states';
import { ListSkeleton } from '#screens/list-skeleton';
import { TruncatedText } from '#ui/layout/truncated-text';
import { formatCount } from '#ui/text/numbers';
import { PageHeader } from '#ui/layout/page';

const ClaimDialog = lazy(async () => ({
  default: (await import('#features/billing/subscriptions/claim-dialog')).ClaimDialog,
}));

const VERIFY_WARNING = 'Mira tu cuenta antes de confirmar: una captura se puede falsificar.';

type OpenDecision = { what: 'verify' | 'reject' | 'picture'; row: LedgerRow };

type ItemProps = {
  row: LedgerRow;
  now: Date;
  isFirst: boolean;
  isChosen: boolean;
  onChoose: () => void;
  onDo: (what: OpenDecision['what']) => void;
};

function Item({ row, now, isFirst, isChosen, onChoose, onDo }: ItemProps) {
  const { id, user, amount, payment_method, transaction_id, recorded_by, created_at, has_receipt } = row;
  const { claim, claimed_on } = row;
  const by = recorded_by ? displayName(recorded_by.name) : '';
  const isTold = isToldClaim(row);
  const facts = [
    paymentMethodLabel(payment_method),
    transaction_id && `Transacción: ${transaction_id}`,
    isTold && claim ? `${claimLabel(claim)}, del ${formatDate(claimed_on)}` : conceptOf(row),
  ];
  return (
    <div
      role="row"
      data-row={id}
      tabIndex={isFirst ? 0 : -1}
      aria-label={`${payerName(row)}, ${formatMoney(amount)}`}
      className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3 max-sm:items-start -outline-offset-2 first:rounded-t-card last:rounded-b-card focus:bg-accent-soft/40"
    >
      <div role="gridcell">
        <label className="-m-3 flex size-11 items-center justify-center">
          <input
            type="checkbox"
            aria-label={`Elegir ${payerName(row)}, ${formatMoney(amount)}`}
            checked={isChosen}
            onChange={onChoose}
            className="size-4"
          />
        </label>
      </div>
      {has_receipt && (
        <div role="gridcell">
          <ReceiptThumbnail row={row} onOpen={() => onDo('picture')} />
        </div>
      )}
      <div role="gridcell" className="min-w-0 flex-1 basis-48">
        <p className="items-center justify-between gap-3 font-semibold sm:flex">
          {user ? (
            <Link
              to={addresses.users.detail(user.id)}
              className="-my-2.5 flex min-h-11 min-w-0 items-center underline-offset-4 hover:underline sm:my-0 sm:min-h-6"
            >
              <TruncatedText text={displayName(user.name)} />
            </Link>
          ) : (
            <span>{payerName(row)}</span>
          )}
          <span className="text-lg font-bold whitespace-nowrap tabular-nums">{textOrDash(formatMoney(amount))}</span>
        </p>
        <p className="text-sm wrap-anywhere text-muted">{facts.filter(Boolean).join(' · ')}</p>
        <p className="text-xs text-muted">
          N.º {id}
          {isTold ? ' · Lo avisó desde su app' : by && ` · Lo registró ${by}`},{' '}
          <span className="whitespace-nowrap">{timeAgo(created_at, now)}</span>
        </p>
      </div>
      <div role="gridcell" className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:[button]:flex-1">
        {!has_receipt && <AddReceiptImageButton row={row} />}
        <Button icon={<X aria-hidden className="size-4" />} look="quietDanger" onClick={() => onDo('reject')}>
          Rechazar
        </Button>
        <Button icon={<Check aria-hidden className="size-4" />} onClick={() => onDo('verify')}>
          Confirmar
        </Button>
      </div>
    </div>
  );
}

const ARROW_STEPS: Record<string, number> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };
const ACTION_KEYS: Record<string, OpenDecision['what']> = { c: 'verify', x: 'reject', enter: 'picture' };

type QueueProps = {
  rows: LedgerRow[];
  chosen: ReadonlySet<number>;
  onChoose: (id: number) => void;
  onDo: (doing: OpenDecision) => void;
  queue: RefObject<HTMLDivElement | null>;
};

/** The keys work while the focus is on a row. */
function Queue({ rows, chosen, onChoose, onDo, queue }: QueueProps) {
  const now = useNow();
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    const { target, key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey || !(target instanceof HTMLElement)) return;
    const item = target.closest<HTMLElement>('[data-row]');
    const row = rows.find(({ id }) => String(id) === item?.dataset.row);
    const letter = key.toLowerCase();
    const step = ARROW_STEPS[key] ?? ARROW_STEPS[letter];
    // Enter on a button or a link is its own.
    const action = letter === 'enter' && target !== item ? undefined : ACTION_KEYS[letter];
    if (step !== undefined) {
      event.preventDefault();
      const next = step > 0 ? item?.nextElementSibling : item?.previousElementSibling;
      if (next instanceof HTMLElement) next.focus();
    } else if (row && key === ' ' && target === item) {
      event.preventDefault();
      onChoose(row.id);
    } else if (row && action && (action !== 'picture' || row.has_receipt)) {
      event.preventDefault();
      onDo({ what: action, row });
    }
  };
  return (
    <div
      role="grid"
      tabIndex={-1}
      ref={queue}
      aria-label="Pagos por verificar"
      onKeyDown={press}
      className="divide-y divide-line rounded-card border border-line bg-surface outline-none"
    >
      {rows.map((row, index) => (
        <Item
          key={row.id}
          row={row}
          now={now}
          isFirst={index === 0}
          isChosen={chosen.has(row.id)}
          onChoose={() => onChoose(row.id)}
          onDo={(what) => onDo({ what, row })}
        />
      ))}
    </div>
  );
}

export function UnverifiedScreen() {
  const { leave, ...list } = useUnverifiedPayments();
  const { data: rows } = list;
  const [doing, setDoing] = useState<OpenDecision>();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const toggle = (id: number) =>
    setChosen((ids) => (ids.has(id) ? new Set([...ids].filter((one) => one !== id)) : new Set([...ids, id])));
  const day = today(useNow());
  const queue = useRef<HTMLDivElement>(null);
  const close = () => setDoing(undefined);
  /** A decided row leaves at once, and the focus goes to the one that takes its place. */
  const done = () => {
    const place = rows?.findIndex(({ id }) => id === doing?.row.id) ?? 0;
    leave(doing?.row.id);
    close();
    requestAnimationFrame(() => {
      const items = queue.current?.children ?? [];
      const item = items[Math.min(place, items.length - 1)];
      if (item instanceof HTMLElement) item.focus();
    });
  };

  const count =
    rows &&
    [
      `${formatCount(rows.length)} ${rows.length === 1 ? 'pago' : 'pagos'}`,
      rows.length > 0 && formatMoney(sumMoney(rows.map(({ amount }) => amount))),
    ]
      .filter(Boolean)
      .join(' · ');
  return (
    <>
      <BackLink to={addresses.payments.list}>Volver a los pagos</BackLink>
      <PageHeader title="A verificar" context={count ?? ''} />
      <p className="mb-4 flex items-start gap-2 rounded-control bg-yellow-soft p-3 text-sm text-yellow">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        {VERIFY_WARNING}
      </p>
      <ListStates
        list={list}
        found={rows}
        failure="Error al cargar los pagos por verificar"
        skeleton={<ListSkeleton />}
        empty={
          <EmptyState
            title="No hay pagos por verificar."
            text="Aquí esperan las transferencias que se anotaron con su comprobante, hasta que veas el dinero en tu cuenta."
          />
        }
      >
        {(found) => (
          <>
            <VerifyChosenBar
              rows={found.filter(({ id }) => chosen.has(id))}
              day={day}
              onLeave={leave}
              onClear={() => setChosen(new Set())}
            />
            {found.length > 1 && (
              <label className="mb-1 inline-flex min-h-11 items-center gap-3 pr-4 pl-4.75 text-sm">
                <input
                  type="checkbox"
                  checked={found.every(({ id }) => chosen.has(id))}
                  onChange={({ target }) => setChosen(new Set(target.checked ? found.map(({ id }) => id) : []))}
                  className="size-4"
                />
                Elegir todos
              </label>
            )}
            <Queue rows={found} chosen={chosen} onChoose={toggle} onDo={setDoing} queue={queue} />
            <p className="hidden text-xs text-muted sm:block">
              Con el teclado, sobre una fila: <kbd>↑</kbd> <kbd>↓</kbd> mueven, <kbd>Espacio</kbd> elige, <kbd>C</kbd>{' '}
              confirma, <kbd>X</kbd> rechaza, <kbd>Enter</kbd> abre la imagen.
            </p>
          </>
        )}
      </ListStates>
      {doing?.what === 'verify' &&
        (doing.row.user && !doing.row.user.deleted && isToldClaim(doing.row) ? (
          <Suspense>
            <ClaimDialog user={doing.row.user} claim={doing.row} onDone={done} onClose={close} />
          </Suspense>
        ) : (
          <VerifyDialog row={doing.row} onDone={done} onClose={close} />
        ))}
      {doing?.what === 'reject' && <RejectDialog row={doing.row} onDone={done} onClose={close} />}
      {doing?.what === 'picture' && <ReceiptImageDialog row={doing.row} name={payerName(doing.row)} onClose={close} />}
    </>
  );
}
