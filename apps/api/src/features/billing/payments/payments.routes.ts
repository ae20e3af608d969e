import {
  debtPaymentInput,
  downloadBody,
  downloadInput,
  downloadTicket,
  duplicatesQuery,
  movementInput,
  paymentsBody,
  receiptBody,
  receiptInput,
  receiptPicture,
  RECEIPT_NOT_IMAGE,
  rejectInput,
  verifyInput,
} from '@pulso/contract/billing/ledger';
import {
  ITEM_REQUIRED,
  ledgerRow,
  paymentInput,
  paymentRow,
  paymentsQuery,
  reasonInput,
  type LedgerQuestion,
} from '@pulso/contract/billing/payments';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { saveDownload } from '#db/downloads';
import { isForeignKeyError } from '#db/errors';
import { writeOnce } from '#db/idempotency';
import { notFound, Refusal } from '#db/refusal';
import { whileAllowed } from '#db/while-allowed';
import { write } from '#db/write';
import { keepSearchSample } from '#features/accounts/users/search-sample';
import { ledgerCsv, ledgerFileName } from '#features/billing/ledger/ledger-csv.rules';
import {
  annulPayment,
  createPayment,
  payDebt,
  readLedgerPage,
  readReceipt,
  readUnverified,
  readWholeLedger,
  recordMovement,
  rejectPayment,
  verifyPayment,
} from '#features/billing/ledger/ledger.queries';
import { findReceipt, saveReceipt } from '#features/billing/ledger/receipts.queries';
import { findDuplicates, listPayments } from '#features/billing/payments/payments.queries';
import { currentAccount } from '#http/authorize';
import { readForm, readJson } from '#http/body';
import type { Dependencies } from '#http/dependencies';
import { redeemTicket } from '#http/downloads';
import { idempotentRequest } from '#http/idempotency-key';
import { pathId } from '#http/ids';
import { wholeLists } from '#http/whole-list';
import { writeRequest } from '#http/write-request';

const permission = 'billing';
const DEFAULT_LIMIT = 50;
type Sample = ReturnType<typeof keepSearchSample>;

export function ledgerRoutes(app: FastifyInstance, deps: Dependencies) {
  const sample = keepSearchSample(deps.db, deps.now);
  recordingRoutes(app, deps);
  readingRoutes(app, deps, sample);
  settlingRoutes(app, deps);
  receiptRoutes(app, deps);
  downloadRoutes(app, deps, sample);
}

function recordingRoutes(app: FastifyInstance, { db }: Dependencies) {
  const create = {
    permission,
    summary: 'Pagos: registrar',
    creates: true,
    body: paymentInput,
    mayMiss: true,
    answer: paymentRow,
  } as const;
  app.post('/payment', { config: create }, async (request, reply) => {
    const input = paymentInput.parse(readJson(request));
    const idempotent = idempotentRequest(request, input);
    const payment = await writeOnce(db, currentAccount(request), idempotent, async (writing) => {
      const made = await createPayment(writing, input, idempotent !== undefined);
      if (!made) throw notFound();
      return made;
    }).catch((error: unknown) => {
      // The user exists and is locked, so the missing reference is the plan, package or product.
      throw isForeignKeyError(error) ? new Refusal({ item_id: ITEM_REQUIRED }) : error;
    });
    return reply.code(201).send({ success: true, message: 'Pago registrado', data: payment });
  });

  const movement = {
    permission,
    extra: true,
    summary: 'Caja: registrar un egreso o un ingreso',
    creates: true,
    body: movementInput,
    mayMiss: true,
    answer: ledgerRow,
  } as const;
  app.post('/movement', { config: movement }, async (request, reply) => {
    const input = movementInput.parse(readJson(request));
    const data = await writeRequest(db, request, { body: input }, (writing) => recordMovement(writing, input));
    return reply.code(201).send({ success: true, message: 'Movimiento registrado', data });
  });

  const debt = {
    permission,
    extra: true,
    summary: 'Deudas: cobrar',
    creates: true,
    body: debtPaymentInput,
    answer: ledgerRow,
  } as const;
  app.post('/debt/:id/pay', { config: debt }, async (request, reply) => {
    const id = pathId(request);
    const input = debtPaymentInput.parse(readJson(request));
    const data = await writeRequest(db, request, { body: input }, (writing) => payDebt(writing, id, input));
    return reply.code(201).send({ success: true, message: 'Pago registrado', data });
  });
}

function readingRoutes(app: FastifyInstance, { db }: Dependencies, sample: Sample) {
  const list = {
    permission,
    extra: true,
    summary: 'Pagos: el libro por páginas; sin página, los de un usuario',
    query: paymentsQuery,
    mayMiss: true,
    answer: paymentsBody,
  } as const;
  app.get('/payment', { config: list }, async (request) => {
    const { page, limit = DEFAULT_LIMIT, ...question } = paymentsQuery.parse(request.query);
    if (page !== undefined) return readLedgerPage(db, question, { page, limit }, sample());
    const payments = await listPayments(db, question.user_id ?? 0);
    if (!payments) throw notFound();
    return { success: true, data: payments };
  });

  const unverified = { permission, extra: true, summary: 'Pagos: por verificar', answer: z.array(ledgerRow) } as const;
  app.get('/payment/unverified', { config: unverified }, async () => ({
    success: true,
    data: await readUnverified(db),
  }));

  const alike = {
    permission,
    extra: true,
    summary: 'Pagos: los que podrían ser el mismo',
    query: duplicatesQuery,
    answer: z.array(ledgerRow),
  } as const;
  app.get('/payment/duplicates', { config: alike }, async (request) => ({
    success: true,
    data: await findDuplicates(db, duplicatesQuery.parse(request.query)),
  }));

  const one = { permission, extra: true, summary: 'Pagos: uno, con su comprobante', answer: receiptBody } as const;
  app.get('/payment/:id', { config: one }, async (request) => {
    const data = await readReceipt(db, pathId(request));
    if (!data) throw notFound();
    return { success: true, data };
  });
}

