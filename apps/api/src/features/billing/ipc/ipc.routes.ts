import { ipcFound, ipcInput, ipcValue, publishedUntil, type IpcFound } from '@pulso/contract/billing/ipc';
import { monthOf, shiftMonth } from '@pulso/contract/kit/months';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Read } from '#db/writes/write';
import { listIpc, saveIpc } from '#features/billing/ipc/ipc.queries';
import { fetchPublicSeries } from '#features/billing/ipc/public-series';
import type { Dependencies } from '#http/routes/dependencies';
import { routesOf } from '#http/routes/routes';

/** The months that the longest curve needs. */
const OFFERED_MONTHS = 60;

async function findIpc(read: Read, series: Dependencies['publicSeries'] = {}): Promise<IpcFound> {
  const { today } = read.actor;
  const values = await fetchPublicSeries(series.address, series.timeoutMs);
  const stored = new Map((await listIpc(read)).map((value) => [value.month, value]));
  const since = shiftMonth(monthOf(today), -OFFERED_MONTHS);
  const until = values.at(-1)!.month;
  return {
    found: values
      .filter(({ month }) => month >= since && month <= monthOf(today))
      .map(({ month, percent }) => {
        const present = stored.get(month);
        return { month, percent, stored: present ? { percent: present.percent, source: present.source } : null };
      }),
    until,
    behind: until < publishedUntil(today),
  };
}

export function ipcRoutes(app: FastifyInstance, deps: Dependencies) {
  const route = routesOf(app, deps, { permission: 'billing', extra: true });

  route.get('/ipc', { summary: 'IPC: los valores cargados', answer: z.array(ipcValue) }, ({ read }) => listIpc(read));

  route.put(
    '/ipc',
    { summary: 'IPC: cargar', body: ipcInput, answer: z.array(ipcValue), message: 'IPC guardado' },
    ({ body, write }) => write((writing) => saveIpc(writing, body)),
  );

  route.post(
    '/ipc/refresh',
    { summary: 'IPC: buscar en la serie pública, sin guardar', answer: ipcFound },
    ({ read }) => findIpc(read, deps.publicSeries),
  );
}
