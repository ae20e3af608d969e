import type { FastifyInstance } from 'fastify';
import { toApiError } from '#http/answers/errors';
import { openApi } from '#http/pages/openapi';
import { readPage, sendPage, type PanelFiles } from '#http/pages/panel';
import type { DocumentedRoute } from '#http/routes/route-docs';

export function docsRoutes(app: FastifyInstance, routes: DocumentedRoute[], panel: PanelFiles | undefined) {
  let description: Record<string, unknown> | undefined;
  app.get(
    '/openapi.json',
    { config: { permission: 'documentation', extra: true } },
    async () => (description ??= openApi(routes)),
  );

  if (!panel) return;
  const page = readPage(panel, 'docs.html');
  app.get(
    '/docs',
    {
      config: { permission: 'documentation', extra: true },
      // A browser that opens the address sends no token: it gets the 401 together with the page, an empty shell that
      // fetches the description with the token of the panel's session.
      errorHandler: (error, request, reply) => {
        const { status } = toApiError(error) ?? { status: 500 };
        void sendPage(request, reply.code(status), page);
      },
    },
    async (request, reply) => sendPage(request, reply, page),
  );
}
