import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { build, type Plugin, type Rolldown, type UserConfig } from 'vite';

/**
 * Builds `src/worker.ts` of an app, which has to know all files that the app may load: a file of its own beside the page, whose
 * places it answers for.
 */
export function offlineWorker(
  root: string,
  resolve: UserConfig['resolve'],
  filesIn: (bundle: Rolldown.OutputBundle) => string[],
): Plugin {
  return {
    name: 'offline-worker',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const page = bundle['index.html'];
      const files = filesIn(bundle);
      const version = createHash('sha256').update(
        JSON.stringify([files, page?.type === 'asset' && String(page.source)]),
      );
      const built = await build({
        root,
        configFile: false,
        logLevel: 'error',
        publicDir: false,
        resolve,
        define: { FILES: JSON.stringify(files), VERSION: JSON.stringify(version.digest('hex').slice(0, 16)) },
        build: {
          target: 'es2023',
          write: false,
          rolldownOptions: { input: join(root, 'src/worker.ts'), output: { format: 'iife' } },
        },
      });
      const worker = Array.isArray(built) && built[0]?.output[0];
      const code = worker || ('output' in built ? built.output[0] : undefined);
      if (!code) throw new Error('No worker was built');
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: code.code });
    },
  };
}
