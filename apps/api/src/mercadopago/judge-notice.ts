import { createHmac, timingSafeEqual } from 'node:crypto';
import type { MercadoPago, Notice } from '#mercadopago/mercadopago';
import { isJson } from '#mercadopago/json.rules';
import { idOf } from '#mercadopago/read-payment.rules';

type Sent = Parameters<MercadoPago['judgeNotice']>[0];

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** `ts` and `v1` of the header, in any order and beside others; undefined if one is missing or twice there. */
function readSignature(header: unknown) {
  const parts = (textOf(header) ?? '').split(',').map((part) => part.split('='));
  const valueOf = (name: string) => {
    const found = parts.filter(([key = '']) => key.trim().toLowerCase() === name);
    return found.length === 1 && found[0]!.length === 2 ? found[0]![1]!.trim() : '';
  };
  const [ts, v1] = [valueOf('ts'), valueOf('v1').toLowerCase()];
  return /^\d{1,16}$/.test(ts) && /^[\da-f]{64}$/.test(v1) ? { ts, hash: Buffer.from(v1, 'hex') } : undefined;
}

/** A part that did not come is left out with its semicolon. */
function hashOf(secret: string, id: string | undefined, requestId: string | undefined, ts: string): Buffer {
  const named = { id, 'request-id': requestId, ts };
  const text = Object.entries(named).map(([name, value]) => (value === undefined ? '' : `${name}:${value};`));
  return createHmac('sha256', secret).update(text.join('')).digest();
}

function isSigned({ headers, query }: Sent, secrets: string[]): boolean {
  const signature = readSignature(headers['x-signature']);
  if (!signature) return false;
  const id = query['data.id'];
  const requestId = headers['x-request-id'];
  if (Array.isArray(id) || Array.isArray(requestId)) return false;
  // Documentation and libraries disagree about the case of ids with letters.
  const written = textOf(id);
  const ids = new Set([written, written?.toLowerCase()]);
  const candidates = secrets.flatMap((secret) =>
    [...ids].map((one) => hashOf(secret, one, textOf(requestId), signature.ts)),
  );
  // All of them are compared, so that the time does not tell which one it was.
  return candidates.filter((candidate) => timingSafeEqual(candidate, signature.hash)).length > 0;
}

/** Application that the notice says it is from, for a person to look at. */
function applicationOf(body: unknown): string | null {
  const id = isJson(body) ? body.application_id : undefined;
  return idOf(id) ?? null;
}

/** Only `data.id` of the query is signed: nothing else of a notice is believed. */
export function judgeNotice(sent: Sent, secrets: string[]): Notice {
  const { query, body } = sent;
  // The kind before webhooks, whose signature no secret of ours can check: one payment brings five of them.
  if (query.topic !== undefined) return { kind: 'old' };
  if (!isSigned(sent, secrets)) return { kind: 'wrong', application: applicationOf(body) };
  const payment = idOf(query['data.id']);
  const type = query.type ?? (isJson(body) ? body.type : undefined);
  return type === 'payment' && payment !== undefined ? { kind: 'payment', payment } : { kind: 'other' };
}
