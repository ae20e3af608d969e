import { daysBetween, type DateText } from '@pulso/contract/kit/dates';
import { randomMemberships, type MembershipEnding } from '#demo/memberships';
import { buildDemoPeople } from '#demo/people';
import { randomOpenPayments, randomPackages, randomPurchases } from '#demo/purchases';
import { seededRandom, type Random } from '#demo/random';
import {
  randomInstant,
  type DemoBusiness,
  type DemoHistoryItem,
  type DemoPayment,
  type DemoUser,
} from '#demo/demo-types';

/** Clients with their subscriptions and payments, computed back from `today`, so that states are right on any day. */

const SEED = 20_250_601;
const MIN_INACTIVE_DAYS = 120;
const UNDERPAID_AMOUNT = 4_000;

/** States that every demonstration must show, given to long-standing clients instead of random ones. */
const FIXED_ENDINGS: MembershipEnding[] = [
  ...[0, 0, 1, 1, 2, 3, 3, 4, 5, 6, 7, 7, 8, 9, 30, -1, -1, -2, -9, -15].map((endsIn) => ({ endsIn })),
  ...[2, 4, 9, 14].map((startsIn) => ({ startsIn })),
  ...[9, 12, 18, 25, 33, 40, 47, 60].map((endsIn) => ({ endsIn, then: 'switched-off' as const })),
  ...[10, 26, 35].map((endsIn) => ({ endsIn, then: 'removed' as const })),
];

/** Every second client takes the next of them until none is left; every fifteenth of the others never subscribed. */
function endingOf(client: number): MembershipEnding | undefined {
  if (client % 2 === 1 && client < 2 * FIXED_ENDINGS.length) return FIXED_ENDINGS[(client - 1) / 2];
  return client % 15 === 14 ? 'never' : undefined;
}

const addMinutes = (moment: string, minutes: number) => new Date(Date.parse(moment) + minutes * 60_000).toISOString();

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
    ? [{ ...paid, status: 'failed', created_at: addMinutes(created_at, -random.int(2, 15)) }, paid]
    : [paid];
}

const sortByTime = <T extends { created_at: string }>(rows: T[]) =>
  rows.sort((one, other) => (one.created_at < other.created_at ? -1 : one.created_at > other.created_at ? 1 : 0));

export function buildDemoBusiness(today: DateText, takenUsernames: readonly string[] = []): DemoBusiness {
  const random = seededRandom(SEED);
  const story: DemoBusiness = { users: [], history: [], packages: [], payments: [] };
  let client = -1;

  for (const { joined, ...person } of buildDemoPeople(random, today, takenUsernames)) {
    const { username } = person;
    const created_at = randomInstant(random, joined, today);
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
    const clientMemberships = randomMemberships(random, joined, today, ending);
    const last = clientMemberships.at(-1);
    if (last && last.status !== 'canceled') {
      user.plan = last.plan;
      user.suscription_status = !(typeof ending === 'object' && 'then' in ending);
      user.suscription_init = last.start_date;
      user.suscription_end = last.end_date;
    }
    // Every twelfth client paid in part.
    if (last && client % 12 === 5 && last.status === 'active' && last.payment_amount > UNDERPAID_AMOUNT) {
      last.payment_amount -= UNDERPAID_AMOUNT;
      last.owed = UNDERPAID_AMOUNT;
    }
    const goneFor = daysBetween(last?.end_date ?? joined, today);
    user.status = goneFor < MIN_INACTIVE_DAYS || random.chance(0.35);

    const items = clientMemberships.map(({ activated, ...item }): DemoHistoryItem => ({
      username,
      ...item,
      created_at:
        activated === joined ? addMinutes(created_at, random.int(3, 20)) : randomInstant(random, activated, today),
    }));
    const visit = { username, from: joined, today };
    const bundles = randomPackages(random, visit);
    story.history.push(...items);
    story.packages.push(...bundles.holdings);
    story.payments.push(
      ...items.flatMap((item) => membershipPayments(random, item)),
      ...bundles.payments,
      ...randomPurchases(random, visit),
    );
  }
  story.payments.push(...randomOpenPayments(random, story.users, today));
  sortByTime(story.history);
  sortByTime(story.packages);
  sortByTime(story.payments);
  return story;
}
