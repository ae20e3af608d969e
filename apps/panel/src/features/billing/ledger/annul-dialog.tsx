import { reasonInput, type LedgerRow } from '@pulso/contract/billing/payments';
import { formatMoney } from '@pulso/contract/kit/money';
import { serverOffers } from '#api/session';
import { useLedgerWrite } from '#features/billing/ledger/ledger-calls';
import { payerOf } from '#features/billing/ledger/ledger-columns';
import { CheckField, TextAreaField } from '#forms/fields';
import { FormDialog } from '#forms/form-dialog';
import { schemaCheck } from '#forms/schema-check';
import { tell } from '#ui/tell';

const FAILED = 'Error al anular el pago. Por favor intenta de nuevo.';
const check = schemaCheck(reasonInput);

type Input = { reason: string; withPeriod: boolean };
type Props = { row: LedgerRow; onClose: () => void };

export function AnnulDialog({ row, onClose }: Props) {
  const { id, period_id } = row;
  const what = `${payerOf(row)}: ${formatMoney(row.amount)}`;
  const write = useLedgerWrite<Input>(
    FAILED,
    ({ reason, withPeriod }) => ({
      path: withPeriod ? `period/${period_id}/annul` : `payment/${id}/annul`,
      json: { reason },
    }),
    (_data, { withPeriod }) => {
      tell({ title: withPeriod ? 'Pago y período anulados' : 'Pago anulado', description: what, tone: 'good' });
      onClose();
    },
  );
  return (
    <FormDialog
      title="Anular pago"
      submit="Anular pago"
      busyLabel="Anulando..."
      look="danger"
      values={{ id }}
      check={(fields) => {
        const checked = check(fields);
        return 'errors' in checked
          ? checked
          : { values: { reason: checked.values.reason, withPeriod: fields.with_period === true } };
      }}
      busy={write.isPending}
      failure={write.failure}
      onSubmit={(input: Input) => write.mutate(input)}
      onClose={onClose}
    >
      <p className="text-sm">
        <span className="font-semibold">N.º {id}</span> · {what}
      </p>
      <TextAreaField name="reason" label="Motivo" required />
      {period_id !== null && serverOffers('renew') && (
        <CheckField name="with_period" label="Anular también el período" />
      )}
      <p className="rounded-control bg-yellow-soft p-3 text-sm text-yellow">
        El pago no se borra: se registra otro igual en contra, con fecha de hoy y en la caja de hoy.
      </p>
    </FormDialog>
  );
}
