import { useRef } from 'react';
import { serverOffers } from '#api/session';

/** crypto.randomUUID exists only over HTTPS. */
function randomKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * The Idempotency-Key header: a retry of the same payload keeps its key, another payload gets its own. Sent only to a
 * server that announced it.
 */
export function useIdempotencyKey() {
  const last = useRef({ sent: '', key: '' });
  return (payload: unknown): Record<string, string> => {
    if (!serverOffers('idempotency-key')) return {};
    const sent = JSON.stringify(payload);
    if (last.current.sent !== sent) last.current = { sent, key: randomKey() };
    return { 'Idempotency-Key': last.current.key };
  };
}
