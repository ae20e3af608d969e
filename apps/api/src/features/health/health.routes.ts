import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Dependencies } from '#http/dependencies';
import { unavailable } from '#http/errors';

const FRESH_MS = 1_000;

/** Cheap however often it is asked: at most one look at the database a second. */
export function healthRoutes(app: FastifyInstance, { db }: Dependencies) {
  let last: { at: number; healthy: Promise<boolean> } | undefined;
  const look = () =>
    sql`select 1`.execute(db).then(
      () => true,
      () => false,
    );

  const config = { access: 'public', summary: 'Estado del servicio', answer: z.null() } as const;
  app.get('/health', { config }, async (_request, reply) => {
    if (!last || Date.now() - last.at >= FRESH_MS) last = { at: Date.now(), healthy: look() };
    reply.header('Cache-Control', 'no-store');
    if (!(await last.healthy)) throw unavailable();
    return { success: true, data: null };
  });
}
