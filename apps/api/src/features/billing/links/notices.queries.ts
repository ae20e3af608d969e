import type { Connection } from '@pulso/contract/billing/links';
import { sql } from 'kysely';
import { Refusal } from '#db/writes/refusal';
import type { Actor, Read, Write } from '#db/writes/write';
import { countFailure } from '#features/accounts/auth/auth.queries';

const MOST_A_MINUTE = 60;

/** Refuses more notices from one address than Mercado Pago sends. */
export async function refuseTooMany({ db }: Pick<Read, 'db'>, address: string): Promise<void> {
  const key = ['mercadopago', address];
  const { failures, seconds } = await countFailure(db, key, { windowMinutes: 1, max: MOST_A_MINUTE });
  if (failures > MOST_A_MINUTE) throw new Refusal('Demasiados avisos seguidos.', 'busy', Math.max(1, seconds));
}

/** Counts a notice that no secret of ours has signed, with the application that says it sent it. */
export async function countWrongNotice({ db }: Write<Actor>, application: string | null, now: Date): Promise<void> {
  await sql`
    update wrong_notices
    set count = least(count, 999999) + 1, application_id = ${application?.slice(0, 40) ?? null}, last_at = ${now}`.execute(
    db,
  );
}

/** A notice was signed by a secret of ours: those before it were of the past. */
export async function forgetWrongNotices({ db }: Write<Actor>): Promise<void> {
  await sql`update wrong_notices set count = 0, application_id = null, last_at = null where count > 0`.execute(db);
}

export async function readWrongNotices({ db }: Pick<Read, 'db'>): Promise<Connection['wrong_signatures']> {
  const { rows } = await sql<Connection['wrong_signatures']>`
    select count, application_id, iso(last_at) as last_at from wrong_notices`.execute(db);
  return rows[0]!;
}
