import { userStateLabels } from '@pulso/contract/accounts/segments.labels';
import type { UserQuestion } from '@pulso/contract/accounts/users.questions';
import { formatDate } from '@pulso/contract/kit/dates';
import { linkedFilters } from '#features/accounts/users/segments/linked-filters';
import { trainingWords } from '#features/accounts/users/segments/training-words';
import { userFilters } from '#features/accounts/users/users.rules';

type Named = { id: number; name: string };
const GONE = 'ya no existe';
const nameIn = (rows: readonly Named[] | undefined, id: number) =>
  rows ? (rows.find((row) => row.id === id)?.name ?? GONE) : '…';

/** A question in words, filter by filter. */
export function describeQuestion(question: UserQuestion, names: { plans?: Named[]; tags?: Named[] }): string {
  const { search, state, plan, tag, owes, unpaid_days, joined_from, joined_to } = question;
  const own = Object.entries(userFilters).flatMap(([name, { label, options }]) => {
    const chosen = options.find(({ value }) => value === question[name as keyof typeof userFilters]);
    return chosen ? [`${label}: ${chosen.label}`] : [];
  });
  const parts = [
    search && `«${search}»`,
    ...own,
    state && `Vencimiento: ${userStateLabels[state]}`,
    plan && `Plan: ${nameIn(names.plans, plan)}`,
    tag && `Etiqueta: ${nameIn(names.tags, tag)}`,
    owes !== undefined && (owes ? 'Con deuda' : 'Sin deuda'),
    unpaid_days && `${unpaid_days} días sin pagar`,
    joined_from && `Registro desde el ${formatDate(joined_from)}`,
    joined_to && `Registro hasta el ${formatDate(joined_to)}`,
    ...linkedFilters(question).map(({ text }) => text),
    ...trainingWords(question),
  ].filter((part) => typeof part === 'string');
  return parts.length === 0 ? 'Todos los usuarios' : parts.join(' · ');
}
