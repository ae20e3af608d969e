import type { UserFilter, UserQuestion } from '@pulso/contract/accounts/users.questions';
import {
  defaultView,
  furtherFilters,
  toUsersQuery,
  userFilters,
  type FurtherFilter,
  type UsersView,
} from '#features/accounts/users/users.rules';
import { ALL_VALUE } from '#ui/lists/filter-values';

/** Whom a view of the list shows, in no order. */
export function questionOf(view: UsersView): UserQuestion {
  const { sort: _sort, order: _order, ...question } = toUsersQuery(view);
  return Object.fromEntries(Object.entries(question).filter(([, value]) => value !== undefined));
}

/** Values compare as texts: of a view they come from the address. */
const textOf = (question: UserQuestion) =>
  JSON.stringify(
    Object.entries(question)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => [name, String(value)])
      .sort(([one = ''], [other = '']) => one.localeCompare(other)),
  );

export const sameQuestion = (one: UserQuestion, other: UserQuestion): boolean => textOf(one) === textOf(other);

/** The view that shows a question, and nothing of another. */
export function viewOf(question: UserQuestion): Partial<UsersView> {
  const textAt = (name: UserFilter | FurtherFilter) => String(question[name] ?? ALL_VALUE);
  const filters = { ...userFilters, ...furtherFilters };
  const names = Object.keys(filters) as (UserFilter | FurtherFilter)[];
  return {
    ...Object.fromEntries(names.map((name) => [filters[name].param, textAt(name)])),
    buscar: question.search ?? defaultView.buscar,
  };
}
