import { daysBetween, daysLabel, type DateText } from '@pulso/contract/kit/dates';
import { formatMoney } from '@pulso/contract/kit/money';
import { isObject } from '@pulso/web/answers';
import { describeDueDate } from '#features/billing/collections/due-date.rules';

/** Somebody of a list of Cobranzas, as 'Inicio' shows them. */
export type TodayPerson = {
  id: number;
  name: string;
  phone: string;
  status: boolean;
  profile_image: string | null;
  plan: string | undefined;
  end: DateText | null;
  owed: number;
  promised_on: DateText | null;
};

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);

/** A row without the contract's schemas, which would double what the first screen loads; undefined without an id. */
export function readPerson(row: unknown): TodayPerson | undefined {
  if (!isObject(row) || !isObject(row.user) || typeof row.user.id !== 'number') return undefined;
  const { id, name, phone, status, profile_image } = row.user;
  return {
    id,
    name: textOrNull(name) ?? '',
    phone: textOrNull(phone) ?? '',
    status: status !== false,
    profile_image: textOrNull(profile_image),
    plan: isObject(row.plan) ? (textOrNull(row.plan.title) ?? undefined) : undefined,
    end: textOrNull(row.end),
    owed: typeof row.owed === 'number' ? row.owed : 0,
    promised_on: textOrNull(row.promised_on),
  };
}

function describePromise(on: DateText, today: DateText): string {
  const days = daysBetween(on, today);
  return days > 0 ? `Prometió pagar hace ${daysLabel(days)}` : 'Prometió pagar hoy';
}

/** 'Mensual · Vence hoy · Debe ARS 3.000,00' */
export function describePerson({ plan, end, owed, promised_on }: TodayPerson, today: DateText): string {
  const isPromised = promised_on !== null && promised_on <= today;
  return [
    plan,
    isPromised ? describePromise(promised_on, today) : end !== null && describeDueDate(end, today),
    owed > 0 && `Debe ${formatMoney(owed)}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Each once, in the order in which they came. */
export const uniquePeople = (people: readonly TodayPerson[]): TodayPerson[] => [
  ...new Map(people.map((person) => [person.id, person])).values(),
];
