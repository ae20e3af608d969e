import { noticeInput } from '@pulso/contract/billing/links';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { notFound, Refusal, SESSION_ENDED, unavailable } from '#db/writes/refusal';
import { offeredMercadoPago } from '#features/accounts/auth/offered-mercadopago';
import { settle } from '#features/billing/links/ask-links';
import { asSystem, toRefusal } from '#features/billing/links/make-link';
import {
  countWrongNotice,
  forgetWrongNotices,
  readWrongNotices,
  refuseTooMany,
} from '#features/billing/links/notices.queries';
import { throttledAddress } from '#http/connections/throttled-address';
import type { Dependencies } from '#http/routes/dependencies';
import { OutsideDown } from '#mercadopago/outside-down';

/**
 * Notices of Mercado Pago. Nothing of one is believed but which payment to read again; and no renewal depends on one, because links
 * are asked for as well.
 */
export function webhookRoutes(app: FastifyInstance, { db, now, ...deps }: Dependencies) {
  const declared = {
    permission: 'public',
    extra: true,
    checksCaller: true,
    summary: 'Mercado Pago: avisos de pagos',
    body: noticeInput,
    mayMiss: true,
    answer: z.null(),
  } as const;
  app.post('/mercadopago/webhook', { config: declared }, async ({ headers, query, body, ip }) => {
    const mercadopago = await offeredMercadoPago({ ...deps, db });
    if (!mercadopago) throw notFound();
    await refuseTooMany({ db }, throttledAddress(ip));
    const notice = mercadopago.judgeNotice({ headers, query: query as Record<string, unknown>, body });
    if (notice.kind === 'wrong') {
      const { application } = notice;
      await asSystem({ db, now }, (write) => countWrongNotice(write, application, now()));
      throw new Refusal(SESSION_ENDED, 'unauthorized');
    }
    if (notice.kind !== 'old' && (await readWrongNotices({ db })).count > 0)
      await asSystem({ db, now }, forgetWrongNotices);
    if (notice.kind === 'payment') {
      const payment = await mercadopago.readPayment(notice.payment).catch((error: unknown) => {
        // It comes again, and until then it is asked for.
        throw error instanceof OutsideDown ? unavailable() : toRefusal(error);
      });
      if (payment) await settle({ ...deps, db, now }, payment);
    }
    return { success: true, data: null };
  });
}
