import { snoozeInput, snoozeProblem } from '@pulso/contract/billing/collections';
import { addDays, formatDate, today } from '@pulso/contract/kit/dates';
import { displayName } from '@pulso/contract/kit/labels';
import { Button } from '@pulso/web/ui/controls/button';
import { showToast } from '@pulso/web/ui/feedback/toast-queue';
import type { AgreementProps } from '#features/billing/collections/promise-dialog';
import { useAgreementWrite } from '#features/billing/collections/use-collections';
import { DateField } from '#forms/date-field';
import { withoutRetry } from '#forms/failure-box';
import { useField, type CheckResult } from '#forms/form';
import { FormDialog } from '#forms/form-dialog';
import { createSchemaCheck } from '#forms/schema-check';
import { useFieldValue } from '#forms/use-field-value';

const checkFields = createSchemaCheck(snoozeInput);
const OTHER_DATE = 'otra';
const snoozeOptions = [
  { value: '1', label: 'Mañana' },
  { value: '3', label: '3 días' },
  { value: '7', label: '1 semana' },
  { value: OTHER_DATE, label: 'Otra fecha' },
];

type Snooze = { until: string };

function check({ days, until }: Record<string, unknown>): CheckResult<Snooze> {
  const checked = checkFields({ until: days === OTHER_DATE ? until : addDays(today(), Number(days)) });
  const problem = 'values' in checked ? snoozeProblem(checked.values.until, today()) : undefined;
  return problem ? { errors: { until: problem } } : checked;
}

/** Chooses the day until which a client need not be written to. */
export function SnoozeDialog({ row, onDone, onClose, returnTo }: AgreementProps) {
  const name = displayName(row.user.name);
  const save = useAgreementWrite<Snooze>(row, {
    what: 'snooze',
    failed: 'Error al posponer. Por favor intenta de nuevo.',
    onDone: (_answer, snooze) => {
      const description = snooze ? `${name}: hasta el ${formatDate(snooze.until)}` : name;
      showToast({ title: snooze ? 'Pospuesto' : 'Ya no está pospuesto', description, tone: 'good' });
      onDone();
    },
  });
  return (
    <FormDialog
      title="Posponer"
      submit="Posponer"
      check={check}
      values={{ id: row.user.id }}
      busy={save.isPending}
      failure={save.variables === undefined ? withoutRetry(save.failure) : save.failure}
      aside={
        row.snoozed_until !== null && (
          <Button look="quiet" disabled={save.isPending} onClick={() => save.mutate(undefined)}>
            Dejar de posponer
          </Button>
        )
      }
      onSubmit={({ until }) => save.mutate({ until })}
      onClose={onClose}
      returnTo={returnTo}
    >
      <DayFields name={name} />
    </FormDialog>
  );
}

function DayFields({ name }: { name: string }) {
  const { initial } = useField('days');
  const first = typeof initial === 'string' ? initial : '1';
  return (
    <>
      <fieldset>
        <legend className="mb-1.5 text-sm font-medium">{name} vuelve a aparecer</legend>
        <div data-choices className="grid grid-cols-2 gap-2">
          {snoozeOptions.map(({ value, label }) => (
            <label
              key={value}
              className="flex min-h-11 cursor-pointer items-center gap-2 rounded-control border border-line px-3 text-sm font-medium has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent"
            >
              <input
                type="radio"
                name="days"
                value={value}
                defaultChecked={value === first}
                className="size-4 accent-current"
              />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
      {useFieldValue('days', first) === OTHER_DATE && (
        <DateField name="until" label="Fecha" min={addDays(today(), 1)} required />
      )}
    </>
  );
}
