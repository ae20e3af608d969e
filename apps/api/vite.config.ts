import { defineConfig } from 'vite';

export default defineConfig({
  build: {
    ssr: true,
    rolldownOptions: { input: { server: 'src/server.ts', deliver: 'src/deliver.ts' } },
    outDir: 'dist',
    target: 'node20',
    minify: false,
    emptyOutDir: true,
  },
});
