import { packageDuration } from '@pulso/contract/content/package-duration';
import { addDays, daysBetween, type DateText } from '@pulso/contract/kit/dates';
import { randomPayment, priceOn } from '#demo/memberships';
import { demoPackages } from '#demo/packages.data';
import { plans } from '#demo/plans.data';
import { products } from '#demo/products.data';
import type { Random } from '#demo/random';
import { randomInstant, type DemoPayment, type DemoUser, type DemoUserPackage } from '#demo/demo-types';

/** Purchases of clients besides their subscription, from the day they joined. */

type PurchaseContext = { username: string; from: DateText; today: DateText };

export function randomPackages(random: Random, { username, from, today }: PurchaseContext) {
  const holdings: DemoUserPackage[] = [];
  const payments: DemoPayment[] = [];
  const count = random.weighted([0, 1, 2], (number) => [74, 21, 5][number]!);
  for (let number = 0; number < count; number += 1) {
    const chosenPackage = random.pick(demoPackages);
    const start = addDays(from, random.int(0, daysBetween(from, today) - 1));
    const end = packageDuration(chosenPackage.duration).end(start);
    // A package that is no longer offered can only be one that has ended.
    if (!chosenPackage.status && end > today) continue;
    const created_at = randomInstant(random, start, today);
    holdings.push({
      username,
      package: chosenPackage.title,
      start_date: start,
      end_date: end,
      status: end > today,
      created_at,
    });
    const amount = priceOn(chosenPackage.amount, start, today);
    const status = 'completed';
    payments.push({
      username,
      type: 'package',
      item: chosenPackage.title,
      amount,
      status,
      payment_url: null,
      ...randomPayment(random),
      created_at,
    });
  }
  return { holdings, payments };
}

export function randomPurchases(random: Random, { username, from, today }: PurchaseContext): DemoPayment[] {
  const count = random.weighted([0, 1, 2, 3], (number) => [58, 26, 11, 5][number]!);
  return Array.from({ length: count }, (): DemoPayment => {
    const created_at = randomInstant(random, addDays(from, random.int(0, daysBetween(from, today) - 1)), today);
    const bought = random.pick(products);
    const kind = random.weighted(
      ['product', 'counter', 'other'] as const,
      (name) => ({ product: 6, counter: 2, other: 2 })[name],
    );
    const sold = {
      product: { type: 'product', item: bought.title, amount: bought.price },
      counter: { type: 'product', item: null, amount: random.int(6, 30) * 500 },
      other: { type: 'other', item: null, amount: random.pick([4500, 6000, 12_500.5, 18_000]) },
    } as const;
    return { username, status: 'completed', payment_url: null, ...sold[kind], ...randomPayment(random), created_at };
  });
}

/** Pending payment links for expired clients, and transfers that the bank is processing. */
export function randomOpenPayments(random: Random, users: DemoUser[], today: DateText): DemoPayment[] {
  const lapsed = users.filter(({ suscription_end, suscription_status, status }) => {
    return status && suscription_status && suscription_end !== null && suscription_end <= today;
  });
  return lapsed.slice(-14).map(({ username, plan }, index): DemoPayment => {
    const processing = index % 4 === 3;
    const reference = `${random.int(100_000, 999_999)}`;
    return {
      username,
      type: 'subscription',
      item: plan,
      amount: plans.find(({ title }) => title === plan)!.amount,
      payment_method: processing ? 'transferencia' : 'mercadopago',
      status: processing ? 'processing' : 'pending',
      transaction_id: processing ? `TR-${reference}` : null,
      payment_url: processing ? null : `https://pagos.example.com/pulso/${reference}`,
      created_at: randomInstant(random, addDays(today, -random.int(1, 6)), today),
    };
  });
}
