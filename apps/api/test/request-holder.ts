import type { Answer } from '@pulso/testing/fuzz/oracle';
import type { FuzzRequest } from '@pulso/testing/fuzz/requests';
import type { FastifyInstance } from 'fastify';
import { decodeJwt } from 'jose';
import type { Pool } from 'pg';

/** A question whose body is too long for an address, and those to Mercado Pago, what follows from whose answers the system writes. */
const QUESTIONS = [
  'POST /api/assignment/check',
  'POST /api/mercadopago/test',
  'POST /api/my/payment-link/check',
  'POST /api/payment-link/:id/check',
];

type StateReader = { fingerprint: () => Promise<Record<string, string>> };

/**
 * Sends a write twice: first with its author's session ended once it was authorized, as if its body had come that late, then
 * as it is. Of every route until the second succeeded after the first was refused and left nothing behind.
 */
export function openRequestHolder(http: FastifyInstance, pool: Pool, { fingerprint }: StateReader) {
  const problems: string[] = [];
  const proven = new Set<string>();
  let onAuthorized: (() => Promise<void>) | undefined;
  http.addHook('preHandler', async () => onAuthorized?.());

  async function send(sent: FuzzRequest, sendNow: (sent: FuzzRequest) => Promise<Answer>): Promise<Answer> {
    const { route, kind, headers } = sent;
    const name = `${route?.method} ${route?.url}`;
    const isWrite = route && route.method !== 'GET' && route.permission !== 'public' && !QUESTIONS.includes(name);
    if (!isWrite || kind !== 'valid' || proven.has(name)) return sendNow(sent);
    const { jti } = decodeJwt(headers.authorization!.split(' ')[1]!);
    let before = await fingerprint();
    onAuthorized = async () => {
      onAuthorized = undefined;
      await pool.query('update sessions set ended_at = now() where id = $1', [jti]);
      before = await fingerprint();
    };
    const refused = await sendNow(sent);
    onAuthorized = undefined;
    const after = await fingerprint();
    const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
    if (changed.length > 0) problems.push(`${name} changed ${changed.join(', ')} after its author’s session had ended`);
    await pool.query('update sessions set ended_at = null where id = $1', [jti]);
    const answer = await sendNow(sent);
    if (answer.status >= 300) return answer;
    if (refused.status === 401) proven.add(name);
    else problems.push(`${name} was answered ${refused.status} after its author’s session had ended`);
    return answer;
  }
  return { send, problems, proven };
}
