import type { CollectionRow, ContactInput } from '@pulso/contract/billing/collections';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallFailure, isUnanswered, reasonOf } from '#api/client';
import { useIdempotencyKey } from '#api/idempotency-key';
import { readContacts, sendContact, showContact } from '#features/billing/collections/use-collections';

/** Timeout for noting down a contact; after it the chat can be opened all the same. */
const SILENCE_MS = 3_000;

/** A message about to be written, its client, and the place of the client's row. */
export type Message = {
  row: CollectionRow;
  place: number;
  link: string;
  text: string;
  templateId: number;
  riseId: number | undefined;
};

export type Trouble = { message: Message; words: string; reason?: string; kind: 'silent' | 'contacted' | 'failed' };

const openChat = (link: string) => window.open(link, '_blank', 'noopener,noreferrer');

const without = <T>(map: ReadonlyMap<number, T>, id: number) => new Map([...map].filter(([key]) => key !== id));

/** Tells the server first, then opens the chat, so that nobody is written to twice. What went wrong stays with its row. */
export function useChat() {
  const client = useQueryClient();
  const idempotencyKey = useIdempotencyKey();
  const [sending, setSending] = useState<ReadonlySet<number>>(new Set());
  const [troubles, setTroubles] = useState<ReadonlyMap<number, Trouble>>(new Map());
  const say = (trouble: Trouble) => setTroubles((before) => new Map(before).set(trouble.message.row.user.id, trouble));
  const forget = (id: number) => setTroubles((before) => (before.has(id) ? without(before, id) : before));

  const failed = async (message: Message, error: unknown, isSilent: boolean) => {
    const { row } = message;
    if (isSilent || isUnanswered(error))
      return say({ message, kind: 'silent', words: 'No se pudo anotar el contacto' });
    if (error instanceof CallFailure && error.code === 'contacted') {
      const [last] = await readContacts(row.user.id).catch(() => []);
      if (last) showContact(client, row.user.id, last);
      const seen = { ...row, last_contact: last ?? row.last_contact };
      return say({ message: { ...message, row: seen }, kind: 'contacted', words: reasonOf(error) });
    }
    const words = 'Error al anotar el contacto. Por favor intenta de nuevo.';
    say({ message, kind: 'failed', words, reason: reasonOf(error) });
  };

  const write = async (message: Message) => {
    const { row, link, text, templateId, riseId } = message;
    const { id } = row.user;
    if (sending.has(id)) return;
    const json: ContactInput = {
      channel: 'whatsapp',
      template_id: templateId,
      text,
      after: row.last_contact?.id ?? null,
      rise_id: riseId ?? null,
    };
    forget(id);
    setSending((before) => new Set(before).add(id));
    const silence = new AbortController();
    const timer = setTimeout(() => silence.abort(), SILENCE_MS);
    try {
      const headers = idempotencyKey({ id, json });
      showContact(client, id, await sendContact(id, json, { headers, signal: silence.signal }));
      openChat(link);
    } catch (error) {
      await failed(message, error, silence.signal.aborted);
    } finally {
      clearTimeout(timer);
      setSending((before) => new Set([...before].filter((one) => one !== id)));
    }
  };
  return { write, forget, troubles, isSending: (id: number) => sending.has(id) };
}

export type Chat = ReturnType<typeof useChat>;
