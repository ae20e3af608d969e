import type { FieldErrors } from '@pulso/contract/kit/envelope';
import { apiAddress } from '#api/address';
import { isObject } from '#api/reader';
import { leaveExpiredSession, readKeptUsername, readToken } from '#api/session';

export const TIMEOUT_MS = 10_000;

/** A failed call, with the server's message if it sent one. */
export class CallFailure extends Error {
  constructor(
    /** HTTP status; 0 without an answer. */
    readonly status: number,
    readonly serverMessage: string | undefined,
    readonly errors: FieldErrors = {},
    /** The server's code for a refusal that can be acted on. */
    readonly code?: string,
  ) {
    super(serverMessage ?? `HTTP ${status}`);
  }
}

export const NO_RESPONSE_MESSAGE = 'No se pudo conectar con el servidor. Verifica tu conexión a internet.';

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

export type Body = {
  success?: unknown;
  data?: unknown;
  message?: unknown;
  errors?: unknown;
  meta?: unknown;
  code?: unknown;
};

const nonEmptyText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

async function sendRequest(method: string, path: string, options: CallOptions) {
  const { payload, anonymous = false, headers = {}, signal } = options;
  // Loaded before the time-out begins, and not with the login, which uploads nothing.
  const upload = payload && 'form' in payload && { ...(await import('#api/upload')), form: payload.form };
  const token = anonymous ? undefined : readToken();
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

/** The body as an object; empty if it is not JSON. */
function readBody(text: string): Body {
  try {
    const body: unknown = JSON.parse(text);
    return isObject(body) ? body : { data: body };
  } catch {
    return {};
  }
}

/** True if the session is kept on this device and has another token now. */
export const renewToken = async () => readKeptUsername() !== '' && (await import('#api/renew-session')).renewSession();

/** One call to the API. Answers the body of any 2xx; everything else is a CallFailure. */
export async function call(method: string, path: string, options: CallOptions = {}): Promise<Body> {
  const { status, text } = await sendRequest(method, path, options).catch((error: unknown) => {
    // The caller cancelled it: no failure to log.
    if (options.signal?.aborted) throw error;
    logStatus(0);
    throw new CallFailure(0, undefined);
  });
  const body = readBody(text);
  if (status >= 200 && status < 300) return body;
  if (status === 401 && !options.anonymous) {
    if (!options.isRenewed && (await renewToken())) return call(method, path, { ...options, isRenewed: true });
    leaveExpiredSession();
  }
  logStatus(status);
  const errors = isObject(body.errors) ? (body.errors as FieldErrors) : {};
  throw new CallFailure(status, nonEmptyText(body.message), errors, nonEmptyText(body.code));
}

/** Throws if the answer says `success: false`, whatever its status. */
export function assertOk(body: Body): Body {
  if (body.success === false) throw new CallFailure(200, nonEmptyText(body.message));
  return body;
}

/** Throws unless the answer says `success: true`. */
export function assertSuccess(body: Body): Body {
  if (body.success !== true) throw new CallFailure(200, nonEmptyText(body.message));
  return body;
}

/** The answer's data; without any it throws, with the server's message. */
export function dataOf(body: Body): unknown {
  const { data, message } = assertOk(body);
  if (data === undefined || data === null) throw new CallFailure(200, nonEmptyText(message));
  return data;
}

/** True for a 2xx answer without data and without a message. */
export function isEmptyAnswer(error: unknown): boolean {
  return error instanceof CallFailure && error.status === 200 && error.serverMessage === undefined;
}

export function isNotFound(error: unknown): boolean {
  return error instanceof CallFailure && error.status === 404;
}

/** The server's message, or else the fallback. */
export function serverMessage(error: unknown, fallback: string): string {
  return (error instanceof CallFailure ? error.serverMessage : undefined) ?? fallback;
}

export const isUnanswered = (error: unknown) => error instanceof CallFailure && error.status === 0;

/** Reason of a failed call: the server's message, or that it could not be reached. */
export function reasonOf(error: unknown, fallback = ''): string {
  return serverMessage(error, isUnanswered(error) ? NO_RESPONSE_MESSAGE : fallback);
}
