import { open } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import {
  ALREADY_RUNNING,
  backupRow,
  backupsReport,
  backupTicket,
  downloadQuery,
  type Backup,
  type BackupsReport,
} from '@pulso/contract/desk/backups';
import type { FastifyInstance } from 'fastify';
import { issueDownloadTicket } from '#db/writes/downloads';
import { recordEvent } from '#db/writes/events';
import { notFound, Refusal } from '#db/writes/refusal';
import { streamWhileAllowed } from '#db/writes/stream-while-allowed';
import { findBackupTrouble, isAvailable } from '#features/desk/backups/backup-trouble.queries';
import { beginBackup, findBackup, type BackupRow } from '#features/desk/backups/backups.queries';
import { currentAccount } from '#http/routes/authorize';
import type { Dependencies } from '#http/routes/dependencies';
import { redeemTicket } from '#http/routes/downloads';
import { routesOf } from '#http/routes/routes';

const permission = 'backups';

export function backupRoutes(app: FastifyInstance, deps: Dependencies) {
  const { db, backups } = deps;
  const pathOf = (file: string) => join(backups.folder, basename(file));
  const toBackup = async ({ node: _node, ...row }: BackupRow): Promise<Backup> => ({
    ...row,
    available: await isAvailable(backups.folder, row),
  });

  const route = routesOf(app, deps, { permission, extra: true });

  route.get(
    '/backups',
    { summary: 'Copias de seguridad: listar', answer: backupsReport },
    async (): Promise<BackupsReport> => {
      const { rows, last, trouble } = await findBackupTrouble(db, backups);
      return {
        interval_seconds: backups.intervalSeconds,
        last_good: last ? await toBackup(last) : null,
        trouble,
        backups: await Promise.all(rows.map(toBackup)),
      };
    },
  );

  route.post(
    '/backups',
    { begins: true, summary: 'Copias de seguridad: hacer una ahora', answer: backupRow },
    async ({ write }) => {
      const { node } = backups;
      const id = await write(async (writing) => {
        const backupId = await beginBackup(writing.db, { node, madeBy: 'panel' });
        if (backupId === undefined) throw new Refusal(ALREADY_RUNNING);
        await recordEvent(writing, { entity: 'backup', entityId: backupId, action: 'create' });
        return backupId;
      });
      backups.start(id);
      const row = await findBackup(db, id);
      return row && toBackup(row);
    },
  );

  route.post(
    '/backups/:id/ticket',
    { summary: 'Copias de seguridad: permiso para descargar una, por un minuto y una vez', answer: backupTicket },
    async ({ id, write }) => {
      const row = await findBackup(db, id);
      if (!row || !(await toBackup(row)).available) return undefined;
      return { ticket: await write((writing) => issueDownloadTicket(writing, 'backup', { id })) };
    },
  );

  // Public, because a browser that saves a file sends no token; the ticket stands for it.
  const download = {
    permission: 'public',
    extra: true,
    file: 'application/x-tar',
    summary: 'Copias de seguridad: descargar',
    query: downloadQuery,
    mayMiss: true,
  } as const;
  // HEAD is off, because it would use up the ticket.
  app.get('/backups/download', { config: download, exposeHeadRoute: false }, async (request, reply) => {
    const ticketRequest = { ...downloadQuery.parse(request.query), what: 'backup', permission } as const;
    const { id } = await redeemTicket<{ id: number }>(request, deps, ticketRequest);
    const file = (await findBackup(db, id))?.file;
    if (!file) throw notFound();
    const handle = await open(pathOf(file), 'r').catch(() => {
      throw notFound();
    });
    const { size } = await handle.stat();
    return reply
      .type('application/x-tar')
      .header('Content-Length', size)
      .header('Content-Disposition', `attachment; filename="${basename(file)}"`)
      .send(Readable.from(streamWhileAllowed(db, currentAccount(request), handle.createReadStream())));
  });
}
