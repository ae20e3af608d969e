import { paymentRow, type Payment, type PaymentInput } from '@pulso/contract/billing/payments';
import { sql } from 'kysely';
import { fieldsOf } from '#db/columns';
import type { Db } from '#db/database';
import { fixed } from '#db/fixed';
import { isRecentDuplicate } from '#db/idempotency';
import { listOf } from '#db/json-list';
import { Refusal } from '#db/refusal';
import { visibleUsers } from '#db/visible-users';
import type { Write } from '#db/write';
import { lockUser } from '#features/accounts/users/users.queries';

const COLUMNS = Object.keys(paymentRow.shape) as (keyof Payment)[];

const valuesOf = ({ transaction_id = null, payment_url = null, ...required }: PaymentInput) => ({
  ...required,
  transaction_id,
  payment_url,
});

/** The only insert into `payments`. The caller holds the lock on the user. */
export async function recordPayment({ db }: Write, input: PaymentInput): Promise<Payment> {
  return db.insertInto('payments').values(valuesOf(input)).returning(COLUMNS).executeTakeFirstOrThrow();
}

async function refuseDuplicate(db: Db, input: PaymentInput) {
  const twice = await sql`select 1 from payments where ${isRecentDuplicate(valuesOf(input))} limit 1`.execute(db);
  if (twice.rows.length > 0)
    throw new Refusal('Se acaba de registrar un pago igual. Espera unos segundos si quieres registrar otro.');
}

/** A payment that an administrator enters. Undefined when there is no such user. */
export async function createPayment(
  write: Write,
  input: PaymentInput,
  allowDuplicate: boolean,
): Promise<Payment | undefined> {
  if (!(await lockUser(write, input.user_id))) return undefined;
  if (!allowDuplicate) await refuseDuplicate(write.db, input);
  return recordPayment(write, input);
}

/** A subquery for the user `u` of the outer query. */
export const paymentsOfUser = fixed(
  listOf(sql`select ${fieldsOf('y', paymentRow)} from payments y where y.user_id = u.id order by y.id desc`),
);

/** Undefined when there is no such user. */
export async function listPayments(db: Db, userId: number): Promise<Payment[] | undefined> {
  const { rows } = await sql<{ payments: Payment[] }>`
    select ${paymentsOfUser} as payments from users u where u.id = ${userId} and ${visibleUsers}`.execute(db);
  return rows[0]?.payments;
}

/** The fields that could identify an erased person; amounts stay. */
export async function erasePaymentReferences({ db }: Write, userId: number): Promise<void> {
  await db
    .updateTable('payments')
    .set({ transaction_id: null, payment_url: null })
    .where('user_id', '=', userId)
    .execute();
}
