import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { reachDatabase } from '#http/health.queries';
import type { Dependencies } from '#http/dependencies';
import { unavailable } from '#db/refusal';

const FRESH_MS = 1_000;
const PATIENCE_MS = 2_000;

/** Cheap however often it is asked: at most one look at the database a second, and never a long wait for it. */
export function healthRoutes(app: FastifyInstance, { db }: Dependencies) {
  let last: { at: number; healthy: Promise<boolean> } | undefined;
  const look = async () => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, PATIENCE_MS, false);
    });
    const reached = reachDatabase(db).then(
      () => true,
      () => false,
    );
    return Promise.race([reached, late]).finally(() => clearTimeout(timer));
  };

  const config = { permission: 'public', summary: 'Estado del servicio', answer: z.null() } as const;
  app.get('/health', { config }, async (_request, reply) => {
    // Not the wall clock: set back, it would keep an old answer fresh for as long.
    const now = performance.now();
    if (!last || now - last.at >= FRESH_MS) last = { at: now, healthy: look() };
    reply.header('Cache-Control', 'no-store');
    if (!(await last.healthy)) throw unavailable();
    return { success: true, data: null };
  });
}
