import { fileURLToPath } from 'node:url';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { createServer, defineConfig, type Plugin, type Rolldown } from 'vite';
import { offlineWorker } from '../../packages/web/build/offline-worker.ts';
import { guidePlugin } from './guide-plugin.ts';

const appFolder = fileURLToPath(new URL('./', import.meta.url));
const sourceFolder = fileURLToPath(new URL('./src/', import.meta.url));
const webFolder = fileURLToPath(new URL('../../packages/web/src/', import.meta.url));

// Vite takes only the first of package.json's `imports`; here it finds .ts and .tsx by itself. Our own folders only:
// packages have `#` imports too.
const resolve = {
  alias: [
    {
      find: /^#(?=(?:ui|api|forms|screens|features|app)\/|(?:addresses|entrances)$)/,
      replacement: sourceFolder,
    },
    { find: /^@pulso\/web\//, replacement: webFolder },
  ],
};

/**
 * Groups code by folder: by default the bundler makes a file for every set of screens that share a module, forty on a
 * visit, most of them smaller than their headers. The order counts: the first group that takes a module gets it.
 * `first-load.spec.ts` has the limits.
 */
const chunkGroups = [
  { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\// },
  // Code that the login needs; not the entries themselves, which would run on each other's pages.
  { name: 'start', tags: ['$initial' as const], test: /^(?!.*(?:\.html|\/panel\/src\/(?:main|docs\/)))/ },
  {
    name: 'schemas',
    test: /node_modules\/zod\/|\/contract\/src\/(?:kit\/(?!contrast|csv|dates|images|labels|kept-days|money|month|similar|time-ago|whatsapp)|accounts\/(?!audit|devices|tags\.ts|segments|users\.(?:questions|input)|whom))/,
    minShareCount: 2,
  },
  {
    name: 'lists',
    test: /\/contract\/src\/kit\/(?:dates|labels)|\/src\/(?:addresses|api\/(?!stored|upload)|navigation|app\/(?:log-out|screens)|ui\/(?:controls|download|feedback|hooks|layout|lists(?!\/sort\.)|text(?!\/(?:similar-rows|plain-text)))|screens\/(?:list-states|use-filters))|node_modules\/(?:lucide-react\/(?!.*\/(?:calculator|calendar-plus|circle-(?:dashed|x)|clipboard-paste|copy|external-link|flask-conical|grip-vertical|hand-coins|image-plus|info|key-round|keyboard|link-2|plug-zap|power|power-off|qr-code|receipt-text|refresh-cw|search-check|send|smartphone|undo-2)\.)|@tanstack\/(?!.*\/(?:infiniteQueryObserver|useInfiniteQuery)\.))/,
    minShareCount: 2,
  },
  {
    name: 'users',
    test: /\/features\/accounts\/users\/(?!find-users|list|form|segments|trainers|user-records|client-search)/,
    minShareCount: 2,
  },
  // Badges of the menu, on every screen.
  { name: 'badges', test: /\/billing\/(?:collections\/summary|ledger\/resource-paths)/ },
  { name: 'charts', test: /\/ui\/charts\/|\/contract\/src\/kit\/months/, minShareCount: 2 },
  { name: 'faces', test: /\/screens\/face|\/ui\/details\/(?:initial|picture)/, minShareCount: 2 },
  // The rest of the icons are of forms.
  { name: 'forms', test: /\/src\/(?:ui|forms|screens|api\/upload)\b|\/lucide-react\/|nfiniteQuery/, minShareCount: 2 },
  // Each file's name is in the list of what to load beforehand, which every screen has: few names for small parts.
  { name: 'backups', test: /\/features\/desk\/backups\/(?!backup-check|backups-screen)/ },
  { name: 'catalogues', test: /\/features\/catalogue\/(?!plans|products)/ },
  { name: 'content', test: /\/(?:features|src)\/content\/|\/features\/coaching\//, minShareCount: 2 },
  // 'Inicio' says when something ends, too.
  { name: 'billing', test: /\/billing\/(?!collections\/due-date)/, minShareCount: 2 },
  { name: 'contract', test: /\/contract\/src\//, minShareCount: 2 },
];

/**
 * Static markup of the login, for the page that is sent without a session: on a slow phone it is visible a second
 * before React takes over (main.tsx). Until then it cannot be submitted, which would put the password into the address.
 */
async function renderLogin(): Promise<string> {
  const server = await createServer({
    root: appFolder,
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, ws: false },
    optimizeDeps: { noDiscovery: true },
    plugins: [react()],
    resolve,
  });
  // A stub: the session's channel would keep the build from ending.
  globalThis.BroadcastChannel = Object as unknown as typeof BroadcastChannel;
  try {
    const { firstLogin } = (await server.ssrLoadModule('/src/app/first-login.tsx')) as { firstLogin: () => string };
    return firstLogin().replace('type="submit"', 'type="submit" disabled');
  } finally {
    await server.close();
  }
}

/**
 * A second page for visitors with a session: it also names the panel's files, so that they load along with the first
 * ones.
 */
const panelPage: Plugin = {
  name: 'panel-page',
  enforce: 'post',
  async generateBundle(_options, bundle) {
    const page = bundle['index.html'];
    const panel = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === 'panel');
    if (page?.type !== 'asset' || panel?.type !== 'chunk') throw new Error('No page or no panel was built');
    const files = new Set([panel.fileName]);
    // The set grows during the loop, which visits the added files too.
    for (const name of files) {
      const file = bundle[name];
      if (file?.type === 'chunk') file.imports.forEach((imported) => files.add(imported));
    }
    const html = String(page.source);
    const links = [...files]
      .filter((name) => !html.includes(name))
      .map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`);
    this.emitFile({
      type: 'asset',
      fileName: 'panel.html',
      source: html.replace('</head>', `${links.join('')}</head>`),
    });
    page.source = html.replace('<div id="root"></div>', `<div id="root">${await renderLogin()}</div>`);
  },
};

/** Files that the panel may load: its code and styles, and the font for Spanish. Not the API documentation. */
function panelFilesIn(bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const entry = chunks.find(({ isEntry, name }) => isEntry && name === 'index');
  const files = new Set(entry && [entry.fileName]);
  for (const name of files) {
    const file = bundle[name];
    if (file?.type !== 'chunk') continue;
    for (const next of [...file.imports, ...file.dynamicImports]) files.add(next);
    for (const style of file.viteMetadata?.importedCss ?? []) files.add(style);
  }
  const font = Object.keys(bundle).filter((name) => /inter-spanish.*woff2$/.test(name));
  return [...files, ...font].map((name) => `/${name}`);
}

export default defineConfig({
  plugins: [react(), tailwind(), guidePlugin, panelPage, offlineWorker(appFolder, resolve, panelFilesIn)],
  resolve,
  build: {
    target: 'es2023',
    emptyOutDir: true,
    // The policy allows no data: scripts or styles, and small files are cheap over one connection.
    assetsInlineLimit: 0,
    // Every browser that runs the rest preloads modules by itself.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: 'index.html', docs: 'docs.html' },
      output: {
        codeSplitting: {
          groups: chunkGroups.map((chunk, index) => ({ ...chunk, priority: chunkGroups.length - index })),
        },
      },
    },
  },
});
