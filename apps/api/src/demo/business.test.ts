import { readdir } from 'node:fs/promises';
import { subscriptionState } from '@pulso/contract/accounts/subscription-state';
import { userCreate } from '@pulso/contract/accounts/users.input';
import { subscriptionEnd } from '@pulso/contract/billing/subscriptions';
import { addDays, addMonths, dayOf } from '@pulso/contract/kit/dates';
import { describe, expect, it } from 'vitest';
import { buildDemoBusiness } from '#demo/business';
import { buildDemoContent, type DemoContent } from '#demo/content';
import { RECENTLY_ENDED_DAYS } from '#demo/demo-money.queries';
import { plans } from '#demo/plans.data';
import { renderPicture } from '#files/drawings/render-picture';
import type { DemoBusiness } from '#demo/demo-types';

const sampleDays = [
  '2024-02-29',
  '2025-01-01',
  '2025-03-31',
  '2025-05-31',
  '2025-07-15',
  '2025-12-31',
  '2026-09-01',
  '2026-10-26',
];

/** Sum and number of completed payments by month in Buenos Aires. */
function completedByMonth({ payments }: DemoBusiness) {
  const months = new Map<string, { amount: number; number: number }>();
  for (const { status, created_at, amount } of payments) {
    if (status !== 'completed') continue;
    const month = dayOf(created_at)!.slice(0, 7);
    const before = months.get(month) ?? { amount: 0, number: 0 };
    months.set(month, { amount: before.amount + amount, number: before.number + 1 });
  }
  return (month: string) => months.get(month) ?? { amount: 0, number: 0 };
}

describe.each(sampleDays)('the business as of %s', (today) => {
  const business = buildDemoBusiness(today);
  const clients = business.users.filter(({ role }) => role === 'CLIENT');
  const paidIn = completedByMonth(business);
  const historyOf = (username: string) => business.history.filter((item) => item.username === username);

  it('API-37 is the same every time', () => {
    expect(buildDemoBusiness(today)).toEqual(business);
    expect(JSON.stringify(buildDemoContent(today))).toBe(JSON.stringify(buildDemoContent(today)));
  });

  it('API-37 has payments in each of the last 24 months, and more of them than the year before', () => {
    const months = Array.from({ length: 24 }, (_, back) => addMonths(today, -back).slice(0, 7));
    const paid = months.map((month) => paidIn(month).amount);
    expect(Math.min(...paid.slice(1))).toBeGreaterThan(0);
    const sum = (list: number[]) => list.reduce((total, amount) => total + amount, 0);
    expect(sum(paid.slice(0, 12))).toBeGreaterThan(1.5 * sum(paid.slice(12)));
  });

  it('API-37 earns more before the summer than in the cold of July', () => {
    const julies = [0, 1]
      .map((back) => `${Number(today.slice(0, 4)) - back}-07`)
      .filter((july) => july < today.slice(0, 7) && july > addMonths(today, -20).slice(0, 7));
    for (const july of julies) {
      const number = (month: string) => paidIn(month).number;
      expect(number(july), july).toBeLessThan(number(`${july.slice(0, 4)}-05`));
      if (`${july.slice(0, 4)}-12` < today.slice(0, 7))
        expect(number(`${july.slice(0, 4)}-11`), july).toBeGreaterThan(1.2 * number(july));
    }
  });

  it('has people whose plan ended, some to write to and some to wait for', () => {
    const due = clients.filter(({ status, suscription_status, suscription_end: end }) => {
      return status && suscription_status && end && end < today && end >= addDays(today, -RECENTLY_ENDED_DAYS);
    });
    expect(due.length).toBeGreaterThan(6);
  });

  it('API-37 writes the history as the API would have', () => {
    const durations = new Map<string, number>(plans.map(({ title, duration }) => [title, duration]));
    const wrong = clients.flatMap((user) => {
      const items = historyOf(user.username);
      const last = items.at(-1);
      const current = last?.status === 'active' ? last : undefined;
      const agrees =
        user.plan === (current?.plan ?? null) &&
        user.suscription_init === (current?.start_date ?? null) &&
        user.suscription_end === (current?.end_date ?? null);
      const closed = items.slice(0, -1).every(({ status }) => status === 'expired' || status === 'completed');
      const inOrder = items.every(
        ({ plan, start_date, end_date, created_at }, index) =>
          end_date === subscriptionEnd(start_date, durations.get(plan)!) &&
          start_date >= (items[index - 1]?.end_date ?? '') &&
          created_at >= user.created_at,
      );
      return agrees && closed && inOrder ? [] : [{ user, items }];
    });
    expect(wrong).toEqual([]);
  });

  it('API-37 has one payment for every activation, to the cent', () => {
    const paid = business.payments.filter(({ type, status }) => type === 'subscription' && status === 'completed');
    const key = (username: string, created_at: string, amount: number) => [username, created_at, amount].join();
    const expected = business.history.map((item) => key(item.username, item.created_at, item.payment_amount));
    expect(paid.map((item) => key(item.username, item.created_at, item.amount)).sort()).toEqual(expected.sort());
    expect(business.payments.filter(({ amount }) => Number(amount.toFixed(2)) !== amount)).toEqual([]);
  });

  it('API-37 has every state, and nothing from the future but what was bought ahead', () => {
    const left = new Set(
      clients.map((user) => subscriptionState(user, today)).flatMap((state) => ('days' in state ? [state.days] : [])),
    );
    expect([...left]).toEqual(expect.arrayContaining([-2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8]));
    expect(clients.filter(({ suscription_end }) => suscription_end === null).length).toBeGreaterThan(10);
    const pending = business.history.filter(({ start_date }) => start_date > today);
    expect(pending.map(({ status }) => status)).toEqual(['active', 'active', 'active', 'active']);
    const moments = [business.users, business.history, business.packages, business.payments].flat();
    expect(moments.filter(({ created_at }) => dayOf(created_at)! > today)).toEqual([]);
  });

  it('API-37 A4 has people whom the API would take as they are, and who log in with their e-mail address', () => {
    const usernames = new Set(business.users.map(({ username }) => username));
    expect(usernames.size).toBe(240);
    expect(business.users.filter(({ username, email }) => username !== email)).toEqual([]);
    for (const user of business.users) userCreate.parse({ ...user, password: 'clave-segura' });
    expect(business.users.some(({ name }) => name.includes('ñ'))).toBe(true);
    expect(new Set(business.users.map(({ role }) => role))).toEqual(new Set(['TRAINER', 'CLIENT']));
  });
});

