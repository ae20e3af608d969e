import {
  claimRow,
  MAX_CLAIMS,
  transferDayProblem,
  type Claim,
  type TransferInput,
} from '@pulso/contract/coaching/claims';
import { toldDay } from '@pulso/contract/billing/ledger';
import type { Debt } from '@pulso/contract/billing/debts';
import { addDays, BUSINESS_ZONE, formatDate, type DateText } from '@pulso/contract/kit/dates';
import { formatPesos } from '@pulso/contract/kit/money';
import { sql, type RawBuilder } from 'kysely';
import { fieldsOf } from '#db/stores/columns';
import { recordEvent } from '#db/writes/events';
import { Refusal } from '#db/writes/refusal';
import type { Read, Write } from '#db/writes/write';
import { lockUser } from '#features/accounts/users/users.queries';
import { findDebt } from '#features/billing/debts/debts.queries';
import {
  failPayments,
  findOwnDuplicate,
  HAS_RECEIPT,
  recordPayment,
  type NewPayment,
} from '#features/billing/ledger/ledger.queries';
import { isOpenClaim, isWithdrawnClaim } from '#features/billing/ledger/claims.queries';
import { saveReceiptImage } from '#features/billing/payments/receipts.queries';

const CONCEPT = 'Transferencia avisada por el cliente';
const WITHDRAWN = 'Retirado por el cliente';
/** Decided claims of the last weeks are shown. */
const SHOWN_DAYS = 30;
const MAX_SHOWN = 20;

const CLAIM_FIELDS = fieldsOf('y', claimRow, {
  has_receipt: HAS_RECEIPT,
  state: sql`
    case when ${isOpenClaim} then 'open' when y.status = 'completed' then 'confirmed'
      when ${isWithdrawnClaim} then 'withdrawn' else 'rejected' end`,
  reason: sql`case when y.status = 'failed' then y.reason end`,
});

async function readClaims({ db, actor }: Read, tail: RawBuilder<unknown>): Promise<Claim[]> {
  const { rows } = await sql<{ row: Claim }>`
    select row_to_json(r) as row from (
      select ${CLAIM_FIELDS} from payments y where y.user_id = ${actor.id} and y.claim is not null and ${tail}) r`.execute(
    db,
  );
  return rows.map(({ row }) => row);
}

const findClaim = async (read: Read, id: number): Promise<Claim | undefined> =>
  (await readClaims(read, sql`y.id = ${id}`))[0];

/** The asker's claims: open ones and those of the last weeks, newest first. */
export const listClaims = (read: Read): Promise<Claim[]> =>
  readClaims(
    read,
    sql`not ${isWithdrawnClaim}
      and (${isOpenClaim} or y.created_at >= ${addDays(read.actor.today, -SHOWN_DAYS)}::date)
    order by y.id desc limit ${MAX_SHOWN}`,
  );

type ClaimCounts = { open: number; of_today: number; until_tomorrow: number };

const startOfDay = (day: DateText) => sql`(${day}::timestamp at time zone ${sql.lit(BUSINESS_ZONE)})`;

/** Refuses more transfers than somebody can have made. The caller holds the lock on the user. */
async function refuseTooMany({ db, actor }: Write): Promise<void> {
  const { today } = actor;
  const { rows } = await sql<ClaimCounts>`
    select count(*) filter (where ${isOpenClaim})::int as open,
      count(*) filter (where y.created_at >= ${startOfDay(today)})::int as of_today,
      ceil(extract(epoch from ${startOfDay(addDays(today, 1))} - now()))::int as until_tomorrow
    from payments y where y.user_id = ${actor.id} and y.claim is not null`.execute(db);
  const { open, of_today, until_tomorrow } = rows[0]!;
  if (of_today >= MAX_CLAIMS.perDay) {
    const sentence = `Ya enviaste ${MAX_CLAIMS.perDay} avisos hoy. Intenta de nuevo mañana.`;
    throw new Refusal(sentence, 'busy', Math.max(1, until_tomorrow));
  }
  if (open >= MAX_CLAIMS.open) {
    const sentence = `Tienes ${MAX_CLAIMS.open} avisos sin revisar. Espera a que los revisen.`;
    throw new Refusal(sentence, 'conflict', undefined, 'limit');
  }
}

/** The open debt that a transfer pays. Undefined when the asker has no such debt. */
async function checkDebt(write: Write, id: number, amount: number): Promise<Debt | undefined> {
  const debt = await findDebt(write, id);
  if (debt?.user_id !== write.actor.id) return undefined;
  if (debt.closed_on !== null) throw new Refusal('Esa deuda ya está saldada');
  if (amount > debt.owed) throw new Refusal(`Es más de lo que debes por eso (${formatPesos(debt.owed)})`);
  return debt;
}

async function refuseOwnDuplicate(write: Write, { amount, paid_on, transaction_id }: TransferInput): Promise<void> {
  const known = await findOwnDuplicate(write, { user_id: write.actor.id, amount, paid_on, transaction_id });
  if (!known) return;
  const sentence = `Ya hay un pago tuyo de ${formatPesos(known.amount)} del ${formatDate(toldDay(known))}.`;
  throw new Refusal(sentence, 'conflict', undefined, 'duplicate');
}

/**
 * A transfer that the asker tells, as a payment to verify: no period and no price depends on it before somebody looks. Undefined
 * when he has no such debt.
 */
export async function tellTransfer(
  write: Write,
  input: TransferInput,
  picture: Buffer | undefined,
): Promise<Claim | undefined> {
  const { actor } = write;
  const { amount, paid_on, claim, debt_id = null, transaction_id, another = false } = input;
  const problem = transferDayProblem(paid_on, actor.today);
  if (problem) throw new Refusal(problem);
  const user = await lockUser(write, actor.id);
  if (!user) return undefined;
  await refuseTooMany(write);
  const debt = debt_id === null ? undefined : await checkDebt(write, debt_id, amount);
  if (debt_id !== null && !debt) return undefined;
  if (!another) await refuseOwnDuplicate(write, input);
  const plan = claim === 'renewal' ? user.suscriptionId : null;
  const item: Pick<NewPayment, 'type' | 'item_id'> =
    debt ?? (plan ? { type: 'subscription', item_id: plan } : { type: 'other', item_id: 0 });
  const { id } = await recordPayment(write, {
    ...{ user_id: actor.id, type: item.type, item_id: item.item_id, concept: CONCEPT, amount, paid_on },
    ...{ payment_method: 'transferencia', status: 'pending', transaction_id, claim, debt_id },
  });
  await recordEvent(write, { entity: 'payment', entityId: id, userId: actor.id, action: 'claim' });
  if (picture) await saveReceiptImage(write, id, picture);
  return findClaim(write, id);
}

/** Undefined when the asker has told no such transfer. */
export async function withdrawTransfer(write: Write, id: number): Promise<Claim | undefined> {
  const { actor } = write;
  if (!(await lockUser(write, actor.id))) return undefined;
  await sql`select 1 from payments where id = ${id} and user_id = ${actor.id} for no key update`.execute(write.db);
  const claim = await findClaim(write, id);
  // Withdrawing twice is a retry.
  if (!claim || claim.state === 'withdrawn') return claim;
  if (claim.state !== 'open') throw new Refusal('Ya la revisaron.');
  await failPayments(write, sql`y.id = ${id}`, WITHDRAWN);
  await recordEvent(write, { entity: 'payment', entityId: id, userId: actor.id, action: 'withdraw' });
  return findClaim(write, id);
}
