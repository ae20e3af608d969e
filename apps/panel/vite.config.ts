import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  build: {
    outDir: 'dist',
    target: 'es2023',
    emptyOutDir: true,
    // The policy allows no data: scripts or styles, and small files are cheap over one connection.
    assetsInlineLimit: 0,
    rolldownOptions: { input: { index: 'index.html', docs: 'docs.html' } },
  },
});
