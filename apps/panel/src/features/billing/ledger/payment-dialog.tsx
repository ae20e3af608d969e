import { useState, type ReactNode } from 'react';
import { assertSuccess, CallFailure, reasonOf } from '@pulso/web/answers';
import { ConfirmDialog } from '@pulso/web/ui/dialogs/confirm-dialog';
import { showToast, type ToastMessage } from '@pulso/web/ui/feedback/toast-queue';
import { call } from '#api/client';
import { useIdempotencyKey } from '#api/idempotency-key';
import { useUserWrite } from '#features/accounts/users/user-records';
import type { CheckResult, Files } from '#forms/form';
import { FormDialog, type FormDialogProps } from '#forms/form-dialog';

type Sale<Json = object> = { path: string; json: Json };
type SaleSubmission<S extends Sale> = { sale: S; files: Files };

export const mapCheckResult = <T, Mapped>(checked: CheckResult<T>, map: (values: T) => Mapped): CheckResult<Mapped> =>
  'values' in checked ? { values: map(checked.values) } : checked;

/** Addresses the checked values to a call. */
export const toSale = <T,>(path: string, checked: CheckResult<T>): CheckResult<Sale<T>> =>
  mapCheckResult(checked, (json) => ({ path, json }));

/** The checked values, on the condition that the server knows no equal payment. */
export const withDuplicateCheck = <T extends object>(checked: CheckResult<T>) =>
  mapCheckResult(checked, (values) => ({ ...values, unless_duplicate: true }));

type Props<S extends Sale, Data> = Omit<FormDialogProps<S>, 'busy' | 'failure' | 'onSubmit' | 'children'> & {
  /** The loaded data that the dialog goes by: given to the children, and the same as long as an answer is uncertain. */
  data?: Data;
  children: ReactNode | ((data: Data) => ReactNode);
  failed: string;
  method?: 'POST' | 'PUT';
  /** Any 2xx answer will do, even an empty one. */
  mayBeEmpty?: boolean;
  /** Reads the answer's data, and gives the words of the toast. */
  done: (data: unknown, sale: S, files: Files) => ToastMessage | Promise<ToastMessage>;
  /** Called after a success, when the dialog is closed. */
  onDone?: () => void;
  /** Names an equal payment, where the server does not look for one itself. */
  twinOf?: (sale: S) => string | undefined;
};

/**
 * The dialog of a write about money. However often it is sent, it is done once: its key stays the same, and while an answer is
 * uncertain its check and its data are those that it was sent with. An equal payment is asked about, whoever finds it.
 */
export function PaymentDialog<S extends Sale, Data>({
  failed,
  method = 'POST',
  mayBeEmpty,
  done,
  onDone,
  onClose,
  check,
  twinOf,
  data,
  children,
  ...dialog
}: Props<S, Data>) {
  const idempotencyKey = useIdempotencyKey();
  const write = useUserWrite(failed, async ({ sale, files }: SaleSubmission<S>) => {
    const { path, json } = sale;
    const answer = await call(method, path, { payload: { json }, headers: idempotencyKey({ path, json }) });
    if (!mayBeEmpty) assertSuccess(answer);
    showToast({ tone: 'good', ...(await done(answer.data, sale, files)) });
    onClose();
    onDone?.();
  });
  const current = { check, twinOf, data };
  const [last, setLast] = useState(current);
  const shownData = write.isHeld ? last : current;
  const send = (sent: SaleSubmission<S>) => {
    setLast(shownData);
    write.mutate(sent);
  };
  const [twin, setTwin] = useState<{ words: string; sent: SaleSubmission<S> }>();
  const { error, variables } = write;
  const isDuplicate = error instanceof CallFailure && error.code === 'duplicate';
  const sendAnyway = () => {
    setTwin(undefined);
    if (twin) return send(twin.sent);
    if (!variables) return undefined;
    const { sale, files } = variables;
    return send({ sale: { ...sale, json: { ...sale.json, unless_duplicate: undefined } }, files });
  };
  return (
    <FormDialog
      {...dialog}
      check={shownData.check}
      busy={write.isPending}
      failure={isDuplicate ? undefined : write.failure}
      onSubmit={(sale, files) => {
        const words = shownData.twinOf?.(sale);
        if (words) setTwin({ words, sent: { sale, files } });
        else send({ sale, files });
      }}
      onClose={onClose}
    >
      {typeof children === 'function' ? children(shownData.data as Data) : children}
      <ConfirmDialog
        open={isDuplicate || twin !== undefined}
        title={twin ? '¿Registrarlo otra vez?' : '¿Registrarlo igual?'}
        text={twin?.words ?? reasonOf(error)}
        yes={twin ? 'Registrar otra vez' : 'Registrar igual'}
        no="No registrar"
        onYes={sendAnyway}
        onNo={() => (twin ? setTwin(undefined) : write.reset())}
      />
    </FormDialog>
  );
}
