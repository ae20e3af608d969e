import { renewalResultBody, renewInput } from '@pulso/contract/billing/subscriptions';
import { formatDate } from '@pulso/contract/kit/dates';
import { displayName } from '@pulso/contract/kit/labels';
import { useQueryClient } from '@tanstack/react-query';
import { assertSuccess, CallFailure } from '@pulso/web/answers';
import { showToast, type ToastMessage } from '@pulso/web/ui/feedback/toast-queue';
import { addresses } from '#addresses';
import { call } from '#api/client';
import { useIdempotencyKey } from '#api/idempotency-key';
import { readRow } from '#api/reader';
import { showFailureToast } from '#api/report-failure';
import { serverOffers } from '#api/session';
import { refetchUsers } from '#features/accounts/users/user-records';
import { toSale, withDuplicateCheck } from '#features/billing/ledger/payment-dialog';
import { withPaidOnCheck } from '#features/billing/ledger/payment-fields';
import { plansPlaceholder } from '#features/billing/subscriptions/plan-field';
import { useRenewal } from '#features/billing/subscriptions/use-renewal';
import { usePlansOnSale } from '#features/catalogue/plans/plans-on-sale';
import { createSchemaCheck } from '#forms/schema-check';

const UNDO_OFFER_MS = 10_000;
const UNDO_REASON = 'Deshecho al momento';
const checkRenewal = createSchemaCheck(renewInput);

export type Client = { id: number; name: string };

/** The sale of a client's next period, or of the first: its data, its check, and the words for its answer. */
export function useRenewalSale(user: Client, onDone?: () => void) {
  const renewal = useRenewal(user.id, { fresh: true });
  const { list } = usePlansOnSale();
  const undo = useUndoRenewal(user, onDone);
  const path = `user/${user.id}/renew`;
  const check = (fields: Record<string, unknown>) => {
    const list_price = list.rows.find(({ id }) => id === Number(fields.plan_id))?.price ?? 0;
    return toSale(path, withDuplicateCheck(checkRenewal({ ...fields, list_price })));
  };
  return {
    data: { renewal: renewal.data, list },
    instead: plansPlaceholder(renewal, list, { failure: 'Error al cargar la suscripción', rows: 6 }),
    check: withPaidOnCheck(check, renewal.data?.today ?? ''),
    done: (data: unknown): ToastMessage => {
      const renewed = readRow({ path, row: renewalResultBody }, data);
      if (renewed === undefined) throw new CallFailure(200, undefined);
      const { period, payment } = renewed;
      return {
        title: `Renovada hasta el ${formatDate(period.end_date)}`,
        description: displayName(user.name),
        ...(payment &&
          serverOffers('ledger') && {
            link: { to: addresses.payments.detail(payment.id), label: 'Comprobante' },
          }),
        undo: () => void undo(period.id),
        undoMs: UNDO_OFFER_MS,
      };
    },
  };
}

/** Takes a renewal back by its opposite. It is told wherever the person has gone meanwhile. */
function useUndoRenewal(user: Client, onDone?: () => void) {
  const client = useQueryClient();
  const idempotencyKey = useIdempotencyKey();
  return async (period: number) => {
    const json = { reason: UNDO_REASON };
    try {
      const headers = idempotencyKey({ period, ...json });
      assertSuccess(await call('POST', `period/${period}/annul`, { payload: { json }, headers }));
      showToast({ title: 'Renovación deshecha', description: displayName(user.name), tone: 'good' });
    } catch (error) {
      showFailureToast('Error al deshacer la renovación', error);
    }
    refetchUsers(client);
    onDone?.();
  };
}
