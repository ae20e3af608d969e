import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import staticFiles from '@fastify/static';
import { fastify, LogController, type FastifyInstance, type FastifyReply, type FastifyServerOptions } from 'fastify';
import { authRoutes } from '#features/auth/auth.routes';
import { catalogueRoutes } from '#features/catalogues/catalogues.routes';
import { docsRoutes } from '#features/docs/docs.routes';
import { healthRoutes } from '#features/health/health.routes';
import { requireAdmin } from '#http/access';
import { JSON_LIMIT, registerBodies } from '#http/body';
import type { Dependencies } from '#http/dependencies';
import { answerError, failureBody, notFound, tooLarge } from '#http/errors';
import { collectRoutes, type DocumentedRoute } from '#http/route-docs';
import { secureHeaders } from '#http/secure-headers';
import { UPLOADS_PREFIX } from '#http/uploads';
import { panelRoutes, type PanelFiles } from '#http/panel';

const LONGEST_URL = 4_096;

type Options = Dependencies & {
  log?: FastifyServerOptions['logger'];
  trustProxy?: string;
  panel?: PanelFiles;
};

export type App = { http: FastifyInstance; routes: DocumentedRoute[] };

/** Everything that is served, from what it needs. No effect until it listens or is injected into. */
export function buildApp({ log = false, trustProxy, panel, ...deps }: Options): App {
  const http = fastify({
    logger: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: JSON_LIMIT,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    trustProxy: trustProxy ?? false,
    genReqId: () => randomUUID(),
    routerOptions: { ignoreDuplicateSlashes: true, maxParamLength: 100 },
    frameworkErrors: (_error, _request, reply) => {
      // No route was found, so the reply's type is still that of a route that answers nothing.
      void (reply as unknown as FastifyReply).code(404).send(failureBody(notFound()));
    },
    clientErrorHandler: answerBrokenRequest,
  });
  http.server.headersTimeout = 10_000;

  const routes = collectRoutes(http);
  registerBodies(http);
  secureHeaders(http, panel);
  http.setErrorHandler(answerError);
  http.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id);
    if (request.url.length > LONGEST_URL) throw tooLarge('La dirección es demasiado larga');
  });
  http.addHook('onResponse', async (request, reply) => {
    const { method, url, ip } = request;
    // Addresses without their query: a search may hold a person's name.
    const entry = { method, path: url.split('?')[0], status: reply.statusCode, ms: Math.round(reply.elapsedTime), ip };
    request.log.info(entry, 'request');
  });

  http.register(
    async (api) => {
      api.addHook('onRequest', requireAdmin(deps));
      api.setNotFoundHandler(async () => {
        throw notFound();
      });
      healthRoutes(api, deps);
      authRoutes(api, deps);
      catalogueRoutes(api, deps);
      if (deps.extras) docsRoutes(api, routes, panel);
    },
    { prefix: '/api' },
  );

  http.register(staticFiles, {
    root: deps.uploads.folder,
    prefix: UPLOADS_PREFIX,
    immutable: true,
    maxAge: '365d',
    index: false,
    dotfiles: 'ignore',
    decorateReply: false,
  });
  panelRoutes(http, panel);
  return { http, routes };
}

/** What is no HTTP gets an answer of the same shape as everything else. */
function answerBrokenRequest(this: FastifyInstance, error: NodeJS.ErrnoException, socket: Socket) {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return socket.destroy();
  const large = error.code === 'HPE_HEADER_OVERFLOW';
  const late = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const status = large ? '431 Request Header Fields Too Large' : late ? '408 Request Timeout' : '400 Bad Request';
  const body = JSON.stringify({
    success: false,
    message: 'La solicitud no se puede leer',
    ...(!large && !late && { errors: {} }),
  });
  const head = `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nConnection: close\r\n`;
  socket.end(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}
