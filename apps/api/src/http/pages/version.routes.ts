import { versionAnswer } from '@pulso/contract/kit/version';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#http/routes/dependencies';
import { routesOf } from '#http/routes/routes';
import { readVersion } from '#version';

export function versionRoutes(app: FastifyInstance, deps: Dependencies) {
  const route = routesOf(app, deps, { permission: 'documentation', extra: true });
  route.get('/version', { summary: 'Versión de Pulso', answer: versionAnswer }, async () => readVersion());
}
