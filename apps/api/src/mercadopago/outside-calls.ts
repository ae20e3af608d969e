import { isJson, parseJson, type Json } from '#mercadopago/json.rules';
import { OutsideDown } from '#mercadopago/outside-down';

/** A page of payments is 500 kB at most. */
const MAX_BYTES = 2_000_000;
/** For a 429 that does not say how long. */
const PAUSE_S = 10;
const MAX_PAUSE_S = 600;

export type CallOptions = { address: string; token: string; timeoutMs: number; clock?: () => number };
type Call = { method?: 'GET' | 'POST' | 'PUT'; body?: Json; headers?: Record<string, string>; deadline?: AbortSignal };
/** `codes` of an error, as texts. */
export type Answer = { status: number; body: Json; codes: string[] };

async function readText({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const part of body ?? []) {
    text += decoder.decode(part, { stream: true });
    if (text.length > MAX_BYTES) throw new OutsideDown('nonsense');
  }
  return text;
}

/** Codes of `cause`, whose list comes nested once more at times. */
function codesOf({ cause }: Json): string[] {
  const causes = Array.isArray(cause) ? (cause.flat(2) as unknown[]) : [];
  return causes
    .filter(isJson)
    .map(({ code }) => (typeof code === 'number' ? String(code) : code))
    .filter((code) => typeof code === 'string');
}

/** A machine word, and nothing else that the other side may have put there. */
const wordOf = ({ error }: Json) => (typeof error === 'string' && /^\w{1,80}$/.test(error) ? error : undefined);

function secondsOf(header: string | null): number {
  const seconds = Number(header ?? Number.NaN);
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, MAX_PAUSE_S) : PAUSE_S;
}

/** Calls with the token. Whatever keeps one from being answered is an `OutsideDown`, which knows nothing of what was sent. */
export function openCalls({ address, token, timeoutMs, clock = () => performance.now() }: CallOptions) {
  const base = address.replace(/\/+$/, '');
  let pausedUntil = -Infinity;

  async function ask(path: string, { method = 'GET', body, headers, deadline }: Call, signal: AbortSignal) {
    const response = await fetch(`${base}${path}`, {
      method,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body && JSON.stringify(body),
      // The token goes to the address that the operator named, and to no other.
      redirect: 'error',
      signal: deadline ? AbortSignal.any([signal, deadline]) : signal,
    });
    if (response.status === 429) {
      await response.body?.cancel();
      const retryAfter = secondsOf(response.headers.get('retry-after'));
      pausedUntil = clock() + retryAfter * 1000;
      throw new OutsideDown('busy', { retryAfter });
    }
    return { response, text: await readText(response) };
  }

  /** The answer, also of 403 and 404, which may be about the thing that was asked for. */
  async function call(path: string, options: Call = {}): Promise<Answer> {
    const left = Math.ceil((pausedUntil - clock()) / 1000);
    if (left > 0) throw new OutsideDown('busy', { retryAfter: left });
    const { response, text } = await ask(path, options, AbortSignal.timeout(timeoutMs)).catch((error: Error) => {
      if (error instanceof OutsideDown) throw error;
      throw new OutsideDown(error.name === 'TimeoutError' || error.name === 'AbortError' ? 'slow' : 'down');
    });
    const { status } = response;
    if (status >= 500) throw new OutsideDown('down');
    if (status === 401) throw new OutsideDown('refused');
    const body = parseJson(text);
    if (response.ok && !body) throw new OutsideDown('nonsense');
    const answer = { status, body: body ?? {}, codes: codesOf(body ?? {}) };
    if (response.ok || status === 403 || status === 404) return answer;
    throw new OutsideDown('invalid', { word: wordOf(answer.body) });
  }

  return {
    call,
    /** The body of an answer that there has to be. */
    async need(path: string, options?: Call): Promise<Json> {
      const { status, body } = await call(path, options);
      if (status === 403) throw new OutsideDown('forbidden', { word: wordOf(body) });
      if (status === 404) throw new OutsideDown('invalid', { word: wordOf(body) });
      return body;
    },
  };
}
export type Calls = ReturnType<typeof openCalls>;
