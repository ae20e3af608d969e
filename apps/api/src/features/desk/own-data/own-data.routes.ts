import { downloadTicket } from '@pulso/contract/billing/payments';
import { ownDataBody, ownDataFileName } from '@pulso/contract/desk/own-data';
import type { FastifyInstance } from 'fastify';
import { askForOwnData, OWN_DATA, readOwnData } from '#features/desk/own-data/own-data.queries';
import { currentAccount } from '#http/routes/authorize';
import type { Dependencies } from '#http/routes/dependencies';
import { redeemTicket } from '#http/routes/downloads';
import { routesOf } from '#http/routes/routes';

const permission = 'own';

export function ownDataRoutes(app: FastifyInstance, deps: Dependencies) {
  const { db } = deps;
  // The address is a secret: no key keeps it, and no cache.
  routesOf(app, deps, { permission, extra: true }).post(
    '/my/export',
    { summary: 'Mis datos: una dirección que sirve una vez, por un minuto', creates: true, answer: ownDataBody },
    async ({ write, reply }) => {
      const ticket = await write(askForOwnData);
      reply.header('Cache-Control', 'no-store');
      return { url: `/api/download/own-data?ticket=${ticket}` };
    },
  );

  // Public, because a browser that saves a file sends no token; the ticket stands for it.
  const download = {
    permission: 'public',
    extra: true,
    file: 'application/json',
    summary: 'Mis datos: el archivo',
    query: downloadTicket,
    mayMiss: true,
  } as const;
  // HEAD is off, because it would use up the ticket.
  app.get('/download/own-data', { config: download, exposeHeadRoute: false }, async (request, reply) => {
    const { ticket } = downloadTicket.parse(request.query);
    await redeemTicket(request, deps, { ticket, what: OWN_DATA, permission });
    const actor = currentAccount(request);
    const data = await readOwnData({ db, actor });
    return reply
      .type('application/json; charset=utf-8')
      .header('Cache-Control', 'no-store')
      .header('Content-Disposition', `attachment; filename="${ownDataFileName(actor.today)}"`)
      .send(JSON.stringify(data, null, 2));
  });
}
