import * as z from 'zod/mini';
import { choice, date, flag, INVALID_CHARACTERS, INVALID_DATE, integer, isCleanText, reference } from '../kit/fields';
import { month } from '../kit/month-field';
import { userSorts } from './users';
import { INVALID_TRAINER, roles, userStates } from './users.labels';

const activityStates = ['active', 'inactive'] as const;

/** The filters of the list; the API has a condition and a count for each, the panel a predicate and a control. */
export const userFilters = {
  role: choice(roles, 'El rol no es válido'),
  status: choice(activityStates, 'El estado no es válido'),
  /** Expiring subscriptions count as active too. */
  subscription: choice([...activityStates, 'expiring'], 'La suscripción no es válida'),
};
export type UserFilter = keyof typeof userFilters;
export type UserFilterValue<Name extends UserFilter> = z.infer<(typeof userFilters)[Name]>;

/** Further filters, which the API alone answers: it has a condition for each. All days are in Buenos Aires. */
export const furtherFilters = {
  state: choice(userStates, 'La suscripción no es válida'),
  /** The last plan that was bought, whatever became of it. */
  plan: reference('El plan no es válido'),
  tag: reference('La etiqueta no es válida'),
  trainer: reference(INVALID_TRAINER),
  owes: flag,
  /** Clients without a payment in so many days; who never paid counts from his registration. */
  unpaid_days: integer({ min: 1, max: 3_650, message: 'Los días deben ser un número de 1 a 3650' }),
  joined_from: date(INVALID_DATE),
  joined_to: date(INVALID_DATE),
  /** Days between which a running subscription ends. */
  ends_from: date(INVALID_DATE),
  ends_to: date(INVALID_DATE),
  /** Months of a client's first period ever, of an end that he renewed in time, and of one that he did not. */
  new_in: month,
  renewed_in: month,
  lost_in: month,
};
export type FurtherFilter = keyof typeof furtherFilters;
/** Those that tell of money or of the business: no trainer asks them. */
export const filtersOfMoney = [
  'owes',
  'unpaid_days',
  'new_in',
  'renewed_in',
  'lost_in',
] as const satisfies readonly FurtherFilter[];
export type FurtherFilterValue<Name extends FurtherFilter> = z.infer<(typeof furtherFilters)[Name]>;

/** Whom a list, a saved filter, a change of many or a notice is about. */
export const userQuestion = z.strictObject({
  search: z.optional(
    z
      .string('La búsqueda no es válida')
      .check(z.maxLength(200, 'La búsqueda es demasiado larga'), z.refine(isCleanText, INVALID_CHARACTERS)),
  ),
  ...z.partial(z.object({ ...userFilters, ...furtherFilters })).shape,
  /** Active clients with a running plan who follow no training; the first whose plans end, if they are very many. */
  training: z.optional(choice(['none'], 'El entrenamiento no es válido')),
  /** The same who have not trained for so many days, or not since their plan began. */
  idle: z.optional(integer({ min: 1, max: 90, message: 'Los días deben ser un número de 1 a 90' })),
  /** Clients with a note that nobody answered. */
  note: z.optional(choice(['open'], 'La nota no es válida')),
});
export type UserQuestion = z.infer<typeof userQuestion>;

export const NO_SEGMENT = 'El filtro guardado no es válido';

export const userListQuery = z.extend(userQuestion, {
  segment_id: z.optional(reference(NO_SEGMENT)),
  page: z.optional(integer({ min: 1, max: 1_000_000, message: 'La página no es válida' })),
  limit: z.optional(integer({ min: 1, max: 100, message: 'El límite debe ser un número de 1 a 100' })),
  sort: z.optional(choice(userSorts, 'No se puede ordenar por ese campo')),
  order: z.optional(choice(['asc', 'desc'], 'El orden debe ser asc o desc')),
});
export type UserListQuery = z.infer<typeof userListQuery>;
