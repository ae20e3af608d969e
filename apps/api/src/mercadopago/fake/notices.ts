import { createHmac, randomUUID } from 'node:crypto';
import type { FakeDelivery, FakeNotice } from '#mercadopago/fake/fake-mercadopago';
import { outsideDate } from '#mercadopago/outside-date.rules';
import type { StoredPayment } from '#mercadopago/fake/payments.rules';

type Signer = { secret: string; now: Date; nth: number };

const OWN_APPLICATION = '4000000001';

const sign = (secret: string, id: string, requestId: string, ts: number) =>
  createHmac('sha256', secret).update(`id:${id};request-id:${requestId};ts:${ts};`).digest('hex');

/** The six that one payment brought in a log of real deliveries. The first five are of the older kind, signed with a key that nobody has. */
export function noticesOf(payment: StoredPayment, signer: Signer, { application }: FakeDelivery = {}): FakeNotice[] {
  const id = String(payment.id);
  const order = payment.order.id;
  const ts = Math.floor(signer.now.getTime() / 1000);
  // The older twin of the webhook shares its id and second.
  const requestId = randomUUID();
  const headers = (agent: string, secret: string, signed: string, request: string) => ({
    'content-type': 'application/json',
    'user-agent': `MercadoPago ${agent}`,
    'x-request-id': request,
    'x-signature': `ts=${ts},v1=${sign(secret, signed, request, ts)}`,
  });
  const old = (topic: string, of: string, resource: string, request: string): FakeNotice => ({
    query: `id=${of}&topic=${topic}`,
    headers: headers(`Feed v2.0 ${topic}`, 'nobody-has-this-key', of, request),
    body: JSON.stringify({ resource, topic }),
  });
  const ofOrder = () =>
    old('merchant_order', order, `https://api.mercadolibre.com/merchant_orders/${order}`, randomUUID());
  const body = {
    action: signer.nth === 0 ? 'payment.created' : 'payment.updated',
    api_version: 'v1',
    data: { id },
    date_created: outsideDate(signer.now),
    id: payment.id + 1000 + signer.nth,
    live_mode: true,
    type: 'payment',
    user_id: String(payment.collector_id),
    application_id: application?.id ?? OWN_APPLICATION,
    version: 1,
  };
  return [
    ofOrder(),
    ofOrder(),
    old('payment', id, id, requestId),
    ofOrder(),
    ofOrder(),
    {
      query: `data.id=${id}&type=payment`,
      headers: headers('WebHook v1.0 payment', application?.secret ?? signer.secret, id, requestId),
      body: JSON.stringify(body),
    },
  ];
}
