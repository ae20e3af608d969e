import { spawn } from 'node:child_process';
import { createServer as createHttpServer } from 'node:http';
import { join } from 'node:path';
import { ensureInstalled } from './install.mjs';
import { ROOT } from './steps.mjs';

await ensureInstalled();

/**
 * @param {import('node:http').Server} server
 * @param {number} port
 * @param {string} host
 * @returns {Promise<number>} the port it listens on
 */
const listen = (server, port, host) =>
  new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });

async function freePort() {
  const probe = createHttpServer();
  const port = await listen(probe, 0, '127.0.0.1');
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

// The panel with reload on the one port that a person opens; it passes /api and /uploads on to the API behind it.
const { PORT = '3000', HOST = '127.0.0.1' } = process.env;
const apiPort = await freePort();
const apiArgs = ['--import', '../../tools/typescript.mjs', 'src/server.ts'];
const DATA_DIR = process.env.DATA_DIR ?? join(ROOT, 'data');
const apiProcess = spawn(process.execPath, ['--watch', '--watch-preserve-output', ...apiArgs], {
  cwd: join(ROOT, 'apps/api'),
  env: { ...process.env, PORT: String(apiPort), HOST: '127.0.0.1', DATA_DIR },
  stdio: 'inherit',
});
const apiExit = new Promise((resolve) => apiProcess.once('exit', resolve));

/** @param {number} code */
async function stop(code) {
  apiProcess.kill('SIGTERM');
  await apiExit;
  process.exit(code);
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => void stop(0));

try {
  const { createServer: createVite } = await import('vite');
  const http = createHttpServer();
  const target = `http://127.0.0.1:${apiPort}`;
  const proxy = { '/api': target, '/uploads': target };
  // With a server of its own, Vite would end this process at SIGTERM while the API still runs.
  const server = { middlewareMode: { server: http }, hmr: { server: http }, proxy };
  const panel = await createVite({ root: join(ROOT, 'apps/panel'), server });
  // Only one of the two can have the channel that reloads a page.
  const clientApp = await createVite({
    root: join(ROOT, 'apps/client'),
    server: { middlewareMode: true, hmr: false, ws: false, proxy },
  });
  http.on('request', (request, response) =>
    (/^\/mi(?:\/|$)/.test(request.url ?? '') ? clientApp : panel).middlewares(request, response),
  );
  console.log(`Panel con recarga: http://${HOST}:${await listen(http, Number(PORT), HOST)}`);
} catch (error) {
  console.error(/** @type {Error} */ (error).message);
  await stop(1);
}
