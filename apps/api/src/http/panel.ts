import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { notFound } from '#http/errors';
import { UPLOADS_PREFIX } from '#http/uploads';

export type PanelFiles = { folder: string; apiUrl?: string };

const escapeAttribute = (text: string) => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');

/** A page of the built panel; the address of its API is told in a meta tag, because the policy allows no inline script. */
export function readPage({ folder, apiUrl }: PanelFiles, file: string): string {
  const html = readFileSync(join(folder, file), 'utf8');
  const meta = `<meta name="pulso-api" content="${escapeAttribute(apiUrl ?? '/api')}" />`;
  // A function, because in a text '$&' would mean something.
  return html.replace('</head>', () => `${meta}</head>`);
}

/** The built files. Names of assets change with their content; the rest (icons, manifest) must be asked for again. */
async function panelFiles(app: FastifyInstance, { folder }: PanelFiles) {
  app.addHook('onRequest', async (request, reply) => {
    const lasting = request.url.startsWith('/assets/');
    reply.header('Cache-Control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache');
  });
  await app.register(staticFiles, {
    root: folder,
    // One route per built file: what is not there belongs to the panel's own routing.
    wildcard: false,
    globIgnore: ['**/*.html'],
    index: false,
    cacheControl: false,
    decorateReply: false,
  });
}

/** The panel's files, and its page for every address that the panel itself routes. */
export function panelRoutes(app: FastifyInstance, panel: PanelFiles | undefined) {
  if (panel) {
    const page = readPage(panel, 'index.html');
    app.register((files) => panelFiles(files, panel));
    app.setNotFoundHandler(async (request, reply) => {
      const path = request.url.split('?')[0] ?? '';
      const reading = request.method === 'GET' || request.method === 'HEAD';
      const isPage = reading && !/\.\w+$/.test(path) && !path.startsWith(UPLOADS_PREFIX);
      if (!isPage) throw notFound();
      return reply.type('text/html; charset=utf-8').header('Cache-Control', 'no-cache').send(page);
    });
  } else
    app.setNotFoundHandler(async () => {
      throw notFound();
    });
}
