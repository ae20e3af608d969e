import type { ServerResponse } from 'node:http';
import type { FakeTrouble } from '#mercadopago/fake/fake-mercadopago';
import type { Json } from '#mercadopago/json.rules';

export type Call = NonNullable<FakeTrouble['of']>[number];

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
) {
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...headers });
  response.end(JSON.stringify(body));
}

/** The body of every error; `cause` may come nested once more. */
export const errorOf = (status: number, error: string, message: string, code?: number | string): Json => ({
  message,
  error,
  status,
  cause: code === undefined ? [] : [{ code, description: message, data: null }],
});

export const sendError = (response: ServerResponse, ...of: Parameters<typeof errorOf>) =>
  sendJson(response, of[0], errorOf(...of));

const HUGE = 64 * 1024 * 1024;

/** Does what goes wrong to a call, instead of answering it. */
export function misbehave(response: ServerResponse, how: FakeTrouble['how']) {
  switch (how) {
    case 'unauthorized':
      return sendError(response, 401, 'unauthorized', 'invalid access token', 'unauthorized');
    case 'forbidden':
      return sendError(
        response,
        403,
        'forbidden',
        'At least one policy returned UNAUTHORIZED.',
        'PA_UNAUTHORIZED_RESULT_FROM_POLICIES',
      );
    case 'not_found':
      return sendError(response, 404, 'not_found', 'Payment not found', 2000);
    case 'busy':
      return sendJson(response, 429, errorOf(429, 'too_many_requests', 'Too many requests'), { 'retry-after': '30' });
    case 'error':
      return sendError(response, 500, 'internal_error', 'Internal error');
    case 'no_identity':
      return sendError(
        response,
        400,
        'collector_does_not_comply_with_current_regulation',
        'Collector does not comply with current regulation',
      );
    case 'nested_cause':
      return sendJson(response, 400, {
        ...errorOf(400, 'bad_request', 'Invalid value'),
        cause: [[{ code: '1001', description: 'Invalid date', data: null }]],
      });
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' });
      return response.end('<html><body><h1>We are working on it</h1></body></html>');
    case 'redirect':
      response.writeHead(302, { location: 'http://127.0.0.1:9/elsewhere' });
      return response.end();
    case 'slow':
      // Begins and does not go on: the other side has to give up.
      response.writeHead(200, { 'content-type': 'application/json' });
      return response.write('{"id":');
    case 'cut':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
      return response.write('{"id":1,"status":"appro', () => response.destroy());
    case 'huge': {
      response.writeHead(200, { 'content-type': 'application/json' });
      const part = ' '.repeat(64 * 1024);
      let left = HUGE;
      const go = (): void => {
        while (left > 0 && !response.destroyed) {
          left -= part.length;
          if (!response.write(part)) return void response.once('drain', go);
        }
        response.end('{}');
      };
      return go();
    }
  }
}
