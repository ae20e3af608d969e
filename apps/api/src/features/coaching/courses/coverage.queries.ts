import {
  coverageOf,
  LAPSE_DEFAULTS,
  lapsedSentence,
  type Coverage,
  type LapseSettings,
  type PlanFacts,
} from '@pulso/contract/coaching/coverage';
import { sql } from 'kysely';
import type { Db } from '#db/schema/database';
import { Refusal } from '#db/writes/refusal';
import type { Read } from '#db/writes/write';
import { isOpenClaim, openClaimDay } from '#features/billing/ledger/claims.queries';
import { isActivePackage } from '#features/coaching/courses/followed.queries';

/** Reads the business's settings for clients whose plan is over. */
async function readLapseSettings(db: Db): Promise<LapseSettings> {
  const { rows } = await sql<LapseSettings>`select lapsed_sees, grace_days from business`.execute(db);
  return rows[0] ?? LAPSE_DEFAULTS;
}

type StoredPlan = PlanFacts & { owed: number; claimed: boolean; isClient: boolean };
export type ClientPlan = StoredPlan & { coverage: Coverage };

/** The plan of who asks, and what it lets him see. Who is no client has none, and nothing is kept from him. */
export async function readOwnPlan({ db, actor }: Read): Promise<ClientPlan> {
  const { rows } = await sql<StoredPlan>`
    select u.role = 'CLIENT' as "isClient", u.suscription_status as "on", u.suscription_end as "end",
      exists (select from user_subscriptions where user_id = u.id) as had_plan, coalesce(account.owed, 0) as owed,
      (select max(k.end_date) from user_packages k where k.user_id = u.id and ${isActivePackage(actor.today)}) as package_end,
      ${openClaimDay} as claimed_on, exists (select from payments y where y.user_id = u.id and ${isOpenClaim}) as claimed
    from users u left join client_accounts account on account.user_id = u.id where u.id = ${actor.id}`.execute(db);
  const facts = rows[0]!;
  const coverage: Coverage = facts.isClient
    ? coverageOf(facts, await readLapseSettings(db), actor.today)
    : { kind: 'covered', sees: 'all', shown_until: null };
  return { ...facts, coverage };
}

/** Refuses contents of whom they are kept from. History is kept only where nothing is shown. */
export async function requireSight(read: Read, what: 'contents' | 'history'): Promise<void> {
  const plan = await readOwnPlan(read);
  const { sees } = plan.coverage;
  if (sees === 'all' || (what === 'history' && sees === 'history')) return;
  throw new Refusal(lapsedSentence(plan), 'forbidden', undefined, 'lapsed');
}
