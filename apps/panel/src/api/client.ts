import { type Body, CallFailure, failureOf, NO_RESPONSE_MESSAGE, readBody } from '@pulso/web/answers';
import { apiAddress } from '#api/address';
import { leaveExpiredSession, readKeptUsername, readToken } from '#api/session';

export const TIMEOUT_MS = 10_000;

/** The specification asks for these messages in the console and for nothing on the screen. */
function logStatus(status: number) {
  // oxlint-disable-next-line no-console -- the specification asks for these very words in the console
  const log = (words: string) => console.error(words);
  if (status === 403) log('No tienes permisos para realizar esta acción');
  else if (status === 404) log('El recurso solicitado no existe');
  else if (status >= 500) log('Error en el servidor. Por favor, inténtalo más tarde.');
  else if (status === 0) log(NO_RESPONSE_MESSAGE);
}

export type Payload = { json: unknown } | { form: FormData } | undefined;
type CallOptions = {
  payload?: Payload;
  /** Sends no token and ignores a 401; for the login. */
  anonymous?: boolean;
  /** True for a call that is repeated with a new token. */
  isRenewed?: boolean;
  headers?: Record<string, string>;
  signal?: AbortSignal;
};

async function sendRequest(method: string, path: string, token: string | undefined, options: CallOptions) {
  const { payload, headers = {}, signal } = options;
  // Loaded before the time-out begins, and not with the login, which uploads nothing.
  const upload = payload && 'form' in payload && { ...(await import('#api/upload')), form: payload.form };
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), TIMEOUT_MS);
  const address = `${apiAddress()}/${path.replace(/^\/+/, '')}`;
  const request = {
    method,
    headers: {
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(payload && 'json' in payload && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    signal: signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal,
  };
  try {
    if (upload) return await upload.upload(address, { ...request, body: upload.form });
    const answer = await fetch(address, {
      ...request,
      body: payload && 'json' in payload ? JSON.stringify(payload.json) : undefined,
    });
    return { status: answer.status, text: await answer.text() };
  } finally {
    clearTimeout(timer);
  }
}

/** True if the session is kept on this device and has another token now. */
export const renewToken = async () => readKeptUsername() !== '' && (await import('#api/renew-session')).renewSession();

/** One call to the API. Answers the body of any 2xx; everything else is a CallFailure. */
export async function call(method: string, path: string, options: CallOptions = {}): Promise<Body> {
  const token = options.anonymous ? undefined : readToken();
  const { status, text } = await sendRequest(method, path, token, options).catch((error: unknown) => {
    // The caller cancelled it: no failure to log.
    if (options.signal?.aborted) throw error;
    logStatus(0);
    throw new CallFailure(0, undefined);
  });
  const body = readBody(text);
  if (status >= 200 && status < 300) return body;
  if (status === 401 && !options.anonymous) {
    // A call beside it may have renewed the token since this one was sent.
    if (!options.isRenewed && (token !== (readToken() ?? token) || (await renewToken())))
      return call(method, path, { ...options, isRenewed: true });
    leaveExpiredSession();
  }
  logStatus(status);
  throw failureOf(status, body);
}
