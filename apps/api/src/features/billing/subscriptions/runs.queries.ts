import type { User } from '@pulso/contract/accounts/users';
import { sql } from 'kysely';
import type { Db } from '#db/schema/database';
import { recordEvent } from '#db/writes/events';
import { Refusal } from '#db/writes/refusal';
import type { Actor, Read, Write } from '#db/writes/write';
import { setSubscription, type SubscriptionSummary } from '#features/accounts/users/subscription-summary.queries';
import {
  closePeriods,
  cancelPeriod,
  hasLaterPeriod,
  reopenPeriods,
  type ClosedPeriod,
  type Replacement,
} from '#features/billing/subscriptions/periods.queries';

export const RUN_CHANGED = 'La suscripción cambió después de esta renovación';
export const PAUSED_SINCE = 'Este período tuvo una pausa y ya no se puede anular. Usa «Eliminar suscripción».';

const RUN_ACTIONS = ['activate', 'renew'] as const;

/** The record of a change besides its period: enough to take it back. */
type RunRecord = { before: SubscriptionSummary; after: SubscriptionSummary; closed: ClosedPeriod[] };

type RunChange = { replaces: Replacement; after: SubscriptionSummary; action: (typeof RUN_ACTIONS)[number] };

export const summaryOf = ({
  suscriptionId,
  suscription_status,
  suscription_init,
  suscription_end,
}: SubscriptionSummary) => ({
  suscriptionId,
  suscription_status,
  suscription_init,
  suscription_end,
});

/**
 * Every change of a client's run, which is his periods in a row and their summary at the user: closes what it replaces,
 * adds its period, and records enough to be taken back, the last one first. Answers the period's id.
 */
export async function changeRun(
  write: Write<Actor>,
  user: User,
  { replaces, after, action }: RunChange,
  addPeriod: () => Promise<number>,
): Promise<number> {
  const closed = await closePeriods(write, user.id, replaces);
  const period = await addPeriod();
  await setSubscription(write, user, after);
  const data: RunRecord = { before: summaryOf(user), after, closed };
  await recordEvent(write, { entity: 'period', entityId: period, userId: user.id, action, data });
  return period;
}

async function findRecord({ db }: Read, period: number): Promise<RunRecord | undefined> {
  const { rows } = await sql<{ data: RunRecord }>`
    select data from events
    where entity = 'period' and entity_id = ${period} and action in (${sql.join(RUN_ACTIONS.map((one) => sql.lit(one)))})`.execute(
    db,
  );
  return rows[0]?.data;
}

const hasSameFields = (one: object, other: object) =>
  Object.entries(one).every(([field, value]) => (other as Record<string, unknown>)[field] === value);

/** A plan that somebody was given by hand may have been deleted since: no period refers to it. */
async function withoutDeletedPlan(db: Db, before: SubscriptionSummary): Promise<SubscriptionSummary> {
  const { rows } = await sql`select from plans where id = ${before.suscriptionId}`.execute(db);
  return rows.length > 0 ? before : { ...before, suscriptionId: null };
}

/** Takes back the last change of a client's run. Answers the periods that stand again. */
export async function undoRunChange(write: Write<Actor>, user: User, period: number): Promise<ClosedPeriod[]> {
  if (await hasLaterPeriod(write, { id: period, userId: user.id }))
    throw new Refusal('Anula primero los períodos posteriores');
  const change = await findRecord(write, period);
  if (!change) throw new Refusal('Este período se vendió antes de que se pudiera anular. Usa «Eliminar suscripción».');
  if (!hasSameFields(change.after, summaryOf(user))) throw new Refusal(RUN_CHANGED);
  await cancelPeriod(write, period);
  await reopenPeriods(write, change.closed);
  await setSubscription(write, user, await withoutDeletedPlan(write.db, change.before));
  return change.closed;
}
