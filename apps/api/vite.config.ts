import { defineConfig } from 'vite';

export default defineConfig({
  build: { ssr: 'src/server.ts', outDir: 'dist', target: 'node20', minify: false, emptyOutDir: true },
});