it('API-37 leaves the names that are taken to those who have them', () => {
  const [first, second] = buildDemoBusiness('2025-06-01').users;
  const other = buildDemoBusiness('2025-06-01', [first!.username.toUpperCase(), second!.username]);
  const usernames = other.users.map(({ username }) => username);
  expect(usernames).not.toContain(first!.username);
  expect(usernames).not.toContain(second!.username);
  expect(new Set(usernames).size).toBe(240);
});

it('API-37 draws the same picture from the same drawing', async () => {
  expect(await renderPicture('people/woman-4', 384)).toEqual(await renderPicture('people/woman-4', 384));
});

it('API-37 has a drawing for every row that names one and for every face, and none that nobody names', async () => {
  const files = await readdir(new URL('../files/drawings/pictures/', import.meta.url), { recursive: true });
  const drawings = files.filter((file) => file.endsWith('.svg')).map((file) => file.replace(/\.svg$/, ''));
  const isPortrait = (name: string) => name.startsWith('people/');
  const content: DemoContent = buildDemoContent('2025-06-01');
  const named = Object.values(content).flatMap((rows) => rows.flatMap(({ drawing }) => drawing ?? []));
  expect(drawings.filter((name) => !isPortrait(name)).sort()).toEqual(named.sort());
  // Which of the faces are met depends on chance: all that could be must be there.
  const faces = sampleDays.flatMap((today) =>
    buildDemoBusiness(today).users.map(({ portrait }) => `people/${portrait}`),
  );
  expect(drawings.filter(isPortrait)).toEqual(expect.arrayContaining([...new Set(faces)]));
  expect(drawings.filter(isPortrait)).toHaveLength(48);
});
