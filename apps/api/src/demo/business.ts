import { daysBetween, type DateText } from '@pulso/contract/kit/dates';
import { memberships, type Ending } from '#demo/memberships';
import { demoPeople } from '#demo/people';
import { openPayments, packagesOf, purchases } from '#demo/purchases';
import { seededRandom, type Random } from '#demo/random';
import { instant, type DemoBusiness, type DemoHistoryItem, type DemoPayment, type DemoUser } from '#demo/story';

/** Clients with their subscriptions and payments, computed back from `today`, so that states are right on any day. */

const SEED = 20_250_601;
const LONG_GONE_DAYS = 120;
const PAID_SHORT = 4_000;

/** States that every demonstration must show, given to long-standing clients instead of random ones. */
const ENDINGS: Ending[] = [
  ...[0, 0, 1, 1, 2, 3, 3, 4, 5, 6, 7, 7, 8, 9, 30, -1, -1, -2, -9, -15].map((endsIn) => ({ endsIn })),
  ...[2, 4, 9, 14].map((startsIn) => ({ startsIn })),
  ...[9, 12, 18, 25, 33, 40, 47, 60].map((endsIn) => ({ endsIn, then: 'switched-off' as const })),
  ...[10, 26, 35].map((endsIn) => ({ endsIn, then: 'removed' as const })),
];

/** Every second client takes the next of them until none is left; every fifteenth of the others never subscribed. */
function endingOf(client: number): Ending | undefined {
  if (client % 2 === 1 && client < 2 * ENDINGS.length) return ENDINGS[(client - 1) / 2];
  return client % 15 === 14 ? 'never' : undefined;
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
    // Every twelfth client paid in part.
    if (last && client % 12 === 5 && last.status === 'active' && last.payment_amount > PAID_SHORT) {
      last.payment_amount -= PAID_SHORT;
      last.owed = PAID_SHORT;
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
