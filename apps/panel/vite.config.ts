import { fileURLToPath } from 'node:url';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { createServer, defineConfig, type Plugin } from 'vite';

const source = fileURLToPath(new URL('./src/', import.meta.url));

// Vite takes only the first of package.json's `imports`; here it looks for .ts and .tsx by itself. Our own folders
// only: packages have `#` imports too.
const resolve = {
  alias: [
    { find: /^#(?=(?:navigation|ui|api|forms|screens|features|app)\/|(?:addresses|entrances)$)/, replacement: source },
  ],
};

/**
 * A screen comes in some six files: left to itself the bundler makes one for every set of screens that share a module,
 * forty on a visit, most of them smaller than the heads they are sent with. In their order: a module is put into the
 * first that takes it.
 */
const chunks = [
  { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\// },
  // What the login needs; not the entries themselves, which would run on each other's pages.
  { name: 'start', tags: ['$initial' as const], test: /^(?!.*(?:\.html|\/panel\/src\/(?:main|docs\/)))/ },
  {
    name: 'schemas',
    test: /node_modules\/zod\/|\/contract\/src\/(?!billing\/|kit\/(?:money-words|time-ago|whatsapp))/,
    minShareCount: 2,
  },
  {
    name: 'lists',
    test: /\/src\/(?:addresses|api|navigation|app\/(?:log-out|screens)|features\/desk\/backups\/makes-backups|ui\/(?!ask|dialog|picker|tabs|toaster|sortable|facts|key-list|section|web-link|phone-link|use-printing)|screens\/(?:list-states|paged|use-filters|table-actions))|node_modules\/(?:lucide-react|@tanstack)\//,
    minShareCount: 2,
  },
  {
    name: 'details',
    test: /\/src\/(?:ui\/(?:facts|key-list|section|web-link|phone-link|use-printing)|screens\/(?:history|item-states))/,
    minShareCount: 2,
  },
  { name: 'people', test: /\/src\/features\/accounts\/users\/(?!list|form)/, minShareCount: 2 },
  { name: 'forms', test: /\/src\/(?:ui\/(?:ask|dialog)|forms|screens)/, minShareCount: 2 },
  // What the menu counts, on every screen.
  {
    name: 'waiting',
    test: /\/billing\/(?:collections(?:\.summary|\/(?:use-summary|due-count|today-strip))|ledger\/unverified-count)/,
  },
  // What is agreed on about money, and what its screens share: no first visit needs it.
  { name: 'billing', test: /\/contract\/src\//, minShareCount: 2 },
  { name: 'money', test: /\/src\/features\/billing\/(?:ledger|till|prices|collections)\//, minShareCount: 2 },
];

/**
 * The login as it looks at first, for the page that is sent without a session: on a slow phone it is seen a second before
 * React is there to take over (main.tsx). Until then it cannot be sent, which would put the password into the address.
 */
async function loginMarkup(): Promise<string> {
  const server = await createServer({
    root: fileURLToPath(new URL('./', import.meta.url)),
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, ws: false },
    optimizeDeps: { noDiscovery: true },
    plugins: [react()],
    resolve,
  });
  // The session's, which would keep the build from ending.
  globalThis.BroadcastChannel = Object as unknown as typeof BroadcastChannel;
  try {
    const { firstLogin } = (await server.ssrLoadModule('/src/app/first-login.tsx')) as { firstLogin: () => string };
    return firstLogin().replace('type="submit"', 'type="submit" disabled');
  } finally {
    await server.close();
  }
}

/** A second page, for who has a session: it also names the files of the panel, which come beside the first ones then. */
const panelPage: Plugin = {
  name: 'panel-page',
  enforce: 'post',
  async generateBundle(_options, bundle) {
    const page = bundle['index.html'];
    const panel = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === 'panel');
    if (page?.type !== 'asset' || panel?.type !== 'chunk') throw new Error('No page or no panel was built');
    const files = new Set([panel.fileName]);
    // A set that grows is walked to its end.
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
    page.source = html.replace('<div id="root"></div>', `<div id="root">${await loginMarkup()}</div>`);
  },
};

export default defineConfig({
  plugins: [react(), tailwind(), panelPage],
  resolve,
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
