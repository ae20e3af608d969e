import type { FieldErrors } from '@pulso/contract/envelope';
import { apiAddress } from '#api/address';
import { dropToken, readToken } from '#api/session';

export const TIME_OUT_MS = 10_000;

/** Why a call did not give what it should, with the server's own words where it had any. */
export class CallFailure extends Error {
  constructor(
    /** 0 where there was no answer at all. */
    readonly status: number,
    /** The server's message for a person, if any. */
    readonly told: string | undefined,
    readonly errors: FieldErrors = {},
  ) {
    super(told ?? `HTTP ${status}`);
  }
}

const NO_RESPONSE = 'No se pudo conectar con el servidor. Verifica tu conexión a internet.';

/** The automatic handling of answers: console only, nothing shown. */
function logStatus(status: number) {
  // eslint-disable-next-line no-console -- the specification asks for these very words in the console
  const log = (words: string) => console.error(words);
  if (status === 403) log('No tienes permisos para realizar esta acción');
  else if (status === 404) log('El recurso solicitado no existe');
  else if (status >= 500) log('Error en el servidor. Por favor, inténtalo más tarde.');
  else if (status === 0) log(NO_RESPONSE);
}

export type Payload = { json: unknown } | { form: FormData } | undefined;
type Options = {
  payload?: Payload;
  /** Without the token, and without the consequences of a 401: the login. */
  anonymous?: boolean;
  headers?: Record<string, string>;
  signal?: AbortSignal;
};

export type Body = { success?: unknown; data?: unknown; message?: unknown; errors?: unknown; meta?: unknown };

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

async function send(method: string, path: string, options: Options) {
  const { payload, anonymous = false, headers = {}, signal } = options;
  const token = anonymous ? undefined : readToken();
  const timeout = AbortSignal.timeout(TIME_OUT_MS);
  return fetch(`${apiAddress()}/${path.replace(/^\/+/, '')}`, {
    method,
    headers: {
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(payload && 'json' in payload && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    body: payload && ('json' in payload ? JSON.stringify(payload.json) : payload.form),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  });
}

/** One call to the API. Answers the body of any 2xx; everything else is a CallFailure. */
export async function call(method: string, path: string, options: Options = {}): Promise<Body> {
  let status = 0;
  let body: unknown;
  try {
    const answer = await send(method, path, options);
    const text = await answer.text();
    status = answer.status;
    body = text === '' ? {} : JSON.parse(text);
  } catch (error) {
    if (options.signal?.aborted) throw error;
    // A body that is no JSON: with a 2xx that is an answer of no use, else the status says enough.
    if (status === 0 || status < 400) {
      if (status === 0) logStatus(0);
      throw new CallFailure(status, undefined);
    }
  }
  if (status >= 200 && status < 300) return isObject(body) ? body : { data: body };
  logStatus(status);
  if (status === 401 && !options.anonymous) {
    dropToken();
    // A full load, so that nothing of the ended session stays in memory.
    location.assign('/login');
  }
  const failure = isObject(body) ? body : {};
  const errors = isObject(failure.errors) ? (failure.errors as FieldErrors) : {};
  throw new CallFailure(status, textOf(failure.message), errors);
}

/** What the server said, or else these words. */
export function toldOr(error: unknown, fallback: string): string {
  return (error instanceof CallFailure ? error.told : undefined) ?? fallback;
}
