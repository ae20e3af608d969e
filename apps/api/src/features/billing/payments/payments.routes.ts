import { ITEM_REQUIRED, ledgerRow, paymentRow } from '@pulso/contract/billing/ledger';
import {
  annulInput,
  debtPaymentInput,
  duplicatesQuery,
  paymentInput,
  paymentsBody,
  paymentsQuery,
  refundInput,
  rejectInput,
  verifiedBody,
  verifyInput,
} from '@pulso/contract/billing/payments';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { isForeignKeyError } from '#db/connection/errors';
import { Refusal } from '#db/writes/refusal';
import { openPageAnchors, windowOf } from '#db/stores/paged-list';
import { openSearchSample } from '#features/accounts/users/search-sample';
import { findDuplicates } from '#features/billing/ledger/ledger.queries';
import { exportRoutes } from '#features/billing/payments/export.routes';
import { listPayments, readLedgerPage, listUnverified } from '#features/billing/payments/list.queries';
import { receiptRoutes } from '#features/billing/payments/receipts.routes';
import { createPayment, payDebt } from '#features/billing/payments/record.queries';
import { annulPayment, refundPayment, rejectPayment, verifyPayment } from '#features/billing/payments/settle.queries';
import type { Dependencies } from '#http/routes/dependencies';
import { routesOf } from '#http/routes/routes';

export function paymentRoutes(app: FastifyInstance, deps: Dependencies) {
  const { db, now } = deps;
  const sample = openSearchSample(db, now);
  const findStart = openPageAnchors(db, now);
  const specified = routesOf(app, deps, { permission: 'billing' });
  const route = routesOf(app, deps, { permission: 'billing', extra: true });

  specified.post(
    '/payment',
    {
      summary: 'Pagos: registrar',
      creates: true,
      body: paymentInput,
      mayMiss: true,
      answer: paymentRow,
      message: 'Pago registrado',
    },
    ({ body, writeOnce, request }) =>
      writeOnce((write) => createPayment(write, body, 'idempotency-key' in request.headers)).catch((error: unknown) => {
        // The user exists and is locked, so the missing reference is the plan, package or product.
        throw isForeignKeyError(error) ? new Refusal({ item_id: ITEM_REQUIRED }) : error;
      }),
  );

  route.post(
    '/debt/:id/pay',
    {
      summary: 'Deudas: cobrar',
      creates: true,
      body: debtPaymentInput,
      answer: ledgerRow,
      message: 'Pago registrado',
    },
    ({ id, body, writeOnce }) => writeOnce((write) => payDebt(write, id, body)),
  );

  route.get(
    '/payment',
    {
      summary: 'Pagos: el libro por páginas; sin página, los de un usuario',
      query: paymentsQuery,
      mayMiss: true,
      answer: paymentsBody,
    },
    async ({ read, query }) => {
      const { page, limit, ...question } = query;
      if (page !== undefined)
        return readLedgerPage(read, question, windowOf({ page, limit }), { sample: sample(read.actor), findStart });
      const data = await listPayments(read, question.user_id ?? 0);
      return data && { success: true, data };
    },
  );

  route.get('/payment/unverified', { summary: 'Pagos: por verificar', answer: z.array(ledgerRow) }, ({ read }) =>
    listUnverified(read),
  );

  route.get(
    '/payment/duplicates',
    { summary: 'Pagos: los que podrían ser el mismo', query: duplicatesQuery, answer: z.array(ledgerRow) },
    ({ read, query: { day, ...criteria } }) =>
      findDuplicates(read, { ...criteria, days: day === undefined ? undefined : [day] }),
  );

  route.post(
    '/payment/:id/annul',
    {
      summary: 'Pagos: anular con uno en contra',
      creates: true,
      body: annulInput,
      answer: ledgerRow,
      message: 'Pago anulado',
    },
    ({ id, body, writeOnce }) => writeOnce((write) => annulPayment(write, id, body)),
  );

  route.post(
    '/payment/:id/refund',
    {
      summary: 'Pagos: devolver una parte',
      creates: true,
      body: refundInput,
      answer: ledgerRow,
      message: 'Devolución registrada',
    },
    ({ id, body, writeOnce }) => writeOnce((write) => refundPayment(write, id, body)),
  );

  route.post(
    '/payment/:id/verify',
    {
      summary: 'Pagos: confirmar uno por verificar',
      body: verifyInput,
      answer: verifiedBody,
      message: 'Pago confirmado',
    },
    ({ id, body, writeOnce }) => writeOnce((write) => verifyPayment(write, id, { ...body, now: now() })),
  );

  route.post(
    '/payment/:id/reject',
    {
      summary: 'Pagos: rechazar uno por verificar',
      body: rejectInput,
      answer: ledgerRow,
      message: 'Pago rechazado',
    },
    ({ id, body, writeOnce }) => writeOnce((write) => rejectPayment(write, id, { ...body, now: now() })),
  );

  receiptRoutes(app, deps);
  exportRoutes(app, deps, sample);
}
