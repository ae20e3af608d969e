import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '#demo/random';
import { askDueLinks } from '#features/billing/links/ask-links';
import { findBrokenInvariants } from '#test/broken-invariants';
import { testClock } from '#test/clock';
import { linkedApp, preferenceOf, PRICE, sendNotice } from '#test/links';
import { forEachAtOnce, openPaymentStorm, WEBHOOK } from '#test/payment-storm';

/** All 10,000 take minutes: `LINK_DELIVERIES=10000`. */
const DELIVERIES = Number(process.env.LINK_DELIVERIES ?? 400);
const LINKS = Math.ceil((DELIVERIES * 3) / 100);
const AT_ONCE = 8;
const TIMEOUT_MS = 60_000 + DELIVERIES * 100;

const clock = testClock('2026-03-05');
const { fake, app, make, newSubscriber, mercadopago } = await linkedApp(clock.now);
type Link = Awaited<ReturnType<typeof make>> & { client: number };

/** Cuts one connection of the app in the middle of whatever it does. */
const cutOne = () =>
  app().ownPool.query(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'pulso-app' order by random() limit 1`);

/** Charges and periods that a client has, beyond those that he began with, and reversals. */
async function countsOf(clients: number[]) {
  const { rows } = await sql<{ charges: number; periods: number; reversals: number }>`
    select (select count(*)::int from payments where user_id = any(${clients}) and kind = 'charge' and status = 'completed')
        - ${clients.length}::int as charges,
      (select count(*)::int from user_subscriptions where user_id = any(${clients}) and not isempty(covers))
        - ${clients.length}::int as periods,
      (select count(*)::int from payments where user_id = any(${clients}) and kind = 'reversal') as reversals`.execute(
    app().db,
  );
  return rows[0]!;
}

describe('deliveries', () => {
  it('MPA-06 of one approval, twenty at once and cut half-way, make one charge and one period', async () => {
    const { id } = await newSubscriber();
    const paid = await fake.pay(preferenceOf(await make(id)), { notify: false });
    const notices = fake.noticesOf(paid.id);
    const send = async () => (await sendNotice(app(), notices[5]!)).status;
    for (let round = 0; round < 2; round += 1) {
      const sent = Array.from({ length: 20 }, send);
      await Promise.all([cutOne(), cutOne(), ...sent]);
    }
    await expect.poll(send).toBe(200);
    expect(await countsOf([id])).toEqual({ charges: 1, periods: 1, reversals: 0 });
    expect(await findBrokenInvariants(app().db)).toEqual([]);
  });

  it(
    `MPA-20 MPA-14 ${DELIVERIES} at random over ${LINKS} links end with one charge and one period for each approval`,
    async () => {
      const random = seededRandom(20);
      const { truth, payments, buy, pickNotice } = openPaymentStorm(fake, random);
      const links: Link[] = [];
      for (let nth = 0; nth < LINKS; nth += 1) {
        const { id } = await newSubscriber();
        links.push({ ...(await make(id)), client: id });
      }
      const turns: (() => Promise<void>)[] = [];
      for (const link of links)
        for (let nth = random.int(1, 2); nth > 0; nth -= 1) turns.push(await buy(preferenceOf(link), PRICE));
      let delivered = 0;
      const tell = async (payment: string, index: number) => {
        delivered += 1;
        return (await sendNotice(app(), fake.noticesOf(payment)[index]!)).status === 200;
      };
      // While notices come, the payments go on, people look, and connections are cut.
      await forEachAtOnce(Array(DELIVERIES).keys(), AT_ONCE, async (nth) => {
        if (nth % 20 === 19) await turns.shift()?.();
        if (nth % 100 === 50) await cutOne();
        if (nth % 40 === 20) await app().json('POST', `/api/payment-link/${random.pick(links).id}/check`, {});
        const { payment, index } = pickNotice();
        await tell(payment, index);
      });
      for (const turn of turns) await turn();
      // Mercado Pago says each again until it is heard; what it never said is asked for.
      await forEachAtOnce(payments, AT_ONCE, async (payment) => {
        await expect.poll(() => tell(payment, WEBHOOK)).toBe(true);
      });
      clock.set('2026-03-05T15:20:00Z');
      await askDueLinks({ db: app().deps.db, now: clock.now, mercadopago });

      expect(delivered).toBeGreaterThan(DELIVERIES);
      expect(truth.approved).toBeGreaterThan(LINKS / 2);
      expect(await countsOf(links.map(({ client }) => client))).toEqual({
        charges: truth.approved,
        periods: truth.paid.size,
        reversals: truth.back,
      });
      expect(await findBrokenInvariants(app().db)).toEqual([]);
      expect((await app().get('/api/mercadopago')).body.data.wrong_signatures.count).toBe(0);
    },
    TIMEOUT_MS,
  );
});
