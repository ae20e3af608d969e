import { test as base, expect, type Page, type Route } from '@playwright/test';
import { fetchAnswer, searchVisibleText, startBrowserProduct } from '@pulso/testing/browser-product';
import { ADMIN, logIn } from '@pulso/testing/product';

export { expect, fetchAnswer };

const SERVER_SETTINGS = {
  usual: {},
  strict: { VITE_STRICT_SPEC: '1', SHOWCASE: '1' },
  'extras-off': { EXTRAS: '0' },
};

/**
 * How the product under test is started; set with test.use at the top of a file: as usual, with the panel by the letter
 * of the specification, or with an API of the two documents alone. A word, not an object: Playwright takes two equal
 * objects for two kinds, and would start a product for every file.
 */
type ServerKind = keyof typeof SERVER_SETTINGS;
type Client = Awaited<ReturnType<typeof logIn>>;
type WorkerFixtures = { product: { url: string }; api: Client };
type TestFixtures = {
  /** A page with the session of the first administrator. */
  panel: Page;
  /** Console errors that this test allows; any other one fails it. */
  expectedErrors: RegExp[];
  /**
   * True if the page is drawn as well as laid out. Drawing takes up to a fifth of the time, and only tests of colours
   * or visibility need it: roles, texts, boxes, styles and clicks are the same without.
   */
  drawn: boolean;
};

/**
 * Makes the page invisible but laid out and clickable. A style sheet object: the page's policy forbids a style element.
 */
function hidePage() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(':root { opacity: 0 }');
  document.adoptedStyleSheets = [sheet];
}

/**
 * Playwright stops intercepting with a page's last route, and a request sent at that moment is lost, about one in 150:
 * a page that has had a route keeps one.
 */
function keepOneRoute(page: Page) {
  const route = page.route.bind(page);
  const routeNothing = () =>
    page.context().route(
      () => false,
      (nothing) => nothing.continue(),
    );
  let kept: ReturnType<typeof routeNothing> | undefined;
  page.route = async (...args) => {
    await (kept ??= routeNothing());
    return route(...args);
  };
}

/** What Playwright's own script of a test's clock throws, if it is still there in the next test's page: once in 2,000. */
const LATE_CLOCK = "Cannot read properties of undefined (reading 'controller')";

export const test = base.extend<TestFixtures, WorkerFixtures & { kind: ServerKind }>({
  kind: ['usual', { option: true, scope: 'worker' }],
  product: [
    async ({ kind }, use) => {
      const product = await startBrowserProduct(SERVER_SETTINGS[kind]);
      await use({ url: product.url });
      await product.stop();
    },
    // The start has its own timeout, so as not to use up the first test's.
    { scope: 'worker', timeout: 60_000 },
  ],
  api: [async ({ product }, use) => use(await logIn(product.url)), { scope: 'worker' }],
  baseURL: async ({ product }, use) => use(product.url),
  expectedErrors: [[], { option: true }],
  drawn: [false, { option: true }],
  context: async ({ context }, use) => {
    await use(context);
    // A call still held when its page closes would throw after its test, and fail the worker's next test.
    await Promise.all([context, ...context.pages()].map((place) => place.unrouteAll({ behavior: 'ignoreErrors' })));
  },
  page: async ({ page, expectedErrors, drawn }, use) => {
    keepOneRoute(page);
    searchVisibleText(page);
    if (!drawn) await page.addInitScript(hidePage);
    const complaints: string[] = [];
    page.on('pageerror', ({ message }) => message !== LATE_CLOCK && complaints.push(message));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    await use(page);
    // The next test has the same page: these cached answers are the only storage that the reset leaves.
    await page
      .evaluate(async () => {
        for (const name of (await globalThis.caches?.keys()) ?? []) await caches.delete(name);
      })
      .catch(() => undefined);
    // The browser itself logs this for every refused call; only the panel's own messages count.
    const own = complaints.filter((text) => !text.startsWith('Failed to load resource'));
    expect(own.filter((text) => !expectedErrors.some((pattern) => pattern.test(text)))).toEqual([]);
  },
  panel: async ({ page, api, product }, use) => {
    const cookies = {
      token: api.token,
      nombre: 'Administrador',
      username: ADMIN.username,
      userId: String(api.userId),
      rol: 'ADMIN',
      sesion: 'true',
    };
    await page
      .context()
      .addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: product.url })));
    await use(page);
  },
});

/** Answers a call of the panel as a failing server would. */
export function answerWith(status: number, body: unknown = {}) {
  return (route: Route) => route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) });
}

/** Lets the server do the request, and loses its answer on the way. */
export async function dropAnswer(route: Route) {
  await fetchAnswer(route);
  await route.abort();
}

/** A promise that waits, and the function that resolves it; either may come first. */
export function createGate(): [held: Promise<void>, open: () => void] {
  let open = () => {};
  const held = new Promise<void>((resolve) => (open = resolve));
  return [held, open];
}

/** Multipart fields of a request that the panel sent; files by their name in angle brackets. */
export function formFields(body: Buffer | null, contentType: string): Record<string, string> {
  const boundary = /boundary=(.+)$/.exec(contentType)?.[1] ?? '';
  const fields: Record<string, string> = {};
  for (const part of (body ?? Buffer.alloc(0)).toString('latin1').split(`--${boundary}`)) {
    const [head = '', ...rest] = part.split('\r\n\r\n');
    const name = /name="([^"]*)"/.exec(head)?.[1];
    const file = /filename="([^"]*)"/.exec(head)?.[1];
    if (name)
      fields[name] = file
        ? `<${file}>`
        : Buffer.from(rest.join('\r\n\r\n').replace(/\r\n$/, ''), 'latin1')
            .toString('utf8')
            // Multipart writes every line break as CRLF.
            .replaceAll('\r\n', '\n');
  }
  return fields;
}
