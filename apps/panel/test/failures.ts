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

type FailingServer = {
  /** Fails all reads, or all writes, from now on. */
  fail: (name: FailureName, which: 'reads' | 'writes') => void;
  answerAll: () => void;
  /** Requests since then, as 'GET /level'. */
  calls: string[];
  /** Addresses that the panel tried to load as a new page. */
  left: string[];
};

declare global {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface adds to the page's own
  interface Window {
    server: FailingServer;
  }
}

/**
 * A server inside the page, so that a thousand failures take seconds: reads are answered by address. Long waits are
 * short here, so that time-outs come at once and unused cache entries are dropped.
 */
export async function serveWithFailures(page: Page, answers: Record<string, unknown>) {
  await page.addInitScript(
    ({ known, failures }) => {
      const LONG_MS = 9_000;
      const later = window.setTimeout.bind(window);
      const soon = (work: TimerHandler, delay = 0, ...rest: unknown[]) =>
        later(work, delay > LONG_MS ? 5 : delay, ...rest);
      window.setTimeout = soon as typeof window.setTimeout;
      window.confirm = () => true;
      const send = window.fetch.bind(window);
      let failing: { failure: (typeof failures)[keyof typeof failures]; which: string } | undefined;
      window.server = {
        fail: (name, which) => (failing = { failure: failures[name], which }),
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
        const { pathname } = new URL(input as string, location.href);
        if (!pathname.startsWith('/api/')) return send(input, init);
        const [method, path] = [init.method ?? 'GET', pathname.slice('/api'.length)];
        const call = `${method} ${path}`;
        const failure = failing?.which === (method === 'GET' ? 'reads' : 'writes') ? failing.failure : undefined;
        // Recorded only when the answer is on its way.
        void Promise.resolve().then(() => window.server.calls.push(call));
        if (failure === 'offline') throw new TypeError('Failed to fetch');
        if (failure === 'silence')
          return new Promise<Response>((_, reject) =>
            init.signal?.addEventListener('abort', () => reject(new DOMException('time-out', 'AbortError'))),
          );
        if (failure) return new Response(failure.body, { status: failure.status });
        const body = known[path];
        return Response.json(body ?? { success: false }, { status: body === undefined ? 404 : 200 });
      };
      // Payloads with a picture are sent by XMLHttpRequest.
      window.XMLHttpRequest = class {
        upload = {};
        status = 0;
        responseText = '';
        onload = () => {};
        onerror = () => {};
        onloadend = () => {};
        #stop = new AbortController();
        #call: [method: string, address: string] = ['', ''];
        open(...call: [string, string]) {
          this.#call = call;
        }
        setRequestHeader() {}
        abort() {
          this.#stop.abort();
        }
        async send() {
          try {
            const answer = await window.fetch(this.#call[1], { method: this.#call[0], signal: this.#stop.signal });
            [this.status, this.responseText] = [answer.status, await answer.text()];
            this.onload();
          } catch {
            this.onerror();
          } finally {
            this.onloadend();
          }
        }
      } as unknown as typeof XMLHttpRequest;
    },
    { known: answers, failures: FAILURES },
  );
}

type Visit = { address: string; failure: FailureName };

/** Goes to each address while all reads fail; returns the problems that a person would see, by visit. */
export async function visitWithFailures(page: Page, visits: Visit[]) {
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
      server.fail(failure, 'reads');
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

/** Requests that each screen sends when opened with an empty cache, and the action under the right thumb. */
export async function visitAndRecord(page: Page, addresses: readonly string[]) {
  return page.evaluate(async (all) => {
    const turn = () => new Promise((resolve) => setTimeout(resolve, 1));
    const ABOVE_EDGE = 36;
    /** At the foot, or above the ways to other places that stand there: whatever else lies at that point was scrolled to it. */
    const underThumb = () => {
      const places = document.querySelector<HTMLElement>('[data-thumb-bar] nav')?.offsetHeight ?? 0;
      const point = document.elementFromPoint(innerWidth * 0.75, innerHeight - ABOVE_EDGE - places);
      return point?.closest('.sticky.bottom-0') ? point.closest<HTMLElement>('button, a')?.innerText.trim() : undefined;
    };
    const seen: Record<string, { reads: string[]; underThumb?: string }> = {};
    for (const address of all) {
      window.server.calls.length = 0;
      history.pushState({}, '', address);
      window.dispatchEvent(new PopStateEvent('popstate', { state: {} }));
      // The screen's code may have to load first.
      for (let quiet = 0; quiet < 15;) {
        const before = window.server.calls.length;
        await turn();
        const isBusy = document.querySelector('main [data-skeleton], main[aria-busy=true]') !== null;
        quiet = window.server.calls.length === before && !isBusy ? quiet + 1 : 0;
      }
      const reads = [...new Set(window.server.calls)].filter((call) => call.startsWith('GET '));
      seen[address] = { reads, underThumb: underThumb() };
    }
    return seen;
  }, addresses);
}

export type FormVisit = {
  address: string;
  /** Buttons pressed one after the other until the form is there. */
  opens?: string[];
  /** Button that sends, if there is nothing to fill in. */
  sends?: string;
  failure: FailureName;
};

/** Fills in and sends each form while all writes fail; returns the problems that a person would see, by visit. */
export async function submitWithFailures(page: Page, visits: FormVisit[]) {
  return page.evaluate(async (all) => {
    type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
    const turn = () => new Promise((resolve) => setTimeout(resolve, 1));
    const until = async (done: () => boolean) => {
      for (let turns = 0; turns < 500 && !done(); turns += 1) await turn();
      return done();
    };
    const { server } = window;
    const seen = (element: Element) => element.checkVisibility();
    const button = (name: string) =>
      [...document.querySelectorAll<HTMLElement>('button, [type=checkbox], [role=menuitem]')].find(
        (one) => seen(one) && [one.innerText.trim(), one.ariaLabel].includes(name),
      );
    const form = () => [...document.querySelectorAll<HTMLFormElement>('[role=dialog] form, main form')].find(seen);
    const fieldsOf = () =>
      ([...(form()?.elements ?? [])] as Field[]).filter((one) => one.name !== '' && one.type !== 'file');
    const go = (address: string) => {
      history.pushState({}, '', address);
      window.dispatchEvent(new PopStateEvent('popstate', { state: {} }));
    };

    const type = (field: Field, text: string) => {
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text);
      for (const event of ['input', 'change']) field.dispatchEvent(new Event(event, { bubbles: true }));
    };
    const meant: Record<string, string> = {
      date: '05/03/2027',
      decimal: '5',
      money: '5',
      number: '5',
      phone: '1155550000',
    };
    const isChosen = ({ name }: Field) => form()?.querySelector(`[name="${name}"]:checked`) !== null;
    const give = (field: Field) => {
      if (field instanceof HTMLSelectElement) type(field, [...field.options].find(({ value }) => value)?.value ?? '');
      else if (field.required) type(field, meant[field.dataset.reads ?? field.type] ?? 'Algo');
    };
    /** Returns true once every required field is filled: options may still be loading. */
    const fillIn = () => {
      const fields = fieldsOf().filter(seen);
      for (const field of fields.filter(({ value }) => value === '')) give(field);
      for (const field of fields.filter((one) => one.type === 'radio')) if (!isChosen(field)) field.click();
      return fields.length > 0 && fields.every(({ required, value }) => !required || value !== '');
    };
    /** Leaves the form, confirming the question about typed text. */
    const leave = async () => {
      if (document.querySelector('[role=dialog]')) button('Cancelar')?.click();
      else go('/ayuda');
      await until(() => button('Descartar') !== undefined || form() === undefined);
      button('Descartar')?.click();
      await until(() => form() === undefined && document.querySelector('[role=alertdialog]') === null);
      if (location.pathname !== '/ayuda') go('/ayuda');
      await until(() => document.querySelector('main h1')?.textContent === 'Ayuda');
    };

    const told = /Error|No se (pud|enc)|no se pud|Reintentar|inesperad|Lo dice el servidor/;
    const wrong = /Algo salió mal|\b(undefined|null|NaN)\b|\[object|Bienvenido/;
    const isTold = () => told.test(document.body.innerText);
    const isWaiting = () => document.querySelector('button[type=submit]:disabled') !== null;
    const drafts = () => Object.entries(localStorage).filter(([key]) => key.startsWith('pulso-borrador'));
    const send = async ({ failure, sends }: FormVisit) => {
      const written = fieldsOf().find(
        (one) => seen(one) && one.matches('input:not([type]), [type=text], textarea') && !one.dataset.reads,
      );
      if (written) type(written, `${written.value} y más`);
      const typed = fieldsOf().map(({ name, value }) => [name, value] as const);
      server.fail(failure, 'writes');
      if (sends === undefined) form()?.requestSubmit();
      else button(sends)?.click();
      if (!(await until(() => server.calls.some((call) => !call.startsWith('GET'))))) return 'was not sent';
      if (failure === 'HTTP 401') {
        if (!(await until(() => server.left.includes('/login')))) return 'did not lead to the login';
        return written && !drafts().some(([, draft]) => draft.includes(written.value)) ? 'kept nothing' : undefined;
      }
      // A success without useful content may be taken for one.
      const mayBeDone = failure === 'half an answer' || failure === 'a page';
      if (!(await until(() => isTold() || (mayBeDone && !isWaiting())))) return 'said nothing';
      if (!isTold()) return undefined;
      if (failure === 'HTTP 409' && !document.body.innerText.includes('Lo dice el servidor')) return 'in other words';
      // A number may have got its name appended meanwhile.
      const lost = typed.filter(
        ([name, value]) => !fieldsOf().some((one) => one.name === name && one.value.startsWith(value)),
      );
      if (lost.length > 0) return `lost ${JSON.stringify(lost)}`;
      return (await until(() => !isWaiting())) ? undefined : 'cannot be sent again';
    };

    const found: Record<string, string> = {};
    for (const visit of all) {
      const { address, opens = [], sends, failure } = visit;
      for (const close of document.querySelectorAll<HTMLElement>('[aria-label="Cerrar aviso"]')) close.click();
      server.answerAll();
      go(address);
      for (const name of opens) {
        await until(() => button(name) !== undefined);
        button(name)?.click();
      }
      const isReady = await until(sends === undefined ? fillIn : () => button(sends) !== undefined);
      server.calls.length = 0;
      server.left.length = 0;
      let trouble = isReady ? await send(visit) : 'cannot be filled in';
      if ((document.querySelector('main')?.innerText.trim() ?? '') === '') trouble = 'blank';
      if (wrong.test(document.body.innerText)) trouble = document.body.innerText.slice(-300);
      if (trouble) found[`${failure} at ${[address, ...opens, sends ?? 'form'].join(' > ')}`] = trouble;
      server.answerAll();
      for (const [key] of drafts()) localStorage.removeItem(key);
      await leave();
    }
    return found;
  }, visits);
}
