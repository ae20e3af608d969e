import {
  promiseInput,
  promiseProblem,
  type CollectionRow,
  type PromiseInput,
} from '@pulso/contract/billing/collections';
import { addDays, formatDate, today } from '@pulso/contract/kit/dates';
import { displayName } from '@pulso/contract/kit/labels';
import { showToast } from '@pulso/web/ui/feedback/toast-queue';
import { useAgreementWrite } from '#features/billing/collections/use-collections';
import { DateField } from '#forms/date-field';
import type { CheckResult } from '#forms/form';
import { FormDialog } from '#forms/form-dialog';
import { MoneyField } from '#forms/money-field';
import { createSchemaCheck } from '#forms/schema-check';

const checkFields = createSchemaCheck(promiseInput);

/** Checks the day against today too, which the contract cannot know. */
function check(fields: Record<string, unknown>): CheckResult<PromiseInput> {
  const checked = checkFields(fields);
  const problem = 'values' in checked ? promiseProblem(checked.values.on, today()) : undefined;
  return problem ? { errors: { on: problem } } : checked;
}

export type AgreementProps = {
  row: CollectionRow;
  /** The row is about to go. */
  onDone: () => void;
  onClose: () => void;
  returnTo: () => HTMLElement | null;
};

/** When a client says that he will pay. */
export function PromiseDialog({ row, onDone, onClose, returnTo }: AgreementProps) {
  const name = displayName(row.user.name);
  const save = useAgreementWrite<PromiseInput>(row, {
    what: 'promise',
    failed: 'Error al guardar la promesa. Por favor intenta de nuevo.',
    onDone: (_answer, promise) => {
      showToast({ title: 'Promesa anotada', description: `${name}: paga el ${formatDate(promise?.on)}`, tone: 'good' });
      onDone();
    },
  });
  return (
    <FormDialog
      title="Promesa de pago"
      submit="Guardar promesa"
      check={check}
      values={{ id: row.user.id, on: addDays(today(), 1), amount: row.promised_amount }}
      busy={save.isPending}
      failure={save.failure}
      onSubmit={({ on, amount = null }) => save.mutate({ on, amount })}
      onClose={onClose}
      returnTo={returnTo}
    >
      <p className="text-sm text-muted">{name} no aparece hasta ese día. Después está en «Promesas» hasta que pague.</p>
      <div className="grid gap-5 sm:grid-cols-2">
        <DateField name="on" label="Paga el" min={today()} required />
        <MoneyField name="amount" label="Monto (opcional)" />
      </div>
    </FormDialog>
  );
}
