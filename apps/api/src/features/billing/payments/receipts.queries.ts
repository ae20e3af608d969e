import type { Receipt } from '@pulso/contract/billing/payments';
import { sql } from 'kysely';
import type { Db } from '#db/schema/database';
import { Refusal } from '#db/writes/refusal';
import { recordEvent } from '#db/writes/events';
import type { Read, Write } from '#db/writes/write';
import { findLedgerRow } from '#features/billing/ledger/ledger.queries';

/** Undefined when there is no such payment. */
export async function readReceipt(read: Read, id: number): Promise<Receipt | undefined> {
  const payment = await findLedgerRow(read, id);
  if (!payment) return undefined;
  const { period_id, debt_id } = payment;
  const { rows } = await sql<Pick<Receipt, 'business' | 'phone' | 'owed'>>`
    select json_build_object('name', name, 'cuit', cuit, 'address', address, 'phone', phone,
        'area_code', area_code, 'receipt_footer', receipt_footer, 'logo_image', logo_image) as business,
      (select phone from users where id = ${payment.user?.id ?? null}) as phone,
      (select coalesce(sum(owed), 0) from debts d where d.id = ${debt_id} or d.period_id = coalesce(
        ${period_id}::int, (select paid.period_id from debts paid where paid.id = ${debt_id}))) as owed
    from business`.execute(read.db);
  return { ...payment, ...rows[0]! };
}

/** Undefined when there is no such payment. */
export async function saveReceiptImage(write: Write, paymentId: number, image: Buffer) {
  const { db, actor } = write;
  const payment = await findLedgerRow(write, paymentId);
  if (!payment) return undefined;
  if (payment.status === 'failed') throw new Refusal('Este pago fue rechazado: ya no lleva comprobante.');
  await sql`
    insert into payment_receipts (payment_id, image, created_by) values (${paymentId}, ${image}, ${actor.id})
    on conflict (payment_id) do update set image = excluded.image, created_by = excluded.created_by, created_at = now()`.execute(
    db,
  );
  await recordEvent(write, { entity: 'payment', entityId: paymentId, userId: payment.user?.id, action: 'receipt' });
  return { payment_id: paymentId, has_receipt: true };
}

export async function findReceiptImage({ db }: Read, paymentId: number): Promise<Buffer | undefined> {
  const { rows } = await sql<{ image: Buffer }>`
    select image from payment_receipts where payment_id = ${paymentId}`.execute(db);
  return rows[0]?.image;
}

/** Receipts of payments that failed a month ago are no longer needed. */
export async function removeOldReceipts(db: Db): Promise<void> {
  await sql`
    delete from payment_receipts r using payments y
    where y.id = r.payment_id and y.status = 'failed' and coalesce(y.settled_at, y.created_at) < now() - interval '30 days'`.execute(
    db,
  );
}

/** Receipts are erased too, because they show the payer's bank. */
export async function eraseReceipts({ db }: Write, userId: number): Promise<void> {
  await sql`
    delete from payment_receipts r using payments y where y.id = r.payment_id and y.user_id = ${userId}`.execute(db);
}
