import { reasonInput } from '@pulso/contract/billing/ledger';
import type { ReactNode } from 'react';
import { mapCheckResult, PaymentDialog } from '#features/billing/ledger/payment-dialog';
import { TextAreaField } from '#forms/fields';
import { createSchemaCheck } from '#forms/schema-check';

const check = createSchemaCheck(reasonInput);

type Props = {
  /** Title, and label of the submit button. */
  title: string;
  busyLabel: string;
  /** Id of the payment, period or debt. */
  id: number;
  /** Address of the call, which takes the reason. */
  path: string;
  failed: string;
  done: string;
  what: string;
  /** The shown amount, if the server must refuse another one by now. */
  owed?: number;
  onClose: () => void;
  /** Explanation of the consequences. */
  children: ReactNode;
};

/** Takes something back or lets it go, for a reason that stays written. */
export function ReasonDialog({ title, id, path, done, what, owed, children, ...dialog }: Props) {
  return (
    <PaymentDialog
      {...dialog}
      title={title}
      submit={title}
      look="danger"
      values={{ id }}
      check={(fields) => mapCheckResult(check(fields), ({ reason }) => ({ path, json: { reason, owed } }))}
      done={() => ({ title: done, description: what })}
    >
      <p className="text-base font-semibold wrap-anywhere">{what}</p>
      <p className="text-sm text-muted">{children}</p>
      <TextAreaField name="reason" label="Motivo" rows={2} required />
    </PaymentDialog>
  );
}
