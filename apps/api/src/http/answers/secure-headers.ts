import type { FastifyInstance } from 'fastify';
import type { PanelFiles } from '#http/pages/panel';

/** This origin only, plus the API's where the panel talks to another one. */
function contentPolicy(apiUrl: string | undefined): string {
  const foreign = apiUrl && URL.canParse(apiUrl) ? new URL(apiUrl).origin : undefined;
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    // A foreign API may keep its images anywhere.
    `img-src 'self' data: blob:${foreign ? ` ${foreign} https:` : ''}`,
    `connect-src 'self'${foreign ? ` ${foreign}` : ''}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
}

/** Headers of scripts and styles, which are never documents: on a weak connection every other one is weight. */
const codeHeaders = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
};

/** Headers of everything but pages: an answer opened in a tab may load and run nothing. */
export const dataHeaders = {
  ...codeHeaders,
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  // The window of the chats is found again by its name, which takes a popup that knows its opener.
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
};

const isCode = (type: string) => /\/(?:javascript|css)\b/.test(type);

/** Sent over TLS only (as a trusted proxy reports): on plain HTTP it would lock people out. */
const STRICT_TRANSPORT = `max-age=${365 * 86_400}`;

export function addSecureHeaders(app: FastifyInstance, panel: PanelFiles | undefined) {
  const pageHeaders = { ...dataHeaders, 'Content-Security-Policy': contentPolicy(panel?.apiUrl) };
  app.addHook('onSend', async (request, reply) => {
    const type = String(reply.getHeader('content-type'));
    const page = type.startsWith('text/html');
    const caching = reply.getHeader('cache-control');
    const policy = reply.getHeader('content-security-policy');
    reply.headers(page ? pageHeaders : isCode(type) ? codeHeaders : dataHeaders);
    if (request.protocol === 'https') reply.header('Strict-Transport-Security', STRICT_TRANSPORT);
    if (caching !== undefined) reply.header('Cache-Control', caching);
    if (policy !== undefined) reply.header('Content-Security-Policy', policy);
  });
}
