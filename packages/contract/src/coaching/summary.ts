import * as z from 'zod/mini';

const counted = z.object({ count: z.int(), more: z.boolean() });
/** Days without a session after which Inicio counts a client. */
export const IDLE_DAYS = 10;
export const coachingSummary = z.object({
  without_training: counted,
  /** Clients who have not trained for ten days. */
  idle: counted,
  /** Clients with a note that nobody answered. */
  notes: counted,
});
export type CoachingSummary = z.infer<typeof coachingSummary>;
