import { sql } from 'kysely';
import type { Db } from '#db/schema/database';

type Stage = { stage: 'new' | 'demo' | 'own'; first_steps: boolean };

export async function readStage(db: Db): Promise<Stage> {
  const { rows } = await sql<Stage>`select stage, first_steps from own_business`.execute(db);
  // The table may have been emptied by hand.
  return rows[0] ?? { stage: 'own', first_steps: false };
}

/** True if the business lets trainers into the panel. */
export async function mayTrainersEnter(db: Db): Promise<boolean> {
  const { rows } = await sql<{ trainer_access: boolean }>`select trainer_access from business`.execute(db);
  return rows[0]?.trainer_access === true;
}

/** The data are the demonstration's: for whoever has just filled it in. Just after midnight some of them are of a moment to come. */
export async function markDemo(transaction: Db): Promise<void> {
  await sql`
    update own_business set stage = 'demo',
      filled_at = greatest(clock_timestamp(), (select max(created_at) from payments))`.execute(transaction);
}

/** The moment after which whatever was created is people's; all of it where nobody knows. */
export const demoFilledAt = sql`(select coalesce(max(filled_at), '-infinity') from own_business)`;

/** Ends the demonstration; false where there is none, or no longer. A second call at once waits for the first. */
export async function endDemo(transaction: Db): Promise<boolean> {
  const { rows } = await sql`
    update own_business set stage = 'own', first_steps = true where stage = 'demo' returning 1`.execute(transaction);
  return rows.length > 0;
}

export async function hideFirstSteps(db: Db): Promise<void> {
  await sql`update own_business set first_steps = false where stage <> 'demo'`.execute(db);
}
