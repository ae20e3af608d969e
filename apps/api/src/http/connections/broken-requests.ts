import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { failureBody, invalid, ApiError } from '#http/answers/errors';
import { dataHeaders } from '#http/answers/secure-headers';

const reasonPhrases: Record<number, string> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
  503: 'Service Unavailable',
};

function refusalOf(code: string | undefined): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') return new ApiError(431, 'La solicitud es demasiado grande');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new ApiError(408, 'La solicitud tardó demasiado en llegar');
  return invalid({}, 'La solicitud no se puede leer');
}

/** Answers bytes that are not HTTP in the usual envelope, and closes the connection. */
export function answerBrokenRequest(this: FastifyInstance, error: NodeJS.ErrnoException, socket: Socket) {
  // A client that does not read the previous answer will not read this one.
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable || socket.writableLength > 0) {
    socket.destroy();
    return;
  }
  answerAndClose(this.log, socket, refusalOf(error.code));
}

/** Writes an answer past the framework, where it has none to send, and closes the connection. */
export function answerAndClose(log: FastifyBaseLogger, socket: Socket, refusal: ApiError) {
  const reqId = randomUUID();
  const body = JSON.stringify(failureBody(refusal));
  const headers = {
    ...dataHeaders,
    'X-Request-Id': reqId,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
    ...(refusal.retryAfter !== undefined && { 'Retry-After': refusal.retryAfter }),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const { status } = refusal;
  log.info({ reqId, status, ip: socket.remoteAddress }, 'not served');
  // Closes both halves: a client that never closes its own would keep the connection.
  socket.end(`HTTP/1.1 ${status} ${reasonPhrases[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`, () =>
    socket.destroy(),
  );
}
