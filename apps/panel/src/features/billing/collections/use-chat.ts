import type { CollectionRow, ContactInput } from '@pulso/contract/billing/collections';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallFailure, isUnanswered, reasonOf } from '#api/client';
import { useIdempotencyKey } from '#api/idempotency-key';
import { readContacts, sendContact, showContactInLists } from '#features/billing/collections/use-collections';
import { useChatWindow } from '#screens/chat-window';

/** Timeout for noting down a contact; after it the chat can be opened all the same. */
const CONTACT_TIMEOUT_MS = 3_000;

/** A message about to be written, its client, and the place of the client's row. */
export type ChatMessage = {
  row: CollectionRow;
  place: number;
  link: string;
  text: string;
  templateId: number;
  riseId: number | undefined;
};

export type ChatTrouble = {
  message: ChatMessage;
  words: string;
  reason?: string;
  kind: 'silent' | 'contacted' | 'failed';
};

const withoutKey = <T>(map: ReadonlyMap<number, T>, id: number) => new Map([...map].filter(([key]) => key !== id));

/** Tells the server first, then opens the chat, so that nobody is written to twice. What went wrong stays with its row. */
export function useContactChat() {
  const client = useQueryClient();
  const idempotencyKey = useIdempotencyKey();
  const openChat = useChatWindow();
  /** Clients who were told of the rise whose list this is: they leave it, while elsewhere a row stays. */
  const [told, setTold] = useState<ReadonlySet<number>>(new Set());
  const [sending, setSending] = useState<ReadonlySet<number>>(new Set());
  const [troubles, setTroubles] = useState<ReadonlyMap<number, ChatTrouble>>(new Map());
  const say = (trouble: ChatTrouble) =>
    setTroubles((before) => new Map(before).set(trouble.message.row.user.id, trouble));
  const forget = (id: number) => setTroubles((before) => (before.has(id) ? withoutKey(before, id) : before));

  const reportFailure = async (message: ChatMessage, error: unknown, isSilent: boolean) => {
    const { row } = message;
    if (isSilent || isUnanswered(error))
      return say({ message, kind: 'silent', words: 'No se pudo anotar el contacto' });
    if (error instanceof CallFailure && error.code === 'contacted') {
      const [last] = await readContacts(row.user.id).catch(() => []);
      if (last) showContactInLists(client, row.user.id, last);
      const contactedRow = { ...row, last_contact: last ?? row.last_contact };
      return say({ message: { ...message, row: contactedRow }, kind: 'contacted', words: reasonOf(error) });
    }
    const words = 'Error al anotar el contacto. Por favor intenta de nuevo.';
    say({ message, kind: 'failed', words, reason: reasonOf(error) });
  };

  const write = async (message: ChatMessage) => {
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
    const timer = setTimeout(() => silence.abort(), CONTACT_TIMEOUT_MS);
    try {
      const headers = idempotencyKey({ id, json });
      showContactInLists(client, id, await sendContact(id, json, { headers, signal: silence.signal }));
      if (riseId !== undefined) setTold((before) => new Set(before).add(id));
      openChat(link);
    } catch (error) {
      await reportFailure(message, error, silence.signal.aborted);
    } finally {
      clearTimeout(timer);
      setSending((before) => new Set([...before].filter((one) => one !== id)));
    }
  };
  return { write, forget, troubles, told, isSending: (id: number) => sending.has(id) };
}

export type ContactChat = ReturnType<typeof useContactChat>;
