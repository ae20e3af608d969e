import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal, SESSION_ENDED } from '#db/writes/refusal';
import { openDatabaseMetrics } from '#features/desk/monitoring/database-metrics';
import { readDisk } from '#files/disk-space';
import type { Dependencies } from '#http/routes/dependencies';
import { formatMetrics, METRICS_TYPE, seriesOf, type Snapshot } from '#metrics/metrics.rules';
import { readVersion } from '#version';

async function diskMetrics(folders: Record<string, string>): Promise<Snapshot> {
  const snapshot: Snapshot = {};
  for (const [folder, path] of Object.entries(folders)) {
    // The folder of backups is made with the first one.
    const disk = await readDisk(path);
    if (!disk) continue;
    snapshot[seriesOf('pulso_disk_free_bytes', { folder })] = disk.free;
    snapshot[seriesOf('pulso_disk_size_bytes', { folder })] = disk.size;
  }
  return snapshot;
}

/** Metrics for a scraper. They never fail because of a database that is away. */
export function metricsRoutes(
  app: FastifyInstance,
  deps: Dependencies,
  mayScrape: (request: FastifyRequest) => boolean,
) {
  const { collect, folders } = deps.metrics;
  const readDatabase = openDatabaseMetrics(deps);
  const { version, commit = '' } = readVersion();
  const config = {
    permission: 'public',
    extra: true,
    file: 'text/plain',
    checksCaller: true,
    summary: 'Métricas: para Prometheus, con METRICS_TOKEN o desde la misma máquina',
  } as const;
  app.get('/metrics', { config }, async (request, reply) => {
    // In the words of an unknown address.
    if (!mayScrape(request)) throw new Refusal(SESSION_ENDED, 'unauthorized');
    const snapshots = await Promise.all([readDatabase(), collect(), diskMetrics(folders)]);
    const info: Snapshot = { [seriesOf('pulso_info', { version, commit })]: 1 };
    return reply.type(METRICS_TYPE).send(formatMetrics(Object.assign(info, ...snapshots)));
  });
}
