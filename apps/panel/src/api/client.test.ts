import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dataOf, NO_RESPONSE_MESSAGE, reasonOf } from '@pulso/web/answers';
import { call, TIMEOUT_MS } from '#api/client';
import { FAILURES, type FailureName } from '#test/failures';

type Outcome = { reason: string; logged?: string; left?: string };

/** Every way in which a call can fail, with the outcome that the one function behind all calls gives to a screen. */
const OUTCOMES: Record<FailureName, Outcome> = {
  'HTTP 401': { reason: 'No autorizado', left: '/login' },
  'HTTP 403': { reason: 'otra cosa', logged: 'No tienes permisos para realizar esta acción' },
  'HTTP 404': { reason: 'otra cosa', logged: 'El recurso solicitado no existe' },
  'HTTP 409': { reason: 'Lo dice el servidor' },
  'HTTP 500': { reason: 'otra cosa', logged: 'Error en el servidor. Por favor, inténtalo más tarde.' },
  'no answer in time': { reason: NO_RESPONSE_MESSAGE, logged: NO_RESPONSE_MESSAGE },
  offline: { reason: NO_RESPONSE_MESSAGE, logged: NO_RESPONSE_MESSAGE },
  'half an answer': { reason: 'otra cosa' },
  'a page': { reason: 'otra cosa' },
};

const document = { cookie: 'token=ficha', querySelector: () => null };
const assign = vi.fn<(address: string) => void>();

/** The network's side of `fetch`: refused, silent until it is given up, or an answer. */
function simulateFetch(name: FailureName, signal: AbortSignal): Promise<Response> {
  const failure = FAILURES[name];
  if (failure === 'offline') return Promise.reject(new TypeError('Failed to fetch'));
  if (failure !== 'silence') return Promise.resolve(new Response(failure.body, { status: failure.status }));
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('time-out', 'AbortError')));
    vi.advanceTimersByTime(TIMEOUT_MS);
  });
}

/** The same failures for XMLHttpRequest, which sends payloads with a picture. */
const sendFailingRequest = (name: FailureName) =>
  class {
    upload = {};
    status = 0;
    responseText = '';
    onload = () => {};
    onerror = () => {};
    onabort = () => {};
    onloadend = () => {};
    open() {}
    setRequestHeader() {}
    abort() {
      this.onabort();
    }
    send() {
      const failure = FAILURES[name];
      if (failure === 'offline') return this.onerror();
      if (failure === 'silence') return void vi.advanceTimersByTime(TIMEOUT_MS);
      [this.status, this.responseText] = [failure.status, failure.body];
      return this.onload();
    }
  };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', document);
  vi.stubGlobal('location', { protocol: 'http:', pathname: '/home', search: '', assign });
  assign.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it.each(
  (Object.keys(FAILURES) as FailureName[]).flatMap((name) => ['json', 'form'].map((kind) => [name, kind] as const)),
)(
  'P35 API-03 API-06 API-07 API-08 API-09 API-10 a call that fails by %s, sent as %s, is given up with its reason, its log and its login',
  async (name, kind) => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    vi.stubGlobal('fetch', (_: string, { signal }: { signal: AbortSignal }) => simulateFetch(name, signal));
    vi.stubGlobal('XMLHttpRequest', sendFailingRequest(name));
    const payload = kind === 'json' ? { json: {} } : { form: new FormData() };
    const sending = call('POST', 'level', { payload }).then(dataOf);
    const reason = await sending.catch((error: unknown) => reasonOf(error, 'otra cosa'));
    const found = { reason, logged: log.mock.calls[0]?.[0] as unknown, left: assign.mock.calls[0]?.[0] };
    expect(found).toEqual({ logged: undefined, left: undefined, ...OUTCOMES[name] });
  },
);
