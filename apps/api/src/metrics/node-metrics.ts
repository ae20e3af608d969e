import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Pool } from 'pg';
import { countWaiting } from '#db/connection/connect';
import type { Uploads } from '#files/uploads';
import { seriesOf, type Snapshot } from '#metrics/metrics.rules';
import type { RequestMetrics } from '#metrics/request-metrics';

/** Interval of the timer whose delay is the lag. */
const RESOLUTION_MS = 50;

/** Processor, memory and event loop of this process. */
function openProcessMetrics(): () => Snapshot {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  return () => {
    const lagOf = (nanoseconds: number) => Math.max(nanoseconds / 1e9 - RESOLUTION_MS / 1e3, 0);
    const { user, system } = process.cpuUsage();
    const snapshot: Snapshot = {
      pulso_processes: 1,
      process_cpu_seconds_total: (user + system) / 1e6,
      process_resident_memory_bytes: process.memoryUsage.rss(),
      [seriesOf('pulso_event_loop_lag_seconds', { quantile: '0.5' })]: lagOf(delay.percentile(50)),
      [seriesOf('pulso_event_loop_lag_seconds', { quantile: '0.99' })]: lagOf(delay.percentile(99)),
      [seriesOf('pulso_event_loop_lag_seconds', { quantile: '1' })]: lagOf(delay.max),
    };
    delay.reset();
    return snapshot;
  };
}

function poolMetrics(pools: Record<string, Pool | undefined>): Snapshot {
  const snapshot: Snapshot = {};
  for (const [name, pool] of Object.entries(pools)) {
    if (!pool) continue;
    const { totalCount, idleCount, waitingCount } = pool;
    snapshot[seriesOf('pulso_database_connections', { pool: name, state: 'used' })] = totalCount - idleCount;
    snapshot[seriesOf('pulso_database_connections', { pool: name, state: 'idle' })] = idleCount;
    snapshot[seriesOf('pulso_database_queue', { pool: name })] = countWaiting(pool);
    snapshot[seriesOf('pulso_database_opening', { pool: name })] = waitingCount;
  }
  return snapshot;
}

function imageMetrics({ queue }: Pick<Uploads, 'queue'>): Snapshot {
  const { running, waiting } = queue();
  return {
    [seriesOf('pulso_image_queue', { state: 'decoding' })]: running,
    [seriesOf('pulso_image_queue', { state: 'waiting' })]: waiting,
  };
}

type Sources = { pools: Record<string, Pool | undefined>; requests?: RequestMetrics; uploads?: Pick<Uploads, 'queue'> };

/** All that this process counts and measures. */
export function openReport({ pools, requests, uploads }: Sources): () => Snapshot {
  const readProcess = openProcessMetrics();
  return () => ({
    ...requests?.snapshot(),
    ...readProcess(),
    ...poolMetrics(pools),
    ...(uploads && imageMetrics(uploads)),
  });
}
