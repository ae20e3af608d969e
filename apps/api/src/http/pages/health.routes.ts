import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { unavailable } from '#db/writes/refusal';
import type { Dependencies } from '#http/routes/dependencies';
import { reachDatabase } from '#http/pages/health.queries';

const CACHE_TTL_MS = 1_000;
const DATABASE_TIMEOUT_MS = 2_000;

/** Cached, so that a flood of checks costs at most one query a second. */
export function healthRoutes(app: FastifyInstance, { db }: Dependencies) {
  let last: { at: number; healthy: Promise<boolean> } | undefined;
  const check = async () => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, DATABASE_TIMEOUT_MS, false);
    });
    const reached = reachDatabase(db).then(
      () => true,
      () => false,
    );
    return Promise.race([reached, late]).finally(() => clearTimeout(timer));
  };

  const live = { permission: 'public', extra: true, summary: 'Estado del proceso', answer: z.null() } as const;
  // For an orchestrator that ends what does not live: a database that is away is no reason to.
  app.get('/health/live', { config: live }, async (_request, reply) => {
    reply.header('Cache-Control', 'no-store');
    return { success: true, data: null };
  });
  const config = { permission: 'public', summary: 'Estado del servicio', answer: z.null() } as const;
  app.get('/health', { config }, async (_request, reply) => {
    // Monotonic: a wall clock that is set back would keep the old answer.
    const now = performance.now();
    if (!last || now - last.at >= CACHE_TTL_MS) last = { at: now, healthy: check() };
    reply.header('Cache-Control', 'no-store');
    if (!(await last.healthy)) throw unavailable();
    return { success: true, data: null };
  });
}
