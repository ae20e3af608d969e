import type { LedgerRow } from '@pulso/contract/billing/ledger';
import { formatMoney, sumMoney } from '@pulso/contract/kit/money';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { assertSuccess, reasonOf } from '@pulso/web/answers';
import { Button } from '@pulso/web/ui/controls/button';
import { ConfirmDialog } from '@pulso/web/ui/dialogs/confirm-dialog';
import { showToast } from '@pulso/web/ui/feedback/toast-queue';
import { call } from '#api/client';
import { useIdempotencyKey } from '#api/idempotency-key';
import { refetchUsers } from '#features/accounts/users/user-records';
import { PAYMENTS_PATH } from '#features/billing/ledger/resource-paths';
import { payerName } from '#features/billing/payments/ledger-columns';
import { dayToPropose } from '#features/billing/ledger/day-to-propose';
import { isToldClaim } from '#features/billing/payments/ledger.rules';
import { formatCount } from '#ui/text/numbers';

const countPayments = (rows: LedgerRow[]) => `${formatCount(rows.length)} ${rows.length === 1 ? 'pago' : 'pagos'}`;
const sumOf = (rows: LedgerRow[]) => formatMoney(sumMoney(rows.map(({ amount }) => amount)));

/** Confirms payments one after another, each of the day that was told; one that fails does not stop the others. */
function useVerifyAll(day: string, onLeave: (id: number) => void) {
  const client = useQueryClient();
  const idempotencyKey = useIdempotencyKey();
  const [progress, setProgress] = useState<number>();
  const verifyAll = async (rows: LedgerRow[]) => {
    const verifiedRows: LedgerRow[] = [];
    const failures: string[] = [];
    for (const [index, row] of rows.entries()) {
      setProgress(index + 1);
      const path = `${PAYMENTS_PATH}/${row.id}/verify`;
      const json = { paid_on: dayToPropose(row, day) };
      try {
        assertSuccess(await call('POST', path, { payload: { json }, headers: idempotencyKey({ path, json }) }));
        verifiedRows.push(row);
        onLeave(row.id);
      } catch (error) {
        failures.push(`${payerName(row)}: ${reasonOf(error)}`);
      }
    }
    setProgress(undefined);
    refetchUsers(client);
    if (verifiedRows.length > 0)
      showToast({
        title: `Confirmaste ${countPayments(verifiedRows)}`,
        description: sumOf(verifiedRows),
        tone: 'good',
      });
    if (failures.length > 0)
      showToast({ title: 'No se confirmaron todos los pagos', description: failures.join(' '), tone: 'bad' });
  };
  return { progress, verifyAll };
}

type Props = { rows: LedgerRow[]; day: string; onLeave: (id: number) => void; onClear: () => void };

/** Bar over the list for the payments that are ticked: their sum, and one question for all of them. */
export function VerifyChosenBar({ rows: chosen, day, onLeave, onClear }: Props) {
  // A transfer for a renewal sells a period, whose terms are confirmed with it.
  const rows = chosen.filter((row) => !(row.claim === 'renewal' && isToldClaim(row)));
  const [isAsking, setAsking] = useState(false);
  const { progress, verifyAll } = useVerifyAll(day, onLeave);
  if (chosen.length === 0) return null;
  const isBusy = progress !== undefined;
  return (
    <div className="sticky top-2 z-10 mb-3 flex flex-wrap items-center gap-3 rounded-card border border-line bg-surface p-3 shadow-md">
      <p aria-live="polite" className="min-w-0 flex-1 text-sm font-semibold tabular-nums">
        {isBusy ? `Confirmando ${progress} de ${rows.length}...` : `${countPayments(rows)} · ${sumOf(rows)}`}
        {rows.length < chosen.length && !isBusy && (
          <span className="block text-xs font-normal text-muted">
            Los avisos para renovar se confirman uno por uno.
          </span>
        )}
      </p>
      <Button disabled={isBusy} onClick={onClear}>
        Quitar la selección
      </Button>
      <Button look="primary" busy={isBusy} disabled={isBusy || rows.length === 0} onClick={() => setAsking(true)}>
        Confirmar los elegidos
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={`¿Confirmar ${countPayments(rows)} por ${sumOf(rows)}?`}
        text="Cada pago queda con la fecha que se anotó."
        yes="Confirmar"
        no="Cancelar"
        onYes={() => {
          setAsking(false);
          void verifyAll(rows);
        }}
        onNo={() => setAsking(false)}
      />
    </div>
  );
}
