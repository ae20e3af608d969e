import { defineConfig } from 'vite';

export default defineConfig({
  ssr: {
    // One file instead of a thousand halves the processor's time of a start. What is native finds its binaries beside itself.
    noExternal: true,
    external: ['@node-rs/argon2', 'fs-native-extensions', 'sharp'],
  },
  build: {
    ssr: true,
    rolldownOptions: {
      input: {
        server: 'src/server.ts',
        worker: 'src/worker.ts',
        deliver: 'src/deliver.ts',
        'make-backup': 'src/make-backup.ts',
        backup: 'src/backup.ts',
        restore: 'src/restore.ts',
      },
      // Beside the entries: code that both load finds the panel from there.
      output: { chunkFileNames: '[name]-[hash].js' },
    },
    outDir: 'dist',
    target: 'node20',
    minify: false,
    emptyOutDir: true,
  },
});
