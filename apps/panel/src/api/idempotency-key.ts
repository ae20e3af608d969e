import { useRef } from 'react';
import { serverOffers } from '#api/session';

/** Random also where the page came over plain HTTP, which knows no randomUUID. */
function randomKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Headers that let a server write once what is sent twice, after a time-out say. The same payload keeps its key, another
 * one gets its own; a server that has not announced that it understands the header is sent none.
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
