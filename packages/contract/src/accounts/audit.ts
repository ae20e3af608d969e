import * as z from 'zod/mini';
import { successBody } from '../kit/envelope';
import { date, id, INVALID_DATE, integer, reference, text, timestamp } from '../kit/fields';

export const MAX_EVENTS = 200;

export const pageFields = {
  /** Events older than this one. */
  before: z.optional(integer({ min: 1, max: Number.MAX_SAFE_INTEGER, message: 'El evento no es válido' })),
  limit: z.optional(integer({ min: 1, max: MAX_EVENTS, message: `El límite debe ser un número de 1 a ${MAX_EVENTS}` })),
};

export const eventQuery = z.strictObject({
  entity: z.optional(text(undefined, 40)),
  entity_id: z.optional(reference('El elemento no es válido')),
  /** The person whom it is about. */
  user_id: z.optional(reference('El usuario no es válido')),
  /** The person who did it; 0 is the system. */
  actor: z.optional(integer({ min: 0, max: 2_147_483_647, message: 'El usuario no es válido' })),
  action: z.optional(text(undefined, 40)),
  from: z.optional(date(INVALID_DATE)),
  to: z.optional(date(INVALID_DATE)),
  ...pageFields,
});
export type EventQuery = z.infer<typeof eventQuery>;

const person = z.object({ id, name: z.string() });

export const eventRow = z.object({
  id,
  /** Shared by all events of one transaction. */
  act: z.string(),
  at: timestamp,
  /** Null for the system. */
  actor: z.nullable(person),
  address: z.nullable(z.string()),
  entity: z.string(),
  entity_id: z.nullable(z.int()),
  user_id: z.nullable(id),
  /** The person whom it is about. */
  user: z.nullable(person),
  action: z.string(),
  /** Each changed field with its value before and after. */
  changes: z.nullable(z.record(z.string(), z.array(z.unknown()))),
  data: z.nullable(z.record(z.string(), z.unknown())),
});
export type EventRow = z.infer<typeof eventRow>;

/** `next` is the `before` of the next page. A page may hold less than its limit, or nothing, and have a next. */
export const pageMeta = z.object({ next: z.nullable(id) });

/** `names`: what the ids in the changes are called by now, by field. */
export const eventsBody = z.extend(successBody(z.array(eventRow)), {
  meta: z.extend(pageMeta, { names: z.record(z.string(), z.record(z.string(), z.string())) }),
});
export type EventsPage = z.infer<typeof eventsBody>;

export const verification = z.object({
  /** The first day whose events are not those that were sealed. */
  broken: z.nullable(z.iso.date()),
  days: z.int(),
  /** The last day that is sealed. */
  until: z.nullable(z.iso.date()),
});
export type Verification = z.infer<typeof verification>;
