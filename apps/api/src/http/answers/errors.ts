import type { FailureBody, FieldErrors } from '@pulso/contract/kit/envelope';
import { fieldErrors } from '@pulso/contract/kit/envelope';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { databaseErrorKind, type DatabaseError } from '#db/connection/errors';
import { notFound, Refusal, SESSION_ENDED, unavailable, type RefusalKind } from '#db/writes/refusal';

// Fallback for values without a message in the contract, such as a number in a list of objects.
z.config({ localeError: () => 'El valor no es válido' });

/** An error answer; its message is shown to people. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly errors?: FieldErrors,
    readonly retryAfter?: number,
    readonly code?: string,
  ) {
    super(message);
  }
}

const INVALID_MESSAGE = 'Hay datos que no son válidos. Revisa los campos señalados.';

const STATUS_BY_KIND: Record<RefusalKind, number> = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'too-large': 413,
  'wrong-type': 415,
  busy: 429,
  unavailable: 503,
};

export const invalid = (errors: FieldErrors, message = INVALID_MESSAGE) => new ApiError(400, message, errors);
export const unauthorized = () => new ApiError(401, SESSION_ENDED);
export const forbidden = () => new ApiError(403, 'No tienes permisos para realizar esta acción');
export const conflict = (message: string) => new ApiError(409, message);
export const tooLarge = (message: string) => new ApiError(413, message);
export const addressTooLong = () => new ApiError(414, 'La dirección es demasiado larga');
export const tooManyConnections = () =>
  new ApiError(503, 'Hay demasiadas conexiones. Por favor, inténtalo en unos segundos.', undefined, 5);

function fromRefusal({ reason, kind, retryAfterSeconds, code }: Refusal): ApiError {
  const message = typeof reason === 'string' ? reason : INVALID_MESSAGE;
  const errors = typeof reason === 'string' ? undefined : reason;
  return new ApiError(STATUS_BY_KIND[kind], message, errors, retryAfterSeconds, code);
}

/** Constraints are named table_column_fkey, so the field is in the name. */
function missingReference({ constraint = '', table = '' }: DatabaseError): ApiError {
  const field = constraint.slice(table.length + 1).replace(/_fkey$/, '');
  return invalid({ [field || 'body']: 'El elemento elegido no existe' });
}

function fromDatabase(error: Error): ApiError | undefined {
  switch (databaseErrorKind(error)) {
    case 'session-ended':
      return unauthorized();
    case 'forbidden':
      return forbidden();
    case 'reference':
      return missingReference(error);
    case 'unique':
      return conflict('Ya existe un elemento con esos datos');
    case 'exhausted':
      return conflict('No quedan números para elementos nuevos de este tipo');
    case 'value':
      return invalid({}, INVALID_MESSAGE);
    case 'contention':
      return conflict('Otra persona está cambiando lo mismo. Por favor, intenta de nuevo.');
    case 'unavailable':
      return fromRefusal(unavailable());
    case undefined:
      return undefined;
  }
}

function fromFramework({ code, statusCode }: FastifyError): ApiError | undefined {
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new ApiError(415, 'El tipo de contenido no es el esperado');
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge('La imagen no puede pesar más de 8 MB');
  if (statusCode === 413) return tooLarge('Lo enviado es demasiado grande');
  if (statusCode === 415) return new ApiError(415, 'El tipo de contenido no es el esperado');
  if (statusCode === 412) return new ApiError(412, 'Lo pedido ha cambiado');
  if (statusCode === 416) return new ApiError(416, 'La parte pedida no existe');
  // The file server answers 403 for folders, which would reveal that they exist.
  if (statusCode === 403 || statusCode === 404 || code === 'FST_ERR_BAD_URL') return fromRefusal(notFound());
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return invalid({ body: 'No se puede leer lo enviado' });
  return undefined;
}

export function toApiError(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  if (error instanceof z.core.$ZodError) return invalid(fieldErrors(error));
  if (error instanceof Refusal) return fromRefusal(error);
  if (!(error instanceof Error)) return undefined;
  return fromDatabase(error) ?? fromFramework(error as FastifyError);
}

export function failureBody({ status, message, errors, code }: ApiError): FailureBody {
  return { success: false, message, ...(status === 400 && { errors: errors ?? {} }), ...(code && { code }) };
}

const UNEXPECTED_ERROR = new ApiError(500, 'Error en el servidor. Por favor, inténtalo más tarde.');

/** Logs only these fields: the database's details quote whole rows. */
function loggableFields(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, code, table, constraint } = error as DatabaseError;
  return { name, message, stack, code, table, constraint };
}

/** Under overload the same error comes by the thousand, so each code is logged once a second. */
function openLogThrottle() {
  const last = new Map<string, number>();
  return (error: unknown) => {
    const kind = (error as DatabaseError).code ?? '';
    const now = performance.now();
    if (now - (last.get(kind) ?? -Infinity) < 1_000) return false;
    last.set(kind, now);
    return true;
  };
}

/** The only place where an error becomes an answer. */
export function openErrorHandler() {
  const isDue = openLogThrottle();
  return async (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const answer = toApiError(error) ?? UNEXPECTED_ERROR;
    const isLogged = answer.status === 503 ? isDue(error) : answer.status >= 500;
    if (isLogged) request.log.error({ error: loggableFields(error) }, 'request failed');
    if (answer.status === 416) reply.headers((error as { headers?: Record<string, string> }).headers ?? {});
    if (answer.retryAfter !== undefined) reply.header('Retry-After', String(answer.retryAfter));
    return reply.code(answer.status).send(failureBody(answer));
  };
}
