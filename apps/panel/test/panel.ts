import { test as base, expect, type Page, type Route } from '@playwright/test';
import { startForBrowser } from '@pulso/testing/browser-product';
import { ADMIN, logIn } from '@pulso/testing/product';

export { expect };

const SETTINGS = {
  usual: {},
  strict: { VITE_STRICT_SPEC: '1', SHOWCASE: '1' },
  'extras-off': { EXTRAS: '0' },
};

/**
 * How the product under test is started; set with test.use at the top of a file: as usual, with the panel by the letter
 * of the specification, or with an API of the two documents alone. A word, not an object: Playwright takes two equal
 * objects for two kinds, and would start a product for every file.
 */
type Kind = keyof typeof SETTINGS;
type Client = Awaited<ReturnType<typeof logIn>>;
type Worker = { product: { url: string }; api: Client };
type Own = {
  /** A page whose session is that of the first administrator. */
  panel: Page;
  /** Words that the console may say in this test; anything else it complains about fails the test. */
  expectedErrors: RegExp[];
  /**
   * Whether the page is drawn as well as laid out. Drawing takes up to a fifth of the time, and only what looks at colours or
   * at what can be seen has a use for it: roles, texts, boxes, styles and clicks are the same without.
   */
  drawn: boolean;
};

/** Keeps what is laid out, and clicked, off the screen. A sheet of its own: the page's policy forbids a style element. */
function leaveUndrawn() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(':root { opacity: 0 }');
  document.adoptedStyleSheets = [sheet];
}

/**
 * Playwright lets go of a page's requests with its last route, and one that leaves at that moment is lost, about one in
 * 150: whoever has had a route keeps one.
 */
function keepRouted(page: Page) {
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

/** Texts are looked for where they are seen: not in what is said, a moment later, to who does not see them. */
function lookForSeen(page: Page) {
  const getByText = page.getByText.bind(page);
  page.getByText = (...args) => getByText(...args).and(page.locator(':not(#voz)'));
}

export const test = base.extend<Own, Worker & { kind: Kind }>({
  kind: ['usual', { option: true, scope: 'worker' }],
  product: [
    async ({ kind }, use) => {
      const product = await startForBrowser(SETTINGS[kind]);
      await use({ url: product.url });
      await product.stop();
    },
    // Its start is not the first test's time.
    { scope: 'worker', timeout: 60_000 },
  ],
  api: [async ({ product }, use) => use(await logIn(product.url)), { scope: 'worker' }],
  baseURL: async ({ product }, use) => use(product.url),
  expectedErrors: [[], { option: true }],
  drawn: [false, { option: true }],
  context: async ({ context }, use) => {
    await use(context);
    // A call still held when its page closes would throw after its test, and take the next test of the worker with it.
    await Promise.all([context, ...context.pages()].map((place) => place.unrouteAll({ behavior: 'ignoreErrors' })));
  },
  page: async ({ page, expectedErrors, drawn }, use) => {
    keepRouted(page);
    lookForSeen(page);
    if (!drawn) await page.addInitScript(leaveUndrawn);
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    await use(page);
    // The next test has the same page: of its storage, these answers are all that the reset leaves.
    await page
      .evaluate(async () => {
        for (const name of (await globalThis.caches?.keys()) ?? []) await caches.delete(name);
      })
      .catch(() => undefined);
    // The browser itself says this of every refused call; the panel's own words are what counts.
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

/** The server does it, and its answer is lost on the way. */
export async function loseAnswer(route: Route) {
  await route.fetch();
  await route.abort();
}

/** What waits, and what lets it go on, whichever comes first. */
export function gate(): [held: Promise<void>, open: () => void] {
  let open = () => {};
  const held = new Promise<void>((resolve) => (open = resolve));
  return [held, open];
}

/** The multipart fields of a request that the panel sent; files by their name in angle brackets. */
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
            // Multipart writes every line break so.
            .replaceAll('\r\n', '\n');
  }
  return fields;
}
