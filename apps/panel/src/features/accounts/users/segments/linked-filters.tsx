import type { UserQuestion } from '@pulso/contract/accounts/users.questions';
import { formatDate } from '@pulso/contract/kit/dates';
import { formatMonth } from '@pulso/contract/kit/months';
import { X } from 'lucide-react';
import { Button } from '@pulso/web/ui/controls/button';
import type { UsersView } from '#features/accounts/users/users.rules';
import { ALL_VALUE } from '#ui/lists/filter-values';

type Props = { question: UserQuestion; onFilter: (changes: Partial<UsersView>) => void };
type Linked = { text: string; without: Partial<UsersView> };

/** Filters of a question that only links set, in words. */
export function linkedFilters({ ends_from, ends_to, new_in, renewed_in, lost_in }: UserQuestion): Linked[] {
  const days = [ends_from && `desde el ${formatDate(ends_from)}`, ends_to && `hasta el ${formatDate(ends_to)}`];
  return [
    ...(ends_from || ends_to
      ? [
          {
            text: `Vencen ${days.filter(Boolean).join(' ')}`,
            without: { vence_desde: ALL_VALUE, vence_hasta: ALL_VALUE },
          },
        ]
      : []),
    ...(new_in ? [{ text: `Nuevos en ${formatMonth(new_in)}`, without: { nuevos: ALL_VALUE } }] : []),
    ...(renewed_in ? [{ text: `Renovaron en ${formatMonth(renewed_in)}`, without: { renovaron: ALL_VALUE } }] : []),
    ...(lost_in ? [{ text: `No renovaron en ${formatMonth(lost_in)}`, without: { perdidos: ALL_VALUE } }] : []),
  ];
}

/** Filters that only links set, each as a button that takes it off. */
export function LinkedFilters({ question, onFilter }: Props) {
  return linkedFilters(question).map(({ text, without }) => (
    <Button
      key={text}
      icon={<X aria-hidden className="size-4" />}
      aria-label={`Quitar el filtro ${text}`}
      className="max-sm:col-span-2"
      onClick={() => onFilter(without)}
    >
      {text}
    </Button>
  ));
}
