import type { Payment, PaymentInput } from '@pulso/contract/billing/payments';
import { sql } from 'kysely';
import type { Db } from '#db/database';
import { sentTwice } from '#db/idempotency';
import { Refusal } from '#db/refusal';

const columns = sql`id, type, item_id, amount, payment_method, status, created_at, transaction_id, payment_url`;

async function isUser(db: Db, id: number, lock: boolean): Promise<boolean> {
  const { rows } = await sql`
    select 1 from users where id = ${id} and deleted_at is null ${lock ? sql`for no key update` : sql``}`.execute(db);
  return rows.length > 0;
}

/** Nothing is returned when there is no such user. */
export async function createPayment(
  transaction: Db,
  input: PaymentInput,
  allowTwice: boolean,
): Promise<Payment | undefined> {
  const { user_id, type, item_id, amount, payment_method, status, transaction_id = null, payment_url = null } = input;
  // Locked, so that of two that come at once the second sees the first.
  if (!(await isUser(transaction, user_id, true))) return undefined;
  if (!allowTwice) {
    const sent = { user_id, type, item_id, amount, payment_method, status, transaction_id, payment_url };
    const twice = await sql`select 1 from payments where ${sentTwice(sent)} limit 1`.execute(transaction);
    if (twice.rows.length > 0)
      throw new Refusal('Se acaba de registrar un pago igual. Espera unos segundos si quieres registrar otro.');
  }
  const { rows } = await sql<Payment>`
    insert into payments (user_id, type, item_id, amount, payment_method, status, transaction_id, payment_url)
    values (${user_id}, ${type}, ${item_id}, ${amount}, ${payment_method}, ${status}, ${transaction_id}, ${payment_url})
    returning ${columns}`.execute(transaction);
  return rows[0];
}

/** Nothing is returned when there is no such user. */
export async function listPayments(db: Db, userId: number): Promise<Payment[] | undefined> {
  if (!(await isUser(db, userId, false))) return undefined;
  const { rows } = await sql<Payment>`
    select ${columns} from payments where user_id = ${userId} order by id desc`.execute(db);
  return rows;
}
