import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { ensureInstalled } from './install.mjs';
import { ROOT } from './steps.mjs';

await ensureInstalled();

/** @returns {Promise<number>} */
const freePort = () =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

// The panel with reload on the one port that a person opens; it passes /api and /uploads on to the API behind it.
const { PORT = '3000', HOST = '127.0.0.1' } = process.env;
const apiPort = String(await freePort());
const server = ['--import', '../../tools/typescript.mjs', 'src/server.ts'];
const api = spawn(process.execPath, ['--watch', '--watch-preserve-output', ...server], {
  cwd: join(ROOT, 'apps/api'),
  env: { ...process.env, PORT: apiPort, HOST: '127.0.0.1', DATA_DIR: process.env.DATA_DIR ?? join(ROOT, 'data') },
  stdio: 'inherit',
});
const { createServer: createVite } = await import('vite');
const target = `http://127.0.0.1:${apiPort}`;
const panel = await createVite({
  root: join(ROOT, 'apps/panel'),
  server: { port: Number(PORT), host: HOST, strictPort: true, proxy: { '/api': target, '/uploads': target } },
});
await panel.listen();
console.log(`Panel con recarga: http://${HOST}:${PORT}`);

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
  process.on(signal, () => {
    api.once('exit', () => void panel.close().then(() => process.exit(0)));
    api.kill('SIGTERM');
  });