function settlingRoutes(app: FastifyInstance, { db, now }: Dependencies) {
  const annul = {
    permission,
    extra: true,
    summary: 'Pagos: anular con uno en contra',
    creates: true,
    body: reasonInput,
    answer: ledgerRow,
  } as const;
  app.post('/payment/:id/annul', { config: annul }, async (request, reply) => {
    const id = pathId(request);
    const body = reasonInput.parse(readJson(request));
    const data = await writeRequest(db, request, { body }, (writing) => annulPayment(writing, id, body.reason));
    return reply.code(201).send({ success: true, message: 'Pago anulado', data });
  });

  const verify = {
    permission,
    extra: true,
    summary: 'Pagos: confirmar uno por verificar',
    body: verifyInput,
    answer: ledgerRow,
  } as const;
  app.post('/payment/:id/verify', { config: verify }, async (request) => {
    const id = pathId(request);
    const body = verifyInput.parse(readJson(request) ?? {});
    const given = { ...body, now: now() };
    const data = await writeRequest(db, request, { body }, (writing) => verifyPayment(writing, id, given));
    return { success: true, message: 'Pago confirmado', data };
  });

  const reject = {
    permission,
    extra: true,
    summary: 'Pagos: rechazar uno por verificar',
    body: rejectInput,
    answer: ledgerRow,
  } as const;
  app.post('/payment/:id/reject', { config: reject }, async (request) => {
    const id = pathId(request);
    const body = rejectInput.parse(readJson(request));
    const given = { ...body, now: now() };
    const data = await writeRequest(db, request, { body }, (writing) => rejectPayment(writing, id, given));
    return { success: true, message: 'Pago rechazado', data };
  });
}

function receiptRoutes(app: FastifyInstance, { db, uploads }: Dependencies) {
  const keep = {
    permission,
    extra: true,
    summary: 'Pagos: guardar la imagen del comprobante',
    body: receiptInput,
    upload: 'image',
    answer: receiptPicture,
  } as const;
  app.put('/payment/:id/receipt', { config: keep }, async (request) => {
    const id = pathId(request);
    const { image } = await readForm(request, 'image');
    if (!image) throw new Refusal(RECEIPT_NOT_IMAGE, 'wrong-type');
    const encoded = await uploads.reencode(image, 'image').catch((error: unknown) => {
      throw error instanceof Refusal && error.kind === 'wrong-type'
        ? new Refusal(RECEIPT_NOT_IMAGE, 'wrong-type')
        : error;
    });
    const data = await write(db, currentAccount(request), (writing) => saveReceipt(writing, id, encoded));
    if (!data) throw notFound();
    return { success: true, data };
  });

  const show = {
    permission,
    extra: true,
    file: 'image/webp',
    summary: 'Pagos: la imagen del comprobante',
  } as const;
  app.get('/payment/:id/receipt', { config: show }, async (request, reply) => {
    const image = await findReceipt(db, pathId(request));
    if (!image) throw notFound();
    return reply.type('image/webp').header('Cache-Control', 'private, no-store').send(image);
  });
}

function downloadRoutes(app: FastifyInstance, deps: Dependencies, sample: Sample) {
  const { db } = deps;
  const sendFile = wholeLists();
  const prepare = {
    permission,
    extra: true,
    summary: 'Descargas: una dirección que sirve una vez, por un minuto',
    creates: true,
    body: downloadInput,
    answer: downloadBody,
  } as const;
  app.post('/download', { config: prepare }, async (request, reply) => {
    const { what, query } = downloadInput.parse(readJson(request));
    const ticket = await write(db, currentAccount(request), (writing) => saveDownload(writing, what, query));
    return reply.code(201).send({ success: true, data: { url: `/api/download?ticket=${ticket}` } });
  });

  // Public, because a browser that saves a file sends no token; the ticket stands for it.
  const fetched = {
    permission: 'public',
    extra: true,
    file: 'text/csv',
    summary: 'Descargas: el archivo',
    query: downloadTicket,
    mayMiss: true,
  } as const;
  // Without HEAD, which would use up the ticket.
  app.get('/download', { config: fetched, exposeHeadRoute: false }, async (request, reply) => {
    const { ticket } = downloadTicket.parse(request.query);
    const query = await redeemTicket<LedgerQuestion>(request, deps, { ticket, what: 'payments', permission });
    reply
      .type('text/csv; charset=utf-8')
      .header('Content-Disposition', `attachment; filename="${ledgerFileName(query)}"`);
    const rows = readWholeLedger(db, query, sample());
    return sendFile(request, reply, ledgerCsv(whileAllowed(db, currentAccount(request), rows)));
  });
}
