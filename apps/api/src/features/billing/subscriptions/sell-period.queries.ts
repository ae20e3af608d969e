import type { User } from '@pulso/contract/accounts/users';
import type { Debt } from '@pulso/contract/billing/debts';
import type { Payment } from '@pulso/contract/billing/ledger';
import { formatDate } from '@pulso/contract/kit/dates';
import { formatMoney } from '@pulso/contract/kit/money';
import { sql } from 'kysely';
import { Refusal, staleValue } from '#db/writes/refusal';
import type { Actor, Write } from '#db/writes/write';
import { createDebt } from '#features/billing/debts/debts.queries';
import {
  completePayment,
  recordPayment,
  type Completion,
  type NewPayment,
} from '#features/billing/ledger/ledger.queries';
import { addPeriod, type NewPeriod, type Replacement } from '#features/billing/subscriptions/periods.queries';
import { changeRun } from '#features/billing/subscriptions/runs.queries';

type Plan = { id: number; title: string; duration: number; amount: number };

/** A plan that is offered; it stays as it is until the end of the transaction. */
export async function lockPlan({ db }: Write<Actor>, id: number): Promise<Plan> {
  const { rows } = await sql<Plan>`
    select id, title, duration, amount from plans where id = ${id} and status for share`.execute(db);
  if (!rows[0]) throw new Refusal('El plan elegido ya no está disponible');
  return rows[0];
}

/** Refuses a sale at a list price that is another by now. */
export function checkListPrice(plan: Plan, listPrice: number) {
  if (plan.amount !== listPrice)
    throw staleValue(`El precio del plan cambió a ${formatMoney(plan.amount)}. Revisa el monto.`);
}

type Sale = {
  user: User;
  plan: Plan;
  action: 'activate' | 'renew';
  replaces: Replacement;
  /** First day of the run that the period continues, if any. */
  runsSince?: string | null;
  period: Omit<NewPeriod, 'user_id' | 'subscription_id' | 'payment_amount'> & { price: number };
  paid: number;
  /** How what is paid is recorded, or the payment to verify that it is. */
  payment: Pick<NewPayment, 'status' | 'paid_on' | 'notes'> | Settlement;
};

/** A payment to verify that is completed by the sale. */
export type Settlement = Completion & { settles: number };

type SaleResult = { period: number; payment?: Pick<Payment, 'id'>; debt?: Debt };

/** Sells a period of a plan; what is not paid of its price is owed. The caller holds the lock on the user. */
export async function sellPeriod(write: Write<Actor>, sale: Sale): Promise<SaleResult> {
  const { user, plan, action, replaces, runsSince, period: sold, paid, payment: paymentFields } = sale;
  const { start_date, end_date, price, payment_method, transaction_id } = sold;
  const after = {
    suscriptionId: plan.id,
    suscription_status: true,
    suscription_init: runsSince ?? start_date,
    suscription_end: end_date,
  };
  const period = await changeRun(write, user, { replaces, after, action }, () =>
    addPeriod(write, { ...sold, user_id: user.id, subscription_id: plan.id, payment_amount: paid }),
  );
  const item = { user_id: user.id, type: 'subscription', item_id: plan.id, period_id: period } as const;
  // The receipt keeps the title of the sale, whatever the catalogue says later.
  const concept = `${plan.title}, del ${formatDate(start_date)} al ${formatDate(end_date)}`;
  const settle = async ({ settles, ...completion }: Settlement) => {
    await completePayment(write, settles, completion, { ...item, concept });
    return { id: settles };
  };
  const record = (fields: Exclude<Sale['payment'], Settlement>) =>
    // A free period has no payment.
    paid > 0
      ? recordPayment(write, { ...item, ...fields, amount: paid, payment_method, transaction_id, concept })
      : undefined;
  const payment = await ('settles' in paymentFields ? settle(paymentFields) : record(paymentFields));
  const debt =
    paid < price ? await createDebt(write, { ...item, amount: sql`${price}::numeric - ${paid}::numeric` }) : undefined;
  return { period, payment, debt };
}
