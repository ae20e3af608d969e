import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '#db/writes/refusal';
import { UPLOADS_PREFIX } from '#files/uploads';
import { acceptedEncoding, type Encoding } from '#http/answers/encoding';

export type PanelFiles = {
  folder: string;
  apiUrl?: string;
  strictSpec?: boolean;
  /** True if this server can keep a session on a device; the panel asks before anybody has logged in. */
  keepsSessions?: boolean;
  showcase?: boolean;
};
export type Page = Record<Encoding | 'identity', Buffer>;

/** Text in an element or an attribute. */
export const escapeText = (text: string) => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');

/** A page of the built panel, configured by meta tags, because the CSP allows no inline script. */
export function readPage(panel: PanelFiles, file: string): Page {
  const { folder, apiUrl = '/api', strictSpec, keepsSessions, showcase } = panel;
  const settings: [string, string | undefined][] = [
    ['pulso-strict-spec', strictSpec ? '1' : undefined],
    ['pulso-keeps-sessions', keepsSessions ? '1' : undefined],
    ['pulso-showcase', showcase ? '1' : undefined],
    ['pulso-api', apiUrl],
  ];
  const metas = settings.map(([name, content]) => (content === undefined ? '' : metaTag(name, content)));
  return pageOf(readFileSync(join(folder, file), 'utf8'), metas.join(''));
}

export const metaTag = (name: string, content: string) => `<meta name="${name}" content="${escapeText(content)}" />`;

/** A page with this in its head. */
export function pageOf(html: string, head: string): Page {
  // A function, because '$&' is special in a replacement text.
  const identity = Buffer.from(html.replace('</head>', () => `${head}</head>`));
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

/** First parts of the addresses of the panel's screens. */
const SCREENS = new Set(
  (
    'login home usuarios ejercicios entrenamientos dietas paquetes suscripciones productos cobranzas pagos caja precios negocio ' +
    'configuracion importar auditoria papelera ayuda mi-negocio muestrario'
  )
    .split(' ')
    .concat(''),
);

/** A worker lives under the policy that it came with: it fetches the app's own files. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'";

/**
 * The built files of an app and their precompressed copies. Only `assets/` has content hashes in its names, so the rest is
 * revalidated.
 */
export async function serveBuiltFiles(app: FastifyInstance, folder: string, prefix = '/') {
  const assets = join(folder, 'assets', '/');
  const worker = join(folder, 'sw.js');
  app.addHook('onSend', async (_request, reply) => {
    // A 304 has no body that these could describe.
    if (reply.statusCode === 304) reply.removeHeader('Content-Encoding').removeHeader('Content-Type');
  });
  await app.register(staticFiles, {
    root: folder,
    prefix,
    // One route per file; every other path belongs to the panel's router.
    wildcard: false,
    globIgnore: ['**/*.html', '**/*.br', '**/*.gz'],
    preCompressed: true,
    index: false,
    cacheControl: false,
    // The ETag is enough, and on a weak connection every header counts.
    lastModified: false,
    // Set here and not in a hook: errors must not be cached like files.
    setHeaders: (response, path) => {
      response.setHeader('Cache-Control', path.startsWith(assets) ? 'public, max-age=31536000, immutable' : 'no-cache');
      response.setHeader('Vary', 'Accept-Encoding');
      if (path.startsWith(worker)) response.setHeader('Content-Security-Policy', WORKER_POLICY);
    },
    decorateReply: false,
  });
}

/**
 * The panel's files, and its page for every screen. Any other address is 404, so that a probe of a wrong one is not green: to a
 * person with the page, which says so in Spanish, to a program without.
 */
export function panelRoutes(app: FastifyInstance, panel: PanelFiles | undefined) {
  if (panel) {
    const pages = { login: readPage(panel, 'index.html'), panel: readPage(panel, 'panel.html') };
    app.register((files) => serveBuiltFiles(files, panel.folder));
    app.setNotFoundHandler(async (request, reply) => {
      const path = request.url.split('?')[0] ?? '';
      const reading = request.method === 'GET' || request.method === 'HEAD';
      const isScreen = SCREENS.has(path.split('/')[1] ?? '');
      const isPage = isScreen || request.headers.accept?.includes('text/html') === true;
      if (!reading || !isPage || /\.\w+$/.test(path) || path.startsWith(UPLOADS_PREFIX)) throw notFound();
      // The panel's page also names the panel's files, so that they load beside the first ones and not after them.
      const page = /(?:^|;\s*)token=[^;]/.test(request.headers.cookie ?? '') ? pages.panel : pages.login;
      return sendPage(request, reply.code(isScreen ? 200 : 404).header('Cache-Control', 'no-cache'), page);
    });
  } else
    app.setNotFoundHandler(async () => {
      throw notFound();
    });
}
