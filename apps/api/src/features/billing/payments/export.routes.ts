import {
  downloadBody,
  downloadInput,
  downloadTicket,
  exportOptions,
  ledgerFilter,
  type LedgerDownload,
} from '@pulso/contract/billing/payments';
import type { FastifyInstance } from 'fastify';
import { issueDownloadTicket } from '#db/writes/downloads';
import { streamWhileAllowed } from '#db/writes/stream-while-allowed';
import type { openSearchSample } from '#features/accounts/users/search-sample';
import { ledgerCsv, ledgerFileName } from '#features/billing/payments/export.rules';
import { readWholeLedger } from '#features/billing/payments/list.queries';
import { currentAccount } from '#http/routes/authorize';
import type { Dependencies } from '#http/routes/dependencies';
import { redeemTicket } from '#http/routes/downloads';
import { routesOf } from '#http/routes/routes';
import { openListStreamer } from '#http/entities/whole-list';

const permission = 'billing';

export function exportRoutes(app: FastifyInstance, deps: Dependencies, sample: ReturnType<typeof openSearchSample>) {
  const { db } = deps;
  const sendFile = openListStreamer();
  routesOf(app, deps, { permission, extra: true }).post(
    '/download',
    {
      summary: 'Descargas: una dirección que sirve una vez, por un minuto',
      creates: true,
      body: downloadInput,
      answer: downloadBody,
    },
    async ({ body: { what, query, format }, write }) => {
      const [path, wish] =
        what === 'everything'
          ? ['/download/everything', exportOptions.parse(query)]
          : ['/download', { query: ledgerFilter.parse(query), format }];
      const ticket = await write((writing) => issueDownloadTicket(writing, what, wish));
      return { url: `/api${path}?ticket=${ticket}` };
    },
  );

  // Public, because a browser that saves a file sends no token; the ticket stands for it.
  const fetched = {
    permission: 'public',
    extra: true,
    file: 'text/csv',
    summary: 'Descargas: el archivo',
    query: downloadTicket,
    mayMiss: true,
  } as const;
  // HEAD is off, because it would use up the ticket.
  app.get('/download', { config: fetched, exposeHeadRoute: false }, async (request, reply) => {
    const { ticket } = downloadTicket.parse(request.query);
    const { query, format } = await redeemTicket<LedgerDownload>(request, deps, {
      ticket,
      what: 'payments',
      permission,
    });
    const actor = currentAccount(request);
    reply
      .type('text/csv; charset=utf-8')
      .header('Content-Disposition', `attachment; filename="${ledgerFileName(query)}"`);
    const rows = readWholeLedger({ db, actor }, query, sample(actor));
    return sendFile(request, reply, ledgerCsv(streamWhileAllowed(db, actor, rows), format));
  });
}
