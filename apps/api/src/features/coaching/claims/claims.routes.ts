import { createHash } from 'node:crypto';
import {
  claimRow,
  myPaymentsBody,
  myPaymentsQuery,
  myPlan,
  myReceipt,
  transferInput,
} from '@pulso/contract/coaching/claims';
import { TRANSFER_PICTURE } from '@pulso/contract/coaching/claims.labels';
import type { FastifyInstance } from 'fastify';
import { writeOnce } from '#db/writes/idempotency';
import { notFound } from '#db/writes/refusal';
import { reencodeReceipt } from '#features/billing/payments/receipts.routes';
import { offeredMercadoPago } from '#features/accounts/auth/offered-mercadopago';
import { tellTransfer, withdrawTransfer } from '#features/coaching/claims/claims.queries';
import { readMyPayments, readMyPlan, readMyReceipt } from '#features/coaching/claims/my-plan.queries';
import { readJsonOrForm } from '#http/bodies/body';
import type { Dependencies } from '#http/routes/dependencies';
import { idempotentRequest } from '#http/routes/idempotency-key';
import { routesOf } from '#http/routes/routes';

/** Routes of the clients' app about the plan; they read and write the asker's own rows alone. */
export function claimRoutes(app: FastifyInstance, deps: Dependencies) {
  const { db, uploads } = deps;
  const route = routesOf(app, deps, { permission: 'own', extra: true });

  route.get('/my/plan', { summary: 'Mi plan: el propio', answer: myPlan }, async ({ read }) => {
    const mercadopago = await offeredMercadoPago(deps);
    return readMyPlan(read, { online: mercadopago !== undefined, practice: mercadopago?.practice ?? false });
  });

  route.get(
    '/my/payments',
    { summary: 'Mi plan: los pagos propios', query: myPaymentsQuery, mayMiss: true, answer: myPaymentsBody },
    ({ read, query }) => readMyPayments(read, query.before),
  );

  route.get('/my/payment/:id', { summary: 'Mi plan: un comprobante propio', answer: myReceipt }, ({ read, id }) =>
    readMyReceipt(read, id),
  );

  route.post(
    '/my/transfer',
    {
      summary: 'Mi plan: avisar una transferencia',
      creates: true,
      body: transferInput,
      optionalUpload: TRANSFER_PICTURE,
      mayMiss: true,
      answer: claimRow,
      message: 'Aviso enviado',
    },
    async ({ read, request }) => {
      const { fields, image } = await readJsonOrForm(request, TRANSFER_PICTURE);
      const input = transferInput.parse(fields);
      const picture = image && (await reencodeReceipt(uploads, image));
      // A key is of the picture too.
      const sent = { ...input, image: image && createHash('sha256').update(image).digest('hex') };
      const once = idempotentRequest(request, sent, read.actor.id);
      return writeOnce(db, read.actor, once, async (write) => {
        const claim = await tellTransfer(write, input, picture);
        if (!claim) throw notFound();
        return claim;
      });
    },
  );

  route.delete(
    '/my/transfer/:id',
    { summary: 'Mi plan: retirar un aviso', answer: claimRow, message: 'Aviso retirado' },
    ({ id, write }) => write((writing) => withdrawTransfer(writing, id)),
  );
}
