import type { MyPlan } from '@pulso/contract/coaching/claims';
import type { MyToday } from '@pulso/contract/coaching/courses';
import { daysLabel, formatDate } from '@pulso/contract/kit/dates';
import type { Tone } from '@pulso/web/ui/feedback/badge';

type Plan = Pick<MyToday['plan'], 'state' | 'end' | 'days'> & Partial<Pick<MyPlan, 'plan' | 'paused_until'>>;

const nameOf = ({ plan }: Plan) => (plan ? `Tu plan ${plan}` : 'Tu plan');

/** How a plan stands, in a sentence; undefined of who never had one. */
export function planWords(plan: Plan): { text: string; tone: Tone } | undefined {
  const { state, end, days, paused_until } = plan;
  switch (state) {
    case 'none':
      return undefined;
    case 'off':
      return { text: 'Tu plan está desactivado', tone: 'grey' };
    case 'paused':
      return {
        text: paused_until ? `En pausa hasta el ${formatDate(paused_until)}` : 'Tu plan está en pausa',
        tone: 'blue',
      };
    case 'covered':
      return { text: `${nameOf(plan)} vence el ${formatDate(end)}`, tone: 'green' };
    case 'due':
      return { text: `Vence en ${daysLabel(days ?? 0)}`, tone: 'yellow' };
    case 'today':
      return { text: 'Vence hoy', tone: 'yellow' };
    case 'overdue':
      return { text: `Venció hace ${daysLabel(-(days ?? 0))}`, tone: 'red' };
  }
}

/** Behind a box that says how the plan stands. */
export const planToneClasses: Partial<Record<Tone, string>> = {
  yellow: 'bg-yellow-soft text-yellow',
  red: 'bg-red-soft text-red',
};

/** Which plan it is and until when, where its state does not say so itself. */
export function planEndWords(plan: Plan): string | undefined {
  if (plan.end === null || !['paused', 'due', 'today', 'overdue'].includes(plan.state)) return undefined;
  return `${nameOf(plan)} ${plan.state === 'overdue' ? 'venció' : 'vence'} el ${formatDate(plan.end)}`;
}
