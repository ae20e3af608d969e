import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding, type Encoding } from '#http/encoding';
import { notFound } from '#db/refusal';
import { UPLOADS_PREFIX } from '#files/uploads';

export type PanelFiles = { folder: string; apiUrl?: string; strictSpec?: boolean; showcase?: boolean };
export type Page = Record<Encoding | 'identity', Buffer>;

const escapeAttribute = (text: string) => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');

/** A page of the built panel; how it is set up is told in meta tags, because the policy allows no inline script. */
export function readPage({ folder, apiUrl = '/api', strictSpec, showcase }: PanelFiles, file: string): Page {
  const html = readFileSync(join(folder, file), 'utf8');
  const told: [string, string | undefined][] = [
    ['pulso-strict-spec', strictSpec ? '1' : undefined],
    ['pulso-showcase', showcase ? '1' : undefined],
    ['pulso-api', apiUrl],
  ];
  const metas = told.map(([name, content]) =>
    content === undefined ? '' : `<meta name="${name}" content="${escapeAttribute(content)}" />`,
  );
  // A function, because in a text '$&' would mean something.
  const identity = Buffer.from(html.replace('</head>', () => `${metas.join('')}</head>`));
  return { identity, br: brotliCompressSync(identity), gzip: gzipSync(identity) };
}

export function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page) {
  const encoding = acceptedEncoding(request);
  if (encoding) reply.header('Content-Encoding', encoding);
  return reply
    .type('text/html; charset=utf-8')
    .header('Vary', 'Accept-Encoding')
    .send(page[encoding ?? 'identity']);
}

/**
 * The built files, with the compressed ones that the build puts beside them. Names of assets change with their content;
 * the rest (icons, manifest) must be asked for again.
 */
async function panelFiles(app: FastifyInstance, { folder }: PanelFiles) {
  const assets = join(folder, 'assets', '/');
  app.addHook('onSend', async (_request, reply) => {
    // What has not changed is not sent, so there is nothing to say of its encoding.
    if (reply.statusCode === 304) reply.removeHeader('Content-Encoding').removeHeader('Content-Type');
  });
  await app.register(staticFiles, {
    root: folder,
    // One route per built file: what is not there belongs to the panel's own routing.
    wildcard: false,
    globIgnore: ['**/*.html', '**/*.br', '**/*.gz'],
    preCompressed: true,
    index: false,
    cacheControl: false,
    // Of files only: a failure must not be kept as long as they are.
    setHeaders: (response, path) => {
      response.setHeader('Cache-Control', path.startsWith(assets) ? 'public, max-age=31536000, immutable' : 'no-cache');
      response.setHeader('Vary', 'Accept-Encoding');
    },
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
      return sendPage(request, reply.header('Cache-Control', 'no-cache'), page);
    });
  } else
    app.setNotFoundHandler(async () => {
      throw notFound();
    });
}
