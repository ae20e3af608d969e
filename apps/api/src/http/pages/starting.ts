import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

const RETRY_SECONDS = 5;
const MAX_CONNECTIONS = 500;

/** `iniciando`: the database is being opened; `actualizando`: it is being migrated. */
export type StartingState = 'iniciando' | 'actualizando';

const MESSAGES: Record<StartingState, string> = {
  iniciando: 'Pulso se está iniciando. Por favor, espera un momento.',
  actualizando: 'Pulso se está actualizando. Puede tardar unos minutos, y nada se pierde.',
};

const pageOf = (message: string) =>
  `<!doctype html><html lang="es"><meta charset="utf-8"><meta name="color-scheme" content="light dark">` +
  `<meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="${RETRY_SECONDS}">` +
  `<title>Pulso</title><p role="status">${message}</p></html>`;

function answer(state: StartingState, request: IncomingMessage, response: ServerResponse) {
  const isLive = request.url?.split('?')[0] === '/api/health/live';
  const wantsPage = request.headers.accept?.includes('text/html') ?? false;
  const message = MESSAGES[state];
  const body = isLive ? { success: true, data: null } : { success: false, message, state };
  const text = wantsPage ? pageOf(message) : JSON.stringify(body);
  response.writeHead(isLive ? 200 : 503, {
    'Content-Type': `${wantsPage ? 'text/html' : 'application/json'}; charset=utf-8`,
    'Content-Length': Buffer.byteLength(text),
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    'Retry-After': RETRY_SECONDS,
    Connection: 'close',
  });
  response.end(request.method === 'HEAD' ? undefined : text);
}

/**
 * Takes the port before anything is made on the disk, so that one in use is told first, and answers until the application
 * takes it over: an upgrade may last minutes, in which nobody must hold the process for dead.
 */
export async function openStartingServer({ host, port }: { host: string; port: number }) {
  let state: StartingState = 'iniciando';
  const server = createServer((request, response) => answer(state, request, response));
  server.maxConnections = MAX_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host }, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    enter: (next: StartingState) => {
      state = next;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
