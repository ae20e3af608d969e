import * as z from 'zod/mini';
import { timestamp } from '../kit/fields';

const count = z.int().check(z.nonnegative());
const figure = z.object({ count, sum: z.number() });
export type Figure = z.infer<typeof figure>;

/** Sums at list price; of 'debt' what is owed. */
export const collectionSummary = z.object({
  due_today: figure,
  due_soon: figure,
  overdue: figure,
  lapsed: figure,
  no_plan: figure,
  debt: figure,
  promised: figure,
  unverified: figure,
  till_since: z.nullable(timestamp),
});
export type CollectionSummary = z.infer<typeof collectionSummary>;
