import { fileURLToPath } from 'node:url';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const source = fileURLToPath(new URL('./src/', import.meta.url));

/**
 * A screen comes in some six files: left to itself the bundler makes one for every set of screens that share a module,
 * forty on a visit, most of them smaller than the heads they are sent with. In their order: a module is put into the
 * first that takes it.
 */
const chunks = [
  { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\// },
  // What the login needs; not the entries themselves, which would run on each other's pages.
  { name: 'start', tags: ['$initial' as const], test: /^(?!.*(?:\.html|\/panel\/src\/(?:main|docs\/)))/ },
  { name: 'schemas', test: /node_modules\/zod\/|\/contract\/src\//, minShareCount: 2 },
  {
    name: 'lists',
    test: /\/src\/(?:api|navigation|ui\/(?!ask|dialog|picker|tabs|toaster|sortable)|screens\/(?:list-states|paged|use-filters|table-actions|history|item-states))|node_modules\/(?:lucide-react|@tanstack)\//,
    minShareCount: 2,
  },
  { name: 'forms', test: /\/src\/(?:ui\/(?:ask|dialog)|forms|screens)/, minShareCount: 2 },
];

export default defineConfig({
  plugins: [react(), tailwind()],
  // Vite takes only the first of package.json's `imports`; here it looks for .ts and .tsx by itself. Our own folders
  // only: packages have `#` imports too.
  resolve: {
    alias: [{ find: /^#(?=(?:navigation|ui|api|forms|screens|features|app)\/|addresses$)/, replacement: source }],
  },
  build: {
    target: 'es2023',
    emptyOutDir: true,
    // The policy allows no data: scripts or styles, and small files are cheap over one connection.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { index: 'index.html', docs: 'docs.html' },
      output: {
        codeSplitting: { groups: chunks.map((chunk, index) => ({ ...chunk, priority: chunks.length - index })) },
      },
    },
  },
});
