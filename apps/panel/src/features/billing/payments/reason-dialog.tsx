import { reasonInput } from '@pulso/contract/billing/payments';
import type { ReactNode } from 'react';
import { assertSuccess, call } from '#api/client';
import { useIdempotencyKey } from '#api/idempotency-key';
import { useUserWrite } from '#features/accounts/users/user-records';
import { TextAreaField } from '#forms/fields';
import { FormDialog } from '#forms/form-dialog';
import { schemaCheck } from '#forms/schema-check';
import { useHeld } from '#forms/use-write';
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
  /** How much of it is shown, where another amount by now is to be refused. */
  owed?: number;
  onClose: () => void;
  /** What it means. */
  children: ReactNode;
};

/** Takes something back or lets it go, for a reason that stays written. */
export function ReasonDialog({ title, busyLabel, id, path, failed, done, what, owed, onClose, children }: Props) {
  const idempotencyKey = useIdempotencyKey();
  const write = useUserWrite(failed, async (json: { reason: string; owed?: number }) => {
    assertSuccess(await call('POST', path, { payload: { json }, headers: idempotencyKey(json) }));
    tell({ title: done, description: what, tone: 'good' });
    onClose();
  });
  const seen = useHeld(owed, write);
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
      onSubmit={({ reason }) => write.mutate({ reason, ...(seen !== undefined && { owed: seen }) })}
      onClose={onClose}
    >
      <p className="text-base font-semibold wrap-anywhere">{what}</p>
      <p className="text-sm text-muted">{children}</p>
      <TextAreaField name="reason" label="Motivo" rows={2} required />
    </FormDialog>
  );
}
