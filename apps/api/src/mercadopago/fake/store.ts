import { randomInt, randomUUID } from 'node:crypto';
import type { FakePurchase, FakeTurn } from '#mercadopago/fake/fake-mercadopago';
import { outsideDate } from '#mercadopago/outside-date.rules';
import { approve, paymentOf, turnPayment, type StoredPayment } from '#mercadopago/fake/payments.rules';
import { isOver, preferenceOf, type Preference } from '#mercadopago/fake/preferences.rules';
import type { Json } from '#mercadopago/json.rules';

type Options = { now: () => Date; collector: number; payAt: (preferenceId: string) => string };
export type Kept = { preferences: Preference[]; payments: StoredPayment[] };

/** The state of Mercado Pago: links, and the payments made at them. */
export function openStore({ now, collector, payAt }: Options, kept: Kept = { preferences: [], payments: [] }) {
  const preferences = new Map(kept.preferences.map((preference) => [preference.id, preference]));
  const payments = new Map(kept.payments.map((payment) => [payment.id, payment]));
  const byReference = new Map<string, StoredPayment[]>();
  const remember = (payment: StoredPayment) => {
    payments.set(payment.id, payment);
    const reference = payment.external_reference ?? '';
    byReference.set(reference, [...(byReference.get(reference) ?? []), payment]);
  };
  for (const payment of kept.payments) remember(payment);

  const newId = (): number => {
    const id = randomInt(100_000_000_000, 199_999_999_999);
    return payments.has(id) ? newId() : id;
  };

  return {
    make(sent: Json): Preference {
      const id = `${collector}-${randomUUID()}`;
      const preference = preferenceOf(sent, { id, collector, url: payAt(id), created: outsideDate(now()) });
      preferences.set(id, preference);
      return preference;
    },
    change(preference: Preference, sent: Json): Preference {
      const changed = { ...preference, ...sent, id: preference.id, last_updated: outsideDate(now()) };
      preferences.set(preference.id, changed);
      return changed;
    },
    preference: (id: string) => preferences.get(id),
    payment: (id: string) => payments.get(Number(id)),
    linkOf: (payment: StoredPayment) => preferences.get(payment.internal_metadata.preference),
    pay(preferenceId: string, purchase: FakePurchase): StoredPayment {
      const preference = preferences.get(preferenceId);
      if (!preference || isOver(preference, now())) throw new Error('Nobody can pay at this link any more.');
      const payment = paymentOf(preference, purchase, { id: newId(), collector, now: now() });
      if (payment.status === 'approved') approve(payment, now());
      remember(payment);
      return payment;
    },
    turn(id: string, turn: FakeTurn): StoredPayment {
      const payment = payments.get(Number(id));
      if (!payment) throw new Error(`There is no payment ${id}.`);
      turnPayment(payment, turn, now());
      return payment;
    },
    find: (reference: string | null): StoredPayment[] =>
      reference === null ? [...payments.values()] : (byReference.get(reference) ?? []),
    findOf: ({ id }: Preference) =>
      [...payments.values()].filter((payment) => payment.internal_metadata.preference === id),
    kept: (): Kept => ({ preferences: [...preferences.values()], payments: [...payments.values()] }),
  };
}
export type Store = ReturnType<typeof openStore>;
