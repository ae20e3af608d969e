import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin, type Rolldown } from 'vite';

const sourceFolder = fileURLToPath(new URL('./src/', import.meta.url));
const webFolder = fileURLToPath(new URL('../../packages/web/src/', import.meta.url));

// As in the panel: Vite takes only the first of package.json's `imports`, and packages have `#` imports too.
const resolve = {
  alias: [
    { find: /^#(?=(?:http|device|features|app)\/|addresses$)/, replacement: sourceFolder },
    { find: /^@pulso\/web\//, replacement: webFolder },
  ],
};

const BASE = '/mi/';

/** Code and styles, and the font for Spanish. */
function appFilesIn(bundle: Rolldown.OutputBundle): string[] {
  return Object.keys(bundle)
    .filter((name) => /\.(?:js|css)$|inter-spanish.*woff2$/.test(name))
    .map((name) => BASE + name);
}

/** The worker, which has to know all of the above: beside the page, whose places it answers for. */
const offlineWorker: Plugin = {
  name: 'offline-worker',
  enforce: 'post',
  async generateBundle(_options, bundle) {
    const page = bundle['index.html'];
    const files = appFilesIn(bundle);
    const version = createHash('sha256').update(JSON.stringify([files, page?.type === 'asset' && String(page.source)]));
    const built = await build({
      root: fileURLToPath(new URL('./', import.meta.url)),
      configFile: false,
      logLevel: 'error',
      publicDir: false,
      resolve,
      define: { FILES: JSON.stringify(files), VERSION: JSON.stringify(version.digest('hex').slice(0, 16)) },
      build: {
        target: 'es2023',
        write: false,
        rolldownOptions: {
          input: fileURLToPath(new URL('./src/worker.ts', import.meta.url)),
          output: { format: 'iife' },
        },
      },
    });
    const worker = Array.isArray(built) && built[0]?.output[0];
    const code = worker || ('output' in built ? built.output[0] : undefined);
    if (!code) throw new Error('No worker was built');
    this.emitFile({ type: 'asset', fileName: 'sw.js', source: code.code });
  },
};

export default defineConfig({
  base: BASE,
  plugins: [react(), tailwind(), offlineWorker],
  resolve,
  build: {
    target: 'es2023',
    emptyOutDir: true,
    // The policy allows no data: scripts or styles, and small files are cheap over one connection.
    assetsInlineLimit: 0,
    // Every browser that runs the rest preloads modules by itself.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // React changes with few versions of the app; the rest of the first visit is one file.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\//, priority: 2 },
            { name: 'start', tags: ['$initial'], test: /^(?!.*\.html)/, priority: 1 },
          ],
        },
      },
    },
  },
});
