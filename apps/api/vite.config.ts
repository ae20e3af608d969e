import { defineConfig } from 'vite';

export default defineConfig({
  ssr: {
    // One file instead of a thousand halves the processor's time of a start. What is native finds its binaries beside itself.
    noExternal: true,
    external: ['@node-rs/argon2', 'fs-native-extensions', 'sharp'],
  },
  build: {
    ssr: true,
    rolldownOptions: { input: { server: 'src/server.ts', deliver: 'src/deliver.ts' } },
    outDir: 'dist',
    target: 'node20',
    minify: false,
    emptyOutDir: true,
  },
});
