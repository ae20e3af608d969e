import type { Page } from '@playwright/test';

/** Ways in which a call can fail. */
export const FAILURES = {
  'HTTP 401': { status: 401, body: '{"success":false,"message":"No autorizado"}' },
  'HTTP 403': { status: 403, body: '{"success":false}' },
  'HTTP 404': { status: 404, body: '{"success":false}' },
  'HTTP 409': { status: 409, body: '{"success":false,"message":"Lo dice el servidor"}' },
  'HTTP 500': { status: 500, body: '' },
  'no answer in time': 'silence',
  offline: 'offline',
  'half an answer': { status: 200, body: '{"success":true,"data":{"id":' },
  'a page': { status: 200, body: '<!doctype html><h1>Bienvenido</h1>' },
} as const;
export type FailureName = keyof typeof FAILURES;

type Server = {
  /** Fails all reads from now on. */
  fail: (name: FailureName) => void;
  answerAll: () => void;
  /** What was asked for since then, as 'GET /level'. */
  calls: string[];
  /** Where the panel wanted to leave to, by loading another page. */
  left: string[];
};

declare global {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface adds to the page's own
  interface Window {
    server: Server;
  }
}

/**
 * A server inside the page, so that a thousand failures take seconds: reads are answered by address. Long
 * waits are short here, so that time-outs come at once and what no screen shows any more is forgotten.
 */
export async function serveFailing(page: Page, answers: Record<string, unknown>) {
  await page.addInitScript(
    ({ known, failures }) => {
      const LONG_MS = 9_000;
      const later = window.setTimeout.bind(window);
      const soon = (work: TimerHandler, delay = 0, ...rest: unknown[]) =>
        later(work, delay > LONG_MS ? 5 : delay, ...rest);
      window.setTimeout = soon as typeof window.setTimeout;
      const send = window.fetch.bind(window);
      let failing: (typeof failures)[keyof typeof failures] | undefined;
      window.server = {
        fail: (name) => (failing = failures[name]),
        answerAll: () => (failing = undefined),
        calls: [],
        left: [],
      };
      const token = document.cookie.match(/(?:^|; )token=([^;]*)/)?.[1] ?? '';
      const navigation = (window as unknown as { navigation: EventTarget }).navigation;
      navigation.addEventListener('navigate', (event) => {
        const { destination } = event as unknown as { destination: { url: string; sameDocument: boolean } };
        if (destination.sameDocument || !destination.url.endsWith('/login')) return;
        event.preventDefault();
        window.server.left.push('/login');
        document.cookie = `token=${token}; Path=/`;
      });
      window.fetch = async (input, init = {}) => {
        const { pathname, search } = new URL(input as string, location.href);
        if (!pathname.startsWith('/api/')) return send(input, init);
        const [method, path] = [init.method ?? 'GET', pathname.slice('/api'.length)];
        const call = `${method} ${path}`;
        const failure = method === 'GET' ? failing : undefined;
        // Asked for by the time that its answer is on the way.
        void Promise.resolve().then(() => window.server.calls.push(call));
        if (failure === 'offline') throw new TypeError('Failed to fetch');
        if (failure === 'silence')
          return new Promise<Response>((_, reject) =>
            init.signal?.addEventListener('abort', () => reject(new DOMException('time-out', 'AbortError'))),
          );
        if (failure) return new Response(failure.body, { status: failure.status });
        const data = known[path + search] ?? known[path];
        return Response.json({ success: data !== undefined, data }, { status: data === undefined ? 404 : 200 });
      };
    },
    { known: answers, failures: FAILURES },
  );
}

type Visit = { address: string; failure: FailureName };

/** Goes to each address while all reads fail: what a person would stumble over there, by visit. */
export async function visitFailing(page: Page, visits: Visit[]) {
  return page.evaluate(async (all) => {
    const turn = () => new Promise((resolve) => setTimeout(resolve, 1));
    const until = async (done: () => boolean) => {
      for (let turns = 0; turns < 500 && !done(); turns += 1) await turn();
      return done();
    };
    const { server } = window;
    const busy = 'main [data-skeleton], main[aria-busy=true], main [role=status][aria-busy=true]';
    const isLoading = () => document.querySelector(busy) !== null;
    const told = /Error|No se (pud|enc)|no se pud|Reintentar|inesperad/;
    const wrong = /Algo salió mal|\b(undefined|null|NaN)\b|\[object|Bienvenido/;
    const found: Record<string, string> = {};
    for (const { address, failure } of all) {
      for (const close of document.querySelectorAll<HTMLElement>('[aria-label="Cerrar aviso"]')) close.click();
      server.fail(failure);
      server.calls.length = 0;
      server.left.length = 0;
      history.pushState({}, '', address);
      window.dispatchEvent(new PopStateEvent('popstate', { state: {} }));
      const what = `${failure} at ${address}`;
      if (!(await until(() => server.calls.length > 0))) found[what] = 'was not asked for';
      else if (failure === 'HTTP 401') {
        if (!(await until(() => server.left.includes('/login')))) found[what] = 'did not lead to the login';
      } else if (!(await until(() => !isLoading()))) found[what] = 'still loading';
      else if (!(await until(() => told.test(document.body.innerText)))) found[what] = 'said nothing';
      if ((document.querySelector('main')?.innerText.trim() ?? '') === '') found[what] = 'blank';
      if (wrong.test(document.body.innerText)) found[what] = document.body.innerText.slice(-300);
    }
    server.answerAll();
    return found;
  }, visits);
}

/** What each screen asks for when it is opened and nothing is known yet. */
export async function readsOf(page: Page, addresses: string[]): Promise<Record<string, string[]>> {
  return page.evaluate(async (all) => {
    const turn = () => new Promise((resolve) => setTimeout(resolve, 1));
    const reads: Record<string, string[]> = {};
    for (const address of all) {
      window.server.calls.length = 0;
      history.pushState({}, '', address);
      window.dispatchEvent(new PopStateEvent('popstate', { state: {} }));
      // Its code may have to be loaded first.
      for (let quiet = 0; quiet < 15;) {
        const before = window.server.calls.length;
        await turn();
        const isBusy = document.querySelector('main [data-skeleton], main[aria-busy=true]') !== null;
        quiet = window.server.calls.length === before && !isBusy ? quiet + 1 : 0;
      }
      reads[address] = [...new Set(window.server.calls)].filter((call) => call.startsWith('GET '));
    }
    return reads;
  }, addresses);
}
