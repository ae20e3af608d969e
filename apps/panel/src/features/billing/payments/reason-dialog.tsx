import { reasonInput } from '@pulso/contract/billing/payments';
import type { ReactNode } from 'react';
import { assertSuccess, call } from '#api/client';
import { useIdempotencyKey } from '#api/idempotency-key';
import { useUserWrite } from '#features/accounts/users/user-records';
import { TextAreaField } from '#forms/fields';
import { FormDialog } from '#forms/form-dialog';
import { schemaCheck } from '#forms/schema-check';
import { tell } from '#ui/tell';

const check = schemaCheck(reasonInput);

type Props = {
  /** Also what its button says. */
  title: string;
  busyLabel: string;
  /** Of what it is done to. */
  id: number;
  /** The call, which takes the reason. */
  path: string;
  failed: string;
  done: string;
  what: string;
  onClose: () => void;
  /** What it means. */
  children: ReactNode;
};

/** Takes something back or lets it go, for a reason that stays written. */
export function ReasonDialog({ title, busyLabel, id, path, failed, done, what, onClose, children }: Props) {
  const idempotencyKey = useIdempotencyKey();
  const write = useUserWrite(failed, async (json: { reason: string }) => {
    assertSuccess(await call('POST', path, { payload: { json }, headers: idempotencyKey(json) }));
    tell({ title: done, description: what, tone: 'good' });
    onClose();
  });
  return (
    <FormDialog
      title={title}
      submit={title}
      busyLabel={busyLabel}
      look="danger"
      values={{ id }}
      check={check}
      busy={write.isPending}
      failure={write.failure}
      onSubmit={(values) => write.mutate(values)}
      onClose={onClose}
    >
      <p className="text-base font-semibold wrap-anywhere">{what}</p>
      <p className="text-sm text-muted">{children}</p>
      <TextAreaField name="reason" label="Motivo" rows={2} required />
    </FormDialog>
  );
}
