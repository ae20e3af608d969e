import { defineConfig } from 'vite';
import { NATIVE_PACKAGES } from '../../tools/native-packages.mjs';

export default defineConfig({
  ssr: {
    // One file instead of a thousand halves the processor's time of a start.
    noExternal: true,
    external: NATIVE_PACKAGES,
  },
  build: {
    ssr: true,
    rolldownOptions: {
      input: {
        // Each of these gets an entry, `server.js`, that looks at Node first (`tools/build.mjs`).
        'server-program': 'src/server.ts',
        'backup-program': 'src/backup.ts',
        'restore-program': 'src/restore.ts',
        'admin-program': 'src/admin.ts',
        worker: 'src/worker.ts',
        deliver: 'src/deliver.ts',
        'make-backup': 'src/make-backup.ts',
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
