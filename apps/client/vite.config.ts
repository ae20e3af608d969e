import { fileURLToPath } from 'node:url';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown } from 'vite';
import { offlineWorker } from '../../packages/web/build/offline-worker.ts';

const appFolder = fileURLToPath(new URL('./', import.meta.url));
const sourceFolder = fileURLToPath(new URL('./src/', import.meta.url));
const webFolder = fileURLToPath(new URL('../../packages/web/src/', import.meta.url));

// Vite takes only the first of package.json's `imports`, and packages have `#` imports too; so in the panel.
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

export default defineConfig({
  base: BASE,
  plugins: [react(), tailwind(), offlineWorker(appFolder, resolve, appFilesIn)],
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
