import { CallFailure } from '@pulso/web/answers';
import { setServerReached } from '@pulso/web/ui/hooks/use-online';
import { dataIn } from '#http/response';

/** Every server has these, so that a 401 of them says that there is no session. */
const SESSION_PATHS = ['my', 'my/today'] as const;

type Options = {
  json?: unknown;
  form?: FormData;
  /** Sent again with the same key, a write happens once. */
  key?: string;
  signal?: AbortSignal;
  /** Goes on when the page is closed; at most 64 kB. */
  keepalive?: boolean;
};
type Answer = { data: unknown; at: Date };

const endListeners = new Set<() => void>();

/** Called when the server says that this phone's session is over, or that there is none. */
export function onSessionEnd(listener: () => void) {
  endListeners.add(listener);
}

async function send(method: string, path: string, { json, form, key, signal, keepalive }: Options): Promise<Response> {
  const text = json === undefined ? undefined : JSON.stringify(json);
  // No further headers on a GET: the page asks for the first answer by a preload, whose request has none.
  const headers = {
    ...(text !== undefined && { 'Content-Type': 'application/json' }),
    ...(key !== undefined && { 'Idempotency-Key': key }),
  };
  try {
    const response = await fetch(`/api/${path}`, { method, headers, body: form ?? text, signal, keepalive });
    setServerReached(true);
    return response;
  } catch (error) {
    if (signal?.aborted) throw error;
    setServerReached(false);
    throw new CallFailure(0, undefined);
  }
}

/** Calls the API with the session of this phone; throws a `CallFailure` unless it succeeds. */
export async function call(method: string, path: string, options: Options = {}): Promise<Answer> {
  const response = await send(method, path, options);
  try {
    return { data: await dataIn(response), at: new Date() };
  } catch (error) {
    if (response.status === 401 && path.startsWith('my')) void findOut(path);
    throw error;
  }
}

/** A server that lacks a call answers 401 too: what every one of them has tells whether the session is over. */
async function findOut(path: string) {
  if (SESSION_PATHS.some((one) => one === path)) for (const listener of endListeners) listener();
  else await call('GET', SESSION_PATHS[0]).catch(() => undefined);
}
