import { Readable } from 'node:stream';
import { downloadTicket, type ExportOptions } from '@pulso/contract/billing/payments';
import { exportFileName } from '@pulso/contract/desk/exports';
import type { FastifyInstance } from 'fastify';
import { writeZip } from '#archive/zip';
import { streamWhileAllowed } from '#db/writes/stream-while-allowed';
import { everything } from '#features/desk/exports/everything';
import { currentAccount } from '#http/routes/authorize';
import type { Dependencies } from '#http/routes/dependencies';
import { redeemTicket } from '#http/routes/downloads';

const permission = 'backups';
const what = 'everything';

export function exportEverythingRoutes(app: FastifyInstance, deps: Dependencies) {
  const { db, uploads, now } = deps;
  // Public, because a browser that saves a file sends no token; the ticket stands for it.
  const download = {
    permission: 'public',
    extra: true,
    file: 'application/zip',
    summary: 'Exportar todo: el archivo',
    query: downloadTicket,
    mayMiss: true,
  } as const;
  // HEAD is off, because it would use up the ticket.
  app.get('/download/everything', { config: download, exposeHeadRoute: false }, async (request, reply) => {
    const { ticket } = downloadTicket.parse(request.query);
    const ticketRequest = { ticket, what, permission } as const;
    const { notes = false, receipts = false } = await redeemTicket<ExportOptions>(request, deps, ticketRequest);
    const actor = currentAccount(request);
    const files = everything({ db, actor }, uploads.pictures, { notes, receipts });
    return reply
      .type('application/zip')
      .header('Cache-Control', 'no-store')
      .header('Content-Disposition', `attachment; filename="${exportFileName(actor.today)}"`)
      .send(Readable.from(streamWhileAllowed(db, actor, writeZip(files, now()))));
  });
}
