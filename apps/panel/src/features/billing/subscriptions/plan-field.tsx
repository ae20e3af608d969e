import type { Renewal } from '@pulso/contract/billing/subscriptions';
import type { Plan } from '@pulso/contract/catalogue/plans';
import { textOrDash, displayName } from '@pulso/contract/kit/labels';
import { formatMoney } from '@pulso/contract/kit/money';
import type { ReactNode } from 'react';
import { reasonOf } from '@pulso/web/answers';
import { FailureState } from '@pulso/web/ui/feedback/states';
import type { useRenewal } from '#features/billing/subscriptions/use-renewal';
import { FormSkeleton } from '#forms/form-dialog';
import { ListFailureNote, SelectField } from '#forms/select-field';
import { useFieldValue } from '#forms/use-field-value';
import type { Options } from '#forms/use-options';

/** Placeholder of a form about a plan, until the plans and the client's own one are loaded. */
export function plansPlaceholder(
  { data, error, refetch }: ReturnType<typeof useRenewal>,
  list: Options,
  { failure, rows }: { failure: string; rows: number },
): ReactNode {
  if (error && !data)
    return (
      <div className="p-5">
        <FailureState message={failure} reason={reasonOf(error)} onRetry={() => void refetch()} />
      </div>
    );
  return data && !list.isLoading ? undefined : <FormSkeleton rows={rows} />;
}

/** The client's plan at first, if it is still sold. */
const defaultPlanId = ({ plan }: Renewal) => (plan?.status ? plan.id : undefined);

export function useChosenPlan(renewal: Renewal, list: Options<Plan>): Plan | undefined {
  const planId = Number(useFieldValue('plan_id', defaultPlanId(renewal)));
  return list.rows.find(({ id }) => id === planId);
}

type Props = { renewal: Renewal; list: Options<Plan>; note?: (plan: Plan) => string };

export function PlanField({ renewal, list, note }: Props) {
  return (
    <SelectField
      name="plan_id"
      label="Plan"
      required
      prompt={useChosenPlan(renewal, list) ? undefined : 'Elige un plan'}
      options={list.rows.map((plan) => ({
        value: plan.id,
        label: [displayName(plan.title), note?.(plan), textOrDash(formatMoney(plan.price))].filter(Boolean).join(' · '),
      }))}
      byDefault={defaultPlanId(renewal)}
    >
      {list.failed && <ListFailureNote onRetry={list.retry} />}
    </SelectField>
  );
}

/** `isAlone`: no field stands beside it. */
type DerivedProps = { label: string; text: string; isAlone?: boolean; children?: ReactNode };

/** A value that follows from the others, in the place of a field. */
export function DerivedValue({ label, text, isAlone, children }: DerivedProps) {
  return (
    <div>
      <p className="mb-1.5 text-sm font-medium">{label}</p>
      <p aria-live="polite" className={`flex items-center text-sm tabular-nums ${isAlone ? '' : 'h-11'}`}>
        {text}
      </p>
      {children}
    </div>
  );
}
