import { addDays, daysBetween, type DateText } from '@pulso/contract/dates';
import type { PaymentMethod, PaymentStatus, PaymentType } from '@pulso/contract/labels';
import { packageDuration } from '@pulso/contract/package-duration';
import { memberships, payment, priceOn, type DemoMembership, type Ending } from './memberships';
import { demoPackages } from './packages.data';
import { demoPeople, type DemoPerson } from './people';
import { plans } from './plans.data';
import { products } from './products.data';
import { seededRandom, type Random } from './random';

/** Everything that people bring about, told from `today` backwards: states are right whenever it is told. */

const SEED = 20_250_601;
const LONG_GONE_DAYS = 120;

export type DemoUser = Omit<DemoPerson, 'joined'> & {
  created_at: string;
  plan: string | null;
  suscription_status: boolean;
  suscription_init: DateText | null;
  suscription_end: DateText | null;
};
type OfUser = { username: string; created_at: string };
export type DemoHistoryItem = OfUser & Omit<DemoMembership, 'activated'>;
export type DemoUserPackage = OfUser & { package: string; start_date: DateText; end_date: DateText; status: boolean };
export type DemoPayment = OfUser & {
  type: PaymentType;
  /** The title of the plan, package or product. */
  item: string | null;
  amount: number;
  payment_method: PaymentMethod;
  status: PaymentStatus;
  transaction_id: string | null;
  payment_url: string | null;
};
export type DemoBusiness = {
  users: DemoUser[];
  history: DemoHistoryItem[];
  packages: DemoUserPackage[];
  payments: DemoPayment[];
};

/** The states that must not be left to chance, given to clients who have been there for long. */
const ENDINGS: Ending[] = [
  ...[0, 0, 1, 1, 2, 3, 3, 4, 5, 6, 7, 7, 8, 9, 30, -1, -1, -2, -9, -15].map((endsIn) => ({ endsIn })),
  ...[2, 4, 9, 14].map((startsIn) => ({ startsIn })),
  ...[9, 12, 18, 25, 33, 40, 47, 60].map((endsIn) => ({ endsIn, then: 'paused' as const })),
  ...[10, 26, 35].map((endsIn) => ({ endsIn, then: 'removed' as const })),
];

/** The older half of the clients takes them, every second one; every fifteenth of the others never subscribed. */
function endingOf(client: number): Ending | undefined {
  if (client % 2 === 1 && client < 2 * ENDINGS.length) return ENDINGS[(client - 1) / 2];
  return client % 15 === 14 ? 'never' : undefined;
}

/** Within opening hours in Buenos Aires; what happens today is the automatic debit after midnight. */
function instant(random: Random, day: DateText, today: DateText): string {
  const minutes = day === today ? random.int(0, 9) : random.int(7 * 60, 21 * 60);
  const midnight = new Date(`${day}T00:00:00-03:00`).getTime();
  return new Date(midnight + minutes * 60_000 + random.int(0, 59) * 1_000).toISOString();
}

const later = (moment: string, minutes: number) => new Date(Date.parse(moment) + minutes * 60_000).toISOString();

function membershipPayments(random: Random, item: DemoHistoryItem): DemoPayment[] {
  const { username, created_at, plan, payment_amount, payment_method, transaction_id } = item;
  const paid: DemoPayment = {
    username,
    type: 'subscription',
    item: plan,
    amount: payment_amount,
    payment_method,
    status: 'completed',
    transaction_id,
    payment_url: null,
    created_at,
  };
  const failedFirst = transaction_id !== null && random.chance(0.05);
  return failedFirst
    ? [{ ...paid, status: 'failed', created_at: later(created_at, -random.int(2, 15)) }, paid]
    : [paid];
}

type Visit = { username: string; from: DateText; today: DateText };

function packagesOf(random: Random, { username, from, today }: Visit) {
  const holdings: DemoUserPackage[] = [];
  const payments: DemoPayment[] = [];
  const count = random.weighted([0, 1, 2], (number) => [74, 21, 5][number]!);
  for (let number = 0; number < count; number += 1) {
    const chosen = random.pick(demoPackages);
    const start = addDays(from, random.int(0, daysBetween(from, today) - 1));
    const end = packageDuration(chosen.duration).end(start);
    // What is no longer offered was sold in former times only.
    if (!chosen.status && end > today) continue;
    const created_at = instant(random, start, today);
    holdings.push({
      username,
      package: chosen.title,
      start_date: start,
      end_date: end,
      status: end > today,
      created_at,
    });
    const amount = priceOn(chosen.amount, start, today);
    const status = 'completed';
    payments.push({
      username,
      type: 'package',
      item: chosen.title,
      amount,
      status,
      payment_url: null,
      ...payment(random),
      created_at,
    });
  }
  return { holdings, payments };
}

function purchases(random: Random, { username, from, today }: Visit): DemoPayment[] {
  const count = random.weighted([0, 1, 2, 3], (number) => [58, 26, 11, 5][number]!);
  return Array.from({ length: count }, (): DemoPayment => {
    const created_at = instant(random, addDays(from, random.int(0, daysBetween(from, today) - 1)), today);
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
    return { username, status: 'completed', payment_url: null, ...sold[kind], ...payment(random), created_at };
  });
}

/** Links that were sent to those whose time is up, and what the bank is still thinking about. */
function openPayments(random: Random, users: DemoUser[], today: DateText): DemoPayment[] {
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
      created_at: instant(random, addDays(today, -random.int(1, 6)), today),
    };
  });
}

const byTime = <T extends { created_at: string }>(rows: T[]) =>
  rows.sort((one, other) => (one.created_at < other.created_at ? -1 : one.created_at > other.created_at ? 1 : 0));

export function demoBusiness(today: DateText, taken: readonly string[] = []): DemoBusiness {
  const random = seededRandom(SEED);
  const story: DemoBusiness = { users: [], history: [], packages: [], payments: [] };
  let client = -1;

  for (const { joined, ...person } of demoPeople(random, today, taken)) {
    const { username } = person;
    const created_at = instant(random, joined, today);
    const user: DemoUser = {
      ...person,
      created_at,
      plan: null,
      suscription_status: false,
      suscription_init: null,
      suscription_end: null,
    };
    story.users.push(user);
    if (person.role !== 'CLIENT') continue;

    client += 1;
    const ending = endingOf(client);
    const held = memberships(random, joined, today, ending);
    const last = held.at(-1);
    if (last && last.status !== 'canceled') {
      user.plan = last.plan;
      user.suscription_status = !(typeof ending === 'object' && 'then' in ending);
      user.suscription_init = last.start_date;
      user.suscription_end = last.end_date;
    }
    const goneFor = daysBetween(last?.end_date ?? joined, today);
    user.status = goneFor < LONG_GONE_DAYS || random.chance(0.35);

    const items = held.map(({ activated, ...item }): DemoHistoryItem => ({
      username,
      ...item,
      created_at: activated === joined ? later(created_at, random.int(3, 20)) : instant(random, activated, today),
    }));
    const visit = { username, from: joined, today };
    const bundles = packagesOf(random, visit);
    story.history.push(...items);
    story.packages.push(...bundles.holdings);
    story.payments.push(
      ...items.flatMap((item) => membershipPayments(random, item)),
      ...bundles.payments,
      ...purchases(random, visit),
    );
  }
  story.payments.push(...openPayments(random, story.users, today));
  byTime(story.history);
  byTime(story.packages);
  byTime(story.payments);
  return story;
}
