import type { Random } from '#demo/random';
import type { FakeMercadoPago } from '#mercadopago/fake/fake-mercadopago';

const CARDS = ['APRO', 'CONT', 'FUND', 'CASH', 'WRONG'] as const;
const NOTICES = [0, 1, 2, 3, 4, 5] as const;
/** The index of the one that is signed for us. */
export const WEBHOOK = 5;

/** People who pay at links as they do, at random, and what there is to be heard of it. */
export function openPaymentStorm(fake: FakeMercadoPago, random: Random) {
  /** As Mercado Pago would count: approved payments of the right amount, links that have one, and those that went back. */
  const truth = { approved: 0, paid: new Set<string>(), back: 0 };
  const payments: string[] = [];

  /** Somebody tries to pay; the answer is what happens to the payment later. */
  const buy = async (preference: string, price: number): Promise<() => Promise<void>> => {
    const card = random.weighted(CARDS, (one) => (one === 'APRO' ? 5 : 1));
    const isRight = card !== 'WRONG';
    const isPending = card === 'CONT' || card === 'CASH';
    const isApproved = card === 'APRO' || (isPending && random.chance(0.6));
    const purchase = isRight ? { card } : { amount: price + 0.01 };
    const { id } = await fake.pay(preference, { ...purchase, notify: false });
    payments.push(id);
    return async () => {
      if (isPending) await fake.turn(id, { to: isApproved ? 'approved' : 'rejected' }, false);
      if (!isApproved) return;
      truth.approved += 1;
      truth.paid.add(preference);
      if (random.chance(0.1)) await fake.turn(id, { to: 'in_mediation' }, false);
      if (random.chance(0.15)) await fake.turn(id, { to: 'refunded', amount: 100 }, false);
      if (!random.chance(0.2)) return;
      truth.back += 1;
      await fake.turn(id, random.pick([{ to: 'refunded' }, { to: 'charged_back' }] as const), false);
    };
  };
  /** Doubles, delays and orders are all in this: any notice of any payment at any time. */
  const pickNotice = () => ({
    payment: random.pick(payments),
    index: random.weighted(NOTICES, (index) => (index === WEBHOOK ? 3 : 1)),
  });
  return { truth, payments, buy, pickNotice };
}

/** Runs work on all items, some at once. */
export async function forEachAtOnce<T>(items: Iterable<T>, atOnce: number, work: (item: T) => Promise<void>) {
  const left = [...items];
  const run = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, run));
}
