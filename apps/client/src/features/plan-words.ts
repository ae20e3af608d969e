import type { MyToday } from '@pulso/contract/coaching/courses';
import { daysLabel, formatDate } from '@pulso/contract/kit/dates';
import type { Tone } from '@pulso/web/ui/feedback/badge';

/** How a plan stands, in a sentence; undefined of who never had one. */
export function planWords({ state, end, days }: MyToday['plan']): { text: string; tone: Tone } | undefined {
  switch (state) {
    case 'none':
      return undefined;
    case 'off':
      return { text: 'Tu plan está desactivado', tone: 'grey' };
    case 'paused':
      return { text: 'Tu plan está en pausa', tone: 'blue' };
    case 'covered':
      return { text: `Tu plan vence el ${formatDate(end)}`, tone: 'green' };
    case 'due':
      return { text: `Vence en ${daysLabel(days ?? 0)}`, tone: 'yellow' };
    case 'today':
      return { text: 'Vence hoy', tone: 'yellow' };
    case 'overdue':
      return { text: `Venció hace ${daysLabel(-(days ?? 0))}`, tone: 'red' };
  }
}
