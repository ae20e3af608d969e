import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { noticesOf } from '#mercadopago/fake/notices';
import { paymentOf } from '#mercadopago/fake/payments.rules';
import { preferenceOf } from '#mercadopago/fake/preferences.rules';
import { judgeNotice } from '#mercadopago/judge-notice';

const SECRET = 'clave-de-prueba-0001';
const REQUEST = '0b7f8c1e-5a2d-4f6b-9c3e-7d1a2b3c4d5e';
const TS = '1767225600';
const WHOLE = 'c79cf5a04abbced40322ff69d6e41bcdee366aa37b6c0157cdd34321a6520d03';
const WITHOUT_REQUEST = '9754ef9e29a553ff2ea762924a119f69744156ab118a08cead6de9c9cbbbc095';
const ID = '1234567890';

type Sent = Parameters<typeof judgeNotice>[0];
const notice = (signature: unknown = `ts=${TS},v1=${WHOLE}`, changes: Partial<Sent> = {}): Sent => ({
  headers: { 'x-request-id': REQUEST, 'x-signature': signature as string },
  query: { 'data.id': ID, type: 'payment' },
  body: { type: 'payment', data: { id: ID }, application_id: 4_000_000_001 },
  ...changes,
});
const judge = (sent: Sent, secrets = [SECRET]) => judgeNotice(sent, secrets);
const wrong = { kind: 'wrong', application: '4000000001' };
const paymentNotice = { kind: 'payment', payment: ID };

describe('a notice', () => {
  it('MPA-04 is accepted when it is signed by the documented rule, with every part that came', () => {
    expect(judge(notice())).toEqual(paymentNotice);
    expect(judge(notice(`V1=${WHOLE.toUpperCase()} , foo=1 ,ts=${TS}`))).toEqual(paymentNotice);
    expect(
      judge(notice(`ts=${TS},v1=${WITHOUT_REQUEST}`, { headers: { 'x-signature': `ts=${TS},v1=${WITHOUT_REQUEST}` } })),
    ).toEqual(paymentNotice);
  });

  it('MPA-04 is refused for each wrong bit of its signature', () => {
    const bytes = Buffer.from(WHOLE, 'hex');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      expect(judge(notice(`ts=${TS},v1=${changed.toString('hex')}`))).toEqual(wrong);
    }
  });

  it('MPA-04 is refused without a header, with another moment, request, id or secret', () => {
    const signature = `ts=${TS},v1=${WHOLE}`;
    const headers = { 'x-request-id': REQUEST, 'x-signature': signature };
    const refused: Sent[] = [
      ...[
        '',
        'ts=',
        `ts=${TS}`,
        `v1=${WHOLE}`,
        `ts=${TS},v1=`,
        `ts=${TS},v1=${WHOLE}0`,
        `ts=${TS},v1=${WHOLE.slice(2)}`,
      ].map((text) => notice(text)),
      ...[`ts=1767225601,v1=${WHOLE}`, `ts=${TS},ts=${TS},v1=${WHOLE}`, `ts=${TS},v1=${WHOLE}=`].map((text) =>
        notice(text),
      ),
      notice(undefined, { headers: { 'x-request-id': REQUEST } }),
      notice(undefined, { headers: { 'x-signature': signature } }),
      notice(undefined, { headers: { ...headers, 'x-request-id': `${REQUEST}0` } }),
      notice(undefined, { query: { 'data.id': '1234567891', type: 'payment' } }),
      notice(undefined, { query: { 'data.id': [ID, '1'], type: 'payment' } }),
      // The id of the body is not signed.
      notice(undefined, { query: { type: 'payment' } }),
    ];
    for (const sent of refused) expect(judge(sent), JSON.stringify(sent)).toEqual(wrong);
    expect(judge(notice(), ['another'])).toEqual(wrong);
    expect(judge(notice(), [])).toEqual(wrong);
  });

  it('MPA-04 of something else is no payment, however well it is signed', () => {
    const signed = (id: string) =>
      createHmac('sha256', SECRET).update(`id:${id};request-id:${REQUEST};ts:${TS};`).digest('hex');
    const other = (query: Record<string, unknown>, id: string) => judge(notice(`ts=${TS},v1=${signed(id)}`, { query }));
    expect(other({ 'data.id': 'ORD01JABC', type: 'order' }, 'ORD01JABC')).toEqual({ kind: 'other' });
    // Lower case first, as the documentation says.
    expect(other({ 'data.id': 'ORD01JABC', type: 'order' }, 'ord01jabc')).toEqual({ kind: 'other' });
    expect(other({ 'data.id': '../users/me', type: 'payment' }, '../users/me')).toEqual({ kind: 'other' });
    expect(other({ 'data.id': ID, type: 'topic_chargebacks_wh' }, ID)).toEqual({ kind: 'other' });
  });

  it('MPA-14 of 1,000 healthy payments of six deliveries each is never called wrong', () => {
    const own = { id: '1-a', collector: 1, url: 'http://x', created: '' };
    const link = preferenceOf({ items: [{ title: 'a', quantity: 1, unit_price: 10, currency_id: 'ARS' }] }, own);
    const kinds: Record<string, number> = {};
    for (let nth = 0; nth < 1000; nth += 1) {
      const now = new Date(Date.UTC(2026, 10, 19) + nth * 61_000);
      const payment = paymentOf(link, {}, { id: 100_000_000_000 + nth, collector: 1, now });
      for (const { query, headers, body } of noticesOf(payment, { secret: SECRET, now, nth: 0 })) {
        const sent = {
          headers,
          query: Object.fromEntries(new URLSearchParams(query)),
          body: JSON.parse(body) as unknown,
        };
        const { kind } = judge(sent);
        kinds[kind] = (kinds[kind] ?? 0) + 1;
      }
    }
    expect(kinds).toEqual({ old: 5000, payment: 1000 });
  });

  it('MPA-15 may be of any of several applications; where none fits it says which one sent it', () => {
    expect(judge(notice(), ['another', SECRET, 'third'])).toEqual(paymentNotice);
    expect(judge(notice(), ['another', 'third'])).toEqual(wrong);
    const applications: [unknown, string | null][] = [
      [{ application_id: '77' }, '77'],
      [{ application_id: '<b>' }, null],
      [{ application_id: { id: 7 } }, null],
      [{}, null],
      [null, null],
      ['text', null],
    ];
    for (const [body, application] of applications)
      expect(judge(notice(undefined, { body }), [])).toEqual({ kind: 'wrong', application });
  });
});
