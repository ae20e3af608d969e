import * as z from 'zod/mini';
import { addDays, type DateText } from '../kit/dates';
import { pageBody } from '../kit/envelope';
import {
  INVALID_CHARACTERS,
  choice,
  date,
  flag,
  id,
  integer,
  isCleanText,
  MAX_ID,
  money,
  nullable,
  reference,
  text,
  timestamp,
  INVALID_DATE,
} from '../kit/fields';
import { whomParameter } from '../accounts/whom';
import { resource } from '../kit/resource';
import {
  collectionLists,
  contactChannels,
  MAX_PROMISE_DAYS,
  MAX_SNOOZE_DAYS,
  type CollectionList,
} from './collections.labels';
import { unknownPlaceholders } from './message-text';
import { INVALID_AMOUNT, ledgerRow } from './ledger';

const MESSAGE_LENGTH = 1_000;
/** A filled template is longer than the template. */
const SENT_MESSAGE_LENGTH = 5_000;

export const messageTemplates = resource({
  path: '/message-template',
  noun: ['plantilla', 'plantillas'],
  feminine: true,
  extra: true,
  input: {
    name: text('El nombre es obligatorio', 60),
    text: text('El texto es obligatorio', MESSAGE_LENGTH).check(
      z.refine((value) => unknownPlaceholders(value) === undefined, {
        error: ({ input }) => unknownPlaceholders(String(input)),
      }),
    ),
    /** Tab for which the template is offered first. */
    list: nullable(choice(collectionLists, 'La lista no es válida')),
  },
  added: { id, created_at: timestamp },
});
export type MessageTemplate = z.infer<typeof messageTemplates.row>;

const person = z.object({ id, name: z.string() });

const contactShape = {
  id,
  by: z.nullable(person),
  at: timestamp,
  channel: z.enum(contactChannels),
};

export const collectionRow = z.object({
  user: z.object({
    id,
    name: z.string(),
    phone: z.string(),
    status: z.boolean(),
    profile_image: z.optional(z.nullable(z.string())),
  }),
  plan: z.nullable(z.object({ id, title: z.string() })),
  /** Null if the subscription is switched off. */
  end: z.nullable(z.iso.date()),
  /** Today's price: the client's own, or the list's. */
  price: z.nullable(z.number()),
  owed: z.number(),
  last_contact: z.nullable(z.object(contactShape)),
  snoozed_until: z.nullable(z.iso.date()),
  promised_on: z.nullable(z.iso.date()),
  promised_amount: z.nullable(z.number()),
  /** Money that came since the promise. */
  promise_paid: z.nullable(z.number()),
  /** The newest transfer that the client told in his app and nobody has looked at. */
  claim: z.nullable(z.pick(ledgerRow, { id: true, amount: true, claimed_on: true })),
  /** Address of the client's open link to pay at, if any. */
  link: z.nullable(z.string()),
  /** Change of the plan's price, only in the list of a rise. */
  rise: z.optional(z.object({ before: z.nullable(z.number()), amount: z.number(), valid_from: z.iso.date() })),
});
export type CollectionRow = z.infer<typeof collectionRow>;

const page = pageBody(collectionRow);
export const collectionPage = z.extend(page, {
  meta: z.extend(page.shape.meta, { hidden: page.shape.meta.shape.total }),
});
export type CollectionPage = z.infer<typeof collectionPage>;

const RISE_LIST = /^rise:([1-9]\d{0,8})$/;
const isList = (value: string): value is CollectionList => collectionLists.some((list) => list === value);

/** Id of the rise whose clients the list holds. */
export function riseOfList(list: string): number | undefined {
  const riseId = RISE_LIST.exec(list)?.[1];
  return riseId === undefined ? undefined : Number(riseId);
}

/** The list of those whom a question about users finds. */
export const WHOM_LIST = 'users';

export const collectionQuery = z.strictObject({
  list: z
    .string({ error: 'La lista no es válida' })
    .check(z.refine((value) => isList(value) || value === WHOM_LIST || RISE_LIST.test(value), 'La lista no es válida')),
  /** Only with the list of users. */
  whom: z.optional(whomParameter),
  page: z.optional(integer({ min: 1, max: 1_000_000, message: 'La página no es válida' })),
  limit: z.optional(integer({ min: 1, max: 100, message: 'El límite debe ser un número de 1 a 100' })),
  /** Includes clients who need not be contacted now. */
  hidden: z.optional(flag),
  search: z.optional(z.string().check(z.maxLength(200, 'La búsqueda es demasiado larga'))),
});
export type CollectionQuery = z.infer<typeof collectionQuery>;

export const contactInput = z.object({
  channel: choice(contactChannels, 'El canal no es válido'),
  template_id: nullable(reference('La plantilla no es válida')),
  /** The text exactly as it was sent. */
  text: nullable(
    z
      .string({ error: 'Debe ser un texto' })
      .check(
        z.maxLength(SENT_MESSAGE_LENGTH, `No puede tener más de ${SENT_MESSAGE_LENGTH} caracteres`),
        z.refine(isCleanText, INVALID_CHARACTERS),
      ),
  ),
  /** The last contact that the person saw. */
  after: nullable(integer({ min: 1, max: Number.MAX_SAFE_INTEGER, message: 'El contacto anterior no es válido' })),
  rise_id: nullable(reference('El aumento no es válido')),
});
export type ContactInput = z.infer<typeof contactInput>;

export const contactRow = z.object({
  ...contactShape,
  template_id: z.nullable(z.int()),
  text: z.nullable(z.string()),
  rise_id: z.nullable(z.int().check(z.lte(MAX_ID))),
});
export type Contact = z.infer<typeof contactRow>;

export const snoozeInput = z.object({ until: date(INVALID_DATE) });
export const promiseInput = z.object({
  on: date(INVALID_DATE),
  amount: nullable(money({ min: 0.01, message: INVALID_AMOUNT })),
});
export type PromiseInput = z.infer<typeof promiseInput>;

/** Agreement with a client on when to speak again. */
export const agreementBody = z.pick(collectionRow, {
  snoozed_until: true,
  promised_on: true,
  promised_amount: true,
  promise_paid: true,
});
export type Agreement = z.infer<typeof agreementBody>;

export function snoozeProblem(until: DateText, today: DateText): string | undefined {
  const fits = until > today && until <= addDays(today, MAX_SNOOZE_DAYS);
  return fits ? undefined : `Elige un día de mañana a ${MAX_SNOOZE_DAYS} días adelante`;
}

export function promiseProblem(on: DateText, today: DateText): string | undefined {
  const fits = on >= today && on <= addDays(today, MAX_PROMISE_DAYS);
  return fits ? undefined : `Elige un día de hoy a ${MAX_PROMISE_DAYS} días adelante`;
}
