import { downloadBody, downloadTicket } from '@pulso/contract/billing/payments';
import { today } from '@pulso/contract/kit/dates';
import type { FastifyInstance } from 'fastify';
import { notFound } from '#db/writes/refusal';
import { OWN_DATA, readOwnData, requestOwnData } from '#features/desk/own-data/own-data.queries';
import { currentAccount } from '#http/routes/authorize';
import type { Dependencies } from '#http/routes/dependencies';
import { redeemTicket } from '#http/routes/downloads';
import { routesOf } from '#http/routes/routes';

/** 'Descargar mis datos': one file with everything that is kept of whoever asks. */
export function ownDataRoutes(app: FastifyInstance, deps: Dependencies) {
  const { db, now } = deps;
  routesOf(app, deps, { permission: 'own', extra: true }).post(
    '/my/export',
    {
      summary: 'Mis datos: una dirección que sirve una vez, por un minuto',
      creates: true,
      answer: downloadBody,
    },
    async ({ write }) => ({ url: `/api/my/export?ticket=${await write(requestOwnData)}` }),
  );

  // Public, because a browser that saves a file sends no token; the ticket stands for it.
  const fetched = {
    permission: 'public',
    extra: true,
    file: 'application/json',
    summary: 'Mis datos: el archivo',
    query: downloadTicket,
    mayMiss: true,
  } as const;
  // HEAD is off, because it would use up the ticket.
  app.get('/my/export', { config: fetched, exposeHeadRoute: false }, async (request, reply) => {
    const { ticket } = downloadTicket.parse(request.query);
    await redeemTicket(request, deps, { ticket, what: OWN_DATA, permission: 'own' });
    const data = await readOwnData({ db, actor: currentAccount(request) });
    if (!data) throw notFound();
    return reply
      .type('application/json; charset=utf-8')
      .header('Content-Disposition', `attachment; filename="mis_datos_${today(now())}.json"`)
      .header('Cache-Control', 'private, no-store')
      .send(JSON.stringify(data, null, 2));
  });
}
