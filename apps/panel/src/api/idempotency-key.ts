import { useRef } from 'react';
import { serverOffers } from '#api/session';

/** crypto.randomUUID exists only over HTTPS. */
function randomKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * The Idempotency-Key header: the same payload always gets the same key, another payload its own. Sent only to a server
 * that announced it.
 */
export function useIdempotencyKey() {
  const keys = useRef(new Map<string, string>());
  return (payload: unknown): Record<string, string> => {
    if (!serverOffers('idempotency-key')) return {};
    const payloadText = JSON.stringify(payload);
    const key = keys.current.get(payloadText) ?? randomKey();
    keys.current.set(payloadText, key);
    return { 'Idempotency-Key': key };
  };
}
