import type { FieldErrors } from '@pulso/contract/kit/envelope';

type Fields = Record<string, unknown>;

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const NO_RESPONSE_MESSAGE = 'No se pudo conectar con el servidor. Verifica tu conexión a internet.';

/** A failed call, with the server's message if it sent one. */
export class CallFailure extends Error {
  constructor(
    /** HTTP status; 0 without an answer. */
    readonly status: number,
    readonly serverMessage: string | undefined,
    readonly errors: FieldErrors = {},
    /** The server's code for a refusal that can be acted on. */
    readonly code?: string,
    /** Seconds until the server wants to hear of it again. */
    readonly retryAfter?: number,
  ) {
    super(serverMessage ?? `HTTP ${status}`);
  }
}

export type Body = {
  success?: unknown;
  data?: unknown;
  message?: unknown;
  errors?: unknown;
  meta?: unknown;
  code?: unknown;
};

const nonEmptyText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** The body as an object; empty if it is not JSON. */
export function readBody(text: string): Body {
  try {
    const body: unknown = JSON.parse(text);
    return isObject(body) ? body : { data: body };
  } catch {
    return {};
  }
}

/** The failure that an answer's body tells, and its `Retry-After`. */
export function failureOf(status: number, { message, errors, code }: Body, retryAfter?: string | null): CallFailure {
  const fieldErrors = isObject(errors) ? (errors as FieldErrors) : {};
  const seconds = retryAfter ? Number(retryAfter) : Number.NaN;
  return new CallFailure(
    status,
    nonEmptyText(message),
    fieldErrors,
    nonEmptyText(code),
    Number.isNaN(seconds) ? undefined : seconds,
  );
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
