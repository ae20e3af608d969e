import { Agent, request as requestPlain } from 'node:http';
import { Agent as SecureAgent, request as requestSecure } from 'node:https';

type Call = { headers: Record<string, string>; body: Buffer | string; signal: AbortSignal };
export type PostAnswer = { status: number; retryAfter: string | null; text: string };

/** Several times the longest answer of a push service. */
const MAX_ANSWER_BYTES = 16_384;

const agent = new Agent({ keepAlive: true });
const secureAgent = new SecureAgent({ keepAlive: true });

/** Like `fetch` at less than half of its CPU, which counts for a hundred thousand devices. Follows no redirects. */
export function post(address: URL, { headers, body, signal }: Call): Promise<PostAnswer> {
  const [request, agentFor] =
    address.protocol === 'https:' ? ([requestSecure, secureAgent] as const) : ([requestPlain, agent] as const);
  return new Promise((resolve, reject) => {
    const length = { 'Content-Length': String(Buffer.byteLength(body)) };
    const call = request(address, { method: 'POST', headers: { ...headers, ...length }, agent: agentFor, signal });
    // `close` is also the only event after a 101, which brings neither a response nor an error.
    let end = () => reject(new Error('No answer'));
    call.on('close', () => end());
    call.on('error', reject);
    call.on('response', (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      // The status counts even if the body was cut off, by them or by us.
      end = () =>
        resolve({
          status: response.statusCode ?? 0,
          retryAfter: response.headers['retry-after'] ?? null,
          text: Buffer.concat(chunks).toString('utf8', 0, MAX_ANSWER_BYTES),
        });
      call.off('error', reject).on('error', end);
      response.on('error', end);
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes > MAX_ANSWER_BYTES) response.destroy();
      });
      // The body is read to its end, so that the connection can be reused.
      response.on('end', end);
    });
    call.end(body);
  });
}
