import { reasonInput } from '@pulso/contract/billing/payments';
import { annulledPeriodBody, renewalBody, renewedBody, renewInput } from '@pulso/contract/billing/subscriptions';
import { today } from '@pulso/contract/kit/dates';
import type { FastifyInstance } from 'fastify';
import { notFound } from '#db/refusal';
import { annulPeriod, readRenewal, renew } from '#features/billing/subscriptions/renewals.queries';
import { readJson } from '#http/body';
import type { Dependencies } from '#http/dependencies';
import { pathId } from '#http/ids';
import { writeRequest } from '#http/write-request';

const permission = 'billing';

export function renewalRoutes(app: FastifyInstance, { db, now }: Dependencies) {
  const read = { permission, extra: true, summary: 'Renovar: con qué se empieza', answer: renewalBody } as const;
  app.get('/user/:id/renewal', { config: read }, async (request) => {
    const data = await readRenewal(db, pathId(request), today(now()));
    if (!data) throw notFound();
    return { success: true, data };
  });

  const made = {
    permission,
    extra: true,
    summary: 'Renovar: vender el período que sigue',
    creates: true,
    body: renewInput,
    answer: renewedBody,
  } as const;
  app.post('/user/:id/renew', { config: made }, async (request, reply) => {
    const id = pathId(request);
    const input = renewInput.parse(readJson(request));
    const data = await writeRequest(db, request, { body: input, userId: id }, (writing) => renew(writing, id, input));
    return reply.code(201).send({ success: true, message: 'Suscripción renovada', data });
  });

  const annulled = {
    permission,
    extra: true,
    summary: 'Renovar: anular un período con su dinero',
    creates: true,
    body: reasonInput,
    answer: annulledPeriodBody,
  } as const;
  app.post('/period/:id/annul', { config: annulled }, async (request, reply) => {
    const id = pathId(request);
    const body = reasonInput.parse(readJson(request));
    const data = await writeRequest(db, request, { body }, (writing) => annulPeriod(writing, id, body.reason));
    return reply.code(201).send({ success: true, message: 'Período anulado', data });
  });
}
