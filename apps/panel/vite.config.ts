import { fileURLToPath } from 'node:url';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const source = fileURLToPath(new URL('./src/', import.meta.url));

export default defineConfig({
  plugins: [react(), tailwind()],
  // Vite takes only the first of package.json's `imports`; here it looks for .ts and .tsx by itself. Our own folders
  // only: packages have `#` imports too.
  resolve: { alias: [{ find: /^#(?=(?:ui|api|forms|screens|features|app)\/|addresses$)/, replacement: source }] },
  build: {
    target: 'es2023',
    emptyOutDir: true,
    // The policy allows no data: scripts or styles, and small files are cheap over one connection.
    assetsInlineLimit: 0,
    rolldownOptions: { input: { index: 'index.html', docs: 'docs.html' } },
  },
});
