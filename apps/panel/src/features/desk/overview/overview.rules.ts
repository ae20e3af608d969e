import { adjust, baseOf, missingIpc, type Percents } from '@pulso/contract/billing/ipc';
import { renewalRate, type LedgerBehind, type SeriesMonth, type UsersBehind } from '@pulso/contract/desk/overview';
import { MISSING_VALUE } from '@pulso/contract/kit/labels';
import { formatMonth, formatShortMonth, isMonth, type MonthText } from '@pulso/contract/kit/months';
import type { Curve, Point, Step } from '@pulso/web/ui/charts/line-chart';
import { addresses, filteredAddress, type Address } from '#addresses';
import { countText, moneyText, percentText, shortMoney } from '#features/desk/overview/figure-texts.rules';
import { ALL_VALUE } from '#ui/lists/filter-values';
import { formatCount } from '#ui/text/numbers';

/** The month of the address, or this one: none is to come. */
export const shownMonth = (asked: string, now: MonthText): MonthText => (isMonth(asked) && asked <= now ? asked : now);

/** The address of the list that a figure was counted from. */
export function addressBehind(behind: LedgerBehind | UsersBehind): Address {
  if ('users' in behind) {
    const { role, status, ends_from, ends_to, new_in, renewed_in, lost_in } = behind.users;
    return filteredAddress(
      addresses.users.list,
      present({
        ...{ rol: role, estado: status, vence_desde: ends_from, vence_hasta: ends_to },
        ...{ nuevos: new_in, renovaron: renewed_in, perdidos: lost_in },
      }),
    );
  }
  const { from, to, method, type, plan, status, kind } = behind.payments;
  return filteredAddress(
    addresses.payments.list,
    present({ desde: from, hasta: to, metodo: method, tipo: type, plan, estado: status, clase: kind }),
  );
}

const present = (values: Record<string, string | number | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined || value === ALL_VALUE ? [] : [[name, String(value)]],
    ),
  );

export type Chart = { title: string; curves: Curve[]; axisText: (value: number) => string };

/** Every so many months one is named below the curves. */
const NAMED_EVERY = 6;

/** The months as steps of their curves, and the ones among them that are named below. */
export function timeOf(months: readonly MonthText[]): { steps: Step[]; marks: Step[] } {
  return {
    steps: months.map((month, at) => ({ at, name: formatMonth(month) })),
    marks: months.flatMap((month, at) =>
      (months.length - 1 - at) % NAMED_EVERY === 0 ? [{ at, name: formatShortMonth(month) }] : [],
    ),
  };
}

const NOMINAL_NOTE = 'nominal';

function collectedPoint({ month, collected }: SeriesMonth, percents: Percents | undefined): Point {
  if (!percents) return pointOf(collected, moneyText(collected));
  const adjusted = adjust(collected, month, percents);
  if ('missing' in adjusted) return { value: undefined, text: MISSING_VALUE, note: missingIpc(adjusted.missing) };
  const point = pointOf(adjusted.amount, moneyText(adjusted.amount));
  return adjusted.nominal ? { ...point, note: NOMINAL_NOTE, isSoft: true } : point;
}

function pointOf(value: number | undefined, text: string): Point {
  return { value: value !== undefined && Number.isFinite(value) ? value : undefined, text };
}

/** The curves of the months; the collected ones in money of the base month if percents are given. */
export function chartsOf(months: readonly SeriesMonth[], percents: Percents | undefined): Chart[] {
  const counts = (name: string, field: 'new_clients' | 'lost_clients'): Curve => ({
    name,
    points: months.map((month) => ({
      ...pointOf(month[field], countText(month[field])),
      ...(field === 'lost_clients' && partialOf(month)),
    })),
  });
  return [
    {
      title: 'Recaudado',
      curves: [{ name: 'Recaudado', points: months.map((month) => collectedPoint(month, percents)) }],
      axisText: shortMoney,
    },
    {
      title: 'Tasa de renovación',
      curves: [
        {
          name: 'Tasa de renovación',
          points: months.map((month) => {
            const rate = renewalRate(month);
            return { ...pointOf(rate, percentText(rate)), ...partialOf(month) };
          }),
        },
      ],
      axisText: percentText,
    },
    {
      title: 'Nuevos y perdidos',
      curves: [counts('Nuevos', 'new_clients'), counts('Perdidos', 'lost_clients')],
      axisText: formatCount,
    },
  ];
}

const partialOf = ({ partial }: SeriesMonth) => (partial ? { note: 'parcial', isSoft: true } : undefined);

/** What the adjusted curve leaves out or shows otherwise, in sentences. */
export function adjustmentNotes(months: readonly SeriesMonth[], percents: Percents): string[] {
  const base = baseOf(percents);
  if (base === undefined) return ['Todavía no hay IPC cargado: los valores son nominales.'];
  const adjusted = months.map(({ month, collected }) => adjust(collected, month, percents));
  const [missing] = adjusted.flatMap((one) => ('missing' in one ? [one.missing] : []));
  const isNominal = adjusted.some((one) => 'nominal' in one && one.nominal);
  return [
    `En pesos de ${formatMonth(base)}.`,
    ...(missing ? [`${missingIpc(missing)}: los meses anteriores no se dibujan.`] : []),
    ...(isNominal ? ['Los meses que siguen van sin ajustar.'] : []),
  ];
}
